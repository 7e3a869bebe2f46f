import { CommandError } from "../command-line/command.ts";
import { inRoot } from "../command-line/paths.ts";
import { lastLines, runProgram } from "../command-line/run-program.ts";
import type { RunningSuite } from "./running-suites.ts";

const QUARTER_HOUR_MS = 15 * 60_000;
const HALF_DAY_MS = 12 * 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/**
 * The jobs (functions/src/jobs/jobs.ts). With a local suite, each runs as often as its schedule in production. The
 * `description` is the text of `npm run job -- --help`.
 */
export const JOBS = {
  snapshot: {
    intervalMs: QUARTER_HOUR_MS,
    description: "saves the reports, so that cold instances of the API start from there",
  },
  numbers: { intervalMs: DAY_MS, description: "gives numbers to reports that have none, such as imported ones" },
  purge: {
    intervalMs: DAY_MS,
    description: "removes for good what has been in the trash or hidden for 30 days, files included",
  },
  sweep: { intervalMs: HALF_DAY_MS, description: "removes uploaded files that no report lists 12 hours later" },
  orphans: {
    intervalMs: DAY_MS,
    description: "removes accounts that never became members, and frees names without a member",
  },
} as const;
export type JobName = keyof typeof JOBS;
export const JOB_NAMES = Object.keys(JOBS) as JobName[];

type JobSuite = Pick<RunningSuite, "projectId" | "env">;

/** Runs a job of the built functions on a suite and returns its message. Throws a `CommandError` if it fails. */
export async function runJob(suite: JobSuite, name: JobName, options: readonly string[] = []): Promise<string> {
  const { projectId, env } = suite;
  const config = JSON.stringify({ projectId, storageBucket: `${projectId}.appspot.com` });
  const command = [inRoot("functions", "dist", "job.js"), name, ...options];
  const { code, output } = await runProgram(process.execPath, command, {
    // Without METADATA_SERVER_DETECTION, Google's libraries would look for a metadata server.
    env: { ...process.env, ...env, FIREBASE_CONFIG: config, METADATA_SERVER_DETECTION: "none" },
  });
  if (code !== 0) throw new CommandError(`${lastLines(output, 8)}\nThe job ${name} failed; its last output is above.`);
  return output.trim();
}

/** Runs each job when it is due, first after 15 minutes, and prints failures. Returns a function that stops the jobs. */
export function runJobs(suite: JobSuite): () => void {
  // 0 at the first call, when all jobs are due.
  let elapsedMs = 0;
  const timer = setInterval(async () => {
    const dueJobs = JOB_NAMES.filter((name) => elapsedMs % JOBS[name].intervalMs === 0);
    elapsedMs += QUARTER_HOUR_MS;
    for (const name of dueJobs)
      await runJob(suite, name).catch((error: unknown) => console.error((error as Error).message));
  }, QUARTER_HOUR_MS);
  return () => clearInterval(timer);
}
