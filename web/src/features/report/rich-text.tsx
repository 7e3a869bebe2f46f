import { lazyResource, useAutoRetry, useLazyResource } from "../../shared/lazy/lazy-resource.ts";

const links = lazyResource(() => import("./linked-text.tsx"));

export function RichText({ text, className = "" }: { text: string; className?: string }) {
  // Most texts contain no address and do not need the code that finds links.
  return (
    <p dir="auto" className={`as-typed ${className}`}>
      {/https?:\/\/|www\.|@/i.test(text) ? <Linked text={text} /> : text}
    </p>
  );
}

function Linked({ text }: { text: string }) {
  const resource = useLazyResource(links, true);
  useAutoRetry(links, resource);
  return resource.kind === "loaded" ? <resource.code.LinkedText text={text} /> : text;
}
