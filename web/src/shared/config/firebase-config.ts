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

/** Reads the configuration at the first call. */
export function readFirebaseConfig(): FirebaseConfig {
  cachedConfig ??= JSON.parse(document.getElementById("firebase-config")!.textContent) as FirebaseConfig;
  return cachedConfig;
}

export function emulatorOrigin(address: string): string {
  return address.includes("://") ? address.replace(/\/$/, "") : `http://${address}`;
}
