import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { inRoot } from "../suite/command-line/paths.ts";

const pictures = globSync("docs/pictures/*", { cwd: inRoot() }).sort();

/** The pictures that a document shows, as paths from the root. */
function picturesOf(document: string): string[] {
  const text = readFileSync(inRoot(document), "utf8");
  const images = text.matchAll(/!\[[^\]]*\]\(([^)]+)\)|<img [^>]*src="([^"]+)"/g);
  return [...images].map(([, pathInMarkdown, pathInHtml]) => join(dirname(document), pathInMarkdown ?? pathInHtml!));
}

const documents = ["README.md", ...globSync("docs/*.md", { cwd: inRoot() })];

it.each(["README.md", "docs/guide.md"])(
  "every picture that %s shows exists and has an alternative text",
  (document) => {
    expect(picturesOf(document)).not.toEqual([]);
    expect(pictures).toEqual(expect.arrayContaining(picturesOf(document)));
    expect(readFileSync(inRoot(document), "utf8")).not.toMatch(/!\[\s*\]|<img (?![^>]*alt="[^"]+")/);
  },
);

it("every picture is shown by a document", () => {
  expect(pictures).toEqual([...new Set(documents.flatMap(picturesOf))].sort());
});

it("every picture has at most 250 KiB", () => {
  for (const picture of pictures) expect(readFileSync(inRoot(picture)).length, picture).toBeLessThanOrEqual(250 * 1024);
});
