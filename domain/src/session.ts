const SECOND_MS = 1000;

/**
 * The `validSince` of a member that ends all sessions opened up to `now` (milliseconds since 1970). ID tokens hold only
 * the second of the sign-in, and a session opened in the second of `validSince` stays valid, so this returns the start
 * of the next second.
 */
export function endOfSecond(now: number): Date {
  return new Date((Math.floor(now / SECOND_MS) + 1) * SECOND_MS);
}
