import { endOfSecond, type Failure, type MemberChange, type WireMember } from "@logbook/domain";
import type { Auth } from "firebase-admin/auth";
import type { Firestore } from "firebase-admin/firestore";
import { readMember } from "../accounts/member.ts";
import { type Caller, ONLY_ADMINS } from "../accounts/session.ts";
import { passed } from "../accounts/sign-out-everywhere.ts";
import { adminAuth, adminDb } from "../admin.ts";
import { type Answer, failure, isFailure, ok } from "../api/answer.ts";
import { within } from "../within.ts";
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
// Firestore keeps ids between double underscores for itself.
const UID = /^(?!__.*__$)[A-Za-z0-9_-]{1,128}$/;
const TIMEOUT_MS = 10_000;

/**
 * Disables or enables a member, or makes them an admin or no longer one. It counts at once: the API and the rules of
 * Firestore and Storage read the member's document. Who is disabled is also signed out everywhere.
 */
export async function changeMember(caller: Caller, uid: string, change: MemberChange): Promise<Answer | Failure> {
  if (uid === caller.uid) return ONESELF;
  if (!UID.test(uid)) return NO_SUCH_MEMBER;
  const db = await adminDb();
  const auth = await adminAuth();

  if (change.disabled === false) {
    const before = await within(TIMEOUT_MS, db.doc(`members/${uid}`).get());
    const member = readMember(before.data());
    if (member === null) return NO_SUCH_MEMBER;
    // First, so that nobody is shown as enabled whom Auth still refuses; the document alone keeps them out till then.
    if (!(await setAccount(auth, uid, { disabled: false }))) return NO_ACCOUNT;
    if (Number.isFinite(member.validSince)) await passed(new Date(member.validSince));
  }
  const stored = change.disabled ? { disabled: true, validSince: endOfSecond(Date.now()) } : change;
  const member = await inTurn(() => within(TIMEOUT_MS, write(db, caller.uid, uid, stored)));
  if (isFailure(member)) return member;
  if (change.disabled) {
    if (await setAccount(auth, uid, { disabled: true })) await auth.revokeRefreshTokens(uid);
  }
  return ok({ member });
}

/** Gives whether there is such an account. */
async function setAccount(auth: Auth, uid: string, change: { disabled: boolean }): Promise<boolean> {
  try {
    await auth.updateUser(uid, change);
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === "auth/user-not-found") return false;
    throw error;
  }
}

let last: Promise<unknown> = Promise.resolve();

/** One after the other: transactions on the same documents at once would hold each other up for many seconds. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work);
  last = turn.catch(() => undefined);
  return turn;
}

/**
 * Writes the change unless the caller has lost their own right meanwhile: two admins who disable each other at the same
 * moment would otherwise leave nobody to administer.
 */
function write(db: Firestore, caller: string, uid: string, change: object): Promise<WireMember | Failure> {
  return db.runTransaction(async (transaction) => {
    const [by, of] = await transaction.getAll(db.doc(`members/${caller}`), db.doc(`members/${uid}`));
    const admin = readMember(by?.data());
    if (admin === null || admin.disabled || !admin.isAdmin) return ONLY_ADMINS;
    const member = toWireMember(uid, of?.data());
    if (of === undefined || member === null) return NO_SUCH_MEMBER;
    transaction.update(of.ref, change);
    return toWireMember(uid, { ...of.data(), ...change }) ?? NO_SUCH_MEMBER;
  });
}
