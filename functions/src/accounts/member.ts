import { foldUsername, isPlainText, type User } from "@logbook/domain";
import { readTimestamp } from "../firestore/stored-report.ts";

/** A member document; sessions opened before `validSince` (milliseconds) have ended. */
export interface Member {
  username: string;
  isAdmin: boolean;
  disabled: boolean;
  validSince: number;
}

/** Parses a member document; a missing or malformed field never gives access. */
export function readMember(data: Record<string, unknown> | undefined): Member | null {
  if (data === undefined || typeof data.username !== "string") return null;
  const since = readTimestamp(data.validSince);
  return {
    username: data.username,
    isAdmin: data.isAdmin === true,
    disabled: data.disabled !== false,
    validSince: since === null ? Number.POSITIVE_INFINITY : Date.parse(since),
  };
}

/** A member as `user` in the API's JSON (section 3). */
export function toUser(uid: string, { username, isAdmin }: Pick<Member, "username" | "isAdmin">): User {
  return { id: uid, username, isAdmin };
}

/** The path of a username's reservation, or `null` if Firestore allows no document with that id. */
export function usernamePath(username: string): string | null {
  const folded = foldUsername(username);
  const isValidId = folded !== "" && !/\/|^\.{1,2}$|^__.*__$/.test(folded) && Buffer.byteLength(folded) <= 1500;
  return isValidId && isPlainText(folded) ? `usernames/${folded}` : null;
}

/** The mark of a report that an admin has moved, amended or corrected; `{}` for other members, who may not set it. */
export function handledMark({ isAdmin }: Pick<Member, "isAdmin">): { handledByAdmin?: true } {
  return isAdmin ? { handledByAdmin: true } : {};
}

/** The mark of a report or an amendment by an admin; `{}` for other members. */
export function adminMark({ isAdmin }: Pick<Member, "isAdmin">): { byAdmin?: true } {
  return isAdmin ? { byAdmin: true } : {};
}
