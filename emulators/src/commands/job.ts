import { buildIfChanged } from "../build.ts";
import { JOB_NAMES, runJob } from "../job.ts";
import { parsePort, readOptions } from "../options.ts";
import { runningSuite } from "../running.ts";
import { command, Stop } from "../stop.ts";

const HELP = `npm run job -- <name> [options]

  snapshot       puts the reports by, so that cold instances of the API start from there
  purge          removes for good what has been in the trash for 30 days, files included
  sweep          removes uploaded files that no report lists a day later
  orphans        removes accounts that never became members, and frees names that nobody has

  --now INSTANT  does what would be due then, e.g. 2026-12-01T00:00Z
  --port N       the local suite whose page is on port N (default 5000)
  --help         this text

The launcher runs snapshot every 15 minutes and the others once a day; in production schedules do.`;

await command(async (args) => {
  const given = readOptions(args, HELP, { now: { type: "string" }, port: { type: "string" } }, { takesNames: true });
  if (given === null) return 0;
  const { values, positionals } = given;
  const [name, ...more] = positionals;
  const job = JOB_NAMES.find((known) => known === name);
  if (job === undefined || more.length > 0) throw new Stop(`Which job?\n\n${HELP}`);
  const port = parsePort(values.port);
  const suite = await runningSuite(port);
  if (suite === null)
    throw new Stop(
      `No suite is running at http://127.0.0.1:${port}. Start it with npm start, or name another's port with --port N.`,
    );
  await buildIfChanged();
  console.log(await runJob(suite, job, values.now === undefined ? [] : ["--now", values.now]));
  return 0;
});
