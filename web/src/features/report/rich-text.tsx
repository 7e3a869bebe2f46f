import { lazyResource, useAutoRetry, useLazyResource } from "../../shared/lazy/lazy-resource.ts";

const links = lazyResource(() => import("./linked-text.tsx"));

/** A text with its line breaks, and with its addresses and mentions of reports as links (section 2). */
export function RichText({ text, className = "" }: { text: string; className?: string }) {
  // Most texts contain neither and do not need the code that finds links. Each line takes its direction (left to right
  // or right to left) from its own text.
  return (
    <p dir="auto" className={`whitespace-pre-wrap [unicode-bidi:plaintext] ${className}`}>
      {/https?:\/\/|www\.|@|#[1-9]/i.test(text) ? <Linked text={text} /> : text}
    </p>
  );
}

function Linked({ text }: { text: string }) {
  const resource = useLazyResource(links, true);
  useAutoRetry(links, resource);
  return resource.kind === "loaded" ? <resource.code.LinkedText text={text} /> : text;
}
