import type { FirebaseApp } from "firebase/app";
import { getToken, initializeAppCheck, ReCaptchaEnterpriseProvider } from "firebase/app-check";
import { TimeoutError, withTimeout } from "../browser/with-timeout.ts";

// A browser that blocks reCAPTCHA's script reports no error: the SDK would wait forever.
const FIRST_TOKEN_TIMEOUT_MS = 8_000;

/**
 * Makes the app's calls to Firebase carry App Check tokens, and returns the function that gets a token for the API;
 * this function rejects if there is none. Loaded only where App Check is on (docs/decisions/0021-app-check.md).
 */
export function startAppCheck(app: FirebaseApp, siteKey: string): () => Promise<string> {
  const provider = new ReCaptchaEnterpriseProvider(siteKey);
  const appCheck = initializeAppCheck(app, { provider, isTokenAutoRefreshEnabled: true });
  let timeoutMs = FIRST_TOKEN_TIMEOUT_MS;
  return async () => {
    try {
      const { token } = await withTimeout(getToken(appCheck), timeoutMs);
      timeoutMs = FIRST_TOKEN_TIMEOUT_MS;
      return token;
    } catch (error) {
      // Wait only once: later calls use a token that is already there, or go without.
      if (error instanceof TimeoutError) timeoutMs = 0;
      throw error;
    }
  };
}
