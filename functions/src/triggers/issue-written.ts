import { LIMITS } from "@logbook/domain";
import { type DocumentSnapshot, FieldPath, type Firestore } from "firebase-admin/firestore";
import { adminDb } from "../firestore/admin.ts";
import { isUid } from "../firestore/documents.ts";
import { historyEventOf } from "./history.ts";
import { repairDeletion, repairWrite } from "./repair.ts";

/** A Firestore event about a write of `issues/{issueId}`; `id` is the same each time the event is delivered. */
export interface IssueEvent {
  id: string;
  time: string;
  params: { issueId: string };
  data?: { before: DocumentSnapshot; after: DocumentSnapshot } | undefined;
}

const GRPC_ALREADY_EXISTS = 6;
/** The field that a report has while a backup is being restored (ops/backup/write-documents.ts). */
const RESTORING_FIELD = "restoring";

/** Repairs a write that bypassed the rules, and records the write in the history. Idempotent. */
export async function issueWritten({ id, time, params: { issueId }, data }: IssueEvent): Promise<void> {
  if (data === undefined) return;
  const { before, after } = data;
  // The backup contains history, trash and board as well, so there is nothing to repair or record.
  if (before.get(RESTORING_FIELD) === true || after.get(RESTORING_FIELD) === true) return;
  const db = await adminDb();
  if (after.exists) await repairWrite(db, after);
  else if (before.exists) await repairDeletion(db, before);

  const event = historyEventOf(before.data() ?? null, after.data() ?? null, new Date(time));
  // Some writes have no event, for example a vote.
  if (event === null) return;
  const { authorUid, writtenAt = new Date(time) } = await readAuthorAndTime(db, issueId, after);
  const byName = await readUsername(db, authorUid);
  const hasNewText = event.kind === "created" || event.kind === "amended";
  if (byName !== "" && hasNewText) await followAsAuthor(db, issueId, authorUid, writtenAt);
  try {
    await db.doc(`history/${id}`).create({ issueId, ...event, by: authorUid ?? "system", byName, at: writtenAt });
  } catch (error) {
    if ((error as { code?: unknown }).code !== GRPC_ALREADY_EXISTS) throw error;
  }
}

/** The username of an author; `""` for an author who is no member. */
async function readUsername(db: Firestore, uid: unknown): Promise<string> {
  // A write that bypassed the rules may have stored anything as its author.
  if (!isUid(uid)) return "";
  const username: unknown = (await db.doc(`members/${uid}`).get()).get("username");
  return typeof username === "string" ? username : "";
}

/**
 * The author's uid and the time of the commit, which is more precise than the event's time. For a deletion, the trash
 * entry has the author and the time. They are `undefined` if there is no trash entry.
 */
async function readAuthorAndTime(
  db: Firestore,
  issueId: string,
  after: DocumentSnapshot,
): Promise<{ authorUid: unknown; writtenAt: unknown }> {
  if (after.exists) return { authorUid: after.get("updatedBy"), writtenAt: after.updateTime };
  const trashEntry = await db.doc(`trash/${issueId}`).get();
  return { authorUid: trashEntry.get("deletedBy"), writtenAt: trashEntry.get("deletedAt") };
}

/**
 * Makes the author of a report or an amendment follow the report, unless the author has chosen a mode for the report or
 * has chosen modes for as many reports as are allowed.
 */
async function followAsAuthor(db: Firestore, issueId: string, authorUid: unknown, writtenAt: unknown): Promise<void> {
  const followsRef = db.doc(`follows/${authorUid}`);
  const modesById: unknown = (await followsRef.get()).get("reports");
  const issueIds = typeof modesById === "object" && modesById !== null ? Object.keys(modesById) : [];
  if (issueIds.includes(issueId) || issueIds.length >= LIMITS.followsPerMember) return;
  // `mergeFields` leaves the other reports unchanged. A `FieldPath` accepts every id, also one with a hyphen.
  const reports = { [issueId]: { mode: "all", since: writtenAt } };
  await followsRef.set({ reports }, { mergeFields: [new FieldPath("reports", issueId)] });
}
