import { AREA_LIMITS, type Area, type AsOf, hasFields, isId, LIMITS } from "@logbook/domain";
import type { StoredDocument } from "./documents.ts";
import type { Version } from "./version.ts";

/** One increment of the board's revision. The commit that made the increment wrote or deleted the report `issueId`. */
export interface BoardMove {
  /** The revision after the commit. */
  revision: number;
  issueId: string;
  /** The version that the commit gave to the report and the board. */
  version: Version;
}

/**
 * The state of `boards/main` at `readTime` (milliseconds). Each write of a report increments `revision`. A new `lineage`
 * invalidates all cached reports: the document was created again, or somebody wrote a report without the API, after
 * which triggers/issue-written.ts sets the field `rereadAt`.
 */
export interface BoardHead {
  revision: number;
  lineage: string;
  readTime: number;
}

/** A head as it was read from Firestore, with the last number and the last move of the board. */
export interface StoredBoardHead extends BoardHead {
  lastNumber: number;
  /** The ids of the pinned reports, in the order in which they were pinned. Some may be deleted. */
  pinned: readonly string[];
  /** The areas of the website, in the admins' order; missing if there are none. */
  areas?: Area[];
  /** The move that led to this revision; `null` if the document names no report. */
  move: BoardMove | null;
}

/** Parses `boards/main`; `null` if it does not exist or has no revision. */
export function parseBoardHead(board: StoredDocument | null, readTime: Date): StoredBoardHead | null {
  if (typeof board?.data.revision !== "number") return null;
  const { revision, rereadAt, issueId } = board.data;
  const areas = parseAreas(board.data);
  const rereadMs = rereadAt instanceof Date ? rereadAt.getTime() : 0;
  return {
    revision,
    lastNumber: parseLastNumber(board.data),
    lineage: `${board.createTime.getTime()}-${rereadMs}`,
    readTime: readTime.getTime(),
    pinned: parsePinned(board.data),
    ...(areas.length > 0 && { areas }),
    move: typeof issueId === "string" && isId(issueId) ? { revision, issueId, version: board.version } : null,
  };
}

/** The number of the report that was filed last, from the fields of `boards/main`; 0 if no report has a number. */
export function parseLastNumber({ lastNumber }: Readonly<Record<string, unknown>>): number {
  return typeof lastNumber === "number" ? lastNumber : 0;
}

/** The ids of the pinned reports, from the fields of `boards/main`. */
export function parsePinned({ pinned }: Readonly<Record<string, unknown>>): string[] {
  return Array.isArray(pinned) ? pinned.filter((id) => typeof id === "string").slice(0, LIMITS.pinnedReports) : [];
}

/** The areas of the website, from the fields of `boards/main`, without malformed ones. */
export function parseAreas({ areas }: Readonly<Record<string, unknown>>): Area[] {
  const isArea = (value: unknown): value is Area & Record<string, unknown> =>
    hasFields(value, { id: "string", name: "string", pattern: "string" });
  const known = Array.isArray(areas) ? areas.filter(isArea).slice(0, AREA_LIMITS.areas) : [];
  return known.map(({ id, name, pattern }) => ({ id, name, pattern }));
}

/** The time and the revision of the board from which a response was made, both `null` without a board; its areas. */
export function boardTimeFields(head: StoredBoardHead | null): AsOf {
  if (head === null) return { asOf: null, revision: null };
  const { readTime, revision, areas } = head;
  return { asOf: new Date(readTime).toISOString(), revision, ...(areas && { areas }) };
}
