import { endSession } from "../session/store.ts";
import { SESSION_ENDED, UNEXPECTED, UNREACHABLE } from "../texts.ts";
import { trackWrite } from "./pending-writes.ts";
import type { Failure, Result } from "./result.ts";
import { type RequestOptions, sendRequest, sendSignedIn } from "./send-request.ts";

/** Calls the API and reads the response's JSON. Like all calls in this file, it rejects only if `signal` aborts it. */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<Result<T>> {
  const call = callApi(path, options, async (response) => ({ response, body: (await response.json()) as T }));
  const isWrite = options.method !== undefined && options.method !== "GET";
  const result = await (isWrite ? trackWrite(call) : call);
  if (!result.ok) return result;
  const { response, body } = result.data;
  return isRefusal(body) ? toFailure(response, body) : { ok: true, data: body };
}

/** Calls the API for a write and reads only the status of the response. */
export function sendWrite(path: string, options: RequestOptions): Promise<Result<null>> {
  return trackWrite(callApi(path, options, async () => null));
}

export function requestBlob(path: string, options: RequestOptions = {}): Promise<Result<Blob>> {
  return callApi(path, options, (response) => response.blob());
}

async function callApi<T>(
  path: string,
  options: RequestOptions,
  readBody: (response: Response) => Promise<T>,
): Promise<Result<T>> {
  try {
    const response = options.isAnonymous ? await sendRequest(path, options, null) : await sendSignedIn(path, options);
    if (response === null)
      return { ok: false, kind: "refused", status: 401, error: SESSION_ENDED, code: "unauthenticated" };
    if (response.ok) return { ok: true, data: await readBody(response) };
    const failure = await readFailure(response);
    // An admin has disabled the user since the user signed in.
    if (failure.code === "disabled" && !options.isAnonymous) endSession(failure.error);
    return failure;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    return { ok: false, kind: "network", status: 0, error: UNREACHABLE, code: "network" };
  }
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
