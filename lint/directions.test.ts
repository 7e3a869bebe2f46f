import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { ALLOWED_IMPORTS, importProblems, readSources } from "./directions.ts";

const isIn = (path: string, folder: string) => `${path}/`.startsWith(`${folder}/`);

/** The problems in these files, whose texts are given by path. */
const problemsOf = (texts: Record<string, string>) => importProblems(new Map(Object.entries(texts)));

const isFeature = (folder: string) => folder.startsWith("web/src/features/");

/**
 * The pairs of folders in which the first folder must not import the second. For pairs of one feature and a folder that
 * is no feature, the folder of all features stands in.
 */
const forbiddenPairs = Object.entries(ALLOWED_IMPORTS).flatMap(([folder, allowedFolders]) =>
  Object.keys(ALLOWED_IMPORTS)
    .filter((target) => isFeature(folder) === isFeature(target))
    .filter((target) => ![folder, ...allowedFolders].some((allowedFolder) => isIn(target, allowedFolder)))
    .map((target) => [folder, target] as const),
);

it("the sources of the project obey the table, and every folder of the table has sources", () => {
  const sources = readSources();
  const paths = [...sources.keys()];
  for (const folder of Object.keys(ALLOWED_IMPORTS))
    expect(
      paths.filter((path) => isIn(path, folder)),
      folder,
    ).not.toEqual([]);
  expect(importProblems(sources)).toEqual([]);
});

it("every feature of the page is in the table", () => {
  const featurePaths = [...readSources().keys()].flatMap((path) => /^web\/src\/features\/[^/]+/.exec(path) ?? []);
  expect(Object.keys(ALLOWED_IMPORTS)).toEqual(expect.arrayContaining(featurePaths));
});

describe("a wrong import is found", () => {
  it.each(forbiddenPairs)("from %s to %s", (folder, targetFolder) => {
    const target = `${targetFolder}/index.ts`;
    const importLine = `import { x } from "${posix.relative(folder, target)}";`;
    expect(problemsOf({ [`${folder}/wrong.ts`]: importLine })).toEqual([
      expect.stringContaining(`${folder}/wrong.ts imports ${target}`),
    ]);
  });

  it.each([
    ['import type { X } from "../app/app.tsx";'],
    ['import "../app/app.tsx";'],
    ['export * from "../app/app.tsx";'],
    ['import {\n  x,\n  y,\n} from "../app/app.tsx";'],
    ['const load = () => import("../app/app.tsx");'],
    ['type App = typeof import("../app/app.tsx");'],
  ])("in the form %j", (importLine) => {
    expect(problemsOf({ "web/src/shared/wrong.ts": importLine })).toHaveLength(1);
  });

  it("that names a workspace instead of a path", () => {
    expect(problemsOf({ "domain/src/wrong.ts": 'import { x } from "@logbook/web";' })).toHaveLength(1);
    expect(problemsOf({ "web/src/shared/right.ts": 'import { x } from "@logbook/domain/testing";' })).toEqual([]);
  });
});

describe("a feature of the page", () => {
  it.each([
    ["web/src/features/dashboard/wrong.ts", "../list/view.ts"],
    ["web/src/app/wrong.ts", "../features/list/view.ts"],
  ])("must be imported through its index.ts or index-lazy.ts, so %s must not import %s", (path, target) => {
    expect(problemsOf({ [path]: `import { x } from "${target}";` })).toEqual([
      `${path} imports web/src/features/list/view.ts, but must import web/src/features/list/index.ts or index-lazy.ts`,
    ]);
  });

  it("may be imported through its index.ts or index-lazy.ts, and its own files may import each other", () => {
    expect(problemsOf({ "web/src/features/list/right.ts": 'import { x } from "../news/index.ts";' })).toEqual([]);
    expect(problemsOf({ "web/src/features/list/right.ts": 'import { x } from "../news/index-lazy.ts";' })).toEqual([]);
    expect(problemsOf({ "web/src/features/list/right.ts": 'import { x } from "./view.ts";' })).toEqual([]);
  });
});

describe("a cycle is found", () => {
  it("between files, even if the files import only types or import lazily", () => {
    expect(
      problemsOf({
        "web/src/shared/ui/a.ts": 'import type { B } from "./b.ts";',
        "web/src/shared/ui/b.ts": 'const load = () => import("./c.ts");',
        "web/src/shared/ui/c.ts": 'export { a } from "./a.ts";',
      }),
    ).toEqual([
      "These files import each other: web/src/shared/ui/a.ts → web/src/shared/ui/b.ts → web/src/shared/ui/c.ts → web/src/shared/ui/a.ts",
    ]);
  });

  it("between folders, even if there is no cycle between their files", () => {
    expect(
      problemsOf({
        "web/src/shared/ui/a.ts": 'import { x } from "../time/c.ts";',
        "web/src/shared/time/b.ts": 'import { x } from "../ui/d.ts";',
      }),
    ).toEqual(["These folders import each other: web/src/shared/ui → web/src/shared/time → web/src/shared/ui"]);
  });
});
