import type { Failure } from "@logbook/domain";
import { failure } from "../http/response.ts";

/** A rate limit: at most `max` attempts, writes or bytes in each time window of `seconds`. */
interface Limit {
  max: number;
  seconds: number;
  message: string;
  /** Advice for a user who does not want to wait, such as another name. */
  alternative?: string;
}

const MINUTE_SECONDS = 60;
const QUARTER_HOUR_SECONDS = 15 * MINUTE_SECONDS;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;
const DAY_SECONDS = 24 * HOUR_SECONDS;

const SIGN_INS = { message: "There were too many attempts to sign in." };
const SIGN_INS_WITH_NAME = {
  message: "There were too many attempts to sign in with this name.",
  alternative: "or use a device on which you signed in before",
};
const REGISTRATIONS = { message: "There were too many attempts to register." };
const RESETS = { message: "There were too many attempts to use a link." };

/**
 * The rate limits (docs/decisions/0015-limits.md). In their names `Address` means the client's address (of IPv6 the
 * first 64 bits), `Hop` the address that called the function: Firebase Hosting's, or the client's.
 */
const RATE_LIMITS = {
  loginNameAtAddress: { max: 10, seconds: QUARTER_HOUR_SECONDS, ...SIGN_INS_WITH_NAME },
  loginName: { max: 30, seconds: QUARTER_HOUR_SECONDS, ...SIGN_INS_WITH_NAME },
  loginAddress: { max: 60, seconds: QUARTER_HOUR_SECONDS, ...SIGN_INS },
  loginHop: { max: 300, seconds: QUARTER_HOUR_SECONDS, ...SIGN_INS },
  loginDevice: { max: 10, seconds: QUARTER_HOUR_SECONDS, ...SIGN_INS },
  registerName: {
    max: 20,
    seconds: HOUR_SECONDS,
    message: "There were too many attempts to register this name.",
    alternative: "or choose another name",
  },
  registerAddress: { max: 100, seconds: HOUR_SECONDS, ...REGISTRATIONS },
  registerHop: { max: 500, seconds: HOUR_SECONDS, ...REGISTRATIONS },
  passwordMember: {
    max: 10,
    seconds: QUARTER_HOUR_SECONDS,
    message: "There were too many attempts with the current password.",
  },
  // Each download searches all reports for the member's texts.
  ownData: {
    max: 12,
    seconds: HOUR_SECONDS,
    message: "You have begun to download your data very often.",
  },
  resetMember: { max: 30, seconds: QUARTER_HOUR_SECONDS, ...RESETS },
  resetAddress: { max: 60, seconds: QUARTER_HOUR_SECONDS, ...RESETS },
  resetHop: { max: 300, seconds: QUARTER_HOUR_SECONDS, ...RESETS },
  // Each edit is an event that every opening of the report reads. The subject is the editor with the report.
  editReport: {
    max: 12,
    seconds: QUARTER_HOUR_SECONDS,
    message: "You have edited this report very often, so this was not saved.",
  },
  writeMember: {
    max: 120,
    seconds: MINUTE_SECONDS,
    message: "You have sent very much in a short time, so this was not taken.",
  },
  // Bytes of JSON. Every instance keeps the reports in memory, so without this limit one member could fill it within an
  // hour. Somebody who types without a break stores 200 KB in eight hours; 2 MB are 1,000 reports of usual length, or
  // 200 texts of 10,000 letters.
  textMember: {
    max: 2_000_000,
    seconds: DAY_SECONDS,
    message: "You have stored as much text today as one member may store in a day, so this was not taken.",
  },
} satisfies Record<string, Limit>;

export type LimitName = keyof typeof RATE_LIMITS;

// In a local suite all requests come from one address.
const LOCAL_MULTIPLIER = 10;

/** The factor that raises every limit: the variable `LIMITS_WIDTH`, or by default 10 locally and 1 in production. */
export function limitMultiplier(env: Record<string, string | undefined>): number {
  const multiplier = env.LIMITS_WIDTH ?? "";
  // A whole number from 1 to 999,999; any other text is ignored.
  if (/^[1-9]\d{0,5}$/.test(multiplier)) return Number(multiplier);
  return env.FUNCTIONS_EMULATOR === "true" ? LOCAL_MULTIPLIER : 1;
}

const MULTIPLIER = limitMultiplier(process.env);

/**
 * The time window of a limit at the time `now` (milliseconds), with `max` as raised by the multiplier. `index` counts
 * the windows since 1970, `endsAt` is in milliseconds. Windows start at the same time for everybody.
 */
export function windowOf(name: LimitName, now: number): { max: number; index: number; endsAt: number } {
  const { max, seconds } = RATE_LIMITS[name];
  const index = Math.floor(now / (seconds * 1000));
  return { max: max * MULTIPLIER, index, endsAt: (index + 1) * seconds * 1000 };
}

/** The failure of an exceeded rate limit. `retryAfter` (seconds) is sent as a header, not in the body. */
export interface TooManyFailure extends Failure {
  retryAfter: number;
}

/** The failure of a limit whose time window ends at `endsAt`; `endsAt` and `now` are in milliseconds. */
export function tooManyFailure(name: LimitName, endsAt: number, now: number): TooManyFailure {
  const retryAfter = Math.max(1, Math.ceil((endsAt - now) / 1000));
  const { message, alternative }: Limit = RATE_LIMITS[name];
  const advice = alternative === undefined ? "and try again" : `and try again, ${alternative}`;
  return { ...failure("too-many", `${message} Please wait ${formatDuration(retryAfter)} ${advice}.`), retryAfter };
}

/** A time to wait as text, such as `2 minutes`, rounded up; in hours if it is longer than an hour. */
export function formatDuration(seconds: number): string {
  const [unitSeconds, unit] =
    seconds < MINUTE_SECONDS
      ? [1, "second"]
      : seconds <= HOUR_SECONDS
        ? [MINUTE_SECONDS, "minute"]
        : [HOUR_SECONDS, "hour"];
  const count = Math.ceil(seconds / unitSeconds);
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
