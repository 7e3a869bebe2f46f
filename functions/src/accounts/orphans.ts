import { randomUUID } from "node:crypto";
import { hasOtherWayIn, onlyWayIn } from "@logbook/domain";
import { FieldPath, type Firestore, type QueryDocumentSnapshot } from "firebase-admin/firestore";
import { adminAuth, adminDb } from "../admin.ts";

const HOUR_MS = 60 * 60_000;
const ACCOUNTS_PAGE = 1000;
// As many accounts as Auth looks up at once.
const NAMES_PAGE = 100;
const NOT_FOUND = 5;
const FAILED_PRECONDITION = 9;

/**
 * Removes accounts that are an hour old and no member: of registrations that were cut short, and of strangers who signed
 * up to Auth with the public key. Frees names whose member is gone. A member without an account is only told of: an admin
 * has to see to it. Where somebody has opened another way into a member's account, through Auth's own API, it is closed.
 * Gives what it did, in a sentence.
 */
export async function removeOrphans(now: Date): Promise<string> {
  const db = await adminDb();
  // A store that is being restored, or the wrong one: every account would look like an orphan.
  if ((await db.collection("members").limit(1).get()).empty) return "There are no members at all; nothing was removed.";
  const before = now.getTime() - HOUR_MS;
  const accounts = await removeAccounts(db, before);
  const names = await freeNames(db, before);
  return `Accounts without a member: ${accounts.removed} removed. Other ways into accounts: ${accounts.closed} closed. Names without a member: ${names.freed} freed. Members without an account: ${names.locked}.`;
}

async function removeAccounts(db: Firestore, before: number): Promise<{ removed: number; closed: number }> {
  const auth = await adminAuth();
  const count = { removed: 0, closed: 0 };
  let pageToken: string | undefined;
  do {
    const page = await auth.listUsers(ACCOUNTS_PAGE, pageToken);
    const old = page.users.filter(({ metadata }) => Date.parse(metadata.creationTime) < before);
    const suspects = page.users.filter(hasOtherWayIn);
    const members = await existing(
      db,
      [...new Set([...old, ...suspects])].map(({ uid }) => uid),
    );
    const orphans = old.map(({ uid }) => uid).filter((uid) => !members.has(uid));
    if (orphans.length > 0) count.removed += (await auth.deleteUsers(orphans)).successCount;
    for (const account of suspects.filter(({ uid }) => members.has(uid))) {
      await auth.updateUser(account.uid, onlyWayIn(account, randomUUID()));
      count.closed += 1;
    }
    pageToken = page.pageToken;
  } while (pageToken !== undefined);
  return count;
}

async function freeNames(db: Firestore, before: number): Promise<{ freed: number; locked: number }> {
  const auth = await adminAuth();
  const count = { freed: 0, locked: 0 };
  const names = db.collection("usernames").orderBy(FieldPath.documentId()).limit(NAMES_PAGE);
  let last: QueryDocumentSnapshot | undefined;
  do {
    const { docs } = await (last === undefined ? names : names.startAfter(last)).get();
    last = docs.length < NAMES_PAGE ? undefined : docs.at(-1);
    const holders = docs.map((name) => ({ name, uid: String(name.get("uid") ?? "") }));
    const members = await existing(
      db,
      holders.map(({ uid }) => uid).filter((uid) => uid !== ""),
    );
    for (const { name, uid } of holders)
      if (!members.has(uid) && name.createTime.toMillis() < before && (await freed(name))) count.freed += 1;
    if (members.size > 0) count.locked += (await auth.getUsers([...members].map((uid) => ({ uid })))).notFound.length;
  } while (last !== undefined);
  return count;
}

/** Those of the uids that are members. */
async function existing(db: Firestore, uids: readonly string[]): Promise<Set<string>> {
  if (uids.length === 0) return new Set();
  const found = await db.getAll(...uids.map((uid) => db.doc(`members/${uid}`)), { fieldMask: ["isAdmin"] });
  return new Set(found.filter(({ exists }) => exists).map(({ id }) => id));
}

/** Frees a name unless somebody took it over meanwhile. */
async function freed(name: QueryDocumentSnapshot): Promise<boolean> {
  try {
    await name.ref.delete({ lastUpdateTime: name.updateTime });
    return true;
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === FAILED_PRECONDITION || code === NOT_FOUND) return false;
    throw error;
  }
}
