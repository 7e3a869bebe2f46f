import { randomUUID } from "node:crypto";
import { hasOtherSignInMethod, passwordOnlyUpdate } from "@logbook/domain";
import { FieldPath, type Firestore, type QueryDocumentSnapshot } from "firebase-admin/firestore";
import { adminAuth, adminDb } from "../firestore/admin.ts";

const HOUR_MS = 60 * 60_000;
const ACCOUNTS_PAGE = 1000;
// The most accounts that Auth looks up in one call.
const NAMES_PAGE = 100;
// gRPC: NOT_FOUND, FAILED_PRECONDITION.
const CHANGED: readonly unknown[] = [5, 9];

/**
 * The job that removes leftovers older than an hour: accounts without a member, of interrupted registrations or
 * sign-ups at Auth, and names without a member. It also removes other sign-in methods of members. It only counts
 * members without an account: an admin has to decide. Returns a summary.
 */
export async function removeOrphans(now: Date): Promise<string> {
  const db = await adminDb();
  // While data is being restored, or in the wrong project, every account would look like an orphan.
  if ((await db.collection("members").limit(1).get()).empty) return "There are no members at all; nothing was removed.";
  const before = now.getTime() - HOUR_MS;
  const accounts = await cleanAccounts(db, before);
  const names = await cleanNames(db, before);
  return `Accounts without a member: ${accounts.removed} removed. Other ways into accounts: ${accounts.closed} closed. Names without a member: ${names.freed} freed. Members without an account: ${names.withoutAccount}.`;
}

async function cleanAccounts(db: Firestore, before: number): Promise<{ removed: number; closed: number }> {
  const auth = await adminAuth();
  const count = { removed: 0, closed: 0 };
  let pageToken: string | undefined;
  do {
    const page = await auth.listUsers(ACCOUNTS_PAGE, pageToken);
    const old = page.users.filter(({ metadata }) => Date.parse(metadata.creationTime) < before);
    const withOtherSignIn = page.users.filter(hasOtherSignInMethod);
    const members = await membersOf(
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

async function cleanNames(db: Firestore, before: number): Promise<{ freed: number; withoutAccount: number }> {
  const auth = await adminAuth();
  const count = { freed: 0, withoutAccount: 0 };
  for await (const { docs, members } of reservationPages(db, "usernames")) {
    count.freed += await freeOrphans(docs, members, before);
    if (members.size > 0)
      count.withoutAccount += (await auth.getUsers([...members].map((uid) => ({ uid })))).notFound.length;
  }
  for await (const { docs, members } of reservationPages(db, "lookalikes")) await freeOrphans(docs, members, before);
  return count;
}

const uidOf = (reservation: QueryDocumentSnapshot): string => String(reservation.get("uid") ?? "");

/** The reservations of a collection, page by page, with the members among their holders. */
async function* reservationPages(db: Firestore, collection: "usernames" | "lookalikes") {
  const ordered = db.collection(collection).orderBy(FieldPath.documentId()).limit(NAMES_PAGE);
  let last: QueryDocumentSnapshot | undefined;
  do {
    const { docs } = await (last === undefined ? ordered : ordered.startAfter(last)).get();
    last = docs.length < NAMES_PAGE ? undefined : docs.at(-1);
    yield { docs, members: await membersOf(db, docs.map(uidOf)) };
  } while (last !== undefined);
}

/** Deletes old reservations without a member; returns how many. */
async function freeOrphans(
  docs: readonly QueryDocumentSnapshot[],
  members: ReadonlySet<string>,
  before: number,
): Promise<number> {
  let count = 0;
  for (const document of docs)
    if (!members.has(uidOf(document)) && document.createTime.toMillis() < before && (await free(document))) count += 1;
  return count;
}

/** The members among these uids. */
async function membersOf(db: Firestore, uids: readonly string[]): Promise<ReadonlySet<string>> {
  const unique = [...new Set(uids)].filter((uid) => uid !== "");
  if (unique.length === 0) return new Set();
  const found = await db.getAll(...unique.map((uid) => db.doc(`members/${uid}`)), { fieldMask: [] });
  return new Set(found.filter(({ exists }) => exists).map(({ id }) => id));
}

/** Deletes a reservation; `false` if it has been taken over or deleted in the meantime. */
async function free({ ref, updateTime }: QueryDocumentSnapshot): Promise<boolean> {
  try {
    await ref.delete({ lastUpdateTime: updateTime });
    return true;
  } catch (error) {
    if (CHANGED.includes((error as { code?: unknown }).code)) return false;
    throw error;
  }
}
