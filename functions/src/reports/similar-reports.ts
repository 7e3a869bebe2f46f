import { LIMITS, toSimilar } from "@logbook/domain";
import type { Board } from "../board/board.ts";
import { reportOf } from "../board/entry.ts";
import type { TitleIndex } from "../board/title-index.ts";
import type { StoredBoardHead } from "../firestore/board-head.ts";
import { type ApiResponse, ok } from "../http/response.ts";

/** The reports that may be about the same thing as one that is being written under this title. */
export async function findSimilar(
  { board, titleIndex }: { board: Pick<Board, "reportsAt">; titleIndex: Pick<TitleIndex, "similar"> },
  head: StoredBoardHead | null,
  title: string,
): Promise<ApiResponse> {
  const found = await titleIndex.similar(await board.reportsAt(head), title, LIMITS.similarReports);
  return ok({ issues: found.map((entry) => toSimilar(reportOf(entry))) });
}
