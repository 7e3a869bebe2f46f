/** The JSON in the page's element `#firebase-config`: the web app's public configuration. */
export interface FirebaseConfig {
  projectId: string;
  apiKey: string;
  authDomain?: string;
  storageBucket: string;
  appId: string;
  /** The public key of reCAPTCHA Enterprise. If it is set, calls carry App Check tokens. */
  recaptchaSiteKey?: string;
  /** The address of each emulator of a local suite: `host:port` or an origin. */
  emulators?: { auth: string; firestore: string; storage: string };
}

let cachedConfig: FirebaseConfig | undefined;

/** Reads the configuration at the first call. Throws if the page was built without one: then nobody can sign in. */
export function firebaseConfig(): FirebaseConfig {
  cachedConfig ??= parseConfig(document.getElementById("firebase-config")?.textContent ?? "");
  return cachedConfig;
}

function parseConfig(text: string): FirebaseConfig {
  const value: unknown = text.trim() === "" ? null : JSON.parse(text);
  if (typeof value !== "object" || value === null)
    throw new Error("This page has no Firebase configuration. Please build it with LOGBOOK_FIREBASE_CONFIG set.");
  for (const key of ["projectId", "apiKey", "storageBucket", "appId"])
    if (typeof (value as Record<string, unknown>)[key] !== "string")
      throw new Error(`The Firebase configuration lacks ${key}. Please add it to LOGBOOK_FIREBASE_CONFIG.`);
  return value as FirebaseConfig;
}

/** Converts an emulator's address to an origin. */
export function emulatorOrigin(address: string): string {
  return address.includes("://") ? address.replace(/\/$/, "") : `http://${address}`;
}
