import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const root = new URL("..", import.meta.url);
const readText = (path: string): string => readFileSync(new URL(path, root), "utf8");

const contributing = readText("CONTRIBUTING.md");

it("'Add a call' in CONTRIBUTING.md names every option of a route, in the order of their declarations", () => {
  const routeStep = /^\d\. `functions\/src\/routes\.ts` gets the row: .+$/m.exec(contributing)![0];
  // In this step, only the names of options are in camel case.
  const namedOptions = [...routeStep.matchAll(/`([a-z]+[A-Z]\w*)`/g)].map(([, name]) => name);
  const optionsInterface = /^interface RouteOptions \{$.+?^\}$/ms.exec(readText("functions/src/route.ts"))![0];
  const optionNames = [...optionsInterface.matchAll(/^ {2}(\w+): /gm)].map(([, name]) => name);
  expect(namedOptions).toEqual(optionNames);
});

it("every file that CONTRIBUTING.md names exists", () => {
  const paths = [...contributing.matchAll(/`([\w./-]+\/[\w.-]+\.\w+)`/g)].map(([, path]) => path!);
  expect(paths.length).toBeGreaterThan(30);
  expect(paths.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});
