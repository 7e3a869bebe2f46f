import { runCommand } from "../command-line/command.ts";
import { runLocalSuite } from "../launcher/run-local.ts";

await runCommand((args) => runLocalSuite(args, "npm start"));
