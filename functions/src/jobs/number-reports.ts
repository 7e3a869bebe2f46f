import { compareText } from "@logbook/domain";
import { FieldValue } from "firebase-admin/firestore";
import type { Board } from "../board/board.ts";
import type { Entry } from "../board/entry.ts";
import { adminDb } from "../firestore/admin.ts";
import { lastNumberOf } from "../firestore/board-head.ts";
import { readNumber } from "../firestore/stored-report.ts";
import { pluralize } from "./in-batches.ts";
import { readCurrentHead } from "./save-snapshot.ts";

// A transaction can have 500 writes at most.
const BATCH_SIZE = 400;

/**
 * Gives the next numbers to reports without a number, in the order of their creation. They are imported reports or
 * others whose writes bypassed the rules. Returns a summary.
 */
export async function numberReports(board: Pick<Board, "reportsAt">): Promise<string> {
  const { all } = await board.reportsAt(await readCurrentHead());
  const unnumbered = all
    .filter(({ number }) => number === null)
    .sort((a, b) => compareText(a.createdAt, b.createdAt) || compareText(a.id, b.id));
  const highestNumber = all.reduce((max, { number }) => Math.max(max, number ?? 0), 0);
  let count = 0;
  for (let start = 0; start < unnumbered.length; start += BATCH_SIZE)
    count += await numberBatch(unnumbered.slice(start, start + BATCH_SIZE), highestNumber);
  return `${pluralize(count, "report")} got a number.`;
}

/** Numbers these reports, except those that have a number or were deleted meanwhile. Returns how many it numbered. */
async function numberBatch(entries: readonly Entry[], highestNumber: number): Promise<number> {
  const db = await adminDb();
  const boardRef = db.doc("boards/main");
  return await db.runTransaction(async (transaction) => {
    const [board, ...reports] = await transaction.getAll(boardRef, ...entries.map(({ id }) => db.doc(`issues/${id}`)));
    const unnumbered = reports.filter((report) => report.exists && readNumber(report.get("number")) === null);
    if (unnumbered.length === 0) return 0;
    const lastNumber = Math.max(lastNumberOf(board?.data() ?? {}), highestNumber);
    for (const [index, { ref }] of unnumbered.entries()) transaction.update(ref, { number: lastNumber + 1 + index });
    const now = FieldValue.serverTimestamp();
    // No query by `updatedAt` finds these writes, so `rereadAt` makes every process read all reports again.
    transaction.set(
      boardRef,
      {
        lastNumber: lastNumber + unnumbered.length,
        revision: FieldValue.increment(1),
        changedAt: now,
        rereadAt: now,
        issueId: unnumbered[0]!.id,
      },
      { merge: true },
    );
    return unnumbered.length;
  });
}
