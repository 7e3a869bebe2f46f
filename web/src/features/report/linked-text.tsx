import { Fragment, useMemo } from "react";
import { splitLinks } from "./links.ts";

/** A text whose addresses are links. Each is set by itself, so that no mark of the writing direction before it turns it. */
export function LinkedText({ text }: { text: string }) {
  const parts = useMemo(() => splitLinks(text), [text]);
  return parts.map(({ key, text: part, href }) =>
    href === null ? (
      <Fragment key={key}>{part}</Fragment>
    ) : (
      <a
        key={key}
        href={href}
        dir="ltr"
        target={/^mailto:/i.test(href) ? undefined : "_blank"}
        rel="noopener noreferrer"
        className="font-medium text-accent underline underline-offset-2"
      >
        {part}
      </a>
    ),
  );
}
