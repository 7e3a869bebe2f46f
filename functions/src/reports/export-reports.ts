import { type ExportPartQuery, type IdsQuery, LIMITS } from "@logbook/domain";
import type { Board } from "../board/board.ts";
import { withDuplicates } from "../board/duplicates.ts";
import { boardTimeFields, type StoredBoardHead } from "../firestore/board-head.ts";
import { parseStoredReport } from "../firestore/stored-report.ts";
import { millisOf } from "../firestore/version.ts";
import type { ApiResponse } from "../http/response.ts";
import { readReportsPart } from "./report-parts.ts";
import { selectEntries, type Viewer } from "./select-entries.ts";

const toJsonResponse = (json: string): ApiResponse => ({
  kind: "serialized-json",
  headers: {},
  body: { bytes: Buffer.from(json) },
});

/** Lists the ids of all reports that match the filters, in the list's order, at most `LIMITS.exportReports`. */
export async function startExport(
  board: Pick<Board, "reportsAt">,
  head: StoredBoardHead | null,
  { filters, sort }: IdsQuery,
  viewer: Viewer,
): Promise<ApiResponse> {
  const entries = selectEntries(await board.reportsAt(head), filters, viewer, sort);
  const ids = entries.slice(0, LIMITS.exportReports).map(({ id }) => id);
  return toJsonResponse(JSON.stringify({ success: true, ids, total: entries.length, ...boardTimeFields(head) }));
}

/**
 * Reads whole reports from their documents, because the board has shortened very long ones. Names those that were
 * deleted or changed since the export began, at the time `since`.
 */
export async function readExportPart(
  board: Pick<Board, "reportsAt">,
  head: StoredBoardHead | null,
  { ids, since }: ExportPartQuery,
): Promise<ApiResponse> {
  const { duplicates } = await board.reportsAt(head);
  const part = await readReportsPart(ids, ({ id, data }) =>
    withDuplicates(parseStoredReport(id, data).issue, duplicates),
  );
  const startedAt = Date.parse(since);
  const changed = part.documents.filter(({ version }) => millisOf(version) > startedAt).map(({ id }) => id);
  const { jsons, answered, missing } = part;
  // The object below begins with `reports`, so the `{` of these fields is cut off.
  const otherFields = JSON.stringify({ answered, missing, changed }).slice("{".length);
  return toJsonResponse(`{"success":true,"reports":[${jsons.join(",")}],${otherFields}`);
}
