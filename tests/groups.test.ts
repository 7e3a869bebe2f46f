import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { inRoot } from "../suite/command-line/paths.ts";
import { DEEP_GROUPS, GROUPS } from "./groups.ts";

it("docs/testing.md has a row for each group, in the order in which the groups run", () => {
  const tables = readFileSync(inRoot("docs", "testing.md"), "utf8").split("## The deep groups");
  const namesInTables = tables.map((text) => [...text.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name));
  expect(namesInTables).toEqual([Object.keys(GROUPS), Object.keys(DEEP_GROUPS)]);
});

it("every group of npm test has an npm script", () => {
  const { scripts } = JSON.parse(readFileSync(inRoot("package.json"), "utf8")) as { scripts: Record<string, string> };
  for (const name of Object.keys(GROUPS)) expect(scripts[`test:${name}`]).toBe(`exec node run.mjs test ${name}`);
});
