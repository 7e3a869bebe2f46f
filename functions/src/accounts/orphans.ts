import { randomUUID } from "node:crypto";
import { hasOtherSignInMethod, passwordOnlyUpdate } from "@logbook/domain";
import { FieldPath, type Firestore, type QueryDocumentSnapshot } from "firebase-admin/firestore";
import { adminAuth, adminDb } from "../firestore/admin.ts";

const HOUR_MS = 60 * 60_000;
const ACCOUNTS_PER_PAGE = 1000;
// Auth looks up at most 100 accounts in one call.
const NAMES_PER_PAGE = 100;
// gRPC: NOT_FOUND, FAILED_PRECONDITION.
const CODES_OF_CHANGED_DOCUMENT: readonly unknown[] = [5, 9];

/**
 * The job that removes accounts and names without a member if they are older than an hour. They come from interrupted
 * registrations, sign-ups at Auth itself and deleted members. The job also removes all sign-in methods of members but
 * their password. Members without an account are only counted: an admin has to decide about them. Returns a summary.
 */
export async function removeOrphans(now: Date): Promise<string> {
  const db = await adminDb();
  // While data is being restored, or in the wrong project, every account would look like an orphan.
  if ((await db.collection("members").limit(1).get()).empty) return "There are no members at all; nothing was removed.";
  const createdBefore = now.getTime() - HOUR_MS;
  const accounts = await cleanAccounts(db, createdBefore);
  const names = await cleanNames(db, createdBefore);
  return `Accounts without a member: ${accounts.removed} removed. Other ways into accounts: ${accounts.closed} closed. Names without a member: ${names.freed} freed. Members without an account: ${names.withoutAccount}.`;
}

async function cleanAccounts(db: Firestore, createdBefore: number): Promise<{ removed: number; closed: number }> {
  const auth = await adminAuth();
  const count = { removed: 0, closed: 0 };
  let pageToken: string | undefined;
  do {
    const page = await auth.listUsers(ACCOUNTS_PER_PAGE, pageToken);
    const old = page.users.filter(({ metadata }) => Date.parse(metadata.creationTime) < createdBefore);
    const withOtherSignIn = page.users.filter(hasOtherSignInMethod);
    const members = await findMembers(
      db,
      [...old, ...withOtherSignIn].map(({ uid }) => uid),
    );
    const orphans = old.map(({ uid }) => uid).filter((uid) => !members.has(uid));
    if (orphans.length > 0) count.removed += (await auth.deleteUsers(orphans)).successCount;
    for (const account of withOtherSignIn.filter(({ uid }) => members.has(uid))) {
      await auth.updateUser(account.uid, passwordOnlyUpdate(account, randomUUID()));
      count.closed += 1;
    }
    pageToken = page.pageToken;
  } while (pageToken !== undefined);
  return count;
}

async function cleanNames(db: Firestore, createdBefore: number): Promise<{ freed: number; withoutAccount: number }> {
  const auth = await adminAuth();
  const count = { freed: 0, withoutAccount: 0 };
  for await (const { docs, members } of reservationPages(db, "usernames")) {
    count.freed += await deleteOrphans(docs, members, createdBefore);
    if (members.size > 0)
      count.withoutAccount += (await auth.getUsers([...members].map((uid) => ({ uid })))).notFound.length;
  }
  for await (const { docs, members } of reservationPages(db, "lookalikes"))
    await deleteOrphans(docs, members, createdBefore);
  return count;
}

const uidOf = (reservation: QueryDocumentSnapshot): string => String(reservation.get("uid") ?? "");

/** The reservations of a collection, page by page; `members` are the uids of their holders who are members. */
async function* reservationPages(db: Firestore, collection: "usernames" | "lookalikes") {
  const ordered = db.collection(collection).orderBy(FieldPath.documentId()).limit(NAMES_PER_PAGE);
  let last: QueryDocumentSnapshot | undefined;
  do {
    const { docs } = await (last === undefined ? ordered : ordered.startAfter(last)).get();
    last = docs.length < NAMES_PER_PAGE ? undefined : docs.at(-1);
    yield { docs, members: await findMembers(db, docs.map(uidOf)) };
  } while (last !== undefined);
}

/** Deletes old reservations without a member; returns how many. */
async function deleteOrphans(
  docs: readonly QueryDocumentSnapshot[],
  members: ReadonlySet<string>,
  createdBefore: number,
): Promise<number> {
  let count = 0;
  for (const document of docs) {
    const isOrphan = !members.has(uidOf(document)) && document.createTime.toMillis() < createdBefore;
    if (isOrphan && (await deleteReservation(document))) count += 1;
  }
  return count;
}

/** The members among these uids. */
async function findMembers(db: Firestore, uids: readonly string[]): Promise<ReadonlySet<string>> {
  const unique = [...new Set(uids)].filter((uid) => uid !== "");
  if (unique.length === 0) return new Set();
  const found = await db.getAll(...unique.map((uid) => db.doc(`members/${uid}`)), { fieldMask: [] });
  return new Set(found.filter(({ exists }) => exists).map(({ id }) => id));
}

/** Deletes a reservation; `false` if it has been taken over or deleted in the meantime. */
async function deleteReservation({ ref, updateTime }: QueryDocumentSnapshot): Promise<boolean> {
  try {
    await ref.delete({ lastUpdateTime: updateTime });
    return true;
  } catch (error) {
    if (CODES_OF_CHANGED_DOCUMENT.includes((error as { code?: unknown }).code)) return false;
    throw error;
  }
}
