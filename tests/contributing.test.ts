import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const root = new URL("..", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), "utf8");

const contributing = read("CONTRIBUTING.md");

it("'Add a call' names the options that a route has", () => {
  const step = /^\d\. `functions\/src\/routes\.ts` gets the row: .+$/m.exec(contributing)![0];
  const named = [...step.matchAll(/`([a-z]+[A-Z]\w*)`/g)].map(([, name]) => name);
  const options = /^interface RouteOptions \{$.+?^\}$/ms.exec(read("functions/src/route.ts"))![0];
  expect(named).toEqual([...options.matchAll(/^ {2}(\w+): /gm)].map(([, name]) => name));
});

it("every file that CONTRIBUTING.md names exists", () => {
  const paths = [...contributing.matchAll(/`([\w./-]+\/[\w.-]+\.\w+)`/g)].map(([, path]) => path!);
  expect(paths.length).toBeGreaterThan(30);
  expect(paths.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});
