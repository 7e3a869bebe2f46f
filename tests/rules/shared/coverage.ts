import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";

/** Saves the coverage of this project's rules if LOGBOOK_RULES_COVERAGE is set; loading rules resets the coverage. */
export async function saveCoverage(projectId: string): Promise<void> {
  const folder = process.env.LOGBOOK_RULES_COVERAGE;
  if (folder === undefined) return;
  const address = `http://${process.env.FIRESTORE_EMULATOR_HOST}/emulator/v1/projects/${projectId}:ruleCoverage`;
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The emulator has no coverage of the rules: ${response.status}`);
  mkdirSync(folder, { recursive: true });
  const file = { test: expect.getState().testPath, report: await response.json() };
  writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify(file));
}
