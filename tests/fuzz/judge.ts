import { ERROR_STATUS } from "@logbook/domain";
import type { FuzzRequest } from "./requests.ts";
import type { FuzzResponse } from "./send.ts";

export const SLOW_MS = 2_000;
/** Node may refuse a request whose path and headers are longer. */
const MAX_HEAD_LENGTH = 8_000;

/** The problem with a response, or `null` if there is none. */
export function problemOf(request: FuzzRequest, response: FuzzResponse | null): string | null {
  if (response === null) return request.cut === undefined ? "was not answered" : null;
  const { status, headers } = response;
  if (status >= 500) return `was answered ${status}`;
  if (request.method === "HEAD" || status === 304) return null;
  if (status < 300) return isSuccess(response) ? null : "has a success of another form";
  const failed = parse(response);
  if (failed === null) return canNodeRefuse(request) ? null : `was answered ${status} without a reason`;
  const { success, code, error } = failed;
  if (success !== false || !Object.hasOwn(ERROR_STATUS, String(code))) return "has a failure of another form";
  if (ERROR_STATUS[code as keyof typeof ERROR_STATUS] !== status) return `says ${String(code)} with ${status}`;
  if (typeof error !== "string" || !/^[A-Za-z].{5,}[a-z.]$/s.test(error))
    return `has no whole sentence: ${String(error)}`;
  return headers["cache-control"] === "no-store" ? null : "may be stored by caches";
}

export function mayHaveStored({ method }: FuzzRequest, response: FuzzResponse | null): boolean {
  // A request without a response may have been executed.
  return method !== "GET" && (response === null || response.status < 300);
}

function isSuccess(response: FuzzResponse): boolean {
  return !String(response.headers["content-type"]).startsWith("application/json") || parse(response)?.success === true;
}

function parse({ body }: FuzzResponse): Record<string, unknown> | null {
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
