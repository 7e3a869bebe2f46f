import { runCommand } from "../../suite/command-line/command.ts";
import { readOptions } from "../../suite/command-line/options.ts";
import { buildForDeploy } from "../deploy/build.ts";
import { parseSettings } from "../deploy/settings.ts";

const HELP = `npm run build -- [options]

  --help         this text

Builds everything that is deployed: functions/dist with its own lockfile, and web/dist. Set LOGBOOK_FIREBASE_CONFIG to
your web app's configuration (JSON). npm run deploy builds by itself.`;

await runCommand(async (args) => {
  if (readOptions(args, HELP, {}) === null) return 0;
  const settings = parseSettings(process.env.LOGBOOK_FIREBASE_CONFIG);
  await buildForDeploy(settings);
  console.log(
    settings === null
      ? "Built functions/dist and web/dist. The page belongs to no project yet: set LOGBOOK_FIREBASE_CONFIG to your web app's configuration (JSON) and build again, or use npm run deploy."
      : `Built functions/dist and web/dist for ${settings.projectId}.`,
  );
  return 0;
});
