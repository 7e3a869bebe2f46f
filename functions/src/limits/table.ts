/** A rate limit: `max` times in each window of `seconds`. */
interface Limit {
  max: number;
  seconds: number;
}

const MINUTE_SECONDS = 60;
const QUARTER_SECONDS = 15 * MINUTE_SECONDS;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;

/**
 * The rate limits (docs/decisions/0015-limits.md). In their names `Address` means the client's address (of IPv6 the
 * first 64 bits), `Hop` the peer that called the platform, which is Hosting for all its visitors, and `Device` a
 * browser in which the member signed in before.
 */
const RATE_LIMITS = {
  loginNameAtAddress: { max: 10, seconds: QUARTER_SECONDS },
  loginName: { max: 30, seconds: QUARTER_SECONDS },
  loginAddress: { max: 60, seconds: QUARTER_SECONDS },
  loginHop: { max: 300, seconds: QUARTER_SECONDS },
  loginDevice: { max: 10, seconds: QUARTER_SECONDS },
  registerName: { max: 20, seconds: HOUR_SECONDS },
  registerAddress: { max: 100, seconds: HOUR_SECONDS },
  registerHop: { max: 500, seconds: HOUR_SECONDS },
  passwordMember: { max: 10, seconds: QUARTER_SECONDS },
  writeMember: { max: 120, seconds: MINUTE_SECONDS },
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

/** The time window of a limit. `number` counts the windows since 1970, `endsAt` is in milliseconds since 1970. */
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
