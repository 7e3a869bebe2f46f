import { LIMITS } from "@logbook/domain";
import { type DocumentSnapshot, FieldValue, type Firestore, type Timestamp } from "firebase-admin/firestore";
import * as logger from "firebase-functions/logger";
import { OVERLAP_MS } from "../board/board.ts";
import { readDocumentsAsAdmin } from "../firestore/admin-documents.ts";
import type { StoredDocument } from "../firestore/stored-document.ts";
import { readTimestamp } from "../firestore/stored-report.ts";
import { millisOf, type Version, versionOfTimestamp } from "../firestore/version.ts";

/*
 * A write under the rules sets `updatedAt`, or `votedAt` for a vote, to the server's time and moves the board in the
 * same commit, so every process notices the write. A write that bypasses the rules (console, Admin SDK) may do neither.
 * The trigger detects such a write and moves the board with `rereadAt`, which makes every process read all reports
 * again: no query by `updatedAt` would find the write.
 */

// Firestore serves reads of the past for an hour.
const READABLE_PAST_MS = 55 * 60_000;
const INVALID_ARGUMENT = 3;

/** Moves the board if a write that bypassed the rules created or changed a report. Idempotent. */
export async function repairWrite(db: Firestore, report: DocumentSnapshot): Promise<void> {
  const { updateTime } = report;
  if (updateTime === undefined) return;
  const [board, entry] = await db.getAll(db.doc("boards/main"), db.doc(`trash/${report.id}`));
  if (board === undefined || entry === undefined) return;
  const isNoticed =
    wasRereadSince(board, updateTime) ||
    (isStampedNow(report, updateTime) && (await hasMovedBoard(board, report.id, updateTime)));
  // If a deleted report is created again by hand, its trash entry remains, so the report would count as deleted.
  const isInBoth = entry.exists && !isAtOrAfter(entry.updateTime, updateTime);
  if (isNoticed && !isInBoth) return;
  const batch = db.batch();
  if (isInBoth) batch.delete(entry.ref);
  batch.set(board.ref, boardMove(report.id, { reread: true }), { merge: true });
  await batch.commit();
}

/**
 * Repairs a deletion that bypassed the rules: puts the report into the trash, if it fits there, and moves the board. If
 * the report is in the trash already, only moves the board, unless the deletion did that. Idempotent.
 */
export async function repairDeletion(db: Firestore, report: DocumentSnapshot): Promise<void> {
  const [board, current, entry] = await db.getAll(db.doc("boards/main"), report.ref, db.doc(`trash/${report.id}`));
  if (board === undefined || entry === undefined || current?.exists) return;
  // An entry older than the report belongs to an earlier deletion.
  const isInTrash = entry.updateTime !== undefined && isAtOrAfter(entry.updateTime, report.updateTime);
  const isRepaired = isInTrash
    ? wasRereadSince(board, entry.updateTime) || (await hasMovedBoard(board, report.id, entry.updateTime))
    : await moveToTrash(db, report);
  if (isRepaired) return;
  // Without a trash entry, or if the board did not move with the entry, no process finds the deletion by its queries.
  await board.ref.set(boardMove(report.id, { reread: true }), { merge: true });
}

/**
 * Creates the trash entry and moves the board. Returns `false` if the report is too large for the trash: an error would
 * make the platform run the trigger again, which could never succeed.
 */
async function moveToTrash(db: Firestore, report: DocumentSnapshot): Promise<boolean> {
  const batch = db.batch();
  batch.set(db.doc(`trash/${report.id}`), {
    issue: report.data(),
    deletedAt: FieldValue.serverTimestamp(),
    deletedBy: "system",
    purgeAt: new Date(Date.now() + LIMITS.trashDays * 24 * 60 * 60_000),
  });
  batch.set(db.doc("boards/main"), boardMove(report.id, { reread: false }), { merge: true });
  try {
    await batch.commit();
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code !== INVALID_ARGUMENT) throw error;
    logger.error("a report that was deleted in bypass of the rules is too large for the trash, so it is lost", {
      report: report.id,
    });
    return false;
  }
}

function boardMove(issueId: string, { reread }: { reread: boolean }): Record<string, unknown> {
  const now = FieldValue.serverTimestamp();
  return { revision: FieldValue.increment(1), changedAt: now, issueId, ...(reread && { rereadAt: now }) };
}

/** Whether the board's `rereadAt`, which makes every process read all reports again, is not before this time. */
function wasRereadSince(board: DocumentSnapshot, time: Timestamp): boolean {
  return isAtOrAfter(board.get("rereadAt") as Timestamp | undefined, time);
}

/** Whether the commit at `updateTime` moved the board with this report's id; `board` may have been read later. */
async function hasMovedBoard(board: DocumentSnapshot, id: string, updateTime: Timestamp): Promise<boolean> {
  if (!isAtOrAfter(board.updateTime, updateTime)) return false;
  if (board.updateTime?.isEqual(updateTime)) return board.get("issueId") === id;
  const version = versionOfTimestamp(updateTime);
  const boardAtCommit = await readBoardAsOf(version);
  return boardAtCommit?.version === version && boardAtCommit.data.issueId === id;
}

/** The board as it was at a version; `null` if the version is too old for Firestore. */
async function readBoardAsOf(version: Version): Promise<StoredDocument | null> {
  if (millisOf(version) < Date.now() - READABLE_PAST_MS) return null;
  const read = await readDocumentsAsAdmin(["boards/main"], version);
  if (!("refusal" in read)) return read.documents[0] ?? null;
  if (read.refusal === "FAILED_PRECONDITION") return null;
  throw new Error(`The board could not be read: ${read.refusal}.`);
}

/** Whether the write at `updateTime` set `updatedAt` or `votedAt` to its own time. */
function isStampedNow(report: DocumentSnapshot, updateTime: Timestamp): boolean {
  return [report.get("updatedAt"), report.get("votedAt")].some((stored) => {
    const stamp = readTimestamp(stored);
    return stamp !== null && Math.abs(updateTime.toMillis() - Date.parse(stamp)) < OVERLAP_MS;
  });
}

function isAtOrAfter(time: Timestamp | undefined, other: Timestamp | undefined): boolean {
  return time !== undefined && other !== undefined && time.valueOf() >= other.valueOf();
}
