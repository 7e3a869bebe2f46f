import type { DocumentSnapshot, Firestore } from "firebase-admin/firestore";
import { adminDb } from "../firestore/admin.ts";
import { followOwnWrite } from "./follow-own-writes.ts";
import { historyEventOf } from "./history.ts";
import { repairDeletion, repairWrite } from "./repair.ts";

/** A Firestore event; `id` is the same each time the event is delivered. */
export interface IssueEvent {
  id: string;
  time: string;
  params: { issueId: string };
  data?: { before: DocumentSnapshot; after: DocumentSnapshot } | undefined;
}

const ALREADY_EXISTS = 6;
/** The field that marks a report while a backup is restored over it (ops/backup/write-documents.ts). */
const RESTORING = "restoring";

/** Repairs writes that bypassed the rules, and records the event in the history, once for all deliveries. */
export async function issueWritten({ id, time, params: { issueId }, data }: IssueEvent): Promise<void> {
  if (data === undefined) return;
  const { before, after } = data;
  // A restored backup contains the history, the trash and the board too.
  if (before.get(RESTORING) === true || after.get(RESTORING) === true) return;
  const db = await adminDb();
  if (after.exists) await repairWrite(db, after);
  else if (before.exists) await repairDeletion(db, before);

  const event = historyEventOf(before.data() ?? null, after.data() ?? null, new Date(time));
  if (event === null) return;
  const { by, at = new Date(time) } = await readAuthorAndTime(db, issueId, after);
  const byName = await readUsername(db, by);
  if (byName !== "") await followOwnWrite(db, event, issueId, { by, at });
  try {
    await db.doc(`history/${id}`).create({ issueId, ...event, by: by ?? "system", byName, at });
  } catch (error) {
    if ((error as { code?: unknown }).code !== ALREADY_EXISTS) throw error;
  }
}

/** The username of an author; `""` for an author who is no member. */
async function readUsername(db: Firestore, uid: unknown): Promise<string> {
  if (typeof uid !== "string" || !/^[A-Za-z0-9_-]{1,128}$/.test(uid)) return "";
  const username: unknown = (await db.doc(`members/${uid}`).get()).get("username");
  return typeof username === "string" ? username : "";
}

/**
 * The author's uid and the time of the commit, which is more precise than the event's time. Those of a deletion are in
 * the trash entry.
 */
async function readAuthorAndTime(
  db: Firestore,
  issueId: string,
  after: DocumentSnapshot,
): Promise<{ by: unknown; at: unknown }> {
  if (after.exists) return { by: after.get("updatedBy"), at: after.updateTime };
  const entry = await db.doc(`trash/${issueId}`).get();
  return { by: entry.get("deletedBy"), at: entry.get("deletedAt") };
}
