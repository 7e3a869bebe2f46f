import type { Failure } from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import type { Board } from "../board/board.ts";
import { reportOf } from "../board/entry.ts";
import { asOf, type StoredBoardHead } from "../firestore/board-head.ts";
import { type ApiResponse, ok } from "../http/response.ts";
import { countFollowers } from "./followers.ts";
import { NO_SUCH_REPORT, toFailure } from "./refusals.ts";
import { readHistory } from "./report-history.ts";

/** A report by its number or its id, with its history and the number of its followers. */
export async function readReportPage(
  board: Pick<Board, "reportsAt">,
  head: StoredBoardHead | null,
  { credentials }: Caller,
  numberOrId: string,
): Promise<ApiResponse | Failure> {
  const reports = await board.reportsAt(head);
  const withNumber = /^[1-9]\d{0,14}$/.test(numberOrId) ? reports.byNumber(Number(numberOrId)) : undefined;
  const entry = withNumber ?? reports.get(numberOrId);
  if (entry === undefined) return NO_SUCH_REPORT;
  const [history, followers] = await Promise.all([readHistory(credentials, entry.id), countFollowers(entry.id)]);
  if ("refusal" in history) return toFailure(history.refusal);
  if ("refusal" in followers) return toFailure(followers.refusal);
  return ok({ issue: reportOf(entry), events: history.events, followers: followers.count, ...asOf(head) });
}
