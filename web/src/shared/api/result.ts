/** Why a call failed. */
export interface Failure {
  ok: false;
  /** `refused`: the server answered with an error. `network`: no answer arrived. */
  kind: "refused" | "network";
  /** The HTTP status; 0 if no answer arrived. */
  status: number;
  /** A sentence for the user. */
  error: string;
  /** The API's error code. `refused` if it gave none, `unknown` if the answer is not the API's, `network` if there is none. */
  code: string;
  /** Seconds that the server asks to wait. */
  retryAfter?: number;
  /** The answer's body, as parsed JSON or as text. */
  body?: unknown;
}

/** What a call returns: its data, or why it failed. */
export type Result<T> = { ok: true; data: T } | Failure;
