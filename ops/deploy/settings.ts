import { CHAT_SERVICES } from "@logbook/domain";
import * as z from "zod";
import { CommandError } from "../../suite/command-line/command.ts";
import { DEFAULT_REGION } from "../../suite/launcher/build.ts";

const filledText = z.string().regex(/\S/);
const optionalText = (pattern: RegExp, advice: string) => z.string(advice).regex(pattern, advice).optional();

// With a dot, and with letters last: no IP address and no name of this machine.
const HOST_NAME = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

const requiredSettings = { projectId: filledText, apiKey: filledText, storageBucket: filledText, appId: filledText };

/** The web app's configuration from the Firebase console, and further settings of a deploy. */
const settingsSchema = z.object({
  ...requiredSettings,
  /** The public key of reCAPTCHA Enterprise. If it is set, App Check is on. */
  recaptchaSiteKey: optionalText(/^[\w-]+$/, "is no key of reCAPTCHA. Copy it again, or leave it out."),
  /** The functions' region, `DEFAULT_REGION` by default. */
  region: optionalText(/^[a-z]+-[a-z]+\d+$/, `is no region such as ${DEFAULT_REGION}. See docs/deploy.md, step 1.`),
  /** The functions' key for checking passwords, if `apiKey` is restricted to websites. The page does not get it. */
  serverApiKey: optionalText(/^[\w-]+$/, "is no API key. Copy it again, or leave it out."),
  /** The service that hears of reports; none by default. Its address is the functions' secret, not a setting. */
  chat: z.enum(CHAT_SERVICES, `is none of ${CHAT_SERVICES.join(", ")}.`).optional(),
  /** The host of a service that is not always the same one: Matrix' homeserver, or a service of your own. */
  chatHost: optionalText(HOST_NAME, "is no name of a host, such as matrix.example.org."),
  /** Where members find the page, for links in the chat; Hosting's own address by default. */
  siteUrl: optionalText(/^https:\/\/[^/\s?#]+$/, "is no address such as https://logbook.example.org, without a path."),
});
export type Settings = z.output<typeof settingsSchema>;

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
  // Object() makes an object of `3` or `null`, which then lacks all required settings.
  const { error, data } = settingsSchema.safeParse(Object(config));
  if (data !== undefined && (data.chat === "matrix" || data.chat === "json") && data.chatHost === undefined)
    throw new CommandError("chatHost in LOGBOOK_FIREBASE_CONFIG is missing: name the host of your chat.");
  // The page also gets the fields of the configuration that the schema does not know, so `config` itself is returned.
  if (error === undefined) return config as Settings;
  const names = error.issues.map(({ path }) => String(path[0]));
  const missingNames = names.filter((name) => Object.hasOwn(requiredSettings, name));
  throw new CommandError(
    missingNames.length > 0
      ? `LOGBOOK_FIREBASE_CONFIG lacks ${missingNames.join(", ")}. Copy the whole configuration of your web app.`
      : `${names[0]} in LOGBOOK_FIREBASE_CONFIG ${error.issues[0]!.message}`,
  );
}

/** The settings that are written into the page, which anybody can read. */
export function pageSettings({ region, serverApiKey, chat, chatHost, siteUrl, ...publicSettings }: Settings): object {
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
  // Google's rule: 6 to 30 lower-case letters, digits and hyphens, with a letter first and no hyphen last.
  if (!/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/.test(project))
    throw new CommandError(`${project} cannot be a project's id. Copy it from the Firebase console.`);
  return project;
}
