import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BuildOptions, build } from "esbuild";
import { fillConfigBlock } from "./firebase-config.ts";
import { DATA, inRoot, ROOT } from "./paths.ts";
import { Stop } from "./stop.ts";

/** How the functions are bundled: the domain and zod inside, what Google's runtime wants as packages outside. */
export const functionsBundle = {
  entryPoints: [inRoot("functions", "src", "index.ts")],
  outfile: inRoot("functions", "dist", "index.js"),
  bundle: true,
  platform: "node",
  target: "node24",
  format: "esm",
  sourcemap: "linked",
  logLevel: "warning",
} satisfies BuildOptions;

/** Packages that are inlined and so need no place in the deployed package.json. */
const INLINED = ["@logbook/domain", "zod"];

interface PackageJson {
  version: string;
  dependencies: Record<string, string>;
}

/** Packages the deployed functions folder installs, with exact versions. */
export function deployedDependencies(): Record<string, string> {
  const { dependencies } = JSON.parse(readFileSync(inRoot("functions", "package.json"), "utf8")) as PackageJson;
  return Object.fromEntries(Object.entries(dependencies).filter(([name]) => !INLINED.includes(name)));
}

/** Bundles the functions into `functions/dist`, a folder that deploys and installs by itself. */
export async function buildFunctions(): Promise<void> {
  const dependencies = deployedDependencies();
  const external = Object.keys(dependencies).flatMap((name) => [name, `${name}/*`]);
  await build({ ...functionsBundle, external }).catch(() => {
    throw new Stop("The functions could not be built; the errors are above.");
  });
  const manifest = { name: "logbook-functions", private: true, type: "module", main: "index.js", engines: { node: "24" }, dependencies };
  writeFileSync(inRoot("functions", "dist", "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Writes the lockfile of `functions/dist`; needs the npm registry. */
export function lockFunctions(): void {
  const folder = inRoot("functions", "dist");
  const npm = spawnSync("npm", ["install", "--package-lock-only", "--ignore-scripts", "--workspaces=false", "--no-audit", "--no-fund"], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, npm_config_workspaces: undefined, npm_config_prefix: undefined },
  });
  if (npm.status !== 0) throw new Stop(`The lockfile of functions/dist could not be written; is the npm registry reachable? npm said:\n${npm.stderr}`);
}

/** Builds the page into `web/dist`. `config` fills its data block, which otherwise stays a template. */
export function buildWeb(config?: object): void {
  const vite = spawnSync(process.execPath, [inRoot("node_modules", "vite", "bin", "vite.js"), "build"], {
    cwd: inRoot("web"),
    encoding: "utf8",
    env: { ...process.env, LOGBOOK_FIREBASE_CONFIG: undefined },
  });
  if (vite.status !== 0) throw new Stop(`The page could not be built. Vite said:\n${vite.stdout}\n${vite.stderr}`);
  if (config === undefined) return;
  const page = inRoot("web", "dist", "index.html");
  writeFileSync(page, fillConfigBlock(readFileSync(page, "utf8"), config));
}

/** Builds both where their sources have changed since the last time. */
export async function buildIfChanged(say: (line: string) => void): Promise<void> {
  mkdirSync(DATA, { recursive: true });
  const stamp = join(DATA, "build-stamp");
  const now = hashSources();
  const built = [inRoot("web", "dist", "index.html"), inRoot("functions", "dist", "index.js")].every((path) => existsSync(path));
  if (built && existsSync(stamp) && readFileSync(stamp, "utf8") === now) return;
  say("Building the functions and the page");
  await buildFunctions();
  buildWeb();
  writeFileSync(stamp, now);
}

function hashSources(): string {
  const hash = createHash("sha256");
  for (const folder of ["domain", "functions", "web"]) addFolder(hash, inRoot(folder));
  hash.update(readFileSync(inRoot("package-lock.json")));
  return hash.digest("hex");
}

function addFolder(hash: ReturnType<typeof createHash>, folder: string): void {
  for (const name of readdirSync(folder).sort()) {
    if (name === "node_modules" || name === "dist" || /\.test\.tsx?$/.test(name)) continue;
    const path = join(folder, name);
    if (statSync(path).isDirectory()) addFolder(hash, path);
    else hash.update(path.slice(ROOT.length)).update(readFileSync(path));
  }
}
