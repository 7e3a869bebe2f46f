import { readFileSync } from "node:fs";
import { inRoot } from "../../suite/command-line/paths.ts";
import { type Lockfile, packageName } from "./lockfile.ts";

/** Packages with an install script, which .npmrc turns off, and why each works without it. Check before you add one. */
export const INSTALL_SCRIPTS: Readonly<Record<string, string>> = {
  "@firebase/util": "writes a default configuration from an environment variable that the logbook does not use",
  esbuild: "replaces the JS launcher by the binary, which saves milliseconds",
  protobufjs: "only warns about the format of a version number",
  re2: "compiles the native regular expressions of firebase-tools, which has a fallback",
};

interface PackageJson {
  workspaces?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** Versions in a package.json that are not exact, or differ from the lockfile. The checkout's own folder is "". */
export function versionProblems(lockfile: Lockfile, readPackage = readPackageJson): string[] {
  const { workspaces = [] } = readPackage("");
  return ["", ...workspaces].flatMap((folder) => {
    const { dependencies, devDependencies } = readPackage(folder);
    const packageJsonPath = folder === "" ? "package.json" : `${folder}/package.json`;
    const lockedVersions = { ...lockfile[folder]?.devDependencies, ...lockfile[folder]?.dependencies };
    const wantedVersions = { ...devDependencies, ...dependencies };
    const onlyInLockfile = Object.keys(lockedVersions).filter((name) => wantedVersions[name] === undefined);
    return [
      ...Object.entries(wantedVersions).flatMap(([name, version]) => {
        if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
          return [`${packageJsonPath}: ${name} is ${version}, not one exact version.`];
        if (lockedVersions[name] !== version)
          return [
            `${packageJsonPath}: ${name} is ${version}, but package-lock.json has ${lockedVersions[name] ?? "no such package"}.`,
          ];
        return [];
      }),
      ...onlyInLockfile.map((name) => `${packageJsonPath}: ${name} is in package-lock.json only.`),
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
  const packagesWithScript = new Set(foldersWithScript.map(packageName));
  return [
    ...[...packagesWithScript]
      .filter((name) => !Object.hasOwn(INSTALL_SCRIPTS, name))
      .map((name) => `${name} has an install script that was not checked yet.`),
    ...Object.keys(INSTALL_SCRIPTS)
      .filter((name) => !packagesWithScript.has(name))
      .map((name) => `${name} has no install script any more; remove it from INSTALL_SCRIPTS.`),
  ];
}
