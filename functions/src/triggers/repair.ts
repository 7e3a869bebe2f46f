import { LIMITS } from "@logbook/domain";
import { type DocumentSnapshot, FieldValue, type Firestore, type Timestamp } from "firebase-admin/firestore";
import * as logger from "firebase-functions/logger";
import { OVERLAP_MS } from "../board/board.ts";
import { readDocumentsAsAdmin } from "../firestore/admin.ts";
import type { StoredDocument } from "../firestore/documents.ts";
import { parseTimestamp } from "../firestore/stored-report.ts";
import { millisOf, type Version, versionOfTimestamp } from "../firestore/version.ts";

/*
 * A write under the rules sets `updatedAt`, or `votedAt` for a vote, to the server's time and moves the board in the
 * same commit, so every instance notices the write. A write that bypasses the rules (Firebase's console, Admin SDK) may
 * do neither. After such a write the functions below, called by issue-written.ts, move the board with `rereadAt`.
 * This makes every instance read all reports again, because no query by `updatedAt` finds the write.
 */

// Firestore can read a document as it was up to an hour ago; the other 5 minutes are a margin.
const MAX_PAST_READ_MS = 55 * 60_000;
const GRPC_INVALID_ARGUMENT = 3;

/** Moves the board if a write that bypassed the rules created or changed a report. Idempotent. */
export async function repairWrite(db: Firestore, report: DocumentSnapshot): Promise<void> {
  const { updateTime } = report;
  // Every document that exists has an update time.
  if (updateTime === undefined) return;
  const refs = [db.doc("boards/main"), db.doc(`trash/${report.id}`)];
  const [board, trashEntry] = (await db.getAll(...refs)) as [DocumentSnapshot, DocumentSnapshot];
  const isNoticed =
    wasRereadSince(board, updateTime) ||
    (isStamped(report, updateTime) && (await hasMovedBoard(board, report.id, updateTime)));
  // If a deleted report is created again by hand, its trash entry remains, so the report would count as deleted.
  const hasOldTrashEntry = trashEntry.exists && !isAtOrAfter(trashEntry.updateTime, updateTime);
  if (isNoticed && !hasOldTrashEntry) return;
  const batch = db.batch();
  if (hasOldTrashEntry) batch.delete(trashEntry.ref);
  batch.set(board.ref, boardMove(report.id, { reread: true }), { merge: true });
  await batch.commit();
}

/**
 * Repairs a deletion that bypassed the rules. If the report is not in the trash, puts it there, unless it is too large,
 * and moves the board. If it is in the trash already, moves the board only if the deletion did not do so. Idempotent.
 */
export async function repairDeletion(db: Firestore, report: DocumentSnapshot): Promise<void> {
  const refs = [db.doc("boards/main"), db.doc(`trash/${report.id}`), report.ref];
  const documents = (await db.getAll(...refs)) as [DocumentSnapshot, DocumentSnapshot, DocumentSnapshot];
  const [board, trashEntry, currentReport] = documents;
  // The report exists again: somebody has restored it since.
  if (currentReport.exists) return;
  const { updateTime } = trashEntry;
  // A trash entry older than the report belongs to an earlier deletion.
  const isInTrash = updateTime !== undefined && isAtOrAfter(updateTime, report.updateTime);
  if (isInTrash) {
    const isNoticed = wasRereadSince(board, updateTime) || (await hasMovedBoard(board, report.id, updateTime));
    if (isNoticed) return;
  } else {
    const isMoved = await moveToTrash(db, report);
    if (isMoved) return;
  }
  // No query of an instance finds the deletion: the board did not move with the trash entry, or the report is too large
  // for the trash and has no entry.
  await board.ref.set(boardMove(report.id, { reread: true }), { merge: true });
}

/**
 * Creates the trash entry and moves the board. Returns `false` if the report is too large for the trash. If this threw
 * an error instead, Firebase would run the trigger again and again.
 */
async function moveToTrash(db: Firestore, report: DocumentSnapshot): Promise<boolean> {
  const batch = db.batch();
  batch.set(db.doc(`trash/${report.id}`), {
    issue: report.data(),
    deletedAt: FieldValue.serverTimestamp(),
    deletedBy: "system",
    purgeAt: new Date(Date.now() + LIMITS.trashDays * 24 * 60 * 60_000),
  });
  // Instances find the deletion by the new trash entry, so they need not read all reports again.
  batch.set(db.doc("boards/main"), boardMove(report.id, { reread: false }), { merge: true });
  try {
    await batch.commit();
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code !== GRPC_INVALID_ARGUMENT) throw error;
    logger.error("a report whose deletion bypassed the rules is too large for the trash, so it is lost", {
      report: report.id,
    });
    return false;
  }
}

/** The fields that move the board. With `reread`, every instance reads all reports again. */
function boardMove(issueId: string, { reread }: { reread: boolean }): Record<string, unknown> {
  const now = FieldValue.serverTimestamp();
  return { revision: FieldValue.increment(1), changedAt: now, issueId, ...(reread && { rereadAt: now }) };
}

/** Whether the board was moved with `rereadAt` at this time or later. */
function wasRereadSince(board: DocumentSnapshot, time: Timestamp): boolean {
  return isAtOrAfter(board.get("rereadAt") as Timestamp | undefined, time);
}

/** Whether the commit at `updateTime` moved the board with this report's id. The board may have moved again since. */
async function hasMovedBoard(board: DocumentSnapshot, reportId: string, updateTime: Timestamp): Promise<boolean> {
  if (!isAtOrAfter(board.updateTime, updateTime)) return false;
  if (board.updateTime?.isEqual(updateTime)) return board.get("issueId") === reportId;
  const version = versionOfTimestamp(updateTime);
  const boardAtCommit = await readBoardAsOf(version);
  return boardAtCommit?.version === version && boardAtCommit.data.issueId === reportId;
}

/** The board as it was at a version; `null` if the version is too old to be read. */
async function readBoardAsOf(version: Version): Promise<StoredDocument | null> {
  if (millisOf(version) < Date.now() - MAX_PAST_READ_MS) return null;
  const outcome = await readDocumentsAsAdmin(["boards/main"], version);
  if (!("refusal" in outcome)) return outcome.documents[0] ?? null;
  if (outcome.refusal === "FAILED_PRECONDITION") return null;
  throw new Error(`The board could not be read: ${outcome.refusal}.`);
}

/** Whether the write set `updatedAt` or `votedAt` to about its own time, so that board/process-board.ts finds it. */
function isStamped(report: DocumentSnapshot, updateTime: Timestamp): boolean {
  return [report.get("updatedAt"), report.get("votedAt")].some((stored) => {
    const stamp = parseTimestamp(stored);
    return stamp !== null && Math.abs(updateTime.toMillis() - Date.parse(stamp)) < OVERLAP_MS;
  });
}

function isAtOrAfter(time: Timestamp | undefined, earlier: Timestamp | undefined): boolean {
  return time !== undefined && earlier !== undefined && time.valueOf() >= earlier.valueOf();
}
