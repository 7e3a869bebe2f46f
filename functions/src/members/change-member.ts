import { endOfSecond, type Failure, type MemberChange, type WireMember } from "@logbook/domain";
import type { Auth } from "firebase-admin/auth";
import type { Firestore } from "firebase-admin/firestore";
import { type Member, readMember } from "../accounts/member.ts";
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
const BUSY = failure("conflict", "Others are changing this member at the moment. Please try again.");
const TIMEOUT_MS = 10_000;
// Each time somebody else changed the member between a reading and the next, which admins hardly do that often.
const ATTEMPTS = 10;

/**
 * Disables or enables a member, or makes them an admin or no longer one. It counts at once: the API and the rules of
 * Firestore and Storage read the member's document. Who is disabled is also signed out everywhere.
 */
export async function changeMember(caller: Caller, uid: string, change: MemberChange): Promise<Answer | Failure> {
  if (uid === caller.uid) return ONESELF;
  if (!UID.test(uid)) return NO_SUCH_MEMBER;
  return await inTurn(uid, () => makeChange(caller, uid, change));
}

async function makeChange(caller: Caller, uid: string, change: MemberChange): Promise<Answer | Failure> {
  const db = await adminDb();
  const write = (stored: object): Promise<WireMember | Failure> =>
    inTurn(ALL, () => within(TIMEOUT_MS, writeMember(db, caller.uid, uid, stored)));
  if (change.disabled === undefined) return answer(await write(change));

  const auth = await adminAuth();
  if (change.disabled) {
    const member = await write({ disabled: true, validSince: endOfSecond(Date.now()) });
    if (isFailure(member)) return member;
    const account = await followMember(db, auth, uid);
    if (account !== "none") await auth.revokeRefreshTokens(uid);
    return account === "unsettled" ? BUSY : answer(member);
  }

  const before = await readStored(db, uid);
  if (before === null) return NO_SUCH_MEMBER;
  // First, so that nobody is shown as enabled whom Auth still refuses; the document alone keeps them out till then.
  if (!(await setAccount(auth, uid, { disabled: false }))) return NO_ACCOUNT;
  if (Number.isFinite(before.validSince)) await passed(new Date(before.validSince));
  const member = await write(change);
  const account = await followMember(db, auth, uid);
  return account === "unsettled" && !isFailure(member) ? BUSY : answer(member);
}

const answer = (member: WireMember | Failure): Answer | Failure => (isFailure(member) ? member : ok({ member }));

async function readStored(db: Firestore, uid: string): Promise<Member | null> {
  return readMember((await within(TIMEOUT_MS, db.doc(`members/${uid}`).get())).data());
}

/**
 * Sets the account to what the member's document says, and looks again until they agree: in another instance somebody may
 * change the member at the same moment, and whoever sets the account last has to have read the document after that.
 */
async function followMember(db: Firestore, auth: Auth, uid: string): Promise<"settled" | "unsettled" | "none"> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const member = await readStored(db, uid);
    const account = (await auth.getUsers([{ uid }])).users[0];
    if (member === null || account === undefined) return "none";
    if (account.disabled === member.disabled) return "settled";
    if (!(await setAccount(auth, uid, { disabled: member.disabled }))) return "none";
  }
  return "unsettled";
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

const turns = new Map<string, Promise<unknown>>();
const ALL = "*";

/**
 * One after the other of those with the same key: changes of one member, which would leave Firestore and Auth with one of
 * each; and all transactions, which on the same documents at once would hold each other up for many seconds.
 */
async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const turn = (turns.get(key) ?? Promise.resolve()).then(work);
  const over = turn.catch(() => undefined);
  turns.set(key, over);
  try {
    return await turn;
  } finally {
    if (turns.get(key) === over) turns.delete(key);
  }
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
