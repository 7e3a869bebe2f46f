import type { FirebaseApp } from "firebase/app";
import { getToken, initializeAppCheck, ReCaptchaEnterpriseProvider } from "firebase/app-check";

// A browser that keeps reCAPTCHA's script out does not say so: the SDK would wait for ever.
const FIRST_WITHIN_MS = 8_000;

/**
 * Has what the app sends to Firebase carry App Check tokens, and gives the way to one for the API; it rejects when none
 * can be had. Loaded only where App Check is on (docs/decisions/0021-app-check.md).
 */
export function startAppCheck(app: FirebaseApp, siteKey: string): () => Promise<string> {
  const provider = new ReCaptchaEnterpriseProvider(siteKey);
  const appCheck = initializeAppCheck(app, { provider, isTokenAutoRefreshEnabled: true });
  let timeoutMs = FIRST_WITHIN_MS;
  return async () => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        // Waited for once: later calls take a token that is there, or go without.
        timeoutMs = 0;
        reject(new Error("No token in time."));
      }, timeoutMs);
    });
    try {
      const { token } = await Promise.race([getToken(appCheck), late]);
      timeoutMs = FIRST_WITHIN_MS;
      return token;
    } finally {
      clearTimeout(timer);
    }
  };
}
