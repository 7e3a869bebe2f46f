import { runCommand } from "../../suite/command-line/command.ts";
import { listenForStop } from "../../suite/command-line/stop-signal.ts";
import { GROUPS } from "../groups.ts";
import { chooseGroups, runGroups } from "../run/run-groups.ts";

const NAMES = Object.keys(GROUPS);

const HELP = `npm test -- [group [arguments of its runner]]

  --help         this text

The groups are ${NAMES.join(", ")}; without one all are run. What each proves: docs/testing.md.
LOGBOOK_ENGINE=official or hidane in the environment chooses the engine of every suite, as --engine does for npm start.`;

await runCommand(async ([name, ...filters]) => {
  if (name === "--help") {
    console.log(HELP);
    return 0;
  }
  return await runGroups(chooseGroups(GROUPS, name), filters, listenForStop());
});
