import type { DocumentSnapshot, Firestore } from "firebase-admin/firestore";
import { adminDb } from "../firestore/admin.ts";
import { happening } from "./history.ts";
import { repairDeletion, repairWrite } from "./repair.ts";

/** What of a Firestore event is needed; `id` is the same each time an event is delivered. */
export interface IssueEvent {
  id: string;
  time: string;
  params: { issueId: string };
  data?: { before: DocumentSnapshot; after: DocumentSnapshot } | undefined;
}

const ALREADY_EXISTS = 6;
/** The field that marks a report while a backup is restored over it (ops/backup/write-documents.ts). */
const RESTORING = "restoring";

/** Repairs what was written around the rules, then notes in the history what happened: once, however often delivered. */
export async function issueWritten({ id, time, params: { issueId }, data }: IssueEvent): Promise<void> {
  if (data === undefined) return;
  const { before, after } = data;
  // Nobody did anything to it: its history, the trash and the board come out of the backup as well.
  if (before.get(RESTORING) === true || after.get(RESTORING) === true) return;
  const db = await adminDb();
  if (after.exists) await repairWrite(db, after);
  else if (before.exists) await repairDeletion(db, before);

  const found = happening(before.data() ?? null, after.data() ?? null, new Date(time));
  if (found === null) return;
  const { by, at } = await whoAndWhen(db, issueId, after);
  try {
    await db.doc(`history/${id}`).create({ issueId, ...found, by: by ?? "system", at: at ?? new Date(time) });
  } catch (error) {
    if ((error as { code?: unknown }).code !== ALREADY_EXISTS) throw error;
  }
}

/**
 * The uid of who did it, and the moment it was committed, which is finer than the event's own time. A deleted report no
 * longer says; its trash entry does.
 */
async function whoAndWhen(
  db: Firestore,
  issueId: string,
  after: DocumentSnapshot,
): Promise<{ by: unknown; at: unknown }> {
  if (after.exists) return { by: after.get("updatedBy"), at: after.updateTime };
  const entry = await db.doc(`trash/${issueId}`).get();
  return { by: entry.get("deletedBy"), at: entry.get("deletedAt") };
}
