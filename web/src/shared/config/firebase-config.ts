/** The page's `#firebase-config` block: the web app's public configuration and, in a local suite, the emulators. */
export interface FirebaseConfig {
  projectId: string;
  apiKey: string;
  authDomain?: string;
  storageBucket: string;
  appId: string;
  /** The public key of reCAPTCHA Enterprise. If it is set, calls carry App Check tokens. */
  recaptchaSiteKey?: string;
  /** `host:port` of each emulator. */
  emulators?: { auth: string; firestore: string; storage: string };
}

let parsed: FirebaseConfig | undefined;

/** Reads the block at the first call. Throws if the page was built without one: then nobody can sign in. */
export function firebaseConfig(): FirebaseConfig {
  parsed ??= parse(document.getElementById("firebase-config")?.textContent ?? "");
  return parsed;
}

function parse(text: string): FirebaseConfig {
  const value: unknown = text.trim() === "" ? null : JSON.parse(text);
  if (typeof value !== "object" || value === null)
    throw new Error("This page has no Firebase configuration. Please build it with LOGBOOK_FIREBASE_CONFIG set.");
  for (const key of ["projectId", "apiKey", "storageBucket", "appId"])
    if (typeof (value as Record<string, unknown>)[key] !== "string")
      throw new Error(`The Firebase configuration lacks ${key}. Please add it to LOGBOOK_FIREBASE_CONFIG.`);
  return value as FirebaseConfig;
}

/** The origin of an emulator given as `host:port` or as an origin. */
export function emulatorOrigin(address: string): string {
  return address.includes("://") ? address.replace(/\/$/, "") : `http://${address}`;
}
