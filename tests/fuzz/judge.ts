import { ERROR_STATUS } from "@logbook/domain";
import type { FuzzRequest } from "./requests.ts";
import type { FuzzAnswer } from "./send.ts";

/** How long an answer may take. */
export const SLOW_MS = 2_000;
/** Past some such length Node refuses a request's head itself. */
const LONG_HEAD = 8_000;

/** The problem with a response, or `null` if there is none. */
export function problemOf(request: FuzzRequest, answer: FuzzAnswer | null): string | null {
  if (answer === null) return request.cut === undefined ? "was not answered" : null;
  const { status, headers } = answer;
  if (status >= 500) return `was answered ${status}`;
  if (request.method === "HEAD" || status === 304) return null;
  if (status < 300) return isSuccess(answer) ? null : "has a success of another form";
  const failed = parse(answer);
  if (failed === null) return isNodes(request) ? null : `was answered ${status} without a reason`;
  const { success, code, error } = failed;
  if (success !== false || !Object.hasOwn(ERROR_STATUS, String(code))) return "has a failure of another form";
  if (ERROR_STATUS[code as keyof typeof ERROR_STATUS] !== status) return `says ${String(code)} with ${status}`;
  if (typeof error !== "string" || !/^[A-Za-z].{5,}[a-z.]$/s.test(error))
    return `has no whole sentence: ${String(error)}`;
  return headers["cache-control"] === "no-store" ? null : "may be kept by caches";
}

/** Whether something was done that may have changed what is stored. */
export function mayHaveStored({ method }: FuzzRequest, answer: FuzzAnswer | null): boolean {
  // Without an answer nobody knows.
  return method !== "GET" && (answer === null || answer.status < 300);
}

function isSuccess(answer: FuzzAnswer): boolean {
  return !String(answer.headers["content-type"]).startsWith("application/json") || parse(answer)?.success === true;
}

function parse({ body }: FuzzAnswer): Record<string, unknown> | null {
  try {
    return JSON.parse(body.toString()) as Record<string, unknown>;
  } catch {
    return null;
  }
}

/** Whether Node may refuse the request itself, before our code sees it. */
function isNodes({ path, headers }: FuzzRequest): boolean {
  return path.length + Object.values(headers).join().length > LONG_HEAD;
}
