import { readFileSync } from "node:fs";
import { inRoot } from "../../suite/command-line/paths.ts";
import { type Lockfile, packageName, shippedBy } from "./lockfile.ts";

/** What each part takes with it: the function installs it, the page has it inside. */
const PARTS = { function: "functions", page: "web" } as const;

/** The licences that what ships may have: all let it be used and passed on with nothing but their notice. */
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

interface Line {
  name: string;
  version: string;
  licence: string;
  parts: string;
}

/** Every package that ships, by name and version. */
export function shippedPackages(lockfile: Lockfile): Line[] {
  const parts = new Map<string, string[]>();
  for (const [part, workspace] of Object.entries(PARTS))
    for (const folder of shippedBy(lockfile, [workspace])) parts.set(folder, [...(parts.get(folder) ?? []), part]);
  const lines = [...parts].map(([folder, of]) => ({
    name: packageName(folder),
    version: lockfile[folder]?.version ?? "",
    licence: lockfile[folder]?.license ?? licenceIn(folder),
    parts: of.join(", "),
  }));
  const unique = new Map(lines.map((line) => [Object.values(line).join(" "), line]));
  return [...unique.values()].sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
}

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);

/** Old packages have it in their own file only, as a list. */
function licenceIn(folder: string): string {
  const file = inRoot(folder, "package.json");
  const { licenses } = JSON.parse(readFileSync(file, "utf8")) as { licenses?: { type: string }[] };
  return licenses?.map(({ type }) => type).join(" OR ") ?? "not said";
}

/** The packages whose licence is none of those that are allowed; of `(A OR B)` one is enough. */
export function refusedLicences(lines: readonly Line[]): string[] {
  return lines
    .filter(
      ({ licence }) =>
        !licence
          .replace(/[()]/g, "")
          .split(" OR ")
          .some((one) => ALLOWED.has(one)),
    )
    .map(({ name, version, licence }) => `${name} ${version} is under ${licence}, which nobody has agreed to.`);
}

/** docs/licences.md. */
export function licencesPage(lines: readonly Line[]): string {
  const rows = lines.map(({ name, version, licence, parts }) => `| ${name} | ${version} | ${licence} | ${parts} |`);
  return `# What ships, and under which licences

Written by \`npm run licences\`; \`npm run check\` holds it current and refuses a licence that is not on the list in [licences.ts](../ops/dependencies/licences.ts). "function": installed with the deployed function. "page": it, or what is used of it, is part of the page's code. Tools that build and test are not here: they are not passed on.

${lines.length} packages.

| Package | Version | Licence | Part of |
| --- | --- | --- | --- |
${rows.join("\n")}
`;
}
