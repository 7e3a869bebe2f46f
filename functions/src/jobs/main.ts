import { parseArgs } from "node:util";
import { JOBS, type JobName } from "./jobs.ts";

// Runs a job, for `npm run job` and the suite's launcher. `--now` sets the time that the job uses as the current time.
const { values, positionals } = parseArgs({ allowPositionals: true, options: { now: { type: "string" } } });
const [name] = positionals;
const job = Object.hasOwn(JOBS, name ?? "") ? JOBS[name as JobName] : undefined;
const now = values.now === undefined ? new Date() : new Date(values.now);

function findProblem(): string | null {
  if (job === undefined) return `There is no such job. The jobs are: ${Object.keys(JOBS).join(", ")}.`;
  if (Number.isNaN(now.getTime())) return "--now is not a valid time. Write it like 2026-12-01T00:00Z.";
  if (values.now !== undefined && !process.env.FIRESTORE_EMULATOR_HOST) return "--now works with the emulators only.";
  return null;
}

const problem = findProblem();
if (job !== undefined && problem === null) console.log(await job(now));
else {
  console.error(problem);
  process.exitCode = 1;
}
