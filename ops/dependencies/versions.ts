import { readFileSync } from "node:fs";
import { inRoot } from "../../suite/command-line/paths.ts";
import { type Lockfile, packageName } from "./lockfile.ts";

/** Packages with an install script, and why each works without running it. Check new ones and add them here. */
export const INSTALL_SCRIPTS: Readonly<Record<string, string>> = {
  "@firebase/util": "writes a default configuration from an environment variable that is not used here",
  esbuild: "replaces the JS launcher by the binary, which saves milliseconds",
  protobufjs: "only warns about the format of a version number",
  re2: "compiles the native regular expressions of firebase-tools, which has a fallback",
};

interface Manifest {
  workspaces?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** Versions in a package.json that are not exact, or differ from the lockfile. */
export function versionProblems(lockfile: Lockfile, read = readManifest): string[] {
  const { workspaces = [] } = read("");
  return ["", ...workspaces].flatMap((folder) => {
    const { dependencies, devDependencies } = read(folder);
    const manifestPath = folder === "" ? "package.json" : `${folder}/package.json`;
    const locked = { ...lockfile[folder]?.devDependencies, ...lockfile[folder]?.dependencies };
    const wanted = { ...devDependencies, ...dependencies };
    const onlyInLockfile = Object.keys(locked).filter((name) => wanted[name] === undefined);
    return [
      ...Object.entries(wanted).flatMap(([name, version]) => {
        if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
          return [`${manifestPath}: ${name} is ${version}, not one exact version.`];
        if (locked[name] !== version)
          return [
            `${manifestPath}: ${name} is ${version}, but package-lock.json has ${locked[name] ?? "no such package"}.`,
          ];
        return [];
      }),
      ...onlyInLockfile.map((name) => `${manifestPath}: ${name} is in package-lock.json only.`),
    ];
  });
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(inRoot(folder, "package.json"), "utf8")) as Manifest;
}

/** Packages without an integrity hash in the lockfile: npm would install a changed copy of them. */
export function integrityProblems(lockfile: Lockfile): string[] {
  return Object.entries(lockfile)
    .filter(([folder, { link, integrity }]) => folder.includes("node_modules/") && !link && integrity === undefined)
    .map(([folder]) => `package-lock.json: ${folder} has no integrity.`);
}

/** Packages whose install script is not in `INSTALL_SCRIPTS`, and listed packages without an install script. */
export function scriptProblems(lockfile: Lockfile): string[] {
  const found = new Set(
    Object.keys(lockfile)
      .filter((folder) => lockfile[folder]?.hasInstallScript)
      .map(packageName),
  );
  return [
    ...[...found]
      .filter((name) => !Object.hasOwn(INSTALL_SCRIPTS, name))
      .map((name) => `${name} has an install script that was not checked yet.`),
    ...Object.keys(INSTALL_SCRIPTS)
      .filter((name) => !found.has(name))
      .map((name) => `${name} has no install script any more; remove it from INSTALL_SCRIPTS.`),
  ];
}
