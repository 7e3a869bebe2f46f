import * as logger from "firebase-functions/logger";
import { JOBS, type JobName } from "./jobs.ts";

export async function runScheduled(job: JobName): Promise<void> {
  const startedAt = Date.now();
  const summary = await JOBS[job](new Date(startedAt));
  logger.info(summary, { job, ms: Date.now() - startedAt });
}
