import { runCommand } from "../../suite/command-line/command.ts";
import { listenForStop } from "../../suite/command-line/stop-signal.ts";
import { DEEP_GROUPS } from "../groups.ts";
import { chooseGroups, runGroups } from "../run/run-groups.ts";

const NAMES = Object.keys(DEEP_GROUPS);

const HELP = `npm run test:deep -- [group [arguments of its runner]]

  --help         this text

The tests that take too long for every change, about an hour and a half on 2 processors. The groups are ${NAMES.join(", ")};
without one all are run. What each proves: docs/testing.md.
LOGBOOK_ENGINE=official or hidane in the environment chooses the engine of every suite, as --engine does for npm start.`;

await runCommand(async ([name, ...filters]) => {
  if (name === "--help") {
    console.log(HELP);
    return 0;
  }
  return await runGroups(chooseGroups(DEEP_GROUPS, name), filters, listenForStop());
});
