/** The API's error codes, each with its HTTP status. */
export const ERROR_STATUS = {
  "bad-json": 400,
  "bad-request": 400,
  "weak-password": 400,
  "bad-username": 400,
  "missing-fields": 400,
  "attachment-missing": 400,
  unauthenticated: 401,
  "invalid-credentials": 401,
  "app-check": 401,
  forbidden: 403,
  "wrong-password": 403,
  "wrong-user": 403,
  disabled: 403,
  /** An admin has not let the member in yet. */
  waiting: 403,
  /** Nobody can register. */
  closed: 403,
  /** The reset link has been used or replaced, is too old, or never existed. */
  "bad-link": 403,
  "not-found": 404,
  "method-not-allowed": 405,
  "username-taken": 409,
  "not-a-step": 409,
  conflict: 409,
  "already-exists": 409,
  /** A limit in `LIMITS` is reached, such as the number of a report's amendments or of a member's votes. */
  full: 409,
  /** The time in which an author may edit a text is over, or an admin has handled the report. */
  "too-late": 409,
  "too-large": 413,
  "unsupported-type": 415,
  "too-many": 429,
  internal: 500,
  unavailable: 503,
} as const;
export type ErrorCode = keyof typeof ERROR_STATUS;

/** The response body of every failed request: `error` is a sentence for users, `code` a stable word for programs. */
export interface Failure {
  success: false;
  error: string;
  code: ErrorCode;
}
