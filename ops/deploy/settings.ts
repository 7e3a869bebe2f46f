import { CommandError } from "../../suite/command-line/command.ts";
import { DEFAULT_REGION } from "../../suite/launcher/build.ts";

/** The web app's configuration, as the Firebase console shows it, and what a deploy needs besides. */
export interface Settings {
  projectId: string;
  apiKey: string;
  storageBucket: string;
  appId: string;
  /** The public key of reCAPTCHA Enterprise, where App Check is on. */
  recaptchaSiteKey?: string;
  /** Where the functions run, `DEFAULT_REGION` if not given. */
  region?: string;
  /** The key the functions check passwords with, where `apiKey` is restricted to websites. Not for the page. */
  serverApiKey?: string;
}

const NEEDED = ["projectId", "apiKey", "storageBucket", "appId"] as const;

/** What a setting beside the web app's configuration looks like, and what to do about one that does not. */
const OPTIONAL: readonly [name: string, form: RegExp, advice: string][] = [
  ["recaptchaSiteKey", /^[\w-]+$/, "is no key of reCAPTCHA. Copy it again, or leave it out."],
  ["region", /^[a-z]+-[a-z]+\d+$/, `is no region such as ${DEFAULT_REGION}. See docs/deploy.md, step 1.`],
  ["serverApiKey", /^[\w-]+$/, "is no API key. Copy it again, or leave it out."],
];

/** Reads LOGBOOK_FIREBASE_CONFIG; `null` where it is not set. What is wrong in it is a `CommandError`. */
export function parseSettings(text: string | undefined): Settings | null {
  if (!text) return null;
  let config: unknown;
  try {
    config = JSON.parse(text);
  } catch {
    throw new CommandError(
      "LOGBOOK_FIREBASE_CONFIG is not JSON. Give it your web app's configuration as one JSON object.",
    );
  }
  const missing = NEEDED.filter((key) => typeof (config as Record<string, unknown> | null)?.[key] !== "string");
  if (missing.length > 0)
    throw new CommandError(
      `LOGBOOK_FIREBASE_CONFIG lacks ${missing.join(", ")}. Copy the whole configuration of your web app.`,
    );
  for (const [name, form, advice] of OPTIONAL) {
    const value = (config as Record<string, unknown>)[name];
    if (value !== undefined && (typeof value !== "string" || !form.test(value)))
      throw new CommandError(`${name} in LOGBOOK_FIREBASE_CONFIG ${advice}`);
  }
  return config as Settings;
}

/** The settings for the page's data block, which anybody can read. */
export function pageSettings({ region, serverApiKey, ...page }: Settings): object {
  return page;
}

/** The project that is meant, which the page's configuration has to be of. */
export function projectOf(settings: Settings, asked: string | undefined): string {
  const project = asked ?? settings.projectId;
  if (project !== settings.projectId)
    throw new CommandError(
      `LOGBOOK_FIREBASE_CONFIG is of ${settings.projectId}, but --project says ${project}. Please make them agree.`,
    );
  if (project.startsWith("demo-"))
    throw new CommandError(
      `${project} is a name for local suites only. Name a real project; npm start is for this machine.`,
    );
  if (!/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/.test(project))
    throw new CommandError(`${project} cannot be a project's id. Copy it from the Firebase console.`);
  return project;
}
