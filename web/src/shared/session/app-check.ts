import type { FirebaseApp } from "firebase/app";
import { getToken, initializeAppCheck, ReCaptchaEnterpriseProvider } from "firebase/app-check";
import { TimeoutError, withTimeout } from "../browser/with-timeout.ts";

// If the browser blocks reCAPTCHA's script, no error is reported, and the SDK would wait for ever.
const FIRST_TOKEN_TIMEOUT_MS = 8_000;

/**
 * Adds App Check tokens to the app's calls to Firebase. Returns the function that gets a token for a call of the API; it
 * rejects if there is no token. Loaded only if App Check is on (docs/decisions/0021-app-check.md).
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
      // Wait only once: later calls use a token that has arrived meanwhile, or are sent without one.
      if (error instanceof TimeoutError) timeoutMs = 0;
      throw error;
    }
  };
}
