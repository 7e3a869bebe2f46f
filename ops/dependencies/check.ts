import { existsSync, readFileSync } from "node:fs";
import { inRoot } from "../../suite/command-line/paths.ts";
import { audit } from "./audit.ts";
import { licencesPage, refusedLicences, shippedPackages } from "./licences.ts";
import { readLockfile } from "./lockfile.ts";
import { integrityProblems, scriptProblems, versionProblems } from "./versions.ts";

/* A check of `npm run check`: what the project takes from others. Ends with 1 and a sentence for each thing that is wrong. */

const lockfile = readLockfile();
const shipped = shippedPackages(lockfile);
const page = inRoot("docs", "licences.md");
const current = existsSync(page) && readFileSync(page, "utf8") === licencesPage(shipped);
const advisories = await audit();
// Said aloud: a check that could not be made is not one that was passed.
if (advisories === null) console.log("The registry does not answer audits, so advisories were not looked at.");

const problems = [
  ...versionProblems(lockfile),
  ...integrityProblems(lockfile),
  ...scriptProblems(lockfile),
  ...refusedLicences(shipped),
  ...(current ? [] : ["docs/licences.md is not what ships. Please run npm run licences and look at what has changed."]),
  ...(advisories ?? []),
];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
