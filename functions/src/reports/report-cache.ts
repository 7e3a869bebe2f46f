import type { WireIssue } from "@logbook/domain";
import { LRUCache } from "lru-cache";
import type { Board } from "../board/board.ts";
import { jsonOf } from "../board/entry.ts";
import { formatVersion, UNKNOWN_VERSION, type Version } from "../firestore/version.ts";

/** A report as it was at `updateTime`; it may be outdated. */
export interface CachedReport {
  report: WireIssue;
  /** The size of the report's JSON. */
  bytes: number;
  /** The document's update time, which a write can use as its precondition. */
  updateTime: string;
}

// A few hundred are enough, because the board's next sync reads the reports that this process has written.
const MAX_REPORTS = 500;
// A larger report is not cached, so it is read before each write. Most reports have about a tenth of this size.
const MAX_REPORT_BYTES = 32 * 1024;

export type ReportCache = ReturnType<typeof createReportCache>;

/**
 * Reports from the board's last sync or from this process's last write, whichever is newer. Reports may be outdated, so
 * they are only for writes with a precondition (docs/decisions/0002-write-as-the-caller-over-rest.md).
 */
export function createReportCache({ lastKnownEntry }: Pick<Board, "lastKnownEntry">) {
  const writtenReports = new LRUCache<string, { version: Version; json: Buffer }>({ max: MAX_REPORTS });

  return {
    get(id: string): CachedReport | null {
      const entry = lastKnownEntry(id);
      const boardReport = entry && { version: entry.version, json: jsonOf(entry) };
      const ownReport = writtenReports.get(id);
      const isOwnNewer = (ownReport?.version ?? UNKNOWN_VERSION) > (boardReport?.version ?? UNKNOWN_VERSION);
      const latestReport = isOwnNewer ? ownReport : boardReport;
      // Without a version the report would have no `updateTime` for the precondition.
      if (latestReport === undefined || latestReport.version === UNKNOWN_VERSION) return null;
      const report = JSON.parse(latestReport.json.toString()) as WireIssue;
      return { report, bytes: latestReport.json.length, updateTime: formatVersion(latestReport.version) };
    },

    /** Stores a report after a write, unless the report is larger than `MAX_REPORT_BYTES`. */
    set(version: Version, report: WireIssue): void {
      const json = Buffer.from(JSON.stringify(report));
      if (json.length <= MAX_REPORT_BYTES) writtenReports.set(report.id, { version, json });
    },
  };
}
