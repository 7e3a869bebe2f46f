import { Stop } from "../stop.ts";

/** The web app's configuration, as the Firebase console shows it, and the public key of reCAPTCHA where App Check is on. */
export interface Settings {
  projectId: string;
  apiKey: string;
  storageBucket: string;
  appId: string;
  recaptchaSiteKey?: string;
}

const NEEDED = ["projectId", "apiKey", "storageBucket", "appId"] as const;

/** Reads LOGBOOK_FIREBASE_CONFIG; `null` where it is not set. What is wrong in it is a `Stop`. */
export function parseSettings(text: string | undefined): Settings | null {
  if (!text) return null;
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
  const { recaptchaSiteKey: key } = config as { recaptchaSiteKey?: unknown };
  if (key !== undefined && (typeof key !== "string" || !/^[\w-]+$/.test(key)))
    throw new Stop(
      "recaptchaSiteKey in LOGBOOK_FIREBASE_CONFIG is no key of reCAPTCHA. Copy it again, or leave it out.",
    );
  return config as Settings;
}

/** The project that is meant, which the page's configuration has to be of. */
export function projectOf(settings: Settings, asked: string | undefined): string {
  const project = asked ?? settings.projectId;
  if (project !== settings.projectId)
    throw new Stop(
      `LOGBOOK_FIREBASE_CONFIG is of ${settings.projectId}, but --project says ${project}. Please make them agree.`,
    );
  if (project.startsWith("demo-"))
    throw new Stop(`${project} is a name for local suites only. Name a real project; npm start is for this machine.`);
  if (!/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/.test(project))
    throw new Stop(`${project} cannot be a project's id. Copy it from the Firebase console.`);
  return project;
}
