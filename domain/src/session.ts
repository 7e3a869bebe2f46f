const SECOND_MS = 1000;

/**
 * The `validSince` that ends all of a member's sessions opened up to `now` (milliseconds since 1970). An ID token has
 * only the second in which its session began, and a session that began in the second of `validSince` is valid.
 */
export function nextSecond(now: number): Date {
  return new Date((Math.floor(now / SECOND_MS) + 1) * SECOND_MS);
}
