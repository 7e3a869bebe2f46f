import { CommandError, runCommand } from "../../suite/command-line/command.ts";
import { readOptions } from "../../suite/command-line/options.ts";
import { inRoot } from "../../suite/command-line/paths.ts";
import { listenForStop } from "../../suite/command-line/stop-signal.ts";
import { runScript } from "../../suite/machine/run-script.ts";
import { startTestSuites } from "../run/test-suites.ts";

// The sessions are opened at the start and end after an hour.
const MAX_MINUTES = 50;

const HELP = `npm run load -- [options]

  --minutes N         how long (default 10, at most ${MAX_MINUTES})
  --fault-every N     seconds from one fault to the next (default 60, at least 15)
  --seed N            repeats the members, reports and choices of another run
  --help              this text

50 members and 3 admins use two processes of the API while Firestore and the processes fail in turn. Ends by itself
with a verdict; exit code 1 if a write was lost or stored twice, a step was illegal, or a list was stale.`;

await runCommand(async (args) => {
  const given = readOptions(args, HELP, {
    minutes: { type: "string", default: "10" },
    "fault-every": { type: "string", default: "60" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  });
  if (given === null) return 0;
  const { values } = given;
  const { minutes, "fault-every": every, seed } = values;
  if (!/^\d{1,2}(\.\d)?$/.test(minutes) || Number(minutes) === 0 || Number(minutes) > MAX_MINUTES)
    throw new CommandError(`--minutes takes a number up to ${MAX_MINUTES}, such as 10 or 1.5.`);
  if (!/^\d{2,4}$/.test(every) || Number(every) < 15)
    throw new CommandError("--fault-every takes seconds, 15 or more.");
  if (!/^\d{1,9}$/.test(seed)) throw new CommandError("--seed takes a whole number.");

  const stopSignal = listenForStop();
  const [suite] = await startTestSuites(stopSignal, { isWhole: true, count: 1 });
  try {
    const options = ["--minutes", minutes, "--fault-every", every, "--seed", seed];
    const script = ["--disable-warning=ExperimentalWarning", inRoot("tests", "load", "main.ts"), ...options];
    const code = await runScript(script, suite!.env, stopSignal);
    return stopSignal.aborted ? 130 : code;
  } finally {
    await suite!.stop();
  }
});
