import { compareText } from "@logbook/domain";
import { FieldValue } from "firebase-admin/firestore";
import type { Entry } from "../board/entry.ts";
import { board, readCurrentHead } from "../board/process-board.ts";
import { adminDb } from "../firestore/admin.ts";
import { parseLastNumber } from "../firestore/board-head.ts";
import { parseReportNumber } from "../firestore/stored-report.ts";
import { pluralize } from "./pluralize.ts";

// A transaction can have 500 writes at most: one for each report, and one for the board.
const BATCH_SIZE = 400;

/** Numbers the reports that a write bypassing the rules has created, such as an import. Returns a summary. */
export async function numberReports(): Promise<string> {
  const { all } = await board.reportsAt(await readCurrentHead());
  const unnumberedEntries = all
    .filter(({ number }) => number === null)
    .sort((a, b) => compareText(a.createdAt, b.createdAt) || compareText(a.id, b.id));
  let highestNumber = 0;
  for (const { number } of all) highestNumber = Math.max(highestNumber, number ?? 0);
  let numberedCount = 0;
  for (let start = 0; start < unnumberedEntries.length; start += BATCH_SIZE)
    numberedCount += await numberBatch(unnumberedEntries.slice(start, start + BATCH_SIZE), highestNumber);
  return `${pluralize(numberedCount, "report")} got a number.`;
}

/** Numbers the reports, except reports that got a number or were deleted meanwhile. Returns how many it numbered. */
async function numberBatch(entries: readonly Entry[], highestNumber: number): Promise<number> {
  const db = await adminDb();
  const boardRef = db.doc("boards/main");
  return await db.runTransaction(async (transaction) => {
    const reportRefs = entries.map(({ id }) => db.doc(`issues/${id}`));
    const [boardDocument, ...reports] = await transaction.getAll(boardRef, ...reportRefs);
    const unnumberedReports = reports.filter(
      (report) => report.exists && parseReportNumber(report.get("number")) === null,
    );
    if (unnumberedReports.length === 0) return 0;
    // A write that bypassed the rules may have set a number above the board's `lastNumber`.
    const lastNumber = Math.max(parseLastNumber(boardDocument?.data() ?? {}), highestNumber);
    for (const [index, { ref }] of unnumberedReports.entries())
      transaction.update(ref, { number: lastNumber + 1 + index });
    const now = FieldValue.serverTimestamp();
    // The board can name only one of the reports, and no query by `updatedAt` finds them. So `rereadAt` makes every
    // instance read all reports again.
    const boardUpdate = {
      lastNumber: lastNumber + unnumberedReports.length,
      revision: FieldValue.increment(1),
      changedAt: now,
      rereadAt: now,
      issueId: unnumberedReports[0]!.id,
    };
    transaction.set(boardRef, boardUpdate, { merge: true });
    return unnumberedReports.length;
  });
}
