import { Fragment, useMemo } from "react";
import { splitLinks } from "./links.ts";

/** A text as it was typed, its line breaks kept and its http and https addresses made links (section 2). */
export function RichText({ text, className = "" }: { text: string; className?: string }) {
  const parts = useMemo(() => splitLinks(text), [text]);
  return (
    <p className={`whitespace-pre-wrap ${className}`}>
      {parts.map(({ key, text: part, isLink }) =>
        isLink ? (
          <a
            key={key}
            href={part}
            target="_blank"
            rel="noopener noreferrer"
            className="font-medium text-accent underline underline-offset-2"
          >
            {part}
          </a>
        ) : (
          <Fragment key={key}>{part}</Fragment>
        ),
      )}
    </p>
  );
}
