import { parseArgs } from "node:util";
import { JOBS, type JobName } from "./jobs.ts";

/*
 * Runs the job named on the command line, for `npm run job` and the launcher: the functions emulator runs no schedules.
 * `--now` sets the time by which entries are due; it works with the emulators only.
 */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { now: { type: "string" } } });
const [name] = positionals;
const job = Object.hasOwn(JOBS, name ?? "") ? JOBS[name as JobName] : undefined;
const now = values.now === undefined ? new Date() : new Date(values.now);

const problem =
  job === undefined
    ? `There is no such job. The jobs are: ${Object.keys(JOBS).join(", ")}.`
    : Number.isNaN(now.getTime())
      ? "--now is not a valid time. Write it like 2026-12-01T00:00Z."
      : values.now !== undefined && !process.env.FIRESTORE_EMULATOR_HOST
        ? "--now works with the emulators only."
        : null;
if (job !== undefined && problem === null) console.log(await job(now));
else {
  console.error(problem);
  process.exitCode = 1;
}
