import { DEFAULT_REGION } from "../../suite/launcher/build.ts";
import { changeHeaders, type FirebaseJson, replaceEmulators } from "../../suite/launcher/suite-config.ts";
import type { Settings } from "./settings.ts";

// The sources that reCAPTCHA Enterprise and App Check need, from Google's documentation.
const APP_CHECK_SOURCES = {
  "script-src": ["https://www.google.com/recaptcha/", "https://www.gstatic.com/recaptcha/"],
  "frame-src": ["https://www.google.com/recaptcha/", "https://recaptcha.google.com/recaptcha/"],
  "connect-src": ["https://content-firebaseappcheck.googleapis.com", "https://www.google.com/recaptcha/"],
};

/** The deployed firebase.json: with the functions' region and the settings' response headers, and without emulators. */
export function deployedConfig(firebaseJson: FirebaseJson, settings: Settings): FirebaseJson {
  const { recaptchaSiteKey, serverApiKey, region = DEFAULT_REGION } = settings;
  const headers = changeHeaders(firebaseJson, ({ key, value }) => {
    if (key === "Content-Security-Policy") {
      const policy = replaceEmulators(value, null);
      return recaptchaSiteKey === undefined ? policy : allowAppCheck(policy);
    }
    // If the server has its own key, the page's key works only for the page's origin, so the page sends its origin.
    if (key === "Referrer-Policy" && serverApiKey !== undefined) return "strict-origin";
    return value;
  });
  const rewrites = firebaseJson.hosting.rewrites.map((rewrite) =>
    rewrite.function === undefined ? rewrite : { ...rewrite, function: { ...rewrite.function, region } },
  );
  const { emulators, ...deployed } = firebaseJson;
  return { ...deployed, hosting: { ...firebaseJson.hosting, headers, rewrites } };
}

function allowAppCheck(policy: string): string {
  const directives = new Map(policy.split("; ").map((directive) => [directive.split(" ")[0]!, directive]));
  for (const [name, sources] of Object.entries(APP_CHECK_SOURCES))
    directives.set(name, [directives.get(name) ?? name, ...sources].join(" "));
  return [...directives.values()].join("; ");
}

/**
 * The functions' environment: their region, the key that passwords are checked with, whether App Check is on, and which
 * service hears of reports.
 */
export function functionsEnvironment(settings: Settings): string {
  const { projectId, apiKey, serverApiKey, recaptchaSiteKey, region, chat = "off", chatHost, siteUrl } = settings;
  const environment = {
    LOGBOOK_REGION: region ?? DEFAULT_REGION,
    WEB_API_KEY: serverApiKey ?? apiKey,
    APP_CHECK: recaptchaSiteKey === undefined ? "off" : "on",
    LOGBOOK_CHAT: chat,
    ...(chat !== "off" && { LOGBOOK_SITE: siteUrl ?? `https://${projectId}.web.app` }),
    ...(chatHost !== undefined && { LOGBOOK_CHAT_HOST: chatHost }),
  };
  return Object.entries(environment)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");
}

/** The arguments of firebase-tools. With `force`, firebase-tools answers its own questions with yes. */
export function deployArguments(project: string, config: string, { force }: { force: boolean }): string[] {
  return ["deploy", "--project", project, "--config", config, ...(force ? ["--force"] : [])];
}
