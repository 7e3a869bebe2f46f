import { runCommand } from "../../suite/command-line/command.ts";
import { GROUPS } from "../groups.ts";
import { createGroupCommand } from "../run/run-groups.ts";

const HELP = `npm test -- [group [arguments of its runner]]

  --help         this text
`;

await runCommand(createGroupCommand(GROUPS, HELP));
