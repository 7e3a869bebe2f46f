import type { AsOf } from "@logbook/domain";
import type { DocumentSnapshot } from "firebase-admin/firestore";

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
export function readHead(board: DocumentSnapshot): Head | null {
  const data = board.data();
  if (data === undefined || typeof data.revision !== "number") return null;
  const rereadAt = data.rereadAt as { toMillis?: () => number } | undefined;
  return {
    revision: data.revision,
    lineage: `${board.createTime?.toMillis() ?? 0}-${rereadAt?.toMillis?.() ?? 0}`,
    readTime: board.readTime.toMillis(),
  };
}

/** As of when an answer is, as the answer says it. */
export function asOf(head: Head | null): AsOf {
  return {
    asOf: head === null ? null : new Date(head.readTime).toISOString(),
    revision: head === null ? null : head.revision,
  };
}
