import { readFileSync } from "node:fs";
import { inRoot } from "../../suite/command-line/paths.ts";
import { type Lockfile, packageName } from "./lockfile.ts";

/**
 * Packages that would like to run a script when they are installed, and why it need not: none is ever run. A new one has
 * to be looked at, and written down here, before it comes in.
 */
export const INSTALL_SCRIPTS: Readonly<Record<string, string>> = {
  "@firebase/util": "writes a default configuration from an environment variable that is not used here",
  esbuild: "exchanges its starter for the binary itself, which saves some milliseconds",
  protobufjs: "warns of another version's way to name versions",
  re2: "builds a matcher for firebase-tools, which has another for where it is missing",
};

interface Manifest {
  workspaces?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** What is not exact in the manifests of the checkout, or other than the lockfile says. */
export function versionProblems(lockfile: Lockfile, read = readManifest): string[] {
  const { workspaces = [] } = read("");
  return ["", ...workspaces].flatMap((folder) => {
    const { dependencies, devDependencies } = read(folder);
    const where = folder === "" ? "package.json" : `${folder}/package.json`;
    const locked = { ...lockfile[folder]?.devDependencies, ...lockfile[folder]?.dependencies };
    const wanted = { ...devDependencies, ...dependencies };
    const gone = Object.keys(locked).filter((name) => wanted[name] === undefined);
    return [
      ...Object.entries(wanted).flatMap(([name, version]) => {
        if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
          return [`${where}: ${name} is ${version}, not one exact version.`];
        if (locked[name] !== version) return [`${where}: ${name} is ${version}, in package-lock.json ${locked[name]}.`];
        return [];
      }),
      ...gone.map((name) => `${where}: ${name} is in package-lock.json only.`),
    ];
  });
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(inRoot(folder, "package.json"), "utf8")) as Manifest;
}

/** Packages that are not what their integrity says could come in: those of the lockfile that have none. */
export function integrityProblems(lockfile: Lockfile): string[] {
  return Object.entries(lockfile)
    .filter(([folder, { link, integrity }]) => folder.includes("node_modules/") && !link && integrity === undefined)
    .map(([folder]) => `package-lock.json: ${folder} has no integrity.`);
}

/** Install scripts that nobody has looked at, and names on the list that need it no more. */
export function scriptProblems(lockfile: Lockfile): string[] {
  const found = new Set(
    Object.keys(lockfile)
      .filter((folder) => lockfile[folder]?.hasInstallScript)
      .map(packageName),
  );
  return [
    ...[...found]
      .filter((name) => !Object.hasOwn(INSTALL_SCRIPTS, name))
      .map((name) => `${name} has an install script that nobody has looked at.`),
    ...Object.keys(INSTALL_SCRIPTS)
      .filter((name) => !found.has(name))
      .map((name) => `${name} has no install script any more; please take it off the list.`),
  ];
}
