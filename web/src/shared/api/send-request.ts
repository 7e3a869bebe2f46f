import { withTimeout } from "../browser/with-timeout.ts";
import { getAppCheckToken, getIdToken } from "../session/auth.ts";
import { waitForPasswordChange } from "../session/password-lock.ts";
import { endSession } from "../session/store.ts";
import { SESSION_ENDED } from "../texts.ts";

export interface RequestOptions {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** Send no ID token. */
  anonymous?: boolean;
  /** For the call that changes the password: it must not wait for the lock that it holds (`password-lock.ts`). */
  holdsPasswordLock?: boolean;
}

// Longer than the API ever takes. Without a timeout the browser waits many minutes if a connection fails silently.
const REQUEST_TIMEOUT_MS = 90_000;

/** Sends one request, with the ID token if there is one. Rejects if no response begins in time. */
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
 * Sends a request with the user's ID token. After a 401 it sends once more with a new token; if that fails too, it ends
 * the session and returns `null`.
 */
export async function sendSignedIn(path: string, options: RequestOptions): Promise<Response | null> {
  const early = options.body === undefined ? await withTimeout(takeEarlyResponse(path), REQUEST_TIMEOUT_MS) : null;
  if (early && early.status !== 401) return early;
  // An early response with 401 has already tried the stored token.
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

/** Whether a 401 means that the App Check token is missing: then a new ID token does not help. */
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

/** Returns the response to the early request if it was for this path; once only, since a body can be read only once. */
async function takeEarlyResponse(path: string): Promise<Response | null> {
  const early = globalThis.logbookEarly;
  if (early?.path !== path) return null;
  globalThis.logbookEarly = undefined;
  return await early.response;
}
