import { withTimeout } from "../browser/with-timeout.ts";
import { getIdToken } from "../session/auth.ts";
import { waitForPasswordChange } from "../session/password-lock.ts";
import { endSession } from "../session/store.ts";
import { SESSION_ENDED } from "../texts.ts";
import { takeEarlyResponse } from "./early-response.ts";
import { REQUEST_TIMEOUT_MS, type RequestOptions, sendRequest } from "./send-request.ts";

export interface SignedInRequestOptions extends RequestOptions {
  /** For the call that changes the password: it must not wait for the lock that it holds (`password-lock.ts`). */
  holdsPasswordLock?: boolean;
}

/**
 * Sends a request with the user's ID token. After a 401 it sends once more with a new token; if that fails too, it ends
 * the session and returns `null`.
 */
export async function sendSignedIn(path: string, options: SignedInRequestOptions): Promise<Response | null> {
  const early = options.body === undefined ? await withTimeout(takeEarlyResponse(path), REQUEST_TIMEOUT_MS) : null;
  if (early && early.status !== 401) return early;
  for (const needsNewToken of early ? [true] : [false, true]) {
    if (needsNewToken && !options.holdsPasswordLock) await waitForPasswordChange();
    const token = await getIdToken(needsNewToken);
    if (token === null) break;
    const response = await sendRequest(path, options, token);
    if (response.status !== 401 || (await isAppCheckRefusal(response))) return response;
  }
  endSession(SESSION_ENDED);
  return null;
}

/** Whether a 401 is about a missing App Check token, which a new ID token does not help against. */
async function isAppCheckRefusal(response: Response): Promise<boolean> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return (body as { code?: unknown } | null)?.code === "app-check";
}
