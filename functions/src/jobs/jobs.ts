import * as logger from "firebase-functions/logger";
import { removeOrphans } from "../accounts/orphans.ts";
import { numberReports } from "./number-reports.ts";
import { purge } from "./purge.ts";
import { purgeHidden } from "./purge-hidden.ts";
import { saveSnapshotIfDue } from "./save-snapshot.ts";
import { sweep } from "./sweep.ts";

/**
 * The regular jobs. A job may run at any time, repeatedly and concurrently. It returns a summary without a user's name
 * or text. A new job also needs a row in suite/launcher/jobs.ts (CONTRIBUTING.md, Add a job).
 */
export const JOBS = {
  snapshot: saveSnapshotIfDue,
  numbers: numberReports,
  purge: async (now) => `${await purge(now)} ${await purgeHidden(now)}`,
  sweep: (now) => sweep(now),
  orphans: removeOrphans,
} as const satisfies Record<string, (now: Date) => Promise<string>>;

export type JobName = keyof typeof JOBS;

/** Runs a job for its schedule, and logs its summary. */
export async function runScheduled(job: JobName): Promise<void> {
  const startedAt = Date.now();
  const summary = await JOBS[job](new Date(startedAt));
  logger.info(summary, { job, ms: Date.now() - startedAt });
}
