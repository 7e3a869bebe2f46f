import { readFileSync } from "node:fs";
import { inRoot } from "../../suite/command-line/paths.ts";

export interface Locked {
  name?: string;
  version?: string;
  license?: string;
  link?: boolean;
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** All packages of a lockfile, by their folder; the checkout itself is "". */
export type Lockfile = Readonly<Record<string, Locked>>;

export function readLockfile(): Lockfile {
  return (JSON.parse(readFileSync(inRoot("package-lock.json"), "utf8")) as { packages: Lockfile }).packages;
}

export function packageName(folder: string): string {
  return folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
}

/** The folders of the packages that these workspaces need in production, with optional and peer dependencies. */
export function shippedBy(lockfile: Lockfile, workspaces: readonly string[]): string[] {
  const found = new Set<string>();
  const queue = [...workspaces];
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    const { dependencies, optionalDependencies, peerDependencies } = lockfile[at] ?? {};
    for (const name of Object.keys({ ...peerDependencies, ...optionalDependencies, ...dependencies })) {
      const folder = resolve(lockfile, at, name);
      if (folder === null || found.has(folder)) continue;
      found.add(folder);
      queue.push(lockfile[folder]?.link ? (lockfile[folder].resolved ?? folder) : folder);
    }
  }
  return [...found].filter((folder) => !lockfile[folder]?.link).sort();
}

/** The folder in which Node finds a package: the nearest node_modules from here upwards. */
function resolve(lockfile: Lockfile, from: string, name: string): string | null {
  for (let at = from; ; at = at.slice(0, Math.max(at.lastIndexOf("/"), 0))) {
    const folder = `${at === "" ? "" : `${at}/`}node_modules/${name}`;
    if (lockfile[folder] !== undefined) return folder;
    if (at === "") return null;
  }
}
