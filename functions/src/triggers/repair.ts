import { LIMITS } from "@logbook/domain";
import type { DocumentSnapshot, Firestore, Timestamp } from "firebase-admin/firestore";
import { OVERLAP_MS } from "../board/board.ts";
import { readDocuments } from "../firestore/admin-documents.ts";
import type { StoredDocument } from "../firestore/stored-document.ts";
import { readInstant } from "../firestore/stored-report.ts";
import { millisOf, type Version, versionOf } from "../firestore/version.ts";

/*
 * A write under the rules stamps the report with the server's time and moves the board in the same commit, so that every
 * process's board notices it. A write around them (console, Admin SDK) may do neither. It is told by its traces: the
 * stamp is not of the time of the write, or the same commit did not move the board with the report's name. Then the board
 * moves here, and `rereadAt` makes every process read all reports anew, for neither the board's name nor a query by stamp
 * would find this one.
 */

// Firestore tells how things were for an hour.
const TOLD_MS = 55 * 60_000;
const INVALID_ARGUMENT = 3;

/** Moves the board on when a report was created or changed around the rules. Harmless when repeated. */
export async function repairWrite(db: Firestore, report: DocumentSnapshot): Promise<void> {
  const { updateTime } = report;
  if (updateTime === undefined) return;
  const [board, entry] = await db.getAll(db.doc("boards/main"), db.doc(`trash/${report.id}`));
  if (board === undefined || entry === undefined) return;
  const noticed =
    isReread(board, updateTime) || (isFresh(report, updateTime) && (await isNamed(board, report.id, updateTime)));
  // Brought back by hand, a report leaves its trash entry behind, and would be taken for deleted.
  const inBoth = entry.exists && !notBefore(entry.updateTime, updateTime);
  if (noticed && !inBoth) return;
  const batch = db.batch();
  if (inBoth) batch.delete(entry.ref);
  batch.set(board.ref, await moved(report.id, { reread: true }), { merge: true });
  await batch.commit();
}

/**
 * Puts a report that was deleted around the rules into the trash, if it fits there, and moves the board on when it was
 * deleted so, or put there so. Harmless when repeated.
 */
export async function repairDeletion(db: Firestore, report: DocumentSnapshot): Promise<void> {
  const [board, now, entry] = await db.getAll(db.doc("boards/main"), report.ref, db.doc(`trash/${report.id}`));
  if (board === undefined || entry === undefined || now?.exists) return;
  // An entry that is older than the report belongs to an earlier deletion.
  const isInTrash = entry.updateTime !== undefined && notBefore(entry.updateTime, report.updateTime);
  if (isInTrash && (isReread(board, entry.updateTime) || (await isNamed(board, report.id, entry.updateTime)))) return;
  if (!isInTrash && (await putIntoTrash(db, report))) return;
  // No process's query finds a deletion without an entry, or with one that the board was not told of.
  await board.ref.set(await moved(report.id, { reread: true }), { merge: true });
}

/** Moves the board with it. Gives whether that was possible: for ever tried again, one that is not would hold the rest up. */
async function putIntoTrash(db: Firestore, report: DocumentSnapshot): Promise<boolean> {
  const { FieldValue } = await import("firebase-admin/firestore");
  const batch = db.batch();
  batch.set(db.doc(`trash/${report.id}`), {
    issue: report.data(),
    deletedAt: FieldValue.serverTimestamp(),
    deletedBy: "system",
    purgeAt: new Date(Date.now() + LIMITS.trashDays * 24 * 60 * 60_000),
  });
  batch.set(db.doc("boards/main"), await moved(report.id, { reread: false }), { merge: true });
  try {
    await batch.commit();
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code !== INVALID_ARGUMENT) throw error;
    const logger = await import("firebase-functions/logger");
    logger.error("a report deleted around the rules is too large for the trash, and so gone for good", {
      report: report.id,
    });
    return false;
  }
}

async function moved(issueId: string, { reread }: { reread: boolean }): Promise<Record<string, unknown>> {
  const { FieldValue } = await import("firebase-admin/firestore");
  const now = FieldValue.serverTimestamp();
  return { revision: FieldValue.increment(1), changedAt: now, issueId, ...(reread && { rereadAt: now }) };
}

/** Whether every process has been told to read everything anew since a moment. */
function isReread(board: DocumentSnapshot, moment: Timestamp): boolean {
  return notBefore(board.get("rereadAt") as Timestamp | undefined, moment);
}

/** Whether what was committed at `updateTime` moved the board and named this report; `board` may be later than that. */
async function isNamed(board: DocumentSnapshot, id: string, updateTime: Timestamp): Promise<boolean> {
  if (!notBefore(board.updateTime, updateTime)) return false;
  if (board.updateTime?.isEqual(updateTime)) return board.get("issueId") === id;
  const version = versionOf(updateTime);
  const then = await boardAt(version);
  return then?.version === version && then.data.issueId === id;
}

/** The board as it was at a moment; `null` when that is longer ago than Firestore can tell. */
async function boardAt(version: Version): Promise<StoredDocument | null> {
  if (millisOf(version) < Date.now() - TOLD_MS) return null;
  const read = await readDocuments(["boards/main"], version);
  if (!("refusal" in read)) return read.documents[0] ?? null;
  if (read.refusal === "FAILED_PRECONDITION") return null;
  throw new Error(`The board could not be read: ${read.refusal}.`);
}

function isFresh(report: DocumentSnapshot, updateTime: Timestamp): boolean {
  const stamp = readInstant(report.get("updatedAt"));
  return stamp !== null && Math.abs(updateTime.toMillis() - Date.parse(stamp)) < OVERLAP_MS;
}

function notBefore(time: Timestamp | undefined, other: Timestamp | undefined): boolean {
  return time !== undefined && other !== undefined && time.valueOf() >= other.valueOf();
}
