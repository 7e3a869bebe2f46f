/** How often something may be done: `most` times in each window of `seconds`. */
interface Limit {
  most: number;
  seconds: number;
}

const MINUTE = 60;
const GUESSES = 15 * MINUTE;
const HOUR = 60 * MINUTE;

/**
 * Every limit on abuse (docs/decisions/0015-limits.md). `Address` is the caller's, IPv6 by /64; `Hop` the last one before
 * the function, which Hosting's visitors share; `Device` one that signed in before.
 */
const LIMITS_ON_ABUSE = {
  loginNameAtAddress: { most: 10, seconds: GUESSES },
  loginName: { most: 30, seconds: GUESSES },
  loginAddress: { most: 60, seconds: GUESSES },
  loginHop: { most: 300, seconds: GUESSES },
  loginDevice: { most: 10, seconds: GUESSES },
  registerName: { most: 20, seconds: HOUR },
  registerAddress: { most: 100, seconds: HOUR },
  registerHop: { most: 500, seconds: HOUR },
  passwordMember: { most: 10, seconds: GUESSES },
  writeMember: { most: 120, seconds: MINUTE },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS_ON_ABUSE;

const LOCAL_WIDTH = 10;

/** How many times wider than in production every limit is: `LIMITS_WIDTH`, else ten in the local suite and one elsewhere. */
export function widthOf(env: Record<string, string | undefined>): number {
  const { LIMITS_WIDTH: width = "" } = env;
  if (/^[1-9]\d{0,5}$/.test(width)) return Number(width);
  return env.FUNCTIONS_EMULATOR === "true" ? LOCAL_WIDTH : 1;
}

const WIDTH = widthOf(process.env);

/** A limit in the window of the moment `now`; both times in milliseconds since 1970. */
export interface Window {
  most: number;
  number: number;
  ends: number;
}

/** The present window of a limit. Windows begin at the same moments for everybody. */
export function windowOf(name: LimitName, now: number): Window {
  const { most, seconds } = LIMITS_ON_ABUSE[name];
  const number = Math.floor(now / (seconds * 1000));
  return { most: most * WIDTH, number, ends: (number + 1) * seconds * 1000 };
}
