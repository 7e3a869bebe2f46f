import { endOfSecond, type Failure, type MemberChange, type WireMember } from "@logbook/domain";
import type { Firestore } from "firebase-admin/firestore";
import { waitUntil } from "../accounts/end-sessions.ts";
import { readMember } from "../accounts/member.ts";
import { type Caller, forgetMember, ONLY_ADMINS } from "../accounts/session.ts";
import { adminAuth, adminDb } from "../firestore/admin.ts";
import { type ApiResponse, failure, isFailure, ok } from "../http/response.ts";
import { withTimeout } from "../http/timeout.ts";
import { toWireMember } from "./list-members.ts";

const NO_SUCH_MEMBER = failure("not-found", "There is no such member. Please reload the list.");
const NO_ACCOUNT = failure(
  "not-found",
  "This member has no account any more and stays disabled. Whoever it was has to register under another name.",
);
const ONESELF = failure(
  "forbidden",
  "You cannot disable yourself or give up being an admin. Please ask another admin to do it.",
);
const CHANGED_MEANWHILE = failure(
  "conflict",
  "Somebody else changed this member at the same moment, so nothing was changed. Please try again.",
);
/** gRPC's code of a transaction that conflicted with others at each attempt. */
const ABORTED = 10;
// Firestore reserves ids between double underscores.
const UID = /^(?!__.*__$)[A-Za-z0-9_-]{1,128}$/;

/**
 * Disables or enables a member, or grants or revokes the admin role. The change takes effect at once, because the API
 * and all rules read the member document. Disabling also signs the member out everywhere.
 */
export async function changeMember(caller: Caller, uid: string, change: MemberChange): Promise<ApiResponse | Failure> {
  if (uid === caller.uid) return ONESELF;
  if (!UID.test(uid)) return NO_SUCH_MEMBER;
  const db = await adminDb();
  const write = (fields: object): Promise<WireMember | Failure> =>
    inSequence(() => withTimeout(updateMember(db, caller.uid, uid, fields)));
  if (change.disabled === undefined) return responseOf(await write(change));

  const auth = await adminAuth();
  if (change.disabled) {
    const member = await write({ disabled: true, validSince: endOfSecond(Date.now()) });
    if (isFailure(member)) return member;
    await tryAccountChange(auth.revokeRefreshTokens(uid));
    return responseOf(member);
  }

  const before = readMember((await withTimeout(db.doc(`members/${uid}`).get())).data());
  if (before === null) return NO_SUCH_MEMBER;
  // Firebase's console can disable the account too. So the account is enabled before the member: otherwise the list
  // could show a member as enabled whom Auth still refuses.
  if (!(await tryAccountChange(auth.updateUser(uid, { disabled: false })))) return NO_ACCOUNT;
  if (Number.isFinite(before.validSince)) await waitUntil(new Date(before.validSince));
  return responseOf(await write(change));
}

const responseOf = (member: WireMember | Failure): ApiResponse | Failure =>
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

let lastUpdate: Promise<unknown> = Promise.resolve();

/**
 * Runs updates one after the other: concurrent transactions on the same documents would block each other for seconds.
 */
function inSequence<T>(update: () => Promise<T>): Promise<T> {
  const result = lastUpdate.then(update);
  lastUpdate = result.catch(() => undefined);
  return result;
}

/**
 * Updates a member in a transaction that checks that the caller is still an admin: otherwise two admins who disable
 * each other at the same time would leave no admin.
 */
function updateMember(db: Firestore, callerUid: string, uid: string, fields: object): Promise<WireMember | Failure> {
  const update = db.runTransaction(async (transaction) => {
    const [callerDocument, document] = await transaction.getAll(
      db.doc(`members/${callerUid}`),
      db.doc(`members/${uid}`),
    );
    const admin = readMember(callerDocument?.data());
    if (admin === null || admin.disabled || !admin.isAdmin) return ONLY_ADMINS;
    const member = toWireMember(uid, document?.data());
    if (document === undefined || member === null) return NO_SUCH_MEMBER;
    transaction.update(document.ref, fields);
    return toWireMember(uid, { ...document.data(), ...fields }) ?? NO_SUCH_MEMBER;
  });
  return update
    .finally(() => forgetMember(uid))
    .catch((error: { code?: unknown }) => {
      if (error.code === ABORTED) return CHANGED_MEANWHILE;
      throw error;
    });
}
