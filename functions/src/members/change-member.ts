import { type Failure, type MemberChange, nextSecond, type WireMember } from "@logbook/domain";
import type { Firestore } from "firebase-admin/firestore";
import { waitUntilValid } from "../accounts/end-sessions.ts";
import { parseMember } from "../accounts/member.ts";
import { type Caller, ONLY_ADMINS } from "../accounts/session.ts";
import { adminAuth, adminDb } from "../firestore/admin.ts";
import { isUid } from "../firestore/documents.ts";
import { type ApiResponse, failure, isFailure, ok } from "../http/response.ts";
import { withTimeout } from "../http/timeout.ts";
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
/** The error code of a transaction that conflicted with other transactions at each attempt. */
const GRPC_ABORTED = 10;

/** Disables or enables a member, or grants or revokes the admin role. Disabling signs the member out everywhere. */
export async function changeMember(caller: Caller, uid: string, change: MemberChange): Promise<ApiResponse | Failure> {
  if (uid === caller.uid) return CHANGE_OF_ONESELF;
  if (!isUid(uid)) return NO_SUCH_MEMBER;
  const db = await adminDb();
  const writeFields = (fields: object): Promise<WireMember | Failure> =>
    runInSequence(() => withTimeout(updateMember(db, caller.uid, uid, fields)));
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

  const memberBefore = parseMember((await withTimeout(db.doc(`members/${uid}`).get())).data());
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

let lastUpdate: Promise<unknown> = Promise.resolve();

/** Runs updates one by one: concurrent transactions on the same documents would block each other for seconds. */
function runInSequence<T>(update: () => Promise<T>): Promise<T> {
  const result = lastUpdate.then(update);
  lastUpdate = result.catch(() => undefined);
  return result;
}

// The transaction reads the caller too: otherwise two admins who disable each other at once would leave no admin.
function updateMember(db: Firestore, callerUid: string, uid: string, fields: object): Promise<WireMember | Failure> {
  const update = db.runTransaction(async (transaction) => {
    const [callerDocument, memberDocument] = await transaction.getAll(
      db.doc(`members/${callerUid}`),
      db.doc(`members/${uid}`),
    );
    const caller = parseMember(callerDocument?.data());
    if (caller === null || caller.disabled || !caller.isAdmin) return ONLY_ADMINS;
    const member = toWireMember(uid, memberDocument?.data());
    if (memberDocument === undefined || member === null) return NO_SUCH_MEMBER;
    transaction.update(memberDocument.ref, fields);
    // This is never `null`, because `member` above was not.
    return toWireMember(uid, { ...memberDocument.data(), ...fields }) ?? NO_SUCH_MEMBER;
  });
  return update.catch((error: { code?: unknown }) => {
    if (error.code === GRPC_ABORTED) return CHANGED_MEANWHILE;
    throw error;
  });
}
