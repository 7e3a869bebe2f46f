import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { seed, withFirestore } from "../data/seed.ts";
import { PATHS } from "../harness/modules.ts";
import { functionEnv } from "../harness/function-process.ts";
import type { Logbook } from "./logbook.ts";

const run = promisify(execFile);

/** Fills a logbook's project, and has the built functions' own job put its snapshot by. */
export async function fill(logbook: Logbook, note: (text: string) => void): Promise<void> {
  const { projectId, reports, functionOptions } = logbook;
  let told = Date.now();
  await withFirestore(projectId, (db) =>
    seed(db, reports, (written) => {
      if (Date.now() - told < 10_000) return;
      told = Date.now();
      note(`${written.toLocaleString("en")} of ${reports.toLocaleString("en")} reports written`);
    }),
  );
  const { stdout } = await run(process.execPath, [PATHS.job, "snapshot"], { env: functionEnv(functionOptions) });
  note(stdout.trim());
}
