import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";

/** Saves the emulator's coverage of this project's rules if LOGBOOK_RULES_COVERAGE is set. Loading rules resets it. */
export async function saveCoverage(projectId: string): Promise<void> {
  const folder = process.env.LOGBOOK_RULES_COVERAGE;
  if (folder === undefined) return;
  const address = `http://${process.env.FIRESTORE_EMULATOR_HOST}/emulator/v1/projects/${projectId}:ruleCoverage`;
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`The emulator has no coverage of the rules: ${answer.status}`);
  mkdirSync(folder, { recursive: true });
  const file = { test: expect.getState().testPath, report: await answer.json() };
  writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify(file));
}
