/** The page's Firebase data block: the web app's public configuration, and the suite's emulators where it runs on them. */
export interface FirebaseConfig {
  projectId: string;
  apiKey: string;
  authDomain?: string;
  storageBucket: string;
  appId: string;
  /** The public key of reCAPTCHA Enterprise; where it is set, calls carry App Check tokens. */
  recaptchaSiteKey?: string;
  /** `host:port` of each emulator. */
  emulators?: { auth: string; firestore: string; storage: string };
}

let parsed: FirebaseConfig | undefined;

/** Reads the data block, once. Throws when the page was built or served without one: nobody can sign in then. */
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
