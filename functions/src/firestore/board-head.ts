import { type AsOf, isId } from "@logbook/domain";
import type { StoredDocument } from "./stored-document.ts";
import type { Version } from "./version.ts";

/** One move of the board, which a commit makes that writes or deletes the report it names, and no other. */
export interface Move {
  /** What it moved the board to. */
  revision: number;
  issueId: string;
  /** The version of all that the commit wrote. */
  version: Version;
}

/**
 * How the board stood at `readTime` (milliseconds): every rule-checked write of a report moves `revision` on by one.
 * Under another `lineage` nothing known so far counts: the board document was made anew, or something was written
 * around the rules (see triggers/repair.ts).
 */
export interface Head {
  revision: number;
  lineage: string;
  readTime: number;
}

/** A head as it was read, with the board's last move; `null` where that is not told. */
export interface SeenHead extends Head {
  move: Move | null;
}

/** Reads `boards/main`; `null` when it does not exist or holds no revision. */
export function readHead(board: StoredDocument | null, readTime: Date): SeenHead | null {
  if (typeof board?.data.revision !== "number") return null;
  const { revision, rereadAt, issueId } = board.data;
  const reread = rereadAt instanceof Date ? rereadAt.getTime() : 0;
  return {
    revision,
    lineage: `${board.createTime.getTime()}-${reread}`,
    readTime: readTime.getTime(),
    move: typeof issueId === "string" && isId(issueId) ? { revision, issueId, version: board.version } : null,
  };
}

/** As of when an answer is, as the answer says it. */
export function asOf(head: Head | null): AsOf {
  return {
    asOf: head === null ? null : new Date(head.readTime).toISOString(),
    revision: head === null ? null : head.revision,
  };
}
