import { buildForDeploy } from "../build.ts";
import { parseSettings } from "../deploy/settings.ts";
import { command } from "../stop.ts";

await command(async () => {
  const settings = parseSettings(process.env.LOGBOOK_FIREBASE_CONFIG);
  await buildForDeploy(settings ?? {});
  console.log(
    settings === null
      ? "Built functions/dist and web/dist. The page belongs to no project yet: set LOGBOOK_FIREBASE_CONFIG to your web app's configuration (JSON) and build again, or use npm run deploy."
      : `Built functions/dist and web/dist for ${settings.projectId}.`,
  );
  return 0;
});
