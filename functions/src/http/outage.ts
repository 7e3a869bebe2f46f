// gRPC's DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED and UNAVAILABLE.
const GRPC_OUTAGE_CODES: readonly unknown[] = [4, 8, 14];
// The Storage client uses the HTTP status as the error's code.
const HTTP_OUTAGE_CODES: readonly unknown[] = [408, 429, 500, 502, 503, 504];
// The codes of the Admin SDK begin with `app/` or `auth/`, and it sets `key-fetch-error` if Google's keys cannot be
// fetched. The codes of Node's `fetch` begin with `UND_ERR_`. All others are codes of Node's sockets and streams.
const NETWORK_ERROR_CODE =
  /^(app\/|auth\/internal-error$|ECONN|ETIMEDOUT$|ENOTFOUND$|EAI_AGAIN$|UND_ERR_|key-fetch-error$|ERR_STREAM_PREMATURE_CLOSE$)/;

/** Whether an error is no bug: a service did not answer, or the client disconnected. A retry may succeed. */
export function isOutage(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  const { name, code, cause } = error as { name?: unknown; code?: unknown; cause?: unknown };
  return (
    name === "AbortError" ||
    name === "TimeoutError" ||
    GRPC_OUTAGE_CODES.includes(code) ||
    HTTP_OUTAGE_CODES.includes(code) ||
    (typeof code === "string" && NETWORK_ERROR_CODE.test(code)) ||
    isOutage(cause)
  );
}
