/** Why a call failed. */
export interface Failure {
  ok: false;
  /** `refused`: the server answered with an error. `network`: no answer arrived. */
  kind: "refused" | "network";
  /** The HTTP status; 0 if no answer arrived. */
  status: number;
  /** A sentence for the user. */
  error: string;
  /** The API's error code. `refused`: it gave none. `unknown`: the answer is not from the API. `network`: no answer. */
  code: string;
  /** Seconds that the server asks to wait. */
  retryAfter?: number;
  /** The answer's body, as parsed JSON or as text. */
  body?: unknown;
}

/** The outcome of a call: its data, or the failure. */
export type Result<T> = { ok: true; data: T } | Failure;
