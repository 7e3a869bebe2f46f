import type { Failure } from "@logbook/domain";
import { failure } from "../http/response.ts";
import type { LimitName } from "./table.ts";

/** The failure of an exceeded rate limit. `retryAfter` (seconds) is sent as a header, not in the body. */
export interface TooManyFailure extends Failure {
  retryAfter: number;
}

const MANY_SIGN_INS = "There were too many attempts to sign in.";
const MANY_SIGN_INS_WITH_NAME = "There were too many attempts to sign in with this name.";
const MANY_REGISTRATIONS = "There were too many attempts to register.";

/** The message of each limit, and an alternative to waiting for those limits that have one. */
const MESSAGES: Record<LimitName, [message: string, alternative?: string]> = {
  loginNameAtAddress: [MANY_SIGN_INS_WITH_NAME, "or use a device on which you signed in before"],
  loginName: [MANY_SIGN_INS_WITH_NAME, "or use a device on which you signed in before"],
  loginAddress: [MANY_SIGN_INS],
  loginHop: [MANY_SIGN_INS],
  loginDevice: [MANY_SIGN_INS],
  registerName: ["There were too many attempts to register this name.", "or choose another name"],
  registerAddress: [MANY_REGISTRATIONS],
  registerHop: [MANY_REGISTRATIONS],
  passwordMember: ["There were too many attempts to change the password."],
  writeMember: ["You have sent very much in a short time, so this was not taken."],
};

/** The failure of a limit whose time window ends at `endsAt`; `endsAt` and `now` are in milliseconds. */
export function tooManyFailure(name: LimitName, endsAt: number, now: number): TooManyFailure {
  const retryAfter = Math.max(1, Math.ceil((endsAt - now) / 1000));
  const [message, alternative] = MESSAGES[name];
  const advice = alternative === undefined ? "and try again" : `and try again, ${alternative}`;
  return { ...failure("too-many", `${message} Please wait ${formatDuration(retryAfter)} ${advice}.`), retryAfter };
}

export function formatDuration(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
