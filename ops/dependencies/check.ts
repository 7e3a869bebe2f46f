import { readFileSync } from "node:fs";
import { inRoot } from "../../suite/command-line/paths.ts";
import { licencesMarkdown, refusedLicences, shippedPackages } from "./licences.ts";
import { integrityProblems, readLockfile, scriptProblems, versionProblems } from "./lockfile.ts";
import { auditShippedPackages } from "./npm.ts";

/* Checks third-party packages for `npm run check`. Prints a sentence for each problem; then the exit code is 1. */

const lockfile = readLockfile();
const packages = await shippedPackages();
const areLicencesCurrent = readFileSync(inRoot("docs", "licences.md"), "utf8") === licencesMarkdown(packages);
const audit = await auditShippedPackages();
// Without this message, the missing check would look like a passed one.
if (audit === null) console.log("The registry does not answer audits, so advisories were not checked.");

const problems = [
  ...versionProblems(lockfile),
  ...integrityProblems(lockfile),
  ...scriptProblems(lockfile),
  ...refusedLicences(packages),
  ...(areLicencesCurrent
    ? []
    : ["docs/licences.md does not list the shipped packages. Please run npm run licences and check its changes."]),
  ...(audit ? [audit] : []),
];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
