import { endOfSecond, type Failure, type MemberChange, type WireMember } from "@logbook/domain";
import type { Firestore } from "firebase-admin/firestore";
import { type Member, readMember } from "../accounts/member.ts";
import { type Caller, ONLY_ADMINS } from "../accounts/session.ts";
import { passed } from "../accounts/sign-out-everywhere.ts";
import { adminAuth, adminDb } from "../firestore/admin.ts";
import { type Answer, failure, isFailure, ok } from "../http/answer.ts";
import { within } from "../http/timeout.ts";
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
  const write = (stored: object): Promise<WireMember | Failure> =>
    inTurn(() => within(TIMEOUT_MS, writeMember(db, caller.uid, uid, stored)));
  if (change.disabled === undefined) return answer(await write(change));

  const auth = await adminAuth();
  if (change.disabled) {
    const member = await write({ disabled: true, validSince: endOfSecond(Date.now()) });
    if (isFailure(member)) return member;
    await ofAccount(auth.revokeRefreshTokens(uid));
    return answer(member);
  }

  const before = await readStored(db, uid);
  if (before === null) return NO_SUCH_MEMBER;
  // The console, and this logbook in earlier times, disable the account too. First, so that nobody is shown as enabled
  // whom Auth still refuses.
  if (!(await ofAccount(auth.updateUser(uid, { disabled: false })))) return NO_ACCOUNT;
  if (Number.isFinite(before.validSince)) await passed(new Date(before.validSince));
  return answer(await write(change));
}

const answer = (member: WireMember | Failure): Answer | Failure => (isFailure(member) ? member : ok({ member }));

async function readStored(db: Firestore, uid: string): Promise<Member | null> {
  return readMember((await within(TIMEOUT_MS, db.doc(`members/${uid}`).get())).data());
}

/** Whether there is the account that Auth was asked to change. */
async function ofAccount(change: Promise<unknown>): Promise<boolean> {
  try {
    await change;
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === "auth/user-not-found") return false;
    throw error;
  }
}

let lastTurn: Promise<unknown> = Promise.resolve();

/** One after the other: transactions on the same documents at once would hold each other up for many seconds. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = lastTurn.then(work);
  lastTurn = turn.catch(() => undefined);
  return turn;
}

/**
 * Writes the change unless the caller has lost their own right meanwhile: two admins who disable each other at the same
 * moment would otherwise leave nobody to administer.
 */
function writeMember(db: Firestore, caller: string, uid: string, change: object): Promise<WireMember | Failure> {
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
