import { parseArgs } from "node:util";
import { JOBS, type JobName } from "./jobs.ts";

/*
 * Runs the job that the command line names, for `npm run job` and the launcher: in a process of its own, since the
 * functions emulator runs no schedules. `--now` sets its clock, only beside the emulators: what is due by it is removed.
 */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { now: { type: "string" } } });
const [name] = positionals;
const job = Object.hasOwn(JOBS, name ?? "") ? JOBS[name as JobName] : undefined;
const now = values.now === undefined ? new Date() : new Date(values.now);

const problem =
  job === undefined
    ? `Which job? There are: ${Object.keys(JOBS).join(", ")}.`
    : Number.isNaN(now.getTime())
      ? "--now is no instant. Write it like 2026-12-01T00:00Z."
      : values.now !== undefined && !process.env.FIRESTORE_EMULATOR_HOST
        ? "--now works beside the emulators only."
        : null;
if (job !== undefined && problem === null) console.log(await job(now));
else {
  console.error(problem);
  process.exitCode = 1;
}
