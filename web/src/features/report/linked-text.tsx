import { Fragment, useMemo } from "react";
import { splitLinks } from "./links.ts";

/** A text with its addresses as links. Each link sets its own direction, so that no bidi mark before it reverses it. */
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
