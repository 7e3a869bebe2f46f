import type { Failure } from "@logbook/domain";
import { failure } from "../http/answer.ts";
import type { LimitName } from "./table.ts";

/** A refusal that ends by itself after `retryAfter` seconds; they are sent as a header, not in the body. */
export interface TooMany extends Failure {
  retryAfter: number;
}

const SIGN_IN = "There were too many attempts to sign in.";
const THIS_NAME = "There were too many attempts to sign in with this name.";
const REGISTER = "There were too many attempts to register.";

/** What happened, and what helps besides waiting. */
const WORDS: Record<LimitName, [what: string, otherwise?: string]> = {
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

/** The refusal of a limit whose window ends at `ends`; both times in milliseconds. */
export function tooMany(name: LimitName, ends: number, now: number): TooMany {
  const retryAfter = Math.max(1, Math.ceil((ends - now) / 1000));
  const [what, otherwise] = WORDS[name];
  const advice = otherwise === undefined ? "and try again" : `and try again, ${otherwise}`;
  return { ...failure("too-many", `${what} Please wait ${duration(retryAfter)} ${advice}.`), retryAfter };
}

/** A waiting time in words, rounded up. */
export function duration(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
