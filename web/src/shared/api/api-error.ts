import type { Failure, Result } from "./result.ts";

/** A call's failure as an error, for TanStack Query. */
export class ApiError extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.error);
    this.failure = failure;
  }
}

/** Returns a call's data or throws its failure; for queries and mutations only. */
export async function unwrap<T>(result: Promise<Result<T>>): Promise<T> {
  const answer = await result;
  if (answer.ok) return answer.data;
  throw new ApiError(answer);
}

/** The failure that a query or mutation threw; `null` for any other error. */
export function failureOf(error: unknown): Failure | null {
  return error instanceof ApiError ? error.failure : null;
}
