import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { seed, withFirestore } from "../data/seed.ts";
import { functionEnv } from "../harness/function-process.ts";
import { PATHS } from "../harness/modules.ts";
import type { Logbook } from "./logbook.ts";

const PROGRESS_MS = 10_000;
const run = promisify(execFile);

/** Writes a logbook's reports, and lets the built snapshot job save the snapshot of its board. */
export async function seedLogbook(logbook: Logbook, log: (text: string) => void): Promise<void> {
  const { projectId, reports, functionOptions } = logbook;
  let loggedAt = Date.now();
  await withFirestore(projectId, (db) =>
    seed(db, reports, (written) => {
      if (Date.now() - loggedAt < PROGRESS_MS) return;
      loggedAt = Date.now();
      log(`${written.toLocaleString("en")} of ${reports.toLocaleString("en")} reports written`);
    }),
  );
  const { stdout } = await run(process.execPath, [PATHS.job, "snapshot"], { env: functionEnv(functionOptions) });
  log(stdout.trim());
}
