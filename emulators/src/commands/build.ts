import { buildForDeploy } from "../build.ts";
import { command, Stop } from "../stop.ts";

const NEEDED = ["projectId", "apiKey", "storageBucket", "appId"] as const;

await command(async () => {
  const config = parseConfig(process.env.LOGBOOK_FIREBASE_CONFIG);
  await buildForDeploy(config);
  console.log(
    config.projectId === undefined
      ? "Built functions/dist and web/dist. The page belongs to no project yet: to deploy it, set LOGBOOK_FIREBASE_CONFIG to your web app's configuration (JSON) and build again."
      : `Built functions/dist and web/dist for ${config.projectId}.`,
  );
  return 0;
});

/** The configuration that the Firebase console shows for a web app; empty where the variable is not set. */
function parseConfig(text: string | undefined): { projectId?: string } {
  if (!text) return {};
  let config: unknown;
  try {
    config = JSON.parse(text);
  } catch {
    throw new Stop("LOGBOOK_FIREBASE_CONFIG is not JSON. Give it your web app's configuration as one JSON object.");
  }
  const missing = NEEDED.filter((key) => typeof (config as Record<string, unknown> | null)?.[key] !== "string");
  if (missing.length > 0)
    throw new Stop(
      `LOGBOOK_FIREBASE_CONFIG lacks ${missing.join(", ")}. Copy the whole configuration of your web app.`,
    );
  return config as { projectId: string };
}
