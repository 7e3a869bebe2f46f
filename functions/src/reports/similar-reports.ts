import { LIMITS, toSimilar } from "@logbook/domain";
import type { Board } from "../board/board.ts";
import { reportOf } from "../board/entry.ts";
import type { TitleIndex } from "../board/title-index.ts";
import type { StoredBoardHead } from "../firestore/board-head.ts";
import { type ApiResponse, ok } from "../http/response.ts";

/** Finds reports that may be about the same thing as a new report with this title. */
export async function findSimilar(
  { board, titleIndex }: { board: Pick<Board, "reportsAt">; titleIndex: Pick<TitleIndex, "similar"> },
  head: StoredBoardHead | null,
  title: string,
): Promise<ApiResponse> {
  const reports = await board.reportsAt(head);
  const similarEntries = await titleIndex.similar(reports, title, LIMITS.similarReports);
  return ok({ issues: similarEntries.map((entry) => toSimilar(reportOf(entry))) });
}
