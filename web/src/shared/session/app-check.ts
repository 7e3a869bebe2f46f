import type { FirebaseApp } from "firebase/app";
import { getToken, initializeAppCheck, ReCaptchaEnterpriseProvider } from "firebase/app-check";
import { TimeoutError, withTimeout } from "../browser/with-timeout.ts";

// If the browser blocks reCAPTCHA's script, the SDK reports no error and waits for ever.
const FIRST_TOKEN_TIMEOUT_MS = 8_000;

/**
 * Adds App Check tokens to the app's calls to Firebase. Returns a function that gets a token for a call of the API, and
 * rejects if there is no token. This module is loaded only if App Check is on (docs/decisions/0021-app-check.md).
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
      // Wait only once. With 0 ms, later calls get a token that has arrived meanwhile; otherwise they reject at once.
      if (error instanceof TimeoutError) timeoutMs = 0;
      throw error;
    }
  };
}
