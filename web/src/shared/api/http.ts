import type { User } from "@logbook/domain";
import { withTimeout } from "../browser/with-timeout.ts";
import { getAppCheckToken, getIdToken, waitForPasswordChange } from "../session/auth.ts";
import { endSession, getSession, hasUserChanged } from "../session/store.ts";
import { SESSION_ENDED, UNEXPECTED, UNREACHABLE } from "../texts.ts";
import { readServerTime } from "../time/server-time.ts";
import type { Failure, Result } from "./result.ts";

interface RequestOptions {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** Whether the request is sent without an ID token. */
  isAnonymous?: boolean;
  /** True for the calls that end all sessions, which must not wait for their own lock (`waitForPasswordChange`). */
  holdsPasswordLock?: boolean;
}

/** Calls the API and reads the response's JSON. Like all calls in this file, it rejects only if `signal` aborts it. */
export function request<T>(path: string, options: RequestOptions = {}): Promise<Result<T>> {
  return callApi<T>(path, options, async (response) => {
    const body = await response.json();
    return isRefusal(body) ? toFailure(response, body) : { ok: true, data: body };
  });
}

/** Calls the API for a write and reads only the status of the response. */
export function sendWrite(path: string, options: RequestOptions): Promise<Result<null>> {
  return callApi(path, options, async () => ({ ok: true, data: null }));
}

export function requestBlob(path: string, options: RequestOptions = {}): Promise<Result<Blob>> {
  return callApi(path, options, async (response) => ({ ok: true, data: await response.blob() }));
}

let pendingWrites = 0;

/** Whether this page waits for the response to a write. Live updates are delayed until the response arrives. */
export function hasPendingWrites(): boolean {
  return pendingWrites > 0;
}

async function callApi<T>(
  path: string,
  options: RequestOptions,
  readBody: (response: Response) => Promise<Result<T>>,
): Promise<Result<T>> {
  const isWrite = options.method !== undefined && options.method !== "GET";
  if (isWrite) pendingWrites += 1;
  const caller = getSession().user;
  try {
    const response = options.isAnonymous
      ? await sendRequest(path, options, null)
      : await sendSignedIn(path, options, caller);
    if (response === null)
      return { ok: false, kind: "refused", status: 401, error: SESSION_ENDED, code: "unauthenticated" };
    if (response.ok) return await readBody(response);
    const failure = await readFailure(response);
    // An admin has disabled the user since the user signed in.
    if (failure.code === "disabled" && !options.isAnonymous) endSessionOf(caller, failure.error);
    return failure;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    return { ok: false, kind: "network", status: 0, error: UNREACHABLE, code: "network" };
  } finally {
    if (isWrite) pendingWrites -= 1;
  }
}

/**
 * Sends a request with the user's ID token. After a 401 it sends the request once more with a new token. If the second
 * response is a 401 too, it ends the session of the `caller` and returns `null`.
 */
async function sendSignedIn(path: string, options: RequestOptions, caller: User | null): Promise<Response | null> {
  // `first.js` sends no writes, so a write does not wait for its response.
  const isRead = options.body === undefined;
  const earlyResponse = isRead ? await withTimeout(takeEarlyResponse(path), REQUEST_TIMEOUT_MS) : null;
  if (earlyResponse && earlyResponse.status !== 401) return earlyResponse;
  // `first.js` has sent the stored token. After a 401 to that token only a new token can help.
  const needsNewTokenByAttempt = earlyResponse === null ? [false, true] : [true];
  for (const needsNewToken of needsNewTokenByAttempt) {
    if (needsNewToken && !options.holdsPasswordLock) await waitForPasswordChange();
    const token = await getIdToken(needsNewToken);
    // The session has ended, or another user has signed in meanwhile and the token is theirs.
    if (token === null || hasUserChanged(caller)) break;
    const response = await sendRequest(path, options, token);
    if (response.status !== 401) return response;
    // A 401 for a missing App Check token does not concern the ID token.
    if ((await readFailure(response.clone())).code === "app-check") return response;
  }
  endSessionOf(caller, SESSION_ENDED);
  return null;
}

/** Ends the session of the `caller`, unless another user has signed in meanwhile. */
function endSessionOf(caller: User | null, notice: string): void {
  if (!hasUserChanged(caller)) endSession(notice);
}

declare global {
  /** The request that `first.js` sent before any other code was loaded. `response` is `null` if the request failed. */
  var logbookEarly: { path: string; response: Promise<Response | null> } | undefined;
}

/** The response to the request of `first.js` for this `path`. Later calls return `null`: a body is read once. */
async function takeEarlyResponse(path: string): Promise<Response | null> {
  const earlyRequest = globalThis.logbookEarly;
  if (earlyRequest?.path !== path) return null;
  globalThis.logbookEarly = undefined;
  return await earlyRequest.response;
}

// The API never takes this long. Without a timeout the browser waits many minutes if a connection fails silently.
const REQUEST_TIMEOUT_MS = 90_000;

/** Sends one request, with the `token` if there is one. Rejects if no response begins in time. */
async function sendRequest(
  path: string,
  { method = "GET", body, signal }: RequestOptions,
  token: string | null,
): Promise<Response> {
  const headers: Record<string, string> = {};
  const appCheckToken = await getAppCheckToken();
  if (appCheckToken !== null) headers["X-Firebase-AppCheck"] = appCheckToken;
  if (token !== null) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const json = body === undefined ? null : JSON.stringify(body);
  const sentAt = Date.now();
  const fetching = fetch(path, { method, headers, signal: signal ?? null, body: json });
  const response = await withTimeout(fetching, REQUEST_TIMEOUT_MS);
  readServerTime(response, sentAt);
  return response;
}

/** Whether a body says that the API refused the call. Such a body can come with any HTTP status (section 7). */
const isRefusal = (body: unknown): boolean => (body as { success?: unknown } | null)?.success === false;

async function readFailure(response: Response): Promise<Failure> {
  const text = await response.text().catch(() => "");
  return toFailure(response, parseJson(text) ?? text);
}

function toFailure({ status, headers }: Response, body: unknown): Failure {
  const { error, code } = (body ?? {}) as { error?: unknown; code?: unknown };
  // In HTTP `retry-after` may also be a date, but the API always sends seconds.
  const retryAfter = Number(headers.get("retry-after"));
  const defaultCode = isRefusal(body) ? "refused" : "unknown";
  return {
    ok: false,
    kind: "refused",
    status,
    error: typeof error === "string" ? error : UNEXPECTED,
    code: typeof code === "string" ? code : defaultCode,
    ...(retryAfter > 0 && { retryAfter }),
    body,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
