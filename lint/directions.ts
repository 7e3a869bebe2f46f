import { globSync, readFileSync } from "node:fs";
import { dirname, posix } from "node:path";
import { fileURLToPath } from "node:url";

const FUNCTIONS_PLATFORM = ["functions/src/http", "functions/src/firestore"];

/**
 * The folders, or single files, that the files of a folder may import, besides the folder itself. The most specific row
 * applies. Files outside these folders may import anything. Imports of types count too. Packages: see `biome.json`.
 */
export const DIRECTIONS: Readonly<Record<string, readonly string[]>> = {
  domain: [],

  functions: ["domain"],
  "functions/src/http": ["domain"],
  "functions/src/firestore": ["functions/src/http", "domain"],
  "functions/src/limits": [...FUNCTIONS_PLATFORM, "domain"],
  "functions/src/board": [...FUNCTIONS_PLATFORM, "domain"],
  "functions/src/accounts": [...FUNCTIONS_PLATFORM, "functions/src/limits", "domain"],
  "functions/src/members": [...FUNCTIONS_PLATFORM, "functions/src/accounts", "domain"],
  "functions/src/reports": [...FUNCTIONS_PLATFORM, "functions/src/board", "functions/src/accounts", "domain"],
  "functions/src/jobs": [
    ...FUNCTIONS_PLATFORM,
    "functions/src/board",
    "functions/src/accounts",
    "functions/src/reports",
    "domain",
  ],
  "functions/src/triggers": [...FUNCTIONS_PLATFORM, "functions/src/board", "functions/src/reports", "domain"],

  web: ["domain"],
  "web/src/start": ["web/src/app", "web/src/features", "web/src/shared", "domain"],
  "web/src/app": ["web/src/features", "web/src/shared", "domain"],
  "web/src/features": ["web/src/shared", "domain"],
  "web/src/shared": ["domain"],

  suite: ["domain"],
  "suite/command-line": [],
  "suite/storage-rules": [],
  "suite/machine": ["suite/command-line"],
  "suite/engines": ["suite/machine", "suite/command-line"],
  "suite/data": ["suite/machine", "suite/command-line", "domain"],
  "suite/launcher": ["suite/engines", "suite/data", "suite/machine", "suite/command-line"],

  ops: ["suite", "domain"],

  tests: ["ops", "suite", "bench", "domain"],
  // These tests try every route of `routes.ts`.
  "tests/api": ["functions/src/route.ts", "functions/src/routes.ts", "ops", "suite", "bench", "tests", "domain"],
  "tests/fuzz": ["functions/src/route.ts", "functions/src/routes.ts", "ops", "suite", "bench", "tests", "domain"],

  bench: ["suite"],
  // bench measures the built function and the built page, so it needs no sources of theirs.
  "bench/src": ["domain"],
};

/** From each direct subfolder of these folders, files outside the subfolder may import only its `index.ts`. */
export const IMPORTED_BY_INDEX: readonly string[] = ["web/src/features"];

/** In these folders neither files nor subfolders may import each other in a cycle. */
export const WITHOUT_CYCLES: readonly string[] = ["domain", "functions", "web", "suite", "ops", "tests", "bench"];

/**
 * Describes each import that these tables forbid, and for each folder of `WITHOUT_CYCLES` one cycle of its files and
 * one of its subfolders, if there are any. `sources` has the files' texts by path.
 */
export function wrongImports(sources: ReadonlyMap<string, string>): string[] {
  const imports = new Map([...sources].map(([path, text]) => [path, importsOf(path, text)]));
  const problems = [...imports].flatMap(([path, targets]) =>
    targets.flatMap((target) => describeWrongImport(path, target) ?? []),
  );
  for (const root of WITHOUT_CYCLES) {
    const files = new Map([...imports].filter(([path]) => isIn(path, root)));
    for (const [kind, graph] of Object.entries({ files, folders: folderImports(files) })) {
      const cycle = findCycle(graph);
      if (cycle) problems.push(`These ${kind} import each other: ${cycle.join(" → ")}`);
    }
  }
  return problems;
}

/** The paths of the project's own files that a file imports, by any kind of import. */
function importsOf(path: string, text: string): string[] {
  const specifiers = [...text.matchAll(/\b(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(([, specifier]) => specifier!);
  return specifiers.flatMap((specifier) => {
    if (specifier.startsWith(".")) return posix.join(dirname(path), specifier);
    const [, workspace, entry = "index"] = /^@logbook\/(\w+)(?:\/(\w+))?$/.exec(specifier) ?? [];
    return workspace === undefined ? [] : `${workspace}/src/${entry}.ts`;
  });
}

function describeWrongImport(path: string, target: string): string | null {
  const folder = mostSpecificFolder(Object.keys(DIRECTIONS), path);
  if (folder !== undefined) {
    const allowedFolders = [folder, ...DIRECTIONS[folder]!];
    if (!allowedFolders.some((allowedFolder) => isIn(target, allowedFolder)))
      return `${path} imports ${target}, but ${folder} may import only: ${allowedFolders.join(", ")}`;
  }
  const parent = mostSpecificFolder(IMPORTED_BY_INDEX, target);
  if (parent === undefined) return null;
  const [subfolderName] = target.slice(parent.length + 1).split("/");
  const subfolder = `${parent}/${subfolderName}`;
  if (isIn(path, subfolder) || target === `${subfolder}/index.ts`) return null;
  return `${path} imports ${target}, but must import ${subfolder}/index.ts`;
}

/** Whether a path is inside a folder, or is the file or folder itself. */
const isIn = (path: string, folder: string): boolean => `${path}/`.startsWith(`${folder}/`);

function mostSpecificFolder(folders: readonly string[], path: string): string | undefined {
  return folders.filter((folder) => isIn(path, folder)).sort((a, b) => b.length - a.length)[0];
}

/** For each file or folder, the files or folders that it imports. */
type Graph = ReadonlyMap<string, readonly string[]>;

/** The imports between the folders of these files. */
function folderImports(files: Graph): Graph {
  const folders = new Map<string, string[]>();
  for (const [path, targets] of files) {
    const folder = dirname(path);
    const importedFolders = targets.map((target) => dirname(target)).filter((imported) => imported !== folder);
    folders.set(folder, [...(folders.get(folder) ?? []), ...importedFolders]);
  }
  return folders;
}

/** A cycle of the graph, whose last node is its first node again, or `null` if there is no cycle. */
function findCycle(graph: Graph): string[] | null {
  const finished = new Set<string>();
  const visit = (node: string, importers: readonly string[]): string[] | null => {
    if (importers.includes(node)) return [...importers.slice(importers.indexOf(node)), node];
    if (finished.has(node)) return null;
    for (const imported of graph.get(node) ?? []) {
      const cycle = visit(imported, [...importers, node]);
      if (cycle) return cycle;
    }
    finished.add(node);
    return null;
  };
  for (const node of graph.keys()) {
    const cycle = visit(node, []);
    if (cycle) return cycle;
  }
  return null;
}

/** The texts of all source files in the folders of these tables, by the files' paths from the project's root. */
export function readSources(): Map<string, string> {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const topFolders = new Set([...Object.keys(DIRECTIONS), ...WITHOUT_CYCLES].map((folder) => folder.split("/")[0]));
  const paths = globSync(`{${[...topFolders].join(",")}}/**/*.{ts,tsx}`, {
    cwd: root,
    exclude: ["**/node_modules/**", "**/dist/**"],
  });
  return new Map(paths.map((path) => [path.replaceAll("\\", "/"), readFileSync(root + path, "utf8")]));
}

// `npm run check` runs this file; the tests only import it.
if (import.meta.main) {
  const problems = wrongImports(readSources());
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
