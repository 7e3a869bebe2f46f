import type { Failure } from "@logbook/domain";
import type { Board } from "../board/board.ts";
import { reportOf } from "../board/entry.ts";
import type { StoredBoardHead } from "../firestore/board-head.ts";
import { type ApiResponse, ok } from "../http/response.ts";
import { NO_SUCH_REPORT } from "./refusals.ts";

/** One report with its whole texts; the list may shorten them (shorten.ts). */
export async function readReport(
  board: Pick<Board, "reportsAt">,
  head: StoredBoardHead | null,
  id: string,
): Promise<ApiResponse | Failure> {
  const entry = (await board.reportsAt(head)).get(id);
  return entry === undefined ? NO_SUCH_REPORT : ok({ issue: reportOf(entry) });
}
