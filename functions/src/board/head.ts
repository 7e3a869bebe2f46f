import type { AsOf } from "@logbook/domain";
import type { StoredDocument } from "../store/own-documents.ts";

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

/** Reads `boards/main`; `null` when it does not exist or holds no revision. */
export function readHead(board: StoredDocument | null, readTime: Date): Head | null {
  if (typeof board?.data.revision !== "number") return null;
  const { revision, rereadAt } = board.data;
  const reread = rereadAt instanceof Date ? rereadAt.getTime() : 0;
  return { revision, lineage: `${board.createTime.getTime()}-${reread}`, readTime: readTime.getTime() };
}

/** As of when an answer is, as the answer says it. */
export function asOf(head: Head | null): AsOf {
  return {
    asOf: head === null ? null : new Date(head.readTime).toISOString(),
    revision: head === null ? null : head.revision,
  };
}
