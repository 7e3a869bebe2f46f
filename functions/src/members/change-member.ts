import { type Failure, type MemberAct, type MemberChange, nextSecond, type WireMember } from "@logbook/domain";
import { waitUntilValid } from "../accounts/end-sessions.ts";
import { parseMember } from "../accounts/member.ts";
import { logAct } from "../accounts/member-log.ts";
import { removeResetLink } from "../accounts/reset-link.ts";
import type { Caller } from "../accounts/session.ts";
import { adminAuth } from "../firestore/admin.ts";
import { isUid, readDocument } from "../firestore/documents.ts";
import { type ApiResponse, failure, isFailure, ok } from "../http/response.ts";
import { type ActedOn, commitAct, type Decision, NO_SUCH_MEMBER } from "./commit-act.ts";
import { toWireMember } from "./list-members.ts";

const NO_ACCOUNT = failure(
  "not-found",
  "This member has no account any more and stays disabled. The person has to register under another name.",
);
const CHANGE_OF_ONESELF = failure(
  "forbidden",
  "You cannot disable yourself or give up being an admin. Please ask another admin to do it.",
);
const NOT_WAITING = failure("conflict", "This member does not wait to be let in any more. Please reload the list.");

/**
 * Disables or enables a member, grants or revokes the admin role, or lets in or refuses a member who waits. Disabling
 * signs the member out everywhere.
 */
export async function changeMember(caller: Caller, uid: string, change: MemberChange): Promise<ApiResponse | Failure> {
  if (uid === caller.uid) return CHANGE_OF_ONESELF;
  if (!isUid(uid)) return NO_SUCH_MEMBER;
  const auth = await adminAuth();
  if (change.disabled === false) {
    const memberBefore = parseMember((await readDocument(`members/${uid}`))?.data);
    if (memberBefore === null) return NO_SUCH_MEMBER;
    // Somebody may have disabled the account in Firebase's console. If it cannot be enabled, the member stays disabled.
    if (!(await tryAccountChange(auth.updateUser(uid, { disabled: false })))) return NO_ACCOUNT;
    // After this wait the member can sign in at once. A malformed `validSince` is read as infinite.
    if (Number.isFinite(memberBefore.validSince)) await waitUntilValid(new Date(memberBefore.validSince));
  }
  const member = await commitAct(caller.uid, uid, (acted) => decideChange(caller, change, acted));
  if (isFailure(member)) return member;
  // A member without an account is disabled too.
  if (change.disabled) await tryAccountChange(auth.revokeRefreshTokens(uid));
  return ok({ member });
}

/** Awaits a change of an account at Auth; `false` if the account does not exist. */
async function tryAccountChange(change: Promise<unknown>): Promise<boolean> {
  try {
    await change;
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === "auth/user-not-found") return false;
    throw error;
  }
}

interface FieldsChange extends Pick<Decision<WireMember>, "removed"> {
  fields: NonNullable<Decision<WireMember>["fields"]>;
  kind: MemberAct;
}

function decideChange(
  caller: Caller,
  change: MemberChange,
  { document, member }: ActedOn,
): Decision<WireMember> | Failure {
  // Somebody who waits or was refused is let in by `admitted` or `disabled: false`, and both mean the same then.
  if (change.admitted !== undefined && member.state === undefined) return NOT_WAITING;
  if (change.admitted === false && member.state !== "waiting") return NOT_WAITING;
  const { kind, fields, removed = [] } = fieldsOf(change);
  const uid = document.id;
  const data = { ...document.data, ...fields, ...Object.fromEntries(removed.map((field) => [field, undefined])) };
  const { word } = change;
  const isRepeated =
    member.state === undefined &&
    (change.isAdmin ?? member.isAdmin) === member.isAdmin &&
    (change.disabled ?? member.disabled) === member.disabled;
  return {
    fields,
    removed,
    writes: [
      // A link is not for admins, nor for those who were disabled.
      ...(fields.isAdmin || fields.disabled ? [removeResetLink(uid)] : []),
      // A call that is repeated, because its response was lost, is no second act.
      ...(isRepeated ? [] : [logAct({ kind, by: caller.uid, member: uid, ...(word && { word }) })]),
    ],
    // A member with a username, as this one has, is never `null`.
    result: toWireMember(uid, data)!,
  };
}

function fieldsOf({ isAdmin, disabled, admitted, word }: MemberChange): FieldsChange {
  if (isAdmin !== undefined) return { kind: isAdmin ? "granted" : "revoked", fields: { isAdmin } };
  if (admitted === false) return { kind: "refused", fields: { state: "refused", ...(word && { refusal: word }) } };
  const removed = ["state", "refusal"];
  if (admitted === true) return { kind: "accepted", fields: { disabled: false }, removed };
  // `validSince` is the next second, because a session opened in the same second as `validSince` stays valid.
  if (disabled) return { kind: "disabled", fields: { disabled: true, validSince: nextSecond(Date.now()) }, removed };
  return { kind: "enabled", fields: { disabled: false }, removed };
}
