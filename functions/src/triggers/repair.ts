import { LIMITS } from "@logbook/domain";
import type { DocumentSnapshot, Firestore, Timestamp } from "firebase-admin/firestore";
import { OVERLAP_MS } from "../board/board.ts";
import { readInstant } from "../issues/stored.ts";

/*
 * A write under the rules stamps the report with the server's time and moves the board in the same commit, so that every
 * process's board notices it. A write around them (console, Admin SDK) may do neither. It is told by its traces: the
 * stamp is not of the time of the write, or the board has not moved since. Then the board moves here, and `rereadAt`
 * makes every process read all reports anew, for a query by stamp would not find this one.
 */

/** Moves the board on when a report was created or changed around the rules. Harmless when repeated. */
export async function repairWrite(db: Firestore, report: DocumentSnapshot): Promise<void> {
  const { updateTime } = report;
  if (updateTime === undefined) return;
  const [board, entry] = await db.getAll(db.doc("boards/main"), db.doc(`trash/${report.id}`));
  if (board === undefined || entry === undefined) return;
  const noticed = isFresh(report, updateTime) && notBefore(board.updateTime, updateTime);
  const reread = notBefore(board.get("rereadAt") as Timestamp | undefined, updateTime);
  // Brought back by hand, a report leaves its trash entry behind, and would be taken for deleted.
  const inBoth = entry.exists && !notBefore(entry.updateTime, updateTime);
  if ((noticed || reread) && !inBoth) return;
  const { FieldValue } = await import("firebase-admin/firestore");
  const batch = db.batch();
  if (inBoth) batch.delete(entry.ref);
  batch.set(board.ref, { ...(await moved(report.id)), rereadAt: FieldValue.serverTimestamp() }, { merge: true });
  await batch.commit();
}

/** Puts a report that was deleted around the rules into the trash and moves the board on. Harmless when repeated. */
export async function repairDeletion(db: Firestore, report: DocumentSnapshot): Promise<void> {
  const [now, entry] = await db.getAll(report.ref, db.doc(`trash/${report.id}`));
  if (entry === undefined || now?.exists) return;
  // An entry that is older than the report belongs to an earlier deletion.
  if (entry.exists && notBefore(entry.updateTime, report.updateTime)) return;
  const { FieldValue } = await import("firebase-admin/firestore");
  const batch = db.batch();
  batch.set(entry.ref, {
    issue: report.data(),
    deletedAt: FieldValue.serverTimestamp(),
    deletedBy: "system",
    purgeAt: new Date(Date.now() + LIMITS.trashDays * 24 * 60 * 60_000),
  });
  batch.set(db.doc("boards/main"), await moved(report.id), { merge: true });
  await batch.commit();
}

async function moved(issueId: string): Promise<Record<string, unknown>> {
  const { FieldValue } = await import("firebase-admin/firestore");
  return { revision: FieldValue.increment(1), changedAt: FieldValue.serverTimestamp(), issueId };
}

function isFresh(report: DocumentSnapshot, updateTime: Timestamp): boolean {
  const stamp = readInstant(report.get("updatedAt"));
  return stamp !== null && Math.abs(updateTime.toMillis() - Date.parse(stamp)) < OVERLAP_MS;
}

function notBefore(time: Timestamp | undefined, other: Timestamp | undefined): boolean {
  return time !== undefined && other !== undefined && time.valueOf() >= other.valueOf();
}
