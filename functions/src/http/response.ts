import type { ErrorCode, Failure } from "@logbook/domain";

/** JSON text as bytes. */
export interface JsonBytes {
  readonly bytes: Buffer;
  /** The gzipped bytes, cached by the first response that is sent with gzip. */
  gzipped?: Buffer;
}

/** The response to a successful call. */
export type ApiResponse =
  | { kind: "json"; status: 200 | 201; body: object; headers?: Record<string, string> }
  /** JSON that is serialized already; sent with gzip if the client accepts gzip. */
  | { kind: "serialized-json"; headers: Record<string, string>; body: JsonBytes }
  | { kind: "not-modified"; headers: Record<string, string> }
  /** A body that is sent chunk by chunk. With `json` the body is JSON, sent with gzip if the client accepts gzip. */
  | { kind: "stream"; headers: Record<string, string>; json?: true; body: AsyncIterable<string | Uint8Array> };

/** A response with status 200. */
export function ok(body: object, headers?: Record<string, string>): ApiResponse {
  return { kind: "json", status: 200, body: { success: true, ...body }, ...(headers && { headers }) };
}

/** A response with status 201. */
export function created(body: object, headers?: Record<string, string>): ApiResponse {
  return { kind: "json", status: 201, body: { success: true, ...body }, ...(headers && { headers }) };
}

/** A failure: a stable code and a sentence that tells the user what to do. */
export function failure(code: ErrorCode, error: string): Failure {
  return { success: false, error, code };
}

export function isFailure(value: unknown): value is Failure {
  return typeof value === "object" && value !== null && "success" in value && value.success === false;
}

/** The failure of every call while Firestore or Auth cannot be reached. */
export const UNAVAILABLE = failure(
  "unavailable",
  "The logbook cannot reach its data at the moment. Please try again in a minute.",
);

export const NO_SUCH_REPORT = failure(
  "not-found",
  "There is no such report. It may have been deleted; please reload the list.",
);
