import { type ChangesQuery, type Failure, LIMITS } from "@logbook/domain";
import type { Board } from "../board/board.ts";
import { jsonOf } from "../board/entry.ts";
import { asOf, type StoredBoardHead } from "../firestore/board-head.ts";
import type { ApiResponse } from "../http/response.ts";
import { jsonList } from "./json-list.ts";
import { toFailure } from "./refusals.ts";
import { selectShown, type Viewer } from "./select-shown.ts";
import { fitReports, PAGE_BYTES } from "./shorten.ts";

/**
 * The changes since a page read its list: the reports of that list as they are now, without deleted ones, and new
 * reports that match its filters. So the page can update its reports in place and offer the new ones.
 */
export async function listChanges(
  board: Pick<Board, "reportsAt">,
  head: StoredBoardHead | null,
  { filters, since, ids }: ChangesQuery,
  viewer: Viewer,
): Promise<ApiResponse | Failure> {
  const reports = await board.reportsAt(head);
  const shownIds = new Set(ids);
  const shown = [...shownIds].flatMap((id) => reports.get(id) ?? []);
  const selected = await selectShown(reports, filters, viewer);
  if ("refusal" in selected) return toFailure(selected.refusal);
  const matching = selected.entries;
  const fresh = matching.filter(({ id, createdAt }) => createdAt > since && !shownIds.has(id));
  const listed = fresh.slice(0, LIMITS.freshPerResponse);
  const fitted = fitReports([...shown, ...listed].map(jsonOf), PAGE_BYTES);
  const numbers = { freshTotal: fresh.length, total: matching.length, stats: reports.stats, ...asOf(head) };
  return {
    kind: "text",
    headers: {},
    body: {
      bytes: Buffer.concat([
        Buffer.from('{"success":true,"issues":'),
        ...jsonList(fitted.slice(0, shown.length)),
        Buffer.from(',"fresh":'),
        ...jsonList(fitted.slice(shown.length)),
        Buffer.from(`,${JSON.stringify(numbers).slice(1)}`),
      ]),
    },
  };
}
