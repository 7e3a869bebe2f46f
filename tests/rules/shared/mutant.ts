import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = process.env.LOGBOOK_MUTANT;

/** The mutant (a folder with a changed rules file) that `npm run test:mutants` tests; `null` in other runs. */
export const MUTANT = folder === undefined ? null : { folder, name: basename(folder) };

/**
 * Whether the tests run on a mutant. Then tests that compare the rules' text or load other rules are left out: only
 * what the mutant allows or refuses may reveal it.
 */
export const IS_MUTANT_RUN = MUTANT !== null;

/** The text of the mutant's rules file, or of the deployed file if the mutant does not change it. */
export function readRules(file: "firestore.rules" | "storage.rules"): string {
  const mutantFile = MUTANT === null ? undefined : join(MUTANT.folder, file);
  const deployedFile = fileURLToPath(new URL(`../../../${file}`, import.meta.url));
  return readFileSync(mutantFile !== undefined && existsSync(mutantFile) ? mutantFile : deployedFile, "utf8");
}
