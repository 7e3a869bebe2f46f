import { readFileSync } from "node:fs";
import { inRoot } from "../../suite/command-line/paths.ts";

export interface LockedPackage {
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
export type Lockfile = Readonly<Record<string, LockedPackage>>;

export function readLockfile(): Lockfile {
  return (JSON.parse(readFileSync(inRoot("package-lock.json"), "utf8")) as { packages: Lockfile }).packages;
}

/** The name of the package in a folder in node_modules. */
export function packageName(folder: string): string {
  return folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
}

/** The folders of all packages that the workspaces need in production, with optional and peer dependencies. */
export function shippedFolders(lockfile: Lockfile, workspaces: readonly string[]): string[] {
  const foundFolders = new Set<string>();
  const queue = [...workspaces];
  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
    const { dependencies, optionalDependencies, peerDependencies } = lockfile[folder] ?? {};
    for (const name of Object.keys({ ...peerDependencies, ...optionalDependencies, ...dependencies })) {
      const dependencyFolder = findPackage(lockfile, folder, name);
      // An optional package may be missing.
      if (dependencyFolder === null || foundFolders.has(dependencyFolder)) continue;
      foundFolders.add(dependencyFolder);
      // A link leads to a workspace, whose dependencies are listed under the workspace's folder.
      const { link, resolved } = lockfile[dependencyFolder]!;
      queue.push(link && resolved !== undefined ? resolved : dependencyFolder);
    }
  }
  return [...foundFolders].filter((folder) => !lockfile[folder]?.link).sort();
}

/** The folder in which Node finds a package: in the nearest node_modules from `startFolder` upwards; `null` if none. */
function findPackage(lockfile: Lockfile, startFolder: string, name: string): string | null {
  for (let folder = startFolder; ; folder = folder.slice(0, Math.max(folder.lastIndexOf("/"), 0))) {
    const candidate = `${folder === "" ? "" : `${folder}/`}node_modules/${name}`;
    if (lockfile[candidate] !== undefined) return candidate;
    if (folder === "") return null;
  }
}
