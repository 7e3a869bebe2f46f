import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const root = new URL("..", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), "utf8");

const table = [...read("docs/specification.md").matchAll(/^\| (\d) \| (.+) \| `(.+)` \|$/gm)];
const sources = globSync("{domain,functions,web,suite,ops}/**/*.test.ts", {
  cwd: root,
  exclude: ["**/node_modules/**"],
})
  .concat(globSync("tests/**/*.{test,spec}.ts", { cwd: root, exclude: ["**/node_modules/**"] }))
  .filter((path) => path !== "tests/specification.test.ts")
  .map(read)
  .join("\n");

it("docs/specification.md covers sections 1 to 9", () => {
  expect([...new Set(table.map(([, section]) => section))].sort().join("")).toBe("123456789");
});

it.each(table.map(([, section, sentence, test]) => [`${section}: ${sentence}`, test!]))("%s", (_, test) => {
  expect(sources).toContain(test);
});
