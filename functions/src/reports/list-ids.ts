import { type IdsQuery, LIMITS, type SelectedReport, type WireIds } from "@logbook/domain";
import type { Board } from "../board/board.ts";
import type { StoredBoardHead } from "../firestore/board-head.ts";
import { type ApiResponse, ok } from "../http/response.ts";
import { selectEntries, type Viewer } from "./select-entries.ts";

/** Lists all reports that match the filters, beyond the list's page, so that an admin can change many at once. */
export async function listIds(
  board: Pick<Board, "reportsAt">,
  head: StoredBoardHead | null,
  { filters, sort }: IdsQuery,
  viewer: Viewer,
): Promise<ApiResponse> {
  const reports = await board.reportsAt(head);
  const entries = selectEntries(reports, filters, viewer, sort);
  const selected = entries.slice(0, LIMITS.foundReports).map((entry): SelectedReport => {
    const { id, number, type, title, status, assignee, closedAs, duplicateOf } = reports.reportOf(entry);
    return {
      id,
      number,
      type,
      title,
      status,
      ...(assignee !== undefined && { assignee }),
      ...(closedAs !== undefined && { closedAs }),
      ...(duplicateOf !== undefined && { duplicateOf }),
    };
  });
  return ok({ reports: selected, total: entries.length } satisfies Omit<WireIds, "success">);
}
