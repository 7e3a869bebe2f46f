const SECOND_MS = 1000;

/** The `validSince` that ends all sessions opened up to `now`: one that began in the second of `validSince` is valid. */
export function nextSecond(now: number): Date {
  return new Date((Math.floor(now / SECOND_MS) + 1) * SECOND_MS);
}
