import { expect, it } from "vitest";
import { staticPage } from "./static-page.ts";

it("staticPage() keeps the text and the stylesheet, and removes scripts and their preloads", () => {
  const renderedHtml = `<html><head><link rel="modulepreload" crossorigin href="/assets/a.js">
<link rel="preload" as="script" href="/b.js"><link rel="stylesheet" href="/assets/a.css"><link rel="icon" href="/i.svg">
<script type="module" src="/assets/a.js"></script><script>
  start();
</script></head><body><h3>A report</h3><script type="application/json">{"a":1}</script></body></html>`;
  const html = staticPage(renderedHtml);
  expect(html.replaceAll("\n", "")).toBe(
    '<html><head><link rel="stylesheet" href="/assets/a.css"><link rel="icon" href="/i.svg">' +
      "</head><body><h3>A report</h3></body></html>",
  );
});
