import * as logger from "firebase-functions/logger";
import { JOBS, type JobName } from "./jobs.ts";

/** Runs a job as a schedule does: one line in the log says what it did and how long it took. Throws when it failed. */
export async function runScheduled(job: JobName): Promise<void> {
  const began = Date.now();
  const did = await JOBS[job](new Date(began));
  logger.info(did, { job, ms: Date.now() - began });
}
