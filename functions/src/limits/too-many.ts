import type { Failure } from "@logbook/domain";
import { failure } from "../http/response.ts";
import type { LimitName } from "./table.ts";

/** The failure of an exceeded rate limit. `retryAfter` (seconds) is sent as a header, not in the body. */
export interface TooMany extends Failure {
  retryAfter: number;
}

const SIGN_IN = "There were too many attempts to sign in.";
const THIS_NAME = "There were too many attempts to sign in with this name.";
const REGISTER = "There were too many attempts to register.";

/** The message of each limit, and an alternative to waiting, if there is one. */
const MESSAGES: Record<LimitName, [message: string, alternative?: string]> = {
  loginNameAtAddress: [THIS_NAME, "or use a device on which you signed in before"],
  loginName: [THIS_NAME, "or use a device on which you signed in before"],
  loginAddress: [SIGN_IN],
  loginHop: [SIGN_IN],
  loginDevice: [SIGN_IN],
  registerName: ["There were too many attempts to register this name.", "or choose another name"],
  registerAddress: [REGISTER],
  registerHop: [REGISTER],
  passwordMember: ["There were too many attempts to change the password."],
  writeMember: ["You have sent very much in a short time, so this was not taken."],
};

/** The failure of a limit whose window ends at `endsAt`; both times in milliseconds. */
export function tooMany(name: LimitName, endsAt: number, now: number): TooMany {
  const retryAfter = Math.max(1, Math.ceil((endsAt - now) / 1000));
  const [message, alternative] = MESSAGES[name];
  const advice = alternative === undefined ? "and try again" : `and try again, ${alternative}`;
  return { ...failure("too-many", `${message} Please wait ${formatDuration(retryAfter)} ${advice}.`), retryAfter };
}

/** A duration in words, rounded up. */
export function formatDuration(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
