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
  "not-found": 404,
  "method-not-allowed": 405,
  "username-taken": 409,
  "not-a-step": 409,
  conflict: 409,
  "already-exists": 409,
  full: 409,
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
