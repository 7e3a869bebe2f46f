import { runCommand } from "../../suite/command-line/command.ts";
import { DEEP_GROUPS } from "../groups.ts";
import { createGroupCommand } from "../run/run-groups.ts";

const HELP = `npm run test:deep -- [group [arguments of its runner]]

  --help         this text

The tests that take too long for every change, about an hour and a half on 2 processors.`;

await runCommand(createGroupCommand(DEEP_GROUPS, HELP));
