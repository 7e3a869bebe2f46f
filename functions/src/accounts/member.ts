import type { User } from "@logbook/domain";
import { parseTimestamp } from "../firestore/stored-report.ts";

/** A member document; sessions opened before `validSince` (milliseconds) have ended. */
export interface Member {
  username: string;
  isAdmin: boolean;
  disabled: boolean;
  validSince: number;
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
  };
}

/** A member as `user` in the API's JSON (section 3). */
export function toUser(uid: string, { username, isAdmin }: Pick<Member, "username" | "isAdmin">): User {
  return { id: uid, username, isAdmin };
}

/** The field that marks a report as *handled* by an admin; `{}` if the member is no admin. */
export function handledMark({ isAdmin }: Pick<Member, "isAdmin">): { handledByAdmin?: true } {
  return isAdmin ? { handledByAdmin: true } : {};
}

/** The field that marks a report or an amendment as written by an admin; `{}` if the member is no admin. */
export function adminMark({ isAdmin }: Pick<Member, "isAdmin">): { byAdmin?: true } {
  return isAdmin ? { byAdmin: true } : {};
}
