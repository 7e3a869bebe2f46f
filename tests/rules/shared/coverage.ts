import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";

/**
 * If LOGBOOK_RULES_COVERAGE names a folder, saves which expressions of the rules this project's requests have evaluated
 * since the rules were loaded.
 */
export async function saveCoverage(projectId: string): Promise<void> {
  const folder = process.env.LOGBOOK_RULES_COVERAGE;
  if (folder === undefined) return;
  const coverageUrl = `http://${process.env.FIRESTORE_EMULATOR_HOST}/emulator/v1/projects/${projectId}:ruleCoverage`;
  const response = await fetch(coverageUrl);
  if (!response.ok) throw new Error(`The emulator has no coverage of the rules: ${response.status}`);
  mkdirSync(folder, { recursive: true });
  const coverage = { test: expect.getState().testPath, report: await response.json() };
  writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify(coverage));
}
