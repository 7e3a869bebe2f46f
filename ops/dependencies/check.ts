import { existsSync, readFileSync } from "node:fs";
import { inRoot } from "../../suite/command-line/paths.ts";
import { fetchSevereAdvisories } from "./audit.ts";
import { licencesMarkdown, refusedLicences, shippedPackages } from "./licences.ts";
import { readLockfile } from "./lockfile.ts";
import { integrityProblems, scriptProblems, versionProblems } from "./versions.ts";

/* Checks third-party packages for `npm run check`. Prints a sentence for each problem; then the exit code is 1. */

const lockfile = readLockfile();
const packages = shippedPackages(lockfile);
const licencesFile = inRoot("docs", "licences.md");
const areLicencesCurrent =
  existsSync(licencesFile) && readFileSync(licencesFile, "utf8") === licencesMarkdown(packages);
const advisories = await fetchSevereAdvisories();
// Without this message, the missing check would look like a passed one.
if (advisories === null) console.log("The registry does not answer audits, so advisories were not checked.");

const problems = [
  ...versionProblems(lockfile),
  ...integrityProblems(lockfile),
  ...scriptProblems(lockfile),
  ...refusedLicences(packages),
  ...(areLicencesCurrent
    ? []
    : ["docs/licences.md does not list the shipped packages. Please run npm run licences and check its changes."]),
  ...(advisories ?? []),
];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
