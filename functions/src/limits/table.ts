/** A rate limit: at most `max` attempts or writes in each time window of `seconds`. */
interface Limit {
  max: number;
  seconds: number;
}

const MINUTE_SECONDS = 60;
const QUARTER_HOUR_SECONDS = 15 * MINUTE_SECONDS;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;

/**
 * The rate limits (docs/decisions/0015-limits.md). In their names `Address` means the client's address (of IPv6 the
 * first 64 bits), `Hop` the address that called the function, which is Firebase Hosting's or the client's, and `Device`
 * a known device.
 */
const RATE_LIMITS = {
  loginNameAtAddress: { max: 10, seconds: QUARTER_HOUR_SECONDS },
  loginName: { max: 30, seconds: QUARTER_HOUR_SECONDS },
  loginAddress: { max: 60, seconds: QUARTER_HOUR_SECONDS },
  loginHop: { max: 300, seconds: QUARTER_HOUR_SECONDS },
  loginDevice: { max: 10, seconds: QUARTER_HOUR_SECONDS },
  registerName: { max: 20, seconds: HOUR_SECONDS },
  registerAddress: { max: 100, seconds: HOUR_SECONDS },
  registerHop: { max: 500, seconds: HOUR_SECONDS },
  passwordMember: { max: 10, seconds: QUARTER_HOUR_SECONDS },
  writeMember: { max: 120, seconds: MINUTE_SECONDS },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof RATE_LIMITS;

const LOCAL_MULTIPLIER = 10;

/** The factor that raises every limit: the variable `LIMITS_WIDTH`, or by default 10 locally and 1 in production. */
export function limitMultiplier(env: Record<string, string | undefined>): number {
  const multiplier = env.LIMITS_WIDTH ?? "";
  if (/^[1-9]\d{0,5}$/.test(multiplier)) return Number(multiplier);
  return env.FUNCTIONS_EMULATOR === "true" ? LOCAL_MULTIPLIER : 1;
}

const MULTIPLIER = limitMultiplier(process.env);

/** A time window of a limit, with `max` as raised by the multiplier. `index` counts the windows since 1970, `endsAt` is in milliseconds since 1970. */
export interface TimeWindow {
  max: number;
  index: number;
  endsAt: number;
}

/** The window of a limit at the time `now` (milliseconds). Windows start at the same time for everybody. */
export function windowOf(name: LimitName, now: number): TimeWindow {
  const { max, seconds } = RATE_LIMITS[name];
  const index = Math.floor(now / (seconds * 1000));
  return { max: max * MULTIPLIER, index, endsAt: (index + 1) * seconds * 1000 };
}
