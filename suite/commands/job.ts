import { CommandError, runCommand } from "../command-line/command.ts";
import { readOptions } from "../command-line/options.ts";
import { buildIfChanged } from "../launcher/build.ts";
import { JOB_NAMES, JOBS, runJob } from "../launcher/jobs.ts";
import { parsePort } from "../launcher/ports.ts";
import { requireRunningSuite } from "../launcher/running-suites.ts";

// 15 makes this column as wide as the column of the options below.
const jobLines = JOB_NAMES.map((name) => `  ${name.padEnd(15)}${JOBS[name].description}`);
const HELP = `npm run job -- <name> [options]

${jobLines.join("\n")}

  --now INSTANT  sets the job's clock, e.g. 2026-12-01T00:00Z
  --port N       the local suite whose page is on port N (default 5000)
  --help         this text

The launcher runs snapshot every 15 minutes, sweep every 12 hours and the others once a day. In production, schedules run them.`;

await runCommand(async (args) => {
  const options = { now: { type: "string" }, port: { type: "string" } } as const;
  const commandLine = readOptions(args, HELP, options, { takesNames: true });
  if (commandLine === null) return 0;
  const { values, positionals } = commandLine;
  const [name, ...extraArguments] = positionals;
  const job = JOB_NAMES.find((jobName) => jobName === name);
  if (job === undefined || extraArguments.length > 0) throw new CommandError(`Which job?\n\n${HELP}`);
  const suite = await requireRunningSuite(parsePort(values.port));
  // The job is a part of the built functions.
  await buildIfChanged();
  console.log(await runJob(suite, job, values.now === undefined ? [] : ["--now", values.now]));
  return 0;
});
