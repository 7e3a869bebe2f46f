import { CommandError } from "../../suite/command-line/command.ts";
import { DEFAULT_REGION } from "../../suite/launcher/build.ts";

/** The web app's configuration from the Firebase console, and further settings of a deploy. */
export interface Settings {
  projectId: string;
  apiKey: string;
  storageBucket: string;
  appId: string;
  /** The public key of reCAPTCHA Enterprise. If it is set, App Check is on. */
  recaptchaSiteKey?: string;
  /** The functions' region, `DEFAULT_REGION` by default. */
  region?: string;
  /** The functions' key for checking passwords, if `apiKey` is restricted to websites. The page does not get it. */
  serverApiKey?: string;
}

const REQUIRED_KEYS = ["projectId", "apiKey", "storageBucket", "appId"] as const;

/** The pattern of each further setting, and the advice for a value that does not match. */
const OPTIONAL_SETTINGS: readonly [name: string, pattern: RegExp, advice: string][] = [
  ["recaptchaSiteKey", /^[\w-]+$/, "is no key of reCAPTCHA. Copy it again, or leave it out."],
  ["region", /^[a-z]+-[a-z]+\d+$/, `is no region such as ${DEFAULT_REGION}. See docs/deploy.md, step 1.`],
  ["serverApiKey", /^[\w-]+$/, "is no API key. Copy it again, or leave it out."],
];

/** Parses LOGBOOK_FIREBASE_CONFIG; `null` if it is not set. Throws a `CommandError` if it is wrong. */
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
  const missingKeys = REQUIRED_KEYS.filter((key) => !isFilledText((config as Record<string, unknown> | null)?.[key]));
  if (missingKeys.length > 0)
    throw new CommandError(
      `LOGBOOK_FIREBASE_CONFIG lacks ${missingKeys.join(", ")}. Copy the whole configuration of your web app.`,
    );
  for (const [name, pattern, advice] of OPTIONAL_SETTINGS) {
    // `config` is an object here, since it has the required keys.
    const value = (config as Record<string, unknown>)[name];
    if (value !== undefined && (typeof value !== "string" || !pattern.test(value)))
      throw new CommandError(`${name} in LOGBOOK_FIREBASE_CONFIG ${advice}`);
  }
  return config as Settings;
}

/** The settings that are written into the page, which anybody can read. */
export function pageSettings({ region, serverApiKey, ...publicSettings }: Settings): object {
  return publicSettings;
}

/** The project to deploy to. Throws a `CommandError` if it is no real project, or if `--project` names another one. */
export function projectOf(settings: Settings, projectOption: string | undefined): string {
  const project = projectOption ?? settings.projectId;
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

const isFilledText = (value: unknown): boolean => typeof value === "string" && value.trim() !== "";
