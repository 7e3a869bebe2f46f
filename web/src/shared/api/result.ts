import { UNEXPECTED } from "../texts.ts";

export interface Failure {
  ok: false;
  /** `refused`: the server answered with an error. `network`: no response arrived. */
  kind: "refused" | "network";
  /** The HTTP status; 0 if no response arrived. */
  status: number;
  /** The message for the user. */
  error: string;
  /**
   * The API's error code. Without one: `network` if no response arrived, `refused` if the response has
   * `success: false`, `unknown` for any other response, such as an error page of a proxy.
   */
  code: string;
  /** The seconds to wait before a retry, if the server named them. */
  retryAfter?: number;
  /** The response's body, as parsed JSON or as text. */
  body?: unknown;
}

export type Result<T> = { ok: true; data: T } | Failure;

/** A call's failure as an error, for TanStack Query. */
export class ApiError extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.error);
    this.failure = failure;
  }
}

/** Returns a call's data or throws its failure as an `ApiError`; logs the failure if `logText` is given. */
export async function unwrap<T>(call: Promise<Result<T>>, logText?: string): Promise<T> {
  const result = await call;
  if (result.ok) return result.data;
  if (logText !== undefined) console.error(logText, result);
  throw new ApiError(result);
}

/** The failure that a query or mutation threw; `null` for any other error. */
export function failureOf(error: unknown): Failure | null {
  return error instanceof ApiError ? error.failure : null;
}

/** The sentence for the user about an error of a query or mutation. */
export function failureText(error: unknown, fallback = UNEXPECTED): string {
  return failureOf(error)?.error ?? fallback;
}
