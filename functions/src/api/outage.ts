import { TimeoutError } from "../within.ts";

// gRPC: DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, UNAVAILABLE.
const GRPC_OUTAGES: readonly unknown[] = [4, 8, 14];
const NETWORK = /^(app\/|auth\/internal-error$|ECONN|ETIMEDOUT$|ENOTFOUND$|EAI_AGAIN$|UND_ERR_)/;

/** Whether an error says that a service we need did not answer, which is nobody's mistake and worth another try. */
export function isOutage(error: unknown): boolean {
  if (error instanceof TimeoutError) return true;
  if (typeof error !== "object" || error === null) return false;
  const { name, code, cause } = error as { name?: unknown; code?: unknown; cause?: unknown };
  return (
    name === "AbortError" ||
    name === "TimeoutError" ||
    GRPC_OUTAGES.includes(code) ||
    (typeof code === "string" && NETWORK.test(code)) ||
    isOutage(cause)
  );
}

/** One log line about an error that nobody expected. Its message is left out, for it may quote what someone wrote. */
export function unexpectedLine(error: unknown, during: string): { severity: "ERROR"; message: string; at: string[] } {
  const { name, code, stack } = (error ?? {}) as { name?: unknown; code?: unknown; stack?: unknown };
  const frames = typeof stack === "string" ? stack.split("\n").filter((line) => /^\s+at /.test(line)) : [];
  return {
    severity: "ERROR",
    message: `unexpected ${String(name)} ${String(code ?? "")} in ${during}`,
    at: frames.slice(0, 8).map((line) => line.trim()),
  };
}
