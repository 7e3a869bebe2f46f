const SECOND_MS = 1000;

/**
 * The `validSince` of a member that ends every session opened up to `now` (milliseconds). Tokens tell the second of their
 * sign-in only, and what was opened within the second of `validSince` counts as new: so it is the end of this one.
 */
export function endOfSecond(now: number): Date {
  return new Date((Math.floor(now / SECOND_MS) + 1) * SECOND_MS);
}
