import { CommandError, runCommand } from "../../suite/command-line/command.ts";
import { readOptions } from "../../suite/command-line/options.ts";
import { listenForStop } from "../../suite/command-line/stop-signal.ts";
import { fuzzGroup } from "../groups.ts";
import { runGroups } from "../run/run-groups.ts";

const HELP = `npm run fuzz -- [options]

  --runs N            requests for each route (default 2000)
  --seed N            repeats the requests of another run
  --route TEXT        only routes whose method and path contain this, such as 'POST /api/issues'
  --help              this text

Sends valid, nearly valid and hostile requests to every route of functions/src/routes.ts.`;

await runCommand(async (args) => {
  const given = readOptions(args, HELP, {
    runs: { type: "string", default: "2000" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    route: { type: "string", default: "" },
  });
  if (given === null) return 0;
  const { values } = given;
  const { runs, seed, route } = values;
  if (!/^[1-9]\d{0,7}$/.test(runs)) throw new CommandError("--runs takes a whole number from 1.");
  if (!/^\d{1,9}$/.test(seed)) throw new CommandError("--seed takes a whole number.");

  const fuzz = fuzzGroup({ LOGBOOK_FUZZ_RUNS: runs, LOGBOOK_FUZZ_SEED: seed, LOGBOOK_FUZZ_ROUTE: route });
  return await runGroups({ fuzz }, [], listenForStop());
});
