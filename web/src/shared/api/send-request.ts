import { withTimeout } from "../browser/with-timeout.ts";
import { getAppCheckToken, getIdToken } from "../session/auth.ts";
import { waitForPasswordChange } from "../session/password-lock.ts";
import { endSession } from "../session/store.ts";
import { SESSION_ENDED } from "../texts.ts";

export interface RequestOptions {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** Whether the request is sent without an ID token. */
  isAnonymous?: boolean;
  /** True for the call that changes the password: that call must not wait for its own lock (`password-lock.ts`). */
  holdsPasswordLock?: boolean;
}

// The API never takes this long. Without a timeout the browser waits many minutes if a connection fails silently.
const REQUEST_TIMEOUT_MS = 90_000;

/** Sends one request, with the `token` if there is one. Rejects if no response begins in time. */
export async function sendRequest(
  path: string,
  { method = "GET", body, signal }: RequestOptions,
  token: string | null,
): Promise<Response> {
  const headers: Record<string, string> = {};
  const appCheckToken = await getAppCheckToken();
  if (appCheckToken !== null) headers["X-Firebase-AppCheck"] = appCheckToken;
  if (token !== null) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const request: RequestInit = {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  };
  return await withTimeout(fetch(path, request), REQUEST_TIMEOUT_MS);
}

/**
 * Sends a request with the user's ID token. After a 401 it sends the request once more with a new token. If the second
 * response is a 401 too, it ends the session and returns `null`.
 */
export async function sendSignedIn(path: string, options: RequestOptions): Promise<Response | null> {
  const earlyResponse =
    options.body === undefined ? await withTimeout(takeEarlyResponse(path), REQUEST_TIMEOUT_MS) : null;
  if (earlyResponse && earlyResponse.status !== 401) return earlyResponse;
  // `first.js` sends the stored token. After the 401 to that token only a new one can help.
  const isStoredTokenRefused = earlyResponse !== null;
  // Whether each attempt needs a new token.
  const attempts = isStoredTokenRefused ? [true] : [false, true];
  for (const needsNewToken of attempts) {
    if (needsNewToken && !options.holdsPasswordLock) await waitForPasswordChange();
    const token = await getIdToken(needsNewToken);
    // The session has ended.
    if (token === null) break;
    const response = await sendRequest(path, options, token);
    if (response.status !== 401 || (await isAppCheckRefusal(response))) return response;
  }
  endSession(SESSION_ENDED);
  return null;
}

/** Whether a 401 means that the App Check token is missing: a new ID token does not help against that. */
async function isAppCheckRefusal(response: Response): Promise<boolean> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return (body as { code?: unknown } | null)?.code === "app-check";
}

declare global {
  /** The request that `first.js` sent before any other code was loaded. `response` is `null` if the request failed. */
  var logbookEarly: { path: string; response: Promise<Response | null> } | undefined;
}

/** The response to `first.js`, if it requested this `path`. Later calls return `null`: a body cannot be read twice. */
async function takeEarlyResponse(path: string): Promise<Response | null> {
  const earlyRequest = globalThis.logbookEarly;
  if (earlyRequest?.path !== path) return null;
  globalThis.logbookEarly = undefined;
  return await earlyRequest.response;
}
