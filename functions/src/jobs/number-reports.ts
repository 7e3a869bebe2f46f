import { FieldValue } from "firebase-admin/firestore";
import type { Board } from "../board/board.ts";
import type { Entry } from "../board/entry.ts";
import { adminDb } from "../firestore/admin.ts";
import { lastNumberOf } from "../firestore/board-head.ts";
import { readNumber } from "../firestore/stored-report.ts";
import { pluralize } from "./in-batches.ts";
import { readCurrentHead } from "./save-snapshot.ts";

// A transaction takes 500 writes.
const BATCH = 400;

/**
 * Gives the next numbers, in the order of their creation, to reports without one, such as imported reports: their
 * writes bypassed the rules. Returns a summary.
 */
export async function numberReports(board: Pick<Board, "reportsAt">): Promise<string> {
  const { all } = await board.reportsAt(await readCurrentHead());
  const unnumbered = all.filter(({ number }) => number === null).sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  const highest = all.reduce((max, { number }) => Math.max(max, number ?? 0), 0);
  let count = 0;
  for (let start = 0; start < unnumbered.length; start += BATCH)
    count += await numberBatch(unnumbered.slice(start, start + BATCH), highest);
  return `${pluralize(count, "report")} got a number.`;
}

/** Numbers these reports unless they have a number or are gone by now. Returns how many it numbered. */
async function numberBatch(entries: readonly Entry[], highest: number): Promise<number> {
  const db = await adminDb();
  const head = db.doc("boards/main");
  return await db.runTransaction(async (transaction) => {
    const [board, ...reports] = await transaction.getAll(head, ...entries.map(({ id }) => db.doc(`issues/${id}`)));
    const found = reports.filter((report) => report.exists && readNumber(report.get("number")) === null);
    if (found.length === 0) return 0;
    const last = Math.max(lastNumberOf(board?.data() ?? {}), highest);
    for (const [index, { ref }] of found.entries()) transaction.update(ref, { number: last + 1 + index });
    const now = FieldValue.serverTimestamp();
    // No query by `updatedAt` finds these writes, so `rereadAt` makes every process read all reports again.
    transaction.set(
      head,
      {
        lastNumber: last + found.length,
        revision: FieldValue.increment(1),
        changedAt: now,
        rereadAt: now,
        issueId: found[0]!.id,
      },
      { merge: true },
    );
    return found.length;
  });
}
