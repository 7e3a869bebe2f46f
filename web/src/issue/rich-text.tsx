import { isHttpUrl } from "@logbook/domain";
import { tokenize } from "linkifyjs";
import { Fragment, useMemo } from "react";

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

/** The parts of a text in order; `key` is where a part starts. Joined they are the text again. */
export function splitLinks(text: string): { key: number; text: string; isLink: boolean }[] {
  let key = 0;
  return tokenize(text).map((token) => {
    const part = { key, text: token.v, isLink: token.t === "url" && isHttpUrl(token.v) };
    key += token.v.length;
    return part;
  });
}
