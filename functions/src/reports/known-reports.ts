import type { WireIssue } from "@logbook/domain";
import { LRUCache } from "lru-cache";
import type { Board } from "../board/board.ts";
import { jsonOf } from "../board/entry.ts";
import { UNKNOWN_VERSION, updateTimeOf, type Version } from "../firestore/version.ts";

/** A report as it was when this process last heard of it. */
export interface KnownReport {
  report: WireIssue;
  /** Bytes of the report as it is sent. */
  bytes: number;
  /** Its document's update time then, for a write that is to hold for nothing later. */
  updateTime: string;
}

/**
 * What this process knows of reports without asking: what the board held at its last sync, and its own writes since. Any
 * of it may be out of date, so it is for writes that Firestore refuses when it is.
 */
export interface KnownReports {
  /** `null` when nothing is known. */
  recall(id: string): KnownReport | null;
  /** A write has made a report this; a long one is not remembered. */
  learn(version: Version, report: WireIssue): void;
}

// What was written longer ago the board mostly knows.
const MOST_WRITTEN = 500;
// Most reports have a tenth of it; the others are read again.
const MOST_BYTES = 32 * 1024;

/** Knows at first what the board knows. */
export function createKnownReports({ last }: Pick<Board, "last">): KnownReports {
  const written = new LRUCache<string, { version: Version; json: Buffer }>({ max: MOST_WRITTEN });

  return {
    recall(id) {
      const [own, entry] = [written.get(id), last(id)];
      const known = entry === undefined || (own !== undefined && own.version > entry.version) ? own : entry;
      if (known === undefined || known.version === UNKNOWN_VERSION) return null;
      const json = "json" in known ? known.json : jsonOf(known);
      const report = JSON.parse(json.toString()) as WireIssue;
      return { report, bytes: json.length, updateTime: updateTimeOf(known.version) };
    },

    learn(version, report) {
      const json = Buffer.from(JSON.stringify(report));
      if (json.length <= MOST_BYTES) written.set(report.id, { version, json });
    },
  };
}
