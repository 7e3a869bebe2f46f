import { runCommand } from "../../suite/command-line/command.ts";
import { GROUPS } from "../groups.ts";
import { createGroupCommand } from "../run/run-groups.ts";

const HELP = `npm test -- [group [arguments of its runner]]

  --help         this text

For example: npm test -- unit status.test.ts, npm test -- api -t "threat 2", npm test -- e2e live -g "3 new" --headed
`;

await runCommand(createGroupCommand(GROUPS, HELP));
