import { globSync, readFileSync } from "node:fs";
import { dirname, posix } from "node:path";
import { fileURLToPath } from "node:url";

const FUNCTIONS_PLATFORM = ["functions/src/http", "functions/src/firestore"];

/** The page's features, the folders of `web/src/features`, and the features that each may import. */
const FEATURE_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  "after-write": [],
  account: ["keys", "own-data"],
  attachments: ["drawing", "private-text"],
  auth: [],
  members: [],
  "own-data": ["attachments"],
  drawing: [],
  "private-text": [],
  "report-texts": [],
  "saved-views": [],
  selection: [],
  news: ["after-write"],
  live: ["news"],
  trash: ["after-write"],
  keys: ["news"],
  "admin-acts": ["after-write"],
  layout: ["account", "members", "news"],
  votes: ["after-write", "news"],
  drafts: ["attachments", "report-texts"],
  "report-form": ["after-write", "attachments", "drafts", "news", "report-texts", "votes"],
  editing: ["after-write", "report-form", "report-texts"],
  closing: ["after-write", "report-form"],
  report: [
    "admin-acts",
    "after-write",
    "attachments",
    "closing",
    "drafts",
    "editing",
    "news",
    "selection",
    "trash",
    "votes",
  ],
  list: ["after-write", "live", "news", "report"],
  export: ["list"],
  "bulk-actions": ["admin-acts", "after-write", "closing", "list", "report", "selection", "trash"],
  "report-page": ["admin-acts", "after-write", "closing", "editing", "layout", "live", "news", "report", "votes"],
  changelog: ["layout", "news", "report"],
  dashboard: [
    "bulk-actions",
    "drafts",
    "export",
    "layout",
    "list",
    "news",
    "report",
    "report-form",
    "saved-views",
    "votes",
  ],
};

const featureFolder = (feature: string): string => `web/src/features/${feature}`;

/**
 * The folders, or single files, that the files of a folder may import, besides the folder itself. The most specific row
 * applies. Imports of types count too. Packages: see `biome.json`.
 */
export const ALLOWED_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  domain: [],

  functions: ["domain"],
  "functions/src/http": ["domain"],
  "functions/src/firestore": ["functions/src/http", "domain"],
  "functions/src/limits": [...FUNCTIONS_PLATFORM, "domain"],
  "functions/src/board": [...FUNCTIONS_PLATFORM, "domain"],
  "functions/src/accounts": [...FUNCTIONS_PLATFORM, "functions/src/limits", "domain"],
  "functions/src/chat": [...FUNCTIONS_PLATFORM, "functions/src/accounts", "domain"],
  "functions/src/members": [...FUNCTIONS_PLATFORM, "functions/src/accounts", "functions/src/chat", "domain"],
  "functions/src/attachments": [...FUNCTIONS_PLATFORM, "functions/src/accounts", "domain"],
  "functions/src/reports": [
    ...FUNCTIONS_PLATFORM,
    "functions/src/board",
    "functions/src/accounts",
    "functions/src/attachments",
    "functions/src/news",
    "domain",
  ],
  "functions/src/news": [...FUNCTIONS_PLATFORM, "functions/src/board", "functions/src/accounts", "domain"],
  "functions/src/changelog": [
    ...FUNCTIONS_PLATFORM,
    "functions/src/board",
    "functions/src/accounts",
    "functions/src/news",
    "functions/src/reports",
    "domain",
  ],
  "functions/src/trash": [...FUNCTIONS_PLATFORM, "functions/src/accounts", "functions/src/reports", "domain"],
  "functions/src/views": [...FUNCTIONS_PLATFORM, "functions/src/accounts", "domain"],
  "functions/src/own-data": [
    ...FUNCTIONS_PLATFORM,
    "functions/src/limits",
    "functions/src/board",
    "functions/src/accounts",
    "functions/src/changelog",
    "functions/src/news",
    "functions/src/reports",
    "functions/src/views",
    "functions/src/votes",
    "domain",
  ],
  "functions/src/votes": [
    ...FUNCTIONS_PLATFORM,
    "functions/src/board",
    "functions/src/accounts",
    "functions/src/news",
    "functions/src/reports",
    "domain",
  ],
  "functions/src/departures": [
    ...FUNCTIONS_PLATFORM,
    "functions/src/board",
    "functions/src/accounts",
    "functions/src/votes",
    "domain",
  ],
  "functions/src/jobs": [
    ...FUNCTIONS_PLATFORM,
    "functions/src/board",
    "functions/src/accounts",
    "functions/src/attachments",
    "functions/src/departures",
    "domain",
  ],
  "functions/src/triggers": [
    ...FUNCTIONS_PLATFORM,
    "functions/src/attachments",
    "functions/src/changelog",
    "functions/src/chat",
    "domain",
  ],

  web: ["domain"],
  "web/src/start": ["web/src/app", "web/src/features", "web/src/shared", "domain"],
  "web/src/app": ["web/src/features", "web/src/shared", "domain"],
  "web/src/features": ["web/src/shared", "domain"],
  ...Object.fromEntries(
    Object.entries(FEATURE_IMPORTS).map(([feature, imports]) => [
      featureFolder(feature),
      [...imports.map(featureFolder), "web/src/shared", "domain"],
    ]),
  ),
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

const TOP_FOLDERS = Object.keys(ALLOWED_IMPORTS).filter((folder) => !folder.includes("/"));

/**
 * Describes each import that the table forbids. For each top folder, also describes one import cycle between its files
 * and one between its subfolders, if there are any. `sources` has the files' texts by path.
 */
export function importProblems(sources: ReadonlyMap<string, string>): string[] {
  const imports = new Map([...sources].map(([path, text]) => [path, importsOf(path, text)]));
  const problems = [...imports].flatMap(([path, targets]) =>
    targets.flatMap((target) => describeWrongImport(path, target) ?? []),
  );
  for (const root of TOP_FOLDERS) {
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
    // `@logbook/domain` or `@logbook/domain/testing`; other packages are no files of the project.
    const [, workspace, entry = "index"] = /^@logbook\/(\w+)(?:\/(\w+))?$/.exec(specifier) ?? [];
    return workspace === undefined ? [] : `${workspace}/src/${entry}.ts`;
  });
}

function describeWrongImport(path: string, target: string): string | null {
  // The longest matching folder is the most specific one.
  const [folder] = Object.keys(ALLOWED_IMPORTS)
    .filter((candidate) => isIn(path, candidate))
    .sort((a, b) => b.length - a.length);
  const allowedFolders = [folder!, ...ALLOWED_IMPORTS[folder!]!];
  if (!allowedFolders.some((allowedFolder) => isIn(target, allowedFolder)))
    return `${path} imports ${target}, but ${folder} may import only: ${allowedFolders.join(", ")}`;
  // From a feature of the page, files outside the feature may import only its entries. `index.ts` is for all files,
  // `index-lazy.ts` for files that the page loads later than its first list (web/first-chunks.ts).
  const feature = /^web\/src\/features\/[^/]+/.exec(target)?.[0];
  if (feature === undefined || isIn(path, feature)) return null;
  if (target === `${feature}/index.ts` || target === `${feature}/index-lazy.ts`) return null;
  return `${path} imports ${target}, but must import ${feature}/index.ts or index-lazy.ts`;
}

/** Whether a path is inside a folder, or is the file or folder itself. */
const isIn = (path: string, folder: string): boolean => `${path}/`.startsWith(`${folder}/`);

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
  const nodesWithoutCycle = new Set<string>();
  /** Searches from each node. `importers` is the chain of imports that leads to these nodes. */
  const search = (nodes: Iterable<string>, importers: readonly string[]): string[] | null => {
    for (const node of nodes) {
      if (importers.includes(node)) return [...importers.slice(importers.indexOf(node)), node];
      if (nodesWithoutCycle.has(node)) continue;
      const cycle = search(graph.get(node) ?? [], [...importers, node]);
      if (cycle) return cycle;
      nodesWithoutCycle.add(node);
    }
    return null;
  };
  return search(graph.keys(), []);
}

/** The texts of all source files in the top folders, by the files' paths from the project's root. */
export function readSources(): Map<string, string> {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const paths = globSync(`{${TOP_FOLDERS.join(",")}}/**/*.{ts,tsx}`, {
    cwd: root,
    exclude: ["**/node_modules/**", "**/dist/**"],
  });
  return new Map(paths.map((path) => [path, readFileSync(root + path, "utf8")]));
}

// `npm run check` runs this file; the tests only import it.
if (import.meta.main) {
  const problems = importProblems(readSources());
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
