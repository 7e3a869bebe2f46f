import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { inRoot } from "../../suite/command-line/paths.ts";

interface Dependencies {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

interface LockedPackage extends Dependencies {
  version?: string;
  license?: string;
  link?: boolean;
  integrity?: string;
  hasInstallScript?: boolean;
}

interface PackageJson extends Dependencies {
  workspaces?: string[];
}

/** All packages of a lockfile, by their folder; the checkout itself is "". */
export type Lockfile = Readonly<Record<string, LockedPackage>>;

/** Why each package with an install script works without it: .npmrc turns the scripts off. Check before you add one. */
const INSTALL_SCRIPTS: Readonly<Record<string, string>> = {
  "@firebase/util": "writes a default configuration from an environment variable that the logbook does not use",
  esbuild: "replaces the JS launcher by the binary, which saves milliseconds",
  protobufjs: "only warns about the format of a version number",
  re2: "compiles the native regular expressions of firebase-tools, which has a fallback",
};

export function readLockfile(): Lockfile {
  return (JSON.parse(readFileSync(inRoot("package-lock.json"), "utf8")) as { packages: Lockfile }).packages;
}

/** The name of the package in a folder in node_modules. */
export function packageName(folder: string): string {
  return folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
}

/** Versions in a package.json that are not exact, or differ from the lockfile. The checkout's own folder is "". */
export function versionProblems(lockfile: Lockfile, readPackage = readPackageJson): string[] {
  return ["", ...(readPackage("").workspaces ?? [])].flatMap((folder) => {
    const file = folder === "" ? "package.json" : `${folder}/package.json`;
    const { dependencies, devDependencies } = readPackage(folder);
    const locked = lockfile[folder];
    const isLocked =
      isDeepStrictEqual(dependencies, locked?.dependencies) &&
      isDeepStrictEqual(devDependencies, locked?.devDependencies);
    return [
      ...Object.entries({ ...devDependencies, ...dependencies })
        .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
        .map(([name, version]) => `${file}: ${name} is ${version}, not one exact version.`),
      ...(isLocked ? [] : [`${file}: its dependencies are not those in package-lock.json. Run npm install.`]),
    ];
  });
}

function readPackageJson(folder: string): PackageJson {
  return JSON.parse(readFileSync(inRoot(folder, "package.json"), "utf8")) as PackageJson;
}

/** Packages without an integrity hash in the lockfile: npm would not notice that their content has changed. */
export function integrityProblems(lockfile: Lockfile): string[] {
  return Object.entries(lockfile)
    .filter(([folder, { link, integrity }]) => folder.includes("node_modules/") && !link && integrity === undefined)
    .map(([folder]) => `package-lock.json: ${folder} has no integrity.`);
}

/** Packages whose install script is not in `INSTALL_SCRIPTS`, and listed packages without an install script. */
export function scriptProblems(lockfile: Lockfile): string[] {
  const foldersWithScript = Object.keys(lockfile).filter((folder) => lockfile[folder]?.hasInstallScript);
  const namesWithScript = new Set(foldersWithScript.map(packageName));
  return [
    ...[...namesWithScript]
      .filter((name) => !Object.hasOwn(INSTALL_SCRIPTS, name))
      .map((name) => `${name} has an install script that was not checked yet.`),
    ...Object.keys(INSTALL_SCRIPTS)
      .filter((name) => !namesWithScript.has(name))
      .map((name) => `${name} has no install script any more; remove it from INSTALL_SCRIPTS.`),
  ];
}
