import { randomUUID } from "node:crypto";
import { foldUsername, hasOtherSignInMethod, passwordOnlyUpdate } from "@logbook/domain";
import { FieldPath, type Firestore, type QueryDocumentSnapshot } from "firebase-admin/firestore";
import { adminAuth, adminDb } from "../firestore/admin.ts";

// A younger account or name may belong to a registration that is still running.
const MIN_AGE_MS = 60 * 60_000;
// The most accounts that Auth lists, and deletes, in one call.
const ACCOUNTS_PER_PAGE = 1000;
// Each name has one account, and Auth looks up at most this many accounts in one call.
const NAMES_PER_PAGE = 100;
const GRPC_NOT_FOUND = 5;
const GRPC_ALREADY_EXISTS = 6;
const GRPC_FAILED_PRECONDITION = 9;

/**
 * Removes accounts and names without a member: interrupted registrations, sign-ups through Auth's own API and deleted
 * members leave them. The name of a member who has deleted their account stays reserved until the departure is over
 * (departures/finish-departures.ts). Also removes every sign-in method of a member except the password, and folds names of earlier
 * versions anew. Returns a summary with the number of members without an account, about whom an admin has to decide.
 */
export async function removeOrphans(now: Date): Promise<string> {
  const db = await adminDb();
  // While a backup is being restored, or in the wrong Firebase project, every account would look like an orphan.
  if ((await db.collection("members").limit(1).get()).empty) return "There are no members at all; nothing was removed.";
  const createdBefore = now.getTime() - MIN_AGE_MS;
  const accounts = await cleanAccounts(db, createdBefore);
  const names = await cleanNames(db, createdBefore);
  return `Accounts without a member: ${accounts.deleted} removed. Other ways into accounts: ${accounts.limitedToPassword} closed. Names without a member: ${names.freed} freed. Members without an account: ${names.membersWithoutAccount}.`;
}

async function cleanAccounts(db: Firestore, createdBefore: number) {
  const auth = await adminAuth();
  const counts = { deleted: 0, limitedToPassword: 0 };
  let pageToken: string | undefined;
  do {
    const page = await auth.listUsers(ACCOUNTS_PER_PAGE, pageToken);
    const oldAccounts = page.users.filter(({ metadata }) => Date.parse(metadata.creationTime) < createdBefore);
    const accountsWithOtherSignIn = page.users.filter(hasOtherSignInMethod);
    const uids = [...oldAccounts, ...accountsWithOtherSignIn].map(({ uid }) => uid);
    const memberUids = await findUids(db, "members", uids);
    const orphanUids = oldAccounts.map(({ uid }) => uid).filter((uid) => !memberUids.has(uid));
    if (orphanUids.length > 0) counts.deleted += (await auth.deleteUsers(orphanUids)).successCount;
    for (const account of accountsWithOtherSignIn.filter(({ uid }) => memberUids.has(uid))) {
      await auth.updateUser(account.uid, passwordOnlyUpdate(account, randomUUID()));
      counts.limitedToPassword += 1;
    }
    pageToken = page.pageToken;
  } while (pageToken !== undefined);
  return counts;
}

async function cleanNames(db: Firestore, createdBefore: number) {
  const auth = await adminAuth();
  const counts = { freed: 0, membersWithoutAccount: 0 };
  for await (const { reservations, memberUids, reservedUids } of reservationPages(db, "usernames")) {
    counts.freed += await deleteOrphans(reservations, reservedUids, createdBefore);
    for (const reservation of reservations) if (memberUids.has(uidOf(reservation))) await foldAnew(db, reservation);
    if (memberUids.size === 0) continue;
    const { notFound } = await auth.getUsers([...memberUids].map((uid) => ({ uid })));
    counts.membersWithoutAccount += notFound.length;
  }
  // A name may have several look-alikes, so only the names are counted.
  for await (const { reservations, reservedUids } of reservationPages(db, "lookalikes"))
    await deleteOrphans(reservations, reservedUids, createdBefore);
  return counts;
}

/**
 * Moves a name's reservation of an earlier version to the id by which names are compared today, so that nobody can
 * register the same name. If another member has that id, both keep theirs, and each can sign in (`usernameIds`).
 */
async function foldAnew(db: Firestore, reservation: QueryDocumentSnapshot): Promise<void> {
  const { id, ref, updateTime } = reservation;
  const foldedId = foldUsername(id);
  if (foldedId === id) return;
  const batch = db.batch();
  batch.create(db.doc(`usernames/${foldedId}`), reservation.data());
  batch.delete(ref, { lastUpdateTime: updateTime });
  await unlessConflict(batch.commit());
}

const uidOf = (reservation: QueryDocumentSnapshot): string => String(reservation.get("uid") ?? "");

/**
 * Pages of reservations (reservation.ts). `memberUids` has the page's uids for which a member exists, `reservedUids`
 * also those of members who are leaving.
 */
async function* reservationPages(db: Firestore, collection: "usernames" | "lookalikes") {
  const firstPage = db.collection(collection).orderBy(FieldPath.documentId()).limit(NAMES_PER_PAGE);
  let cursor: QueryDocumentSnapshot | undefined;
  do {
    const { docs } = await (cursor === undefined ? firstPage : firstPage.startAfter(cursor)).get();
    cursor = docs.length < NAMES_PER_PAGE ? undefined : docs.at(-1);
    const uids = docs.map(uidOf);
    // First the members: a member who leaves meanwhile is found by the second read.
    const memberUids = await findUids(db, "members", uids);
    const reservedUids = new Set([...memberUids, ...(await findUids(db, "departures", uids))]);
    yield { reservations: docs, memberUids, reservedUids };
  } while (cursor !== undefined);
}

/** Deletes the old reservations of other accounts than `reservedUids`; returns how many were deleted. */
async function deleteOrphans(
  reservations: readonly QueryDocumentSnapshot[],
  reservedUids: ReadonlySet<string>,
  createdBefore: number,
): Promise<number> {
  let count = 0;
  for (const reservation of reservations) {
    const isOrphan = !reservedUids.has(uidOf(reservation)) && reservation.createTime.toMillis() < createdBefore;
    if (isOrphan && (await deleteUnchanged(reservation))) count += 1;
  }
  return count;
}

/** Those of the uids that have a document in a collection. */
async function findUids(
  db: Firestore,
  collection: "members" | "departures",
  uids: readonly string[],
): Promise<ReadonlySet<string>> {
  const uniqueUids = [...new Set(uids)].filter((uid) => uid !== "");
  if (uniqueUids.length === 0) return new Set();
  // With an empty field mask only the existence of a document is read.
  const documents = await db.getAll(...uniqueUids.map((uid) => db.doc(`${collection}/${uid}`)), { fieldMask: [] });
  return new Set(documents.filter(({ exists }) => exists).map(({ id }) => id));
}

/** Deletes a reservation; `false` if the reservation has been taken over or deleted since it was read. */
const deleteUnchanged = ({ ref, updateTime }: QueryDocumentSnapshot): Promise<boolean> =>
  unlessConflict(ref.delete({ lastUpdateTime: updateTime }));

/** Whether a write was made; `false` if one of its documents has been created, changed or deleted meanwhile. */
async function unlessConflict(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === GRPC_NOT_FOUND || code === GRPC_ALREADY_EXISTS || code === GRPC_FAILED_PRECONDITION) return false;
    throw error;
  }
}
