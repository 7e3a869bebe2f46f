import { type ChangesQuery, isFiltered, LIMITS } from "@logbook/domain";
import type { Board } from "../board/board.ts";
import { boardTimeFields, type StoredBoardHead } from "../firestore/board-head.ts";
import type { ApiResponse } from "../http/response.ts";
import { pinnedField } from "./pin-report.ts";
import { countTabs, selectEntries, type Viewer } from "./select-entries.ts";
import { PAGE_BYTES, shortenReports } from "./shorten.ts";

/**
 * Lists the changes since the client read its list, at the time `since`. In the response, `issues` has the reports that
 * the client shows (`ids`), except deleted ones. `fresh` has the new reports that match the client's filters.
 */
export async function listChanges(
  board: Pick<Board, "reportsAt">,
  head: StoredBoardHead | null,
  { filters, since, ids }: ChangesQuery,
  viewer: Viewer,
): Promise<ApiResponse> {
  const reports = await board.reportsAt(head);
  const shownIds = new Set(ids);
  const shownEntries = [...shownIds].flatMap((id) => reports.get(id) ?? []);
  const matchingEntries = selectEntries(reports, filters, viewer);
  const newEntries = matchingEntries.filter(({ id, createdAt }) => createdAt > since && !shownIds.has(id));
  const listedEntries = [...shownEntries, ...newEntries.slice(0, LIMITS.freshPerResponse)];
  // Both lists are shortened together, because the limit is that of the whole response.
  const reportJsons = shortenReports(listedEntries.map(reports.jsonOf), PAGE_BYTES);
  const pinned = isFiltered(filters) ? {} : pinnedField(reports, head);
  const tabs = countTabs(reports, filters, viewer);
  const totals = {
    freshTotal: newEntries.length,
    total: matchingEntries.length,
    stats: reports.stats,
    tabs,
    ...pinned,
  };
  // The object below begins with `issues`, so the `{` of these fields is cut off.
  const otherFields = JSON.stringify({ ...totals, ...boardTimeFields(head) }).slice("{".length);
  const shownJsons = reportJsons.slice(0, shownEntries.length).join(",");
  const freshJsons = reportJsons.slice(shownEntries.length).join(",");
  const json = `{"success":true,"issues":[${shownJsons}],"fresh":[${freshJsons}],${otherFields}`;
  return { kind: "serialized-json", headers: {}, body: { bytes: Buffer.from(json) } };
}
