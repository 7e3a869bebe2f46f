import { lazyResource, useAutoRetry, useLazyResource } from "../../shared/lazy/lazy-resource.ts";

const links = lazyResource(() => import("./linked-text.tsx"));

/** A text as it was typed, its line breaks kept and the addresses in it made links (section 2). */
export function RichText({ text, className = "" }: { text: string; className?: string }) {
  // Most texts hold no address, and none needs the code that finds them.
  return (
    <p dir="auto" className={`as-typed ${className}`}>
      {/https?:\/\/|www\.|@/i.test(text) ? <Linked text={text} /> : text}
    </p>
  );
}

function Linked({ text }: { text: string }) {
  const finder = useLazyResource(links, true);
  useAutoRetry(links, finder);
  return finder.kind === "loaded" ? <finder.code.LinkedText text={text} /> : text;
}
