import { foldUsername, isPlainText, type User } from "@logbook/domain";
import { readInstant } from "../firestore/stored-report.ts";

/** A member as `members/{uid}` has it; `validSince` in milliseconds: sessions opened before it have ended. */
export interface Member {
  username: string;
  isAdmin: boolean;
  disabled: boolean;
  validSince: number;
}

/** Reads a member document; what is missing or of another kind never gives access. */
export function readMember(data: Record<string, unknown> | undefined): Member | null {
  if (data === undefined || typeof data.username !== "string") return null;
  const since = readInstant(data.validSince);
  return {
    username: data.username,
    isAdmin: data.isAdmin === true,
    disabled: data.disabled !== false,
    validSince: since === null ? Number.POSITIVE_INFINITY : Date.parse(since),
  };
}

/** The signed-in person as the wire shows them (section 3). */
export function toUser(uid: string, { username, isAdmin }: Pick<Member, "username" | "isAdmin">): User {
  return { id: uid, username, isAdmin };
}

/** The path of a username's reservation, or `null` when no such document can be. */
export function usernamePath(username: string): string | null {
  const folded = foldUsername(username);
  const possible = folded !== "" && !/\/|^\.{1,2}$|^__.*__$/.test(folded) && Buffer.byteLength(folded) <= 1500;
  return possible && isPlainText(folded) ? `usernames/${folded}` : null;
}
