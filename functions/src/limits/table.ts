/** A rate limit: `max` times in each window of `seconds`. */
interface Limit {
  max: number;
  seconds: number;
}

const MINUTE = 60;
const PASSWORD_WINDOW = 15 * MINUTE;
const HOUR = 60 * MINUTE;

/**
 * The rate limits (docs/decisions/0015-limits.md). `Address` is the client's, IPv6 by /64; `Hop` the peer of the
 * platform, which is Hosting for all its visitors; `Device` a browser in which the member signed in before.
 */
const RATE_LIMITS = {
  loginNameAtAddress: { max: 10, seconds: PASSWORD_WINDOW },
  loginName: { max: 30, seconds: PASSWORD_WINDOW },
  loginAddress: { max: 60, seconds: PASSWORD_WINDOW },
  loginHop: { max: 300, seconds: PASSWORD_WINDOW },
  loginDevice: { max: 10, seconds: PASSWORD_WINDOW },
  registerName: { max: 20, seconds: HOUR },
  registerAddress: { max: 100, seconds: HOUR },
  registerHop: { max: 500, seconds: HOUR },
  passwordMember: { max: 10, seconds: PASSWORD_WINDOW },
  writeMember: { max: 120, seconds: MINUTE },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof RATE_LIMITS;

const LOCAL_MULTIPLIER = 10;

/** The factor by which every limit is raised: `LIMITS_WIDTH`, or 10 in the local suite and 1 in production. */
export function limitMultiplier(env: Record<string, string | undefined>): number {
  const { LIMITS_WIDTH: multiplier = "" } = env;
  if (/^[1-9]\d{0,5}$/.test(multiplier)) return Number(multiplier);
  return env.FUNCTIONS_EMULATOR === "true" ? LOCAL_MULTIPLIER : 1;
}

const MULTIPLIER = limitMultiplier(process.env);

/** The time window of a limit; `endsAt` in milliseconds since 1970. */
export interface Window {
  max: number;
  number: number;
  endsAt: number;
}

/** The window of a limit at the time `now` (milliseconds). Windows start at the same time for everybody. */
export function windowOf(name: LimitName, now: number): Window {
  const { max, seconds } = RATE_LIMITS[name];
  const number = Math.floor(now / (seconds * 1000));
  return { max: max * MULTIPLIER, number, endsAt: (number + 1) * seconds * 1000 };
}
