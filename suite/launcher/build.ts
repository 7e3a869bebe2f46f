import { createHash, type Hash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BuildOptions, build, context, type Plugin } from "esbuild";
import { CommandError } from "../command-line/command.ts";
import { withLock } from "../command-line/lock.mjs";
import { DATA, inRoot, ROOT } from "../command-line/paths.ts";
import { withStep } from "../command-line/progress.mjs";
import { lastLines, runProgram } from "../command-line/run-program.ts";

/** Names of files and folders that are not sources. */
const NOT_SOURCE = /^(node_modules|dist|\..*|.*\.test\.tsx?)$/;

/** The functions' default region. The rewrite in firebase.json names the same region. */
export const DEFAULT_REGION = "us-central1";

const NODE_BUNDLE = {
  outdir: inRoot("functions", "dist"),
  bundle: true,
  platform: "node",
  target: "node24",
  format: "esm",
  sourcemap: "linked",
  logLevel: "warning",
} satisfies BuildOptions;

/** Packages inside the functions' bundle; Google installs the others when the functions are deployed. */
const BUNDLED_PACKAGES = ["@logbook/domain", "zod"];

/**
 * The functions' environment, written to `functions/dist/.env`; a file `.env.PROJECT` beside it takes precedence. The
 * MALLOC values make the C library return large freed blocks to the system at once (decision 23).
 */
const FUNCTIONS_ENV = `MALLOC_ARENA_MAX=2
MALLOC_MMAP_THRESHOLD_=262144
MALLOC_TRIM_THRESHOLD_=262144
LOGBOOK_REGION=${DEFAULT_REGION}
LOGBOOK_CHAT=off
`;

/** Writes the package.json and environment of `functions/dist`, and returns the settings of its bundle. */
function prepareFunctions(): BuildOptions {
  const packageJson = JSON.parse(readFileSync(inRoot("functions", "package.json"), "utf8"));
  const allDependencies: [string, string][] = Object.entries(packageJson.dependencies);
  const dependencies = Object.fromEntries(allDependencies.filter(([name]) => !BUNDLED_PACKAGES.includes(name)));
  const manifest = {
    name: "logbook-functions",
    private: true,
    type: "module",
    main: "index.js",
    engines: { node: "24" },
    dependencies,
  };
  mkdirSync(inRoot("functions", "dist"), { recursive: true });
  writeFileSync(inRoot("functions", "dist", "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(inRoot("functions", "dist", ".env"), FUNCTIONS_ENV);
  return {
    ...NODE_BUNDLE,
    // Less code to load at a cold start. Names stay, so that the log's stack traces can be read.
    minifyWhitespace: true,
    minifySyntax: true,
    entryPoints: { index: inRoot("functions", "src", "index.ts"), job: inRoot("functions", "src", "jobs", "main.ts") },
    external: Object.keys(dependencies).flatMap((name) => [name, `${name}/*`]),
  };
}

/** Leaves lazily loaded parts of the page out of a bundle, because they are never in the page's first markup. */
const withoutLazyParts: Plugin = {
  name: "logbook-without-lazy-parts",
  setup(pluginBuild) {
    pluginBuild.onResolve({ filter: /.*/ }, ({ kind, path }) => {
      // For `null`, esbuild finds the file itself.
      return kind === "dynamic-import" ? { path, external: true } : null;
    });
  },
};

/** The page's own components, with which the function renders a member's first list. */
const dashboardBundle = {
  ...NODE_BUNDLE,
  entryPoints: { "render-dashboard": inRoot("web", "src", "start", "render-dashboard.tsx") },
  minify: true,
  jsx: "automatic",
  define: { "process.env.NODE_ENV": '"production"', "import.meta.env.PROD": "true" },
  // CommonJS packages in the bundle call require() for Node's own modules, and an ES module has no require().
  banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  plugins: [withoutLazyParts],
} satisfies BuildOptions;

async function buildFunctions(): Promise<void> {
  const define = { "process.env.LOGBOOK_PAGE_VERSION": JSON.stringify(pageVersion()) };
  await Promise.all([build({ ...prepareFunctions(), define }), build(dashboardBundle)]).catch(() => {
    throw new CommandError("The functions could not be built; the errors are above.");
  });
}

/** A short hash of the page's sources (`web`, `domain`). The function renders markup only for pages of its own version. */
export function pageVersion(): string {
  return hashFiles([inRoot("domain"), inRoot("web"), inRoot("package-lock.json")]).slice(0, 16);
}

/** Builds the functions now and after each change; the emulator reloads them. Returns a function that stops this watch. */
export async function watchFunctions(): Promise<() => Promise<void>> {
  // The watched functions lack the page's version, so they render no markup; the page that Vite serves needs none. The
  // stamp, the hash of the built sources, is deleted: then `buildIfChanged` builds the functions with the version.
  const deleteStamp = (): void => rmSync(stampFile("functions"), { force: true });
  deleteStamp();
  // This build fails at an error in the sources; the watch would only print the error.
  await withStep("Building the functions", buildFunctions);
  const watchContext = await context(prepareFunctions());
  await watchContext.watch();
  return async () => {
    await watchContext.dispose();
    deleteStamp();
  };
}

/** Builds the page into `web/dist` without a Firebase configuration, which suite-config.ts inserts later. */
async function buildWeb(): Promise<void> {
  const vite = inRoot("node_modules", "vite", "bin", "vite.js");
  const { code, output } = await runProgram(process.execPath, [vite, "build"], {
    cwd: inRoot("web"),
    env: { ...process.env, LOGBOOK_FIREBASE_CONFIG: "", LOGBOOK_PAGE_VERSION: pageVersion() },
  });
  if (code !== 0)
    throw new CommandError(`${lastLines(output, 40)}\nThe page could not be built; Vite's last output is above.`);
}

const BUILDS = [
  {
    name: "functions",
    title: "Building the functions",
    sources: ["domain", "functions", "web"],
    result: "functions/dist/index.js",
    run: buildFunctions,
  },
  { name: "web", title: "Building the page", sources: ["domain", "web"], result: "web/dist/index.html", run: buildWeb },
] as const;

/** Builds the functions and the page if their sources have changed since the last build. */
export async function buildIfChanged(): Promise<void> {
  await withLock(join(DATA, "build.lock"), "build", async () => {
    for (const { name, title, sources, result, run } of BUILDS) {
      const stamp = stampFile(name);
      const sourcePaths = [...sources, "package-lock.json"].map((path) => inRoot(path));
      // This file has the settings of the builds.
      const hash = hashFiles([...sourcePaths, import.meta.filename]);
      if (existsSync(inRoot(result)) && readStamp(stamp) === hash) continue;
      await withStep(title, run);
      writeFileSync(stamp, hash);
    }
  });
}

/** The file with the hash of the sources of the last build. */
function stampFile(buildName: "functions" | "web"): string {
  return join(DATA, `built-${buildName}`);
}

export function readStamp(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

/** One hash of all source files at these paths, without tests and build results. */
export function hashFiles(paths: string[]): string {
  const hash = createHash("sha256");
  for (const path of paths) addToHash(hash, path);
  return hash.digest("hex");
}

function addToHash(hash: Hash, path: string): void {
  if (statSync(path).isDirectory()) {
    const sources = readdirSync(path).filter((name) => !NOT_SOURCE.test(name));
    for (const name of sources.sort()) addToHash(hash, join(path, name));
  } else hash.update(path.slice(ROOT.length)).update(readFileSync(path));
}
