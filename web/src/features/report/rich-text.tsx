import { lazyResource, useAutoRetry, useLazyResource } from "../../shared/lazy/lazy-resource.ts";

const linkedTextCode = lazyResource(() => import("./linked-text.tsx"));

/** Matches every text with an address or a mention of a report, and few other texts. */
const MAY_HAVE_LINKS = /https?:\/\/|www\.|@|#[1-9]/i;

/** A text with its line breaks. Its addresses and mentions of reports are links (section 2). */
export function RichText({ text, className = "" }: { text: string; className?: string }) {
  // Each line takes its direction (left to right or right to left) from its own text.
  return (
    <p dir="auto" className={`whitespace-pre-wrap [unicode-bidi:plaintext] ${className}`}>
      {MAY_HAVE_LINKS.test(text) ? <LazyLinkedText text={text} /> : text}
    </p>
  );
}

/** The code that finds links is loaded only when a text may have links, because most texts have none. */
function LazyLinkedText({ text }: { text: string }) {
  const loadState = useLazyResource(linkedTextCode);
  useAutoRetry(linkedTextCode, loadState);
  return loadState.kind === "loaded" ? <loadState.code.LinkedText text={text} /> : <span>{text}</span>;
}
