import { setImmediate as nextEventLoopTurn } from "node:timers/promises";
import { compareText, LIMITS, STATUS_GROUPS, type Status, splitPageUrl, toSimilar } from "@logbook/domain";
import type { Board } from "../board/board.ts";
import { type Entry, jsonOf } from "../board/entry.ts";
import type { StoredBoardHead } from "../firestore/board-head.ts";
import { type ApiResponse, ok } from "../http/response.ts";

const OPEN_STATUSES: readonly Status[] = [...STATUS_GROUPS.open, ...STATUS_GROUPS.inProgress];

/** Between two slices the process answers other requests. */
const REPORTS_PER_SLICE = 5_000;

/**
 * Finds the open reports whose website address has this path, the newest first. The host does not count: a community's
 * website has several while it is developed. A duplicate is replaced by its target.
 */
export async function findAtPage(
  board: Pick<Board, "reportsAt">,
  head: StoredBoardHead | null,
  path: string,
): Promise<ApiResponse> {
  const reports = await board.reportsAt(head);
  const found = new Set<Entry>();
  for (const [index, entry] of reports.all.entries()) {
    if (index % REPORTS_PER_SLICE === REPORTS_PER_SLICE - 1) await nextEventLoopTurn();
    if (splitPageUrl(websiteUrlOf(entry))?.path === path)
      found.add(reports.duplicates.targetOf(entry.id)?.entry ?? entry);
  }
  const openReports = [...found]
    .filter(({ status }) => OPEN_STATUSES.includes(status))
    .map((entry) => reports.reportOf(entry))
    .filter(({ closedAs }) => closedAs === undefined)
    .sort((a, b) => compareText(b.createdAt, a.createdAt));
  return ok({ issues: openReports.slice(0, LIMITS.similarReports).map(toSimilar) });
}

// No text of a report contains these bytes, because JSON puts a backslash before each quotation mark of a text.
const KEY = Buffer.from('"websiteUrl":"');

/** A report's website address. Reads no more of its JSON than that: parsing all reports would take seconds. */
function websiteUrlOf(entry: Entry): string {
  const json = jsonOf(entry);
  const keyStart = json.indexOf(KEY);
  if (keyStart < 0) return "";
  const start = keyStart + KEY.length;
  // An address has no white space, so a quotation mark or a backslash in it is seldom, and ends what is read of it.
  return json.toString("utf8", start, json.indexOf('"', start));
}
