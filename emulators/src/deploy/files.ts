import type { FirebaseJson } from "../generated-config.ts";
import type { Settings } from "./settings.ts";

// What reCAPTCHA Enterprise and App Check need of a page, as Google's documentation has it.
const FOR_APP_CHECK = {
  "script-src": ["https://www.google.com/recaptcha/", "https://www.gstatic.com/recaptcha/"],
  "frame-src": ["https://www.google.com/recaptcha/", "https://recaptcha.google.com/recaptcha/"],
  "connect-src": ["https://content-firebaseappcheck.googleapis.com", "https://www.google.com/recaptcha/"],
};

/** firebase.json as it is deployed: with App Check on, the page's policy lets reCAPTCHA in, and else nobody. */
export function deployedConfig(base: FirebaseJson, { recaptchaSiteKey }: Settings): FirebaseJson {
  if (recaptchaSiteKey === undefined) return base;
  const headers = base.hosting.headers.map((rule) => ({
    ...rule,
    headers: rule.headers.map((header) =>
      header.key === "Content-Security-Policy" ? { ...header, value: withAppCheck(header.value) } : header,
    ),
  }));
  return { ...base, hosting: { ...base.hosting, headers } };
}

function withAppCheck(policy: string): string {
  const directives = new Map(policy.split("; ").map((text) => [text.split(" ")[0]!, text]));
  for (const [name, sources] of Object.entries(FOR_APP_CHECK))
    directives.set(name, [directives.get(name) ?? name, ...sources].join(" "));
  return [...directives.values()].join("; ");
}

/** The functions' environment: the public web key that passwords are checked with, and whether App Check is on. */
export function functionsEnvironment({ apiKey, recaptchaSiteKey }: Settings): string {
  return `WEB_API_KEY=${apiKey}\nAPP_CHECK=${recaptchaSiteKey === undefined ? "off" : "on"}\n`;
}
