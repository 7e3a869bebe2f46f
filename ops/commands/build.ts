import { runCommand } from "../../suite/command-line/command.ts";
import { readOptions } from "../../suite/command-line/options.ts";
import { buildForDeploy } from "../deploy/build.ts";
import { parseSettings } from "../deploy/settings.ts";

const HELP = `npm run build -- [options]

  --help         this text

Builds everything that is deployed: functions/dist with its own lockfile, and web/dist. The page is for local emulators,
or with LOGBOOK_FIREBASE_CONFIG, your web app's configuration (JSON), for your project. npm run deploy builds by itself.`;

await runCommand(async (args) => {
  if (readOptions(args, HELP, {}) === null) return 0;
  const settings = parseSettings(process.env.LOGBOOK_FIREBASE_CONFIG);
  await buildForDeploy(settings);
  console.log(
    settings === null
      ? "Built functions/dist and web/dist for local emulators (npx firebase emulators:start). For a real project, use npm run deploy."
      : `Built functions/dist and web/dist for ${settings.projectId}.`,
  );
  return 0;
});
