import type { Failure } from "@logbook/domain";
import type { Board } from "../board/board.ts";
import { reportOf } from "../board/entry.ts";
import { boardTimeFields, type StoredBoardHead } from "../firestore/board-head.ts";
import { type ApiResponse, NO_SUCH_REPORT, ok, UNAVAILABLE } from "../http/response.ts";
import { countFollowers, readHistory } from "./history.ts";

/** Finds a report by its number or its id, and returns it with its history and the number of its followers. */
export async function readReportPage(
  board: Pick<Board, "reportsAt">,
  head: StoredBoardHead | null,
  numberOrId: string,
): Promise<ApiResponse | Failure> {
  const reports = await board.reportsAt(head);
  // Up to 15 digits, because JavaScript rounds some longer numbers. An id may consist of digits too.
  const mayBeNumber = /^[1-9]\d{0,14}$/.test(numberOrId);
  const entry = (mayBeNumber ? reports.byNumber(Number(numberOrId)) : undefined) ?? reports.get(numberOrId);
  if (entry === undefined) return NO_SUCH_REPORT;
  const [history, followers] = await Promise.all([readHistory(entry.id), countFollowers(entry.id)]);
  if ("refusal" in history || "refusal" in followers) return UNAVAILABLE;
  return ok({ issue: reportOf(entry), ...history, followers: followers.count, ...boardTimeFields(head) });
}

/** One report with its whole texts; the list may shorten them (shorten.ts). */
export async function readReport(
  board: Pick<Board, "reportsAt">,
  head: StoredBoardHead | null,
  id: string,
): Promise<ApiResponse | Failure> {
  const entry = (await board.reportsAt(head)).get(id);
  return entry === undefined ? NO_SUCH_REPORT : ok({ issue: reportOf(entry) });
}
