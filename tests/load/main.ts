import { parseArgs } from "node:util";
import { runLoad } from "./load.ts";

// `npm run load` has already checked the options.
const { values } = parseArgs({
  options: { minutes: { type: "string" }, "fault-every": { type: "string" }, seed: { type: "string" } },
});
const stop = new AbortController();
process.once("SIGTERM", () => stop.abort());
const minutes = Number(values.minutes);
const seed = Number(values.seed);
console.log(`50 members and 3 admins for ${minutes} minutes, seed ${seed}.`);
const { problems, faults, acknowledged, lists } = await runLoad({
  minutes,
  faultEverySeconds: Number(values["fault-every"]),
  seed,
  log: console.log,
  signal: stop.signal,
});
console.log(`${lists} lists, ${acknowledged} acknowledged writes, ${faults.length} faults.`);
console.log(
  problems.length === 0
    ? "Verdict: good. Nothing was lost or stored twice, every step was legal, no list was stale."
    : `Verdict: BAD, ${problems.length} problems; the first are above. Run it again with --seed ${seed}.`,
);
process.exit(problems.length === 0 ? 0 : 1);
