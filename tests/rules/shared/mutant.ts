import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = process.env.LOGBOOK_MUTANT;

/** The folder with the changed rules while `npm run test:mutants` runs; otherwise `null`. */
export const MUTANT = folder === undefined ? null : { folder, name: basename(folder) };

/** Whether tests may read or change the rules' text. For a mutant, such tests would not test an engine's decision. */
export const MAY_EDIT_RULES = MUTANT === null;

/** The text of the deployed rules file, or of the mutant. */
export function readRules(file: "firestore.rules" | "storage.rules"): string {
  const changed = MUTANT === null ? undefined : join(MUTANT.folder, file);
  const deployed = fileURLToPath(new URL(`../../../${file}`, import.meta.url));
  return readFileSync(changed !== undefined && existsSync(changed) ? changed : deployed, "utf8");
}
