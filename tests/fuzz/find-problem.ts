import { ERROR_STATUS } from "@logbook/domain";
import { patient } from "../support/patience.ts";
import type { FuzzRequest } from "./requests.ts";
import type { FuzzResponse } from "./send.ts";

export const SLOW_MS = patient(2_000);
/** Node may refuse a request whose path and headers are longer than this number of characters. */
const MAX_HEAD_LENGTH = 8_000;

/** The problem with a response, or `null` if there is none. */
export function findProblem(request: FuzzRequest, response: FuzzResponse | null): string | null {
  const isIncomplete = request.omittedBytes !== undefined;
  if (response === null) return isIncomplete ? null : "was not answered";
  const { status, headers } = response;
  if (status >= 500) return `was answered ${status}`;
  if (request.method === "HEAD" || status === 304) return null;
  if (status < 300) return isSuccess(response) ? null : "succeeded without `success: true`";
  const failure = parseBody(response);
  if (failure === null) return canNodeRefuse(request) ? null : `was answered ${status} without a reason`;
  const { success, code, error } = failure;
  if (success !== false || !Object.hasOwn(ERROR_STATUS, String(code)))
    return "failed without `success: false` and a known code";
  if (ERROR_STATUS[code as keyof typeof ERROR_STATUS] !== status) return `says ${String(code)} with ${status}`;
  // A sentence begins with a letter, and ends with a small letter or a full stop.
  const isSentence = typeof error === "string" && /^[A-Za-z].{5,}[a-z.]$/s.test(error);
  if (!isSentence) return `has no whole sentence: ${String(error)}`;
  return headers["cache-control"] === "no-store" ? null : "may be stored by caches";
}

/** Whether a request may have changed the stored data. */
export function mayHaveStored({ method }: FuzzRequest, response: FuzzResponse | null): boolean {
  // A request without a response may have been executed.
  return method !== "GET" && (response === null || response.status < 300);
}

/** Whether the response is no JSON, such as an attachment, or says `success: true`. */
function isSuccess(response: FuzzResponse): boolean {
  const isJson = String(response.headers["content-type"]).startsWith("application/json");
  return !isJson || parseBody(response)?.success === true;
}

function parseBody({ body }: FuzzResponse): Record<string, unknown> | null {
  try {
    return JSON.parse(body.toString()) as Record<string, unknown>;
  } catch {
    return null;
  }
}

/** Whether Node may refuse the request before the API sees it. */
function canNodeRefuse({ path, headers }: FuzzRequest): boolean {
  return path.length + Object.values(headers).join().length > MAX_HEAD_LENGTH;
}
