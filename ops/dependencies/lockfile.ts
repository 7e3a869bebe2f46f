import { readFileSync } from "node:fs";
import { inRoot } from "../../suite/command-line/paths.ts";

/** A package as package-lock.json has it. */
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

/** All packages of a lockfile, by the folder they stand in; the checkout itself is "". */
export type Lockfile = Readonly<Record<string, Locked>>;

/** The checkout's lockfile. */
export function readLockfile(): Lockfile {
  return (JSON.parse(readFileSync(inRoot("package-lock.json"), "utf8")) as { packages: Lockfile }).packages;
}

/** The name of the package in a folder. */
export function packageName(folder: string): string {
  return folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
}

/**
 * The folders of everything that is installed for these workspaces without what only develops them. What a package
 * would like to find beside it counts where it is there.
 */
export function shippedBy(lockfile: Lockfile, workspaces: readonly string[]): string[] {
  const found = new Set<string>();
  const waiting = [...workspaces];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const { dependencies, optionalDependencies, peerDependencies } = lockfile[at] ?? {};
    for (const name of Object.keys({ ...peerDependencies, ...optionalDependencies, ...dependencies })) {
      const folder = resolve(lockfile, at, name);
      if (folder === null || found.has(folder)) continue;
      found.add(folder);
      waiting.push(lockfile[folder]?.link ? (lockfile[folder].resolved ?? folder) : folder);
    }
  }
  return [...found].filter((folder) => !lockfile[folder]?.link).sort();
}

/** Where Node finds a package from a folder: in its own node_modules, or in those around it. */
function resolve(lockfile: Lockfile, from: string, name: string): string | null {
  for (let at = from; ; at = at.slice(0, Math.max(at.lastIndexOf("/"), 0))) {
    const folder = `${at === "" ? "" : `${at}/`}node_modules/${name}`;
    if (lockfile[folder] !== undefined) return folder;
    if (at === "") return null;
  }
}
