import { buildFunctions, buildWeb, lockFunctions } from "../build.ts";
import { command, Stop } from "../stop.ts";

await command(async () => {
  const config = parseConfig(process.env.LOGBOOK_FIREBASE_CONFIG);
  console.log("Building the functions into functions/dist");
  await buildFunctions();
  lockFunctions();
  console.log("Building the page into web/dist");
  buildWeb(config);
  console.log(
    config === undefined
      ? "Built. The page has no project yet: set LOGBOOK_FIREBASE_CONFIG to your web app's configuration (JSON) to deploy it."
      : `Built for ${config.projectId}.`,
  );
  return 0;
});

function parseConfig(text: string | undefined): { projectId: string } | undefined {
  if (text === undefined || text === "") return undefined;
  try {
    const config = JSON.parse(text) as { projectId?: unknown; apiKey?: unknown };
    if (typeof config.projectId === "string" && typeof config.apiKey === "string") return config as { projectId: string };
  } catch {}
  throw new Stop("LOGBOOK_FIREBASE_CONFIG has to be your web app's Firebase configuration as JSON, with projectId and apiKey at least.");
}
