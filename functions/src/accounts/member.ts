import { type Failure, MEMBER_STATES, type MemberState, type User, WAITING_TEXT } from "@logbook/domain";
import { parseTimestamp } from "../firestore/stored-report.ts";
import { failure } from "../http/response.ts";

/** A member document; sessions opened before `validSince` (milliseconds) have ended. */
export interface Member {
  username: string;
  isAdmin: boolean;
  /** No access. Also true for members who wait and for those who were refused, so that the rules need no other field. */
  disabled: boolean;
  validSince: number;
  /** Why a disabled member has no access; missing if an admin has disabled them. */
  state?: MemberState;
  /** An admin's word to a refused member. */
  refusal?: string;
}

/** Parses a member document; `null` without a username. A missing or malformed field never gives access. */
export function parseMember(data: Record<string, unknown> | undefined): Member | null {
  if (data === undefined || typeof data.username !== "string") return null;
  const validSince = parseTimestamp(data.validSince);
  return {
    username: data.username,
    isAdmin: data.isAdmin === true,
    disabled: data.disabled !== false,
    validSince: validSince === null ? Number.POSITIVE_INFINITY : Date.parse(validSince),
    ...(data.disabled !== false && stateOf(data)),
  };
}

function stateOf(data: Record<string, unknown>): Pick<Member, "state" | "refusal"> {
  const state = MEMBER_STATES.find((possibleState) => possibleState === data.state);
  return {
    ...(state !== undefined && { state }),
    ...(state === "refused" && typeof data.refusal === "string" && { refusal: data.refusal }),
  };
}

export const DISABLED = failure("disabled", "This account has been disabled. Please ask an admin.");
const WAITING = failure("waiting", `${WAITING_TEXT}. Until then there is nothing to see here.`);
const REFUSED = "An admin has not let you in.";

/** The failure of every call of a member who has no access; `null` for all others. The only place that decides it. */
export function accessFailure({ disabled, state, refusal = "" }: Member): Failure | null {
  if (!disabled) return null;
  if (state === "waiting") return WAITING;
  if (state === "refused") return failure("disabled", refusal === "" ? REFUSED : `${REFUSED} Their word: ${refusal}`);
  return DISABLED;
}

/** A member as `user` in the API's JSON (section 3). */
export function toUser(
  uid: string,
  { username, isAdmin, state }: Pick<Member, "username" | "isAdmin" | "state">,
): User {
  return { id: uid, username, isAdmin, ...(state === "waiting" && { isWaiting: true }) };
}

/** The field that marks a report as *handled* by an admin; `{}` if the member is no admin. */
export function handledMark({ isAdmin }: Pick<Member, "isAdmin">): { handledByAdmin?: true } {
  return isAdmin ? { handledByAdmin: true } : {};
}

/** The field that marks a report or an amendment as written by an admin; `{}` if the member is no admin. */
export function adminMark({ isAdmin }: Pick<Member, "isAdmin">): { byAdmin?: true } {
  return isAdmin ? { byAdmin: true } : {};
}
