import { randomUUID } from "node:crypto";
import { hasOtherSignInMethod, passwordOnlyUpdate } from "@logbook/domain";
import { FieldPath, type Firestore, type QueryDocumentSnapshot } from "firebase-admin/firestore";
import { adminAuth, adminDb } from "../firestore/admin.ts";
import { findFree, looksPaths } from "./reservation.ts";

const HOUR_MS = 60 * 60_000;
const ACCOUNTS_PAGE = 1000;
// As many accounts as Auth looks up at once.
const NAMES_PAGE = 100;
const NOT_FOUND = 5;
const FAILED_PRECONDITION = 9;

/**
 * Removes accounts that are an hour old and no member: of registrations that were cut short, and of strangers who signed
 * up to Auth with the public key. Frees names whose member is gone, and reserves what older names look like. A member without an account is only told of: an admin
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
    const suspects = page.users.filter(hasOtherSignInMethod);
    const members = await membersAmong(
      db,
      [...old, ...suspects].map(({ uid }) => uid),
    );
    const orphans = old.map(({ uid }) => uid).filter((uid) => !members.has(uid));
    if (orphans.length > 0) count.removed += (await auth.deleteUsers(orphans)).successCount;
    for (const account of suspects.filter(({ uid }) => members.has(uid))) {
      await auth.updateUser(account.uid, passwordOnlyUpdate(account, randomUUID()));
      count.closed += 1;
    }
    pageToken = page.pageToken;
  } while (pageToken !== undefined);
  return count;
}

async function freeNames(db: Firestore, before: number): Promise<{ freed: number; locked: number }> {
  const auth = await adminAuth();
  const count = { freed: 0, locked: 0 };
  for await (const { docs, members } of reservations(db, "usernames")) {
    count.freed += await freeOld(docs, members, before);
    for (const name of docs) {
      const username = members.get(holder(name));
      if (username !== undefined && name.get("hasLooks") !== true) await reserveLooks(db, name, username);
    }
    if (members.size > 0)
      count.locked += (await auth.getUsers([...members.keys()].map((uid) => ({ uid })))).notFound.length;
  }
  for await (const { docs, members } of reservations(db, "lookalikes")) await freeOld(docs, members, before);
  return count;
}

const holder = (reservation: QueryDocumentSnapshot): string => String(reservation.get("uid") ?? "");

/** The reservations of a collection, page by page, and which of their holders are members. */
async function* reservations(db: Firestore, collection: "usernames" | "lookalikes") {
  const ordered = db.collection(collection).orderBy(FieldPath.documentId()).limit(NAMES_PAGE);
  let last: QueryDocumentSnapshot | undefined;
  do {
    const { docs } = await (last === undefined ? ordered : ordered.startAfter(last)).get();
    last = docs.length < NAMES_PAGE ? undefined : docs.at(-1);
    yield { docs, members: await membersAmong(db, docs.map(holder)) };
  } while (last !== undefined);
}

/** Frees those that no member has; gives how many. */
async function freeOld(docs: readonly QueryDocumentSnapshot[], members: Members, before: number): Promise<number> {
  let count = 0;
  for (const one of docs)
    if (!members.has(holder(one)) && one.createTime.toMillis() < before && (await freed(one))) count += 1;
  return count;
}

/** Reserves what a name looks like that was reserved without it, where nobody else has that. */
async function reserveLooks(db: Firestore, name: QueryDocumentSnapshot, username: string): Promise<void> {
  for (const path of looksPaths(username)) {
    const free = await findFree(db, path);
    if (free?.leftOver === null) await db.doc(path).set({ uid: holder(name) });
  }
  await name.ref.update({ hasLooks: true });
}

/** The usernames of those of the uids that are members. */
type Members = ReadonlyMap<string, string>;

async function membersAmong(db: Firestore, uids: readonly string[]): Promise<Members> {
  const asked = [...new Set(uids)].filter((uid) => uid !== "");
  if (asked.length === 0) return new Map();
  const found = await db.getAll(...asked.map((uid) => db.doc(`members/${uid}`)), { fieldMask: ["username"] });
  return new Map(found.filter(({ exists }) => exists).map((member) => [member.id, String(member.get("username"))]));
}

/** Frees a reservation unless somebody took it over meanwhile. */
async function freed({ ref, updateTime }: QueryDocumentSnapshot): Promise<boolean> {
  try {
    await ref.delete({ lastUpdateTime: updateTime });
    return true;
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === FAILED_PRECONDITION || code === NOT_FOUND) return false;
    throw error;
  }
}
