import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const root = new URL("..", import.meta.url);
const readText = (path: string): string => readFileSync(new URL(path, root), "utf8");

const text = readText("docs/specification.md");
const rows = [...text.matchAll(/^\| (\d) \| (.+) \| `(.+)` \|$/gm)];
const testSources = globSync("{domain,functions,web,suite,ops}/**/*.test.ts", {
  cwd: root,
  exclude: ["**/node_modules/**"],
})
  .concat(globSync("tests/**/*.{test,spec}.ts", { cwd: root, exclude: ["**/node_modules/**"] }))
  .filter((path) => path !== "tests/specification.test.ts")
  .map(readText)
  .join("\n");

it("docs/specification.md covers sections 1 to 9", () => {
  expect([...new Set(rows.map(([, section]) => section))].sort().join("")).toBe("123456789");
});

it("each row of docs/specification.md has a section, a sentence and a test's title", () => {
  expect(rows.map(([line]) => line)).toEqual(text.split("\n").filter((line) => /^\| *\d/.test(line)));
});

// The last column of a row has the title of the test that checks the sentence.
it.each(rows.map(([, section, sentence, testTitle]) => [`${section}: ${sentence}`, testTitle!]))(
  "%s",
  (_, testTitle) => {
    expect(testSources).toContain(testTitle);
  },
);
