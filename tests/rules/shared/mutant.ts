import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = process.env.LOGBOOK_MUTANT;

/** Set while `npm run test:mutants` tries changed rules: they lie in its folder. */
export const MUTANT = folder === undefined ? null : { folder, name: basename(folder) };

/** Whether the tests run that read the rules' text or weaken it: they say nothing of what an engine makes of a change. */
export const READS_TEXT = MUTANT === null || process.env.LOGBOOK_MUTANT_TEXT !== undefined;

/** The text of a rules file as deployed, or of the one that is tried in its place. */
export function readRules(file: "firestore.rules" | "storage.rules"): string {
  const changed = MUTANT === null ? undefined : join(MUTANT.folder, file);
  const deployed = fileURLToPath(new URL(`../../../${file}`, import.meta.url));
  return readFileSync(changed !== undefined && existsSync(changed) ? changed : deployed, "utf8");
}
