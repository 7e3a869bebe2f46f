import { type Failure, LIMITS, toSimilar, type WireSimilarReport } from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import type { Board } from "../board/board.ts";
import { reportOf } from "../board/entry.ts";
import type { Reports } from "../board/reports.ts";
import type { StoredBoardHead } from "../firestore/board-head.ts";
import type { StoredDocument } from "../firestore/documents.ts";
import type { Commit } from "../firestore/writes.ts";
import { type ApiResponse, failure, NO_SUCH_REPORT, ok } from "../http/response.ts";
import { eventWrites } from "./change-report.ts";

const TOO_MANY = failure(
  "full",
  `At most ${LIMITS.pinnedReports} reports can be pinned. Please unpin one of them first.`,
);

/**
 * Pins a report above the list, or unpins it. The board's document has the list of pinned reports, which every call of
 * the list reads anyway. The response is `{pinned}`: the pinned reports.
 */
export async function pinReport(
  board: Pick<Board, "reportsAt">,
  head: StoredBoardHead | null,
  caller: Caller,
  report: StoredDocument | null,
  pinned: boolean,
): Promise<Commit | ApiResponse | Failure> {
  if (report === null || head === null) return NO_SUCH_REPORT;
  const reports = await board.reportsAt(head);
  // A deleted report gives its place free.
  const pinnedIds = head.pinned.filter((id) => reports.get(id) !== undefined);
  const respond = (ids: readonly string[]) => ok({ pinned: shortForms(reports, ids) });
  if (pinnedIds.includes(report.id) === pinned) return respond(pinnedIds);
  if (pinned && pinnedIds.length >= LIMITS.pinnedReports) return TOO_MANY;
  const newIds = pinned ? [...pinnedIds, report.id] : pinnedIds.filter((id) => id !== report.id);
  const event = { kind: pinned ? "pinned" : "unpinned", from: null, to: null } as const;
  return {
    writes: eventWrites(report.id, caller, event, { pinned: newIds }),
    respond: () => respond(newIds),
  };
}

/** The pinned reports in their short form, as a field of a response; no field without a pinned report. */
export function pinnedField(reports: Reports, head: StoredBoardHead | null): { pinned?: WireSimilarReport[] } {
  const pinned = shortForms(reports, head?.pinned ?? []);
  return pinned.length === 0 ? {} : { pinned };
}

const shortForms = (reports: Reports, ids: readonly string[]): WireSimilarReport[] =>
  ids.flatMap((id) => {
    const entry = reports.get(id);
    return entry === undefined ? [] : [toSimilar(reportOf(entry))];
  });
