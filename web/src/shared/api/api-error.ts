import type { Failure, Result } from "./result.ts";

/** A call's failure as TanStack Query wants it: thrown. */
export class ApiError extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.error);
    this.failure = failure;
  }
}

/** The data of a result, or its failure thrown, inside queries and mutations only. */
export async function unwrap<T>(result: Promise<Result<T>>): Promise<T> {
  const answer = await result;
  if (answer.ok) return answer.data;
  throw new ApiError(answer);
}

/** The failure behind a query's or mutation's error. */
export function failureOf(error: unknown): Failure | null {
  return error instanceof ApiError ? error.failure : null;
}
