import { FORMAT, runChecks } from "../checks.ts";
import { command } from "../stop.ts";

await command(async () => (await runChecks([FORMAT], console.log)).failed);
