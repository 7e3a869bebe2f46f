import { JOBS, type JobName } from "./jobs.ts";

/*
 * Runs the job that the command line names, for `npm run job` and the launcher: in a process of its own, since the
 * functions emulator runs no schedules.
 */
const [name] = process.argv.slice(2);
const job = Object.hasOwn(JOBS, name ?? "") ? JOBS[name as JobName] : undefined;
if (job === undefined) {
  console.error(`Which job? There are: ${Object.keys(JOBS).join(", ")}.`);
  process.exitCode = 1;
} else console.log(await job());
