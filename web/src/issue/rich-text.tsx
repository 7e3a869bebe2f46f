import { Fragment, useMemo } from "react";
import { later, useLater, useRetryAlone } from "../app/later.ts";

const links = later(() => import("./links.ts"));

/** A text as it was typed, its line breaks kept and its http and https addresses made links (section 2). */
export function RichText({ text, className = "" }: { text: string; className?: string }) {
  // Most texts hold no address, and none needs the code that finds them.
  return (
    <p dir="auto" className={`as-typed ${className}`}>
      {/https?:\/\//i.test(text) ? <Linked text={text} /> : text}
    </p>
  );
}

function Linked({ text }: { text: string }) {
  const finder = useLater(links, true);
  useRetryAlone(links, finder);
  const parts = useMemo(
    () => (finder.kind === "loaded" ? finder.code.splitLinks(text) : [{ key: 0, text, isLink: false }]),
    [text, finder],
  );
  return (
    <>
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
    </>
  );
}
