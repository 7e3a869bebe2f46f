import { setTimeout as sleep } from "node:timers/promises";
import { type Failure, type MemberChange, nextSecond, type WireMember } from "@logbook/domain";
import { waitUntilValid } from "../accounts/end-sessions.ts";
import { keepAdmin } from "../accounts/last-admin.ts";
import { type Member, parseMember } from "../accounts/member.ts";
import { type Caller, ONLY_ADMINS } from "../accounts/session.ts";
import { adminAuth } from "../firestore/admin.ts";
import { commitWrites, isUid, orThrow, readDocument, readDocuments } from "../firestore/documents.ts";
import { updateMember } from "../firestore/writes.ts";
import { type ApiResponse, failure, isFailure, ok, UNAVAILABLE } from "../http/response.ts";
import { toWireMember } from "./list-members.ts";

const NO_SUCH_MEMBER = failure("not-found", "There is no such member. Please reload the list.");
const NO_ACCOUNT = failure(
  "not-found",
  "This member has no account any more and stays disabled. The person has to register under another name.",
);
const CHANGE_OF_ONESELF = failure(
  "forbidden",
  "You cannot disable yourself or give up being an admin. Please ask another admin to do it.",
);
const CHANGED_MEANWHILE = failure(
  "conflict",
  "Somebody else changed this member at the same moment, so nothing was changed. Please try again.",
);

// How often a change is tried while others change the same members, and the longest pause between two attempts.
const MAX_ATTEMPTS = 8;
const MAX_PAUSE_MS = 100;

/** Disables or enables a member, or grants or revokes the admin role. Disabling signs the member out everywhere. */
export async function changeMember(caller: Caller, uid: string, change: MemberChange): Promise<ApiResponse | Failure> {
  if (uid === caller.uid) return CHANGE_OF_ONESELF;
  if (!isUid(uid)) return NO_SUCH_MEMBER;
  const writeFields = (fields: MemberFields) => changeFields(caller.uid, uid, fields);
  // A change has either `isAdmin` or `disabled`.
  if (change.disabled === undefined) return toResponse(await writeFields(change));

  const auth = await adminAuth();
  if (change.disabled) {
    // `validSince` is the next second, because a session opened in the same second as `validSince` stays valid.
    const member = await writeFields({ disabled: true, validSince: nextSecond(Date.now()) });
    if (isFailure(member)) return member;
    // A member without an account is disabled too.
    await tryAccountChange(auth.revokeRefreshTokens(uid));
    return toResponse(member);
  }

  const memberBefore = parseMember((await readDocument(`members/${uid}`))?.data);
  if (memberBefore === null) return NO_SUCH_MEMBER;
  // Somebody may have disabled the account in Firebase's console. If it cannot be enabled, the member stays disabled.
  if (!(await tryAccountChange(auth.updateUser(uid, { disabled: false })))) return NO_ACCOUNT;
  // After this wait the member can sign in at once. A malformed `validSince` is read as infinite.
  if (Number.isFinite(memberBefore.validSince)) await waitUntilValid(new Date(memberBefore.validSince));
  return toResponse(await writeFields({ disabled: false }));
}

const toResponse = (member: WireMember | Failure): ApiResponse | Failure =>
  isFailure(member) ? member : ok({ member });

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

type MemberFields = Partial<Pick<Member, "isAdmin" | "disabled">> & { validSince?: Date };

async function changeFields(callerUid: string, uid: string, fields: MemberFields): Promise<WireMember | Failure> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const { documents } = orThrow(await readDocuments([`members/${callerUid}`, `members/${uid}`]));
    const [callerDocument, memberDocument] = documents;
    const caller = parseMember(callerDocument?.data);
    if (!callerDocument || caller === null || caller.disabled || !caller.isAdmin) return ONLY_ADMINS;
    const member = toWireMember(uid, { ...memberDocument?.data, ...fields });
    if (!memberDocument || member === null) return NO_SUCH_MEMBER;
    const outcome = await commitWrites([
      // Otherwise two admins who disable each other at once would leave no admin.
      keepAdmin(callerDocument),
      updateMember(uid, fields, memberDocument.updateTime),
    ]);
    if ("time" in outcome) return member;
    if (outcome.refusal === "UNAVAILABLE") return UNAVAILABLE;
    // The pause is random, so that two changes do not meet again and again.
    await sleep(Math.random() * MAX_PAUSE_MS);
  }
  return CHANGED_MEANWHILE;
}
