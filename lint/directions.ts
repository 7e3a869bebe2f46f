import { globSync, readFileSync } from "node:fs";
import { dirname, posix } from "node:path";
import { fileURLToPath } from "node:url";

const FUNCTIONS_PLATFORM = ["functions/src/http", "functions/src/firestore"];

/**
 * The folders that the files of a folder may import, besides the folder itself. The most specific row applies; files in
 * none of these folders may import anything. Imports of types count too. Biome says which packages (biome.json).
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
  // They try every route of the table.
  "tests/api": ["functions/src/route.ts", "functions/src/routes.ts", "ops", "suite", "bench", "tests", "domain"],
  "tests/fuzz": ["functions/src/route.ts", "functions/src/routes.ts", "ops", "suite", "bench", "tests", "domain"],

  bench: ["suite"],
  // It measures what is built.
  "bench/src": ["domain"],
};

/** Each folder directly inside one of these is imported from outside by its `index.ts` alone. */
export const ENTERED_BY_INDEX: readonly string[] = ["web/src/features"];

/** In these neither files nor folders import each other in a cycle. */
export const WITHOUT_CYCLES: readonly string[] = ["domain", "functions", "web", "suite", "ops", "tests", "bench"];

/** A sentence for each import that these tables forbid, and for one cycle of each kind; `sources` are texts by path. */
export function wrongImports(sources: ReadonlyMap<string, string>): string[] {
  const imports = new Map([...sources].map(([path, text]) => [path, importsOf(path, text)]));
  const problems = [...imports].flatMap(([path, targets]) =>
    targets.flatMap((target) => problemOf(path, target) ?? []),
  );
  for (const root of WITHOUT_CYCLES) {
    const files = new Map([...imports].filter(([path]) => isIn(path, root)));
    for (const [kind, graph] of Object.entries({ files, folders: foldersOf(files) })) {
      const cycle = findCycle(graph);
      if (cycle) problems.push(`These ${kind} import each other: ${cycle.join(" → ")}`);
    }
  }
  return problems;
}

/** The paths of the project's own files that a file imports, by any kind of import. */
function importsOf(path: string, text: string): string[] {
  const names = [...text.matchAll(/\b(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(([, name]) => name!);
  return names.flatMap((name) => {
    if (name.startsWith(".")) return posix.join(dirname(path), name);
    const [, room, entry = "index"] = /^@logbook\/(\w+)(?:\/(\w+))?$/.exec(name) ?? [];
    return room === undefined ? [] : `${room}/src/${entry}.ts`;
  });
}

function problemOf(path: string, target: string): string | null {
  const room = longest(Object.keys(DIRECTIONS), path);
  if (room !== undefined) {
    const allowed = [room, ...DIRECTIONS[room]!];
    if (!allowed.some((folder) => isIn(target, folder)))
      return `${path} imports ${target}, but ${room} may import only: ${allowed.join(", ")}`;
  }
  const group = longest(ENTERED_BY_INDEX, target);
  if (group === undefined) return null;
  const entered = `${group}/${target.slice(group.length + 1).split("/")[0]}`;
  if (isIn(path, entered) || target === `${entered}/index.ts`) return null;
  return `${path} imports ${target}, but must import ${entered}/index.ts`;
}

const isIn = (path: string, folder: string): boolean => `${path}/`.startsWith(`${folder}/`);

function longest(folders: readonly string[], path: string): string | undefined {
  return folders.filter((folder) => isIn(path, folder)).sort((a, b) => b.length - a.length)[0];
}

type Graph = ReadonlyMap<string, readonly string[]>;

function foldersOf(files: Graph): Graph {
  const folders = new Map<string, string[]>();
  for (const [path, targets] of files) {
    const folder = dirname(path);
    const others = targets.map((target) => dirname(target)).filter((other) => other !== folder);
    folders.set(folder, [...(folders.get(folder) ?? []), ...others]);
  }
  return folders;
}

/** One cycle of the graph, its first node again at its end, or `null`. */
function findCycle(graph: Graph): string[] | null {
  const finished = new Set<string>();
  const visit = (node: string, path: readonly string[]): string[] | null => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (finished.has(node)) return null;
    for (const next of graph.get(node) ?? []) {
      const cycle = visit(next, [...path, node]);
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

/** The project's sources by their paths from its root, those of the folders named above. */
export function readSources(): Map<string, string> {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const rooms = [...new Set([...Object.keys(DIRECTIONS), ...WITHOUT_CYCLES].map((folder) => folder.split("/")[0]))];
  const paths = globSync(`{${rooms.join(",")}}/**/*.{ts,tsx}`, {
    cwd: root,
    exclude: ["**/node_modules/**", "**/dist/**"],
  });
  return new Map(paths.map((path) => [path.replaceAll("\\", "/"), readFileSync(root + path, "utf8")]));
}

// A check of `npm run check`; the tests import this file.
if (import.meta.main) {
  const problems = wrongImports(readSources());
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
