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
  // Digits are always a number: a client may choose an id of digits, which would take the place of a report that is
  // deleted or not filed yet.
  const isNumber = /^\d+$/.test(numberOrId);
  const entry = isNumber ? reports.byNumber(Number(numberOrId)) : reports.get(numberOrId);
  if (entry === undefined) return NO_SUCH_REPORT;
  const [history, followers] = await Promise.all([readHistory(entry.id), countFollowers(entry.id)]);
  if ("refusal" in history || "refusal" in followers) return UNAVAILABLE;
  return ok({ issue: reportOf(entry), events: history.events, followers: followers.count, ...boardTimeFields(head) });
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
