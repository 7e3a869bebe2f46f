import { type Failure, toWire, type WireIssue } from "@logbook/domain";
import type { Board } from "../board/board.ts";
import { boardTimeFields, type StoredBoardHead } from "../firestore/board-head.ts";
import { readDocuments, type StoredDocument } from "../firestore/documents.ts";
import { parseStoredReport } from "../firestore/stored-report.ts";
import { type ApiResponse, NO_SUCH_REPORT, ok, UNAVAILABLE } from "../http/response.ts";
import { countFollowers, readHistory } from "./history.ts";

/** Finds a report by its number or its id, and returns it with its history and the number of its followers. */
export async function readReportPage(
  board: Pick<Board, "reportsAt">,
  head: StoredBoardHead | null,
  numberOrId: string,
): Promise<ApiResponse | Failure> {
  const reports = await board.reportsAt(head);
  // Digits are always a number: a client may choose an id of digits, which would take the place of a report that is
  // deleted or not filed yet.
  const isNumber = /^\d+$/.test(numberOrId);
  const entry = isNumber ? reports.byNumber(Number(numberOrId)) : reports.get(numberOrId);
  if (entry === undefined) return NO_SUCH_REPORT;
  const [history, followers, stored] = await Promise.all([
    readHistory(entry.id),
    countFollowers(entry.id),
    readDocuments([`issues/${entry.id}`]),
  ]);
  if ("refusal" in history || "refusal" in followers || "refusal" in stored) return UNAVAILABLE;
  const [document] = stored.documents;
  if (!document) return NO_SUCH_REPORT;
  return ok({
    issue: wholeReport(document),
    ...history,
    followers: followers.count,
    ...(head?.pinned.includes(entry.id) && { pinned: true }),
    ...boardTimeFields(head),
  });
}

/** One report with its whole texts; a list may shorten them (shorten.ts, limit-texts.ts). */
export function readReport(report: StoredDocument | null): ApiResponse | Failure {
  return report === null ? NO_SUCH_REPORT : ok({ issue: wholeReport(report) });
}

const wholeReport = ({ id, data }: StoredDocument): WireIssue => toWire(parseStoredReport(id, data).issue);
