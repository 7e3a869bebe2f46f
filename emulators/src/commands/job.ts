import { parseArgs } from "node:util";
import { buildIfChanged } from "../build.ts";
import { JOB_NAMES, runJob } from "../job.ts";
import { parsePort, readArgs } from "../options.ts";
import { runningSuite } from "../running.ts";
import { command, Stop } from "../stop.ts";

const HELP = `npm run job -- <name> [options]

  snapshot    puts the reports by, so that cold instances of the API start from there

  --port N    the local suite whose page is on port N (default 5000)
  --help      this text

The launcher runs each every 15 minutes; in production a schedule does.`;

await command(async (args) => {
  const { values, positionals } = readArgs(() =>
    parseArgs({
      args,
      allowPositionals: true,
      options: { port: { type: "string" }, help: { type: "boolean", default: false } },
    }),
  );
  if (values.help) {
    console.log(HELP);
    return 0;
  }
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
  console.log(await runJob(suite, job));
  return 0;
});
