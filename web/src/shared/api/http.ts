import { getAppCheckToken, getIdToken } from "../session/auth.ts";
import { waitForPasswordChange } from "../session/password-lock.ts";
import { endSession } from "../session/store.ts";
import { SESSION_ENDED, UNEXPECTED, UNREACHABLE } from "../texts.ts";
import { takeEarlyResponse } from "./early-response.ts";
import { trackWrite } from "./pending-writes.ts";

/**
 * Why a call failed: `refused`, the server answered with `status`, a sentence for people and a stable code; or
 * `network`, there was no answer (status 0). `retryAfter` is for how many seconds it wants to be left alone, where it
 * says so; `body` is what came, as it came. Without a code of its own a refusal has `refused`, and what is no answer of the
 * API `unknown`.
 */
export interface Failure {
  ok: false;
  kind: "refused" | "network";
  status: number;
  error: string;
  code: string;
  retryAfter?: number;
  body?: unknown;
}

/** What a call gives: its data, or why there is none. */
export type Result<T> = { ok: true; data: T } | Failure;

/**
 * Options of a call. `body` is sent as JSON; `anonymous` calls carry no token; `holdsPasswordLock` is the one call for which those that
 * need a new token wait (session/password-lock.ts).
 */
export interface RequestOptions {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  body?: unknown;
  anonymous?: boolean;
  holdsPasswordLock?: boolean;
  signal?: AbortSignal | undefined;
}

/** Calls the API and reads its JSON, which may refuse with a status of success too (section 7). Rejects only when `signal` aborts it. */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<Result<T>> {
  const answer = call(path, options, async (response) => ({ response, body: (await response.json()) as T }));
  const result = await ((options.method ?? "GET") === "GET" ? answer : trackWrite(answer));
  if (!result.ok) return result;
  const { response, body } = result.data;
  return isRefusal(body) ? refusal(response, body) : { ok: true, data: body };
}

/** Calls the API for a change whose answer is of no interest. */
export function requestDone(path: string, options: RequestOptions): Promise<Result<null>> {
  return trackWrite(call(path, options, async () => null));
}

/** Calls the API for a file. */
export function requestBlob(path: string, options: RequestOptions = {}): Promise<Result<Blob>> {
  return call(path, options, (response) => response.blob());
}

async function call<T>(
  path: string,
  options: RequestOptions,
  read: (response: Response) => Promise<T>,
): Promise<Result<T>> {
  try {
    const response = options.anonymous ? await send(path, options, null) : await sendSignedIn(path, options);
    if (response === null)
      return { ok: false, kind: "refused", status: 401, error: SESSION_ENDED, code: "unauthenticated" };
    if (!response.ok) return await refused(response, options);
    return { ok: true, data: await read(response) };
  } catch (error) {
    if (options.signal?.aborted) throw error;
    return { ok: false, kind: "network", status: 0, error: UNREACHABLE, code: "network" };
  }
}

/** Sends with the token, unless the page has done so already, once more with a new one after a 401; a second 401 ends the session (`null`). */
async function sendSignedIn(path: string, options: RequestOptions): Promise<Response | null> {
  const early = options.body === undefined ? await inTime(takeEarlyResponse(path)) : null;
  if (early && early.status !== 401) return early;
  for (const refresh of early ? [true] : [false, true]) {
    if (refresh && !options.holdsPasswordLock) await waitForPasswordChange();
    const token = await getIdToken(refresh);
    if (token === null) break;
    const response = await send(path, options, token);
    if (response.status !== 401 || (await isAboutBrowser(response))) return response;
  }
  endSession(SESSION_ENDED);
  return null;
}

/** Whether a 401 says nothing of the person's session: App Check found no token of a browser with the page in it. */
async function isAboutBrowser(response: Response): Promise<boolean> {
  const answer: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return (answer as { code?: unknown } | null)?.code === "app-check";
}

async function send(
  path: string,
  { method = "GET", body, signal }: RequestOptions,
  token: string | null,
): Promise<Response> {
  const headers: Record<string, string> = {};
  const appCheck = await getAppCheckToken();
  if (appCheck !== null) headers["X-Firebase-AppCheck"] = appCheck;
  if (token !== null) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  return await inTime(
    fetch(path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    }),
  );
}

// A server of ours has answered long before. On a line that has gone silent the browser would wait for many minutes, and
// the person with it.
const ANSWER_WITHIN_MS = 90_000;

/** Rejects where an answer does not begin to come. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, ANSWER_WITHIN_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Reads a refusal; who has been disabled is signed out, with the reason. */
async function refused(response: Response, { anonymous = false }: RequestOptions): Promise<Failure> {
  const text = await response.text().catch(() => "");
  const failure = refusal(response, parsed(text) ?? text);
  if (failure.code === "disabled" && !anonymous) endSession(failure.error);
  return failure;
}

function refusal(response: Response, body: unknown): Failure {
  const { error, code } = Object(body) as { error?: unknown; code?: unknown };
  // The other form of the header, a date, no server of ours sends.
  const retryAfter = Number(response.headers.get("retry-after"));
  return {
    ok: false,
    kind: "refused",
    status: response.status,
    error: typeof error === "string" ? error : UNEXPECTED,
    code: typeof code === "string" ? code : isRefusal(body) ? "refused" : "unknown",
    ...(retryAfter > 0 && { retryAfter }),
    body,
  };
}

const isRefusal = (body: unknown): boolean => Object(body).success === false;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
