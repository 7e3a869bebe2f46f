import type { WireIssue } from "@logbook/domain";
import { LRUCache } from "lru-cache";
import type { Board } from "../board/board.ts";
import { jsonOf } from "../board/entry.ts";
import { UNKNOWN_VERSION, updateTimeOf, type Version } from "../firestore/version.ts";

/** A report that may be outdated. */
export interface CachedReport {
  report: WireIssue;
  /** The size of the report's JSON. */
  bytes: number;
  /** The document's update time, as a precondition for a write. */
  updateTime: string;
}

/**
 * Reports from the board's last sync or from this process's own last write, whichever is newer. They may be outdated,
 * so they are only for writes with a precondition (docs/decisions/0002-write-as-the-caller-over-rest.md).
 */
export interface ReportCache {
  get(id: string): CachedReport | null;
  /** Stores a report after a write, unless it is long. */
  set(version: Version, report: WireIssue): void;
}

// Reports that were written earlier are mostly on the board already.
const MAX_REPORTS = 500;
// Most reports have a tenth of this size. A larger report is not cached, so it is read before each write.
const MAX_REPORT_BYTES = 32 * 1024;

/** Creates a cache on top of the board. */
export function createReportCache({ lastKnown }: Pick<Board, "lastKnown">): ReportCache {
  const written = new LRUCache<string, { version: Version; json: Buffer }>({ max: MAX_REPORTS });

  return {
    get(id) {
      const [own, entry] = [written.get(id), lastKnown(id)];
      const latest = entry === undefined || (own !== undefined && own.version > entry.version) ? own : entry;
      if (latest === undefined || latest.version === UNKNOWN_VERSION) return null;
      const json = "json" in latest ? latest.json : jsonOf(latest);
      const report = JSON.parse(json.toString()) as WireIssue;
      return { report, bytes: json.length, updateTime: updateTimeOf(latest.version) };
    },

    set(version, report) {
      const json = Buffer.from(JSON.stringify(report));
      if (json.length <= MAX_REPORT_BYTES) written.set(report.id, { version, json });
    },
  };
}
