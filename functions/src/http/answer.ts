import { ERROR_STATUS, type ErrorCode, type Failure } from "@logbook/domain";

/** The bytes of a text, and what they are packed, once somebody wanted that: kept with it, the work is done once. */
export interface Text {
  readonly bytes: Buffer;
  packed?: Buffer;
}

/** What a call answers when it did what was asked. */
export type Answer =
  | { kind: "json"; status: 200 | 201; body: object; headers?: Record<string, string> }
  /** JSON that is text already, packed where the client takes that. */
  | { kind: "text"; headers: Record<string, string>; body: Text }
  | { kind: "not-modified"; headers: Record<string, string> }
  /** Pieces of a body, sent as they come; `json` ones packed where the client takes that. */
  | { kind: "stream"; headers: Record<string, string>; json?: true; body: AsyncIterable<string | Uint8Array> };

/** A successful answer, 200. */
export function ok(body: object, headers?: Record<string, string>): Answer {
  return { kind: "json", status: 200, body: { success: true, ...body }, ...(headers && { headers }) };
}

/** A successful answer that made something, 201. */
export function created(body: object, headers?: Record<string, string>): Answer {
  return { kind: "json", status: 201, body: { success: true, ...body }, ...(headers && { headers }) };
}

/** A failed answer: a stable code and a sentence that says what to do. */
export function failure(code: ErrorCode, error: string): Failure {
  return { success: false, error, code };
}

/** The HTTP status of a failed answer. */
export function failureStatus({ code }: Failure): number {
  return ERROR_STATUS[code];
}

/** Tells a failed answer from what a step of the work gives otherwise. */
export function isFailure(value: unknown): value is Failure {
  return typeof value === "object" && value !== null && "success" in value && value.success === false;
}

/** What every call answers while Firestore or Auth cannot be reached. */
export const UNAVAILABLE = failure(
  "unavailable",
  "The logbook cannot reach its data at the moment. Please try again in a minute.",
);
