import { readFileSync } from "node:fs";
import { inRoot } from "../../suite/command-line/paths.ts";
import { packageName, readLockfile } from "./lockfile.ts";
import { shippedFolders } from "./npm.ts";

/** The two shipped parts of the logbook, each with its workspace. */
const PARTS = { function: "functions", page: "web" } as const;

/** The licences that shipped packages may have. All of them allow use and redistribution if a notice is kept. */
const ALLOWED_LICENCES = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC-BY-3.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "Python-2.0",
  "Unlicense",
]);

interface ShippedPackage {
  name: string;
  version: string;
  licence: string;
  parts: string;
}

export async function shippedPackages(): Promise<ShippedPackage[]> {
  const lockfile = readLockfile();
  const partsByFolder = new Map<string, string[]>();
  for (const [part, workspace] of Object.entries(PARTS))
    for (const folder of await shippedFolders(workspace))
      partsByFolder.set(folder, [...(partsByFolder.get(folder) ?? []), part]);
  const packages = [...partsByFolder].map(([folder, partNames]) => ({
    name: packageName(folder),
    version: lockfile[folder]?.version ?? "",
    licence: lockfile[folder]?.license ?? readLicence(folder),
    parts: partNames.join(", "),
  }));
  // A package may be in several folders; it is listed once.
  const uniquePackages = new Map(packages.map((entry) => [Object.values(entry).join(" "), entry]));
  return [...uniquePackages.values()].sort(
    (a, b) => compareCodeUnits(a.name, b.name) || compareCodeUnits(a.version, b.version),
  );
}

// Unlike localeCompare(), it gives the same order on every machine.
const compareCodeUnits = (a: string, b: string): number => Number(a > b) - Number(a < b);

/** Reads the licence of an old package from `licenses` in its package.json: the lockfile has only `license`. */
function readLicence(folder: string): string {
  const file = inRoot(folder, "package.json");
  const { licenses } = JSON.parse(readFileSync(file, "utf8")) as { licenses?: { type: string }[] };
  return licenses?.map(({ type }) => type).join(" OR ") ?? "unknown";
}

/** A sentence for each package without an allowed licence. For `(A OR B)`, one allowed licence is enough. */
export function refusedLicences(packages: readonly ShippedPackage[]): string[] {
  const alternativesOf = (licence: string): string[] => licence.replace(/[()]/g, "").split(" OR ");
  return packages
    .filter(({ licence }) => !alternativesOf(licence).some((alternative) => ALLOWED_LICENCES.has(alternative)))
    .map(({ name, version, licence }) => `${name} ${version} is under ${licence}, which is not an allowed licence.`);
}

export function licencesMarkdown(packages: readonly ShippedPackage[]): string {
  const tableRows = packages.map(
    ({ name, version, licence, parts }) => `| ${name} | ${version} | ${licence} | ${parts} |`,
  );
  return `# Shipped packages and their licences

Written by \`npm run licences\`; \`npm run check\` checks that it is current and refuses a licence that is not in the list of [licences.ts](../ops/dependencies/licences.ts). "function": installed with the deployed function. "page": the used parts are in the page's code. Tools for building and testing are not listed: they do not ship.

${packages.length} packages.

| Package | Version | Licence | Part of |
| --- | --- | --- | --- |
${tableRows.join("\n")}
`;
}
