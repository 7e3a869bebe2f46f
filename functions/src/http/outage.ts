import { TimeoutError } from "./timeout.ts";

// gRPC: DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, UNAVAILABLE.
const GRPC_OUTAGES: readonly unknown[] = [4, 8, 14];
// HTTP, from the Storage client.
const HTTP_OUTAGES: readonly unknown[] = [408, 429, 500, 502, 503, 504];
const NETWORK =
  /^(app\/|auth\/internal-error$|ECONN|ETIMEDOUT$|ENOTFOUND$|EAI_AGAIN$|UND_ERR_|ERR_STREAM_PREMATURE_CLOSE$)/;

/** Whether an error means that a service did not answer or that the client disconnected: no bug, and worth a retry. */
export function isOutage(error: unknown): boolean {
  if (error instanceof TimeoutError) return true;
  if (typeof error !== "object" || error === null) return false;
  const { name, code, cause } = error as { name?: unknown; code?: unknown; cause?: unknown };
  return (
    name === "AbortError" ||
    name === "TimeoutError" ||
    GRPC_OUTAGES.includes(code) ||
    HTTP_OUTAGES.includes(code) ||
    (typeof code === "string" && NETWORK.test(code)) ||
    isOutage(cause)
  );
}
