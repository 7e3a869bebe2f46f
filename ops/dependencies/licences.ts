import { readFileSync } from "node:fs";
import { inRoot } from "../../suite/command-line/paths.ts";
import { type Lockfile, packageName, shippedFolders } from "./lockfile.ts";

/** Each shipped part and its workspace. */
const PARTS = { function: "functions", page: "web" } as const;

/** The licences that shipped packages may have. All of them allow use and redistribution if a notice is kept. */
const ALLOWED = new Set([
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

interface Row {
  name: string;
  version: string;
  licence: string;
  parts: string;
}

export function shippedPackages(lockfile: Lockfile): Row[] {
  const parts = new Map<string, string[]>();
  for (const [part, workspace] of Object.entries(PARTS))
    for (const folder of shippedFolders(lockfile, [workspace])) parts.set(folder, [...(parts.get(folder) ?? []), part]);
  const rows = [...parts].map(([folder, partNames]) => ({
    name: packageName(folder),
    version: lockfile[folder]?.version ?? "",
    licence: lockfile[folder]?.license ?? licenceIn(folder),
    parts: partNames.join(", "),
  }));
  const unique = new Map(rows.map((row) => [Object.values(row).join(" "), row]));
  return [...unique.values()].sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
}

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);

/** The lockfile has no licence of old packages; their package.json has it under `licenses`. */
function licenceIn(folder: string): string {
  const file = inRoot(folder, "package.json");
  const { licenses } = JSON.parse(readFileSync(file, "utf8")) as { licenses?: { type: string }[] };
  return licenses?.map(({ type }) => type).join(" OR ") ?? "unknown";
}

/** The packages without an allowed licence; of `(A OR B)` one is enough. */
export function refusedLicences(rows: readonly Row[]): string[] {
  return rows
    .filter(
      ({ licence }) =>
        !licence
          .replace(/[()]/g, "")
          .split(" OR ")
          .some((option) => ALLOWED.has(option)),
    )
    .map(({ name, version, licence }) => `${name} ${version} is under ${licence}, which is not an allowed licence.`);
}

export function licencesPage(rows: readonly Row[]): string {
  const tableRows = rows.map(({ name, version, licence, parts }) => `| ${name} | ${version} | ${licence} | ${parts} |`);
  return `# Shipped packages and their licences

Written by \`npm run licences\`; \`npm run check\` checks that it is current and refuses a licence that is not in the list of [licences.ts](../ops/dependencies/licences.ts). "function": installed with the deployed function. "page": the used parts are in the page's code. Tools for building and testing are not listed: they do not ship.

${rows.length} packages.

| Package | Version | Licence | Part of |
| --- | --- | --- | --- |
${tableRows.join("\n")}
`;
}
