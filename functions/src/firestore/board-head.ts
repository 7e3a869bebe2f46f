import { type AsOf, isId } from "@logbook/domain";
import type { StoredDocument } from "./stored-document.ts";
import type { Version } from "./version.ts";

/** One increment of the board's revision: the commit that made it wrote or deleted one report, `issueId`. */
export interface BoardMove {
  /** The revision after the commit. */
  revision: number;
  issueId: string;
  /** The version of all documents of the commit. */
  version: Version;
}

/**
 * The state of `boards/main` at `readTime` (milliseconds). Each write of a report under the rules increments
 * `revision`. A new `lineage` invalidates all cached reports: the document was recreated, or repaired
 * (triggers/repair.ts).
 */
export interface BoardHead {
  revision: number;
  lineage: string;
  readTime: number;
}

/** A head read from Firestore, with the move that led to it; `move` is `null` if the document names no report. */
export interface StoredBoardHead extends BoardHead {
  /** The number of the report that was filed last. */
  lastNumber: number;
  move: BoardMove | null;
}

/** Parses `boards/main`; `null` if it does not exist or has no revision. */
export function readBoardHead(board: StoredDocument | null, readTime: Date): StoredBoardHead | null {
  if (typeof board?.data.revision !== "number") return null;
  const { revision, rereadAt, issueId } = board.data;
  const reread = rereadAt instanceof Date ? rereadAt.getTime() : 0;
  return {
    revision,
    lastNumber: lastNumberOf(board.data),
    lineage: `${board.createTime.getTime()}-${reread}`,
    readTime: readTime.getTime(),
    move: typeof issueId === "string" && isId(issueId) ? { revision, issueId, version: board.version } : null,
  };
}

/** The number of the report that was filed last, from the fields of `boards/main`; 0 if it has none. */
export function lastNumberOf({ lastNumber }: Readonly<Record<string, unknown>>): number {
  return typeof lastNumber === "number" ? lastNumber : 0;
}

/** The time and revision of a head, in the form of the API's JSON. */
export function asOf(head: BoardHead | null): AsOf {
  return {
    asOf: head === null ? null : new Date(head.readTime).toISOString(),
    revision: head === null ? null : head.revision,
  };
}
