import { writeFileSync } from "node:fs";
import { runCommand } from "../../suite/command-line/command.ts";
import { readOptions } from "../../suite/command-line/options.ts";
import { inRoot } from "../../suite/command-line/paths.ts";
import { licencesMarkdown, shippedPackages } from "../dependencies/licences.ts";

const HELP = `npm run licences -- [options]

  --help         this text

Writes docs/licences.md: every shipped package, and its licence. npm run check tells whether it is current.`;

await runCommand(async (args) => {
  if (readOptions(args, HELP, {}) === null) return 0;
  const packages = await shippedPackages();
  writeFileSync(inRoot("docs", "licences.md"), licencesMarkdown(packages));
  console.log(`Wrote docs/licences.md: ${packages.length} packages.`);
  return 0;
});
