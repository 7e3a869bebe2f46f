import { endSession } from "../session/store.ts";
import { SESSION_ENDED, UNREACHABLE } from "../texts.ts";
import { trackWrite } from "./pending-writes.ts";
import { isRefusal, readFailure, toFailure } from "./read-failure.ts";
import type { Result } from "./result.ts";
import { sendRequest } from "./send-request.ts";
import { type SignedInRequestOptions, sendSignedIn } from "./send-signed-in.ts";

export interface CallOptions extends SignedInRequestOptions {
  /** Send no ID token. */
  anonymous?: boolean;
}

/** Calls the API and reads the JSON of its answer. Like all functions here, it rejects only if `signal` aborts it. */
export async function request<T>(path: string, options: CallOptions = {}): Promise<Result<T>> {
  const answer = call(path, options, async (response) => ({ response, body: (await response.json()) as T }));
  const result = await ((options.method ?? "GET") === "GET" ? answer : trackWrite(answer));
  if (!result.ok) return result;
  const { response, body } = result.data;
  return isRefusal(body) ? toFailure(response, body) : { ok: true, data: body };
}

/** Calls the API for a write and reads only the status of the answer. */
export function requestDone(path: string, options: CallOptions): Promise<Result<null>> {
  return trackWrite(call(path, options, async () => null));
}

/** Calls the API for a file. */
export function requestBlob(path: string, options: CallOptions = {}): Promise<Result<Blob>> {
  return call(path, options, (response) => response.blob());
}

async function call<T>(
  path: string,
  options: CallOptions,
  read: (response: Response) => Promise<T>,
): Promise<Result<T>> {
  try {
    const response = options.anonymous ? await sendRequest(path, options, null) : await sendSignedIn(path, options);
    if (response === null)
      return { ok: false, kind: "refused", status: 401, error: SESSION_ENDED, code: "unauthenticated" };
    if (response.ok) return { ok: true, data: await read(response) };
    const failure = await readFailure(response);
    if (failure.code === "disabled" && !options.anonymous) endSession(failure.error);
    return failure;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    return { ok: false, kind: "network", status: 0, error: UNREACHABLE, code: "network" };
  }
}
