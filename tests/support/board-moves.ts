import { Timestamp } from "firebase-admin/firestore";
import { db } from "./suite.ts";

/** The board's revision now. */
export async function boardRevision(): Promise<number> {
  return (await db.doc("boards/main").get()).get("revision") as number;
}

/**
 * The ids of the reports that moved the board since a revision, the last move first. They come from earlier versions of
 * the board. The revision alone proves nothing, because the repair trigger may move the board for other tests' reports.
 */
export async function boardMovesSince(revision: number): Promise<string[]> {
  const moves: string[] = [];
  let board = await db.doc("boards/main").get();
  while (board.get("revision") > revision) {
    moves.push(board.get("issueId") as string);
    board = await boardAt(justBefore(board.updateTime!));
  }
  return moves;
}

function boardAt(readTime: Timestamp) {
  return db.runTransaction((transaction) => transaction.get(db.doc("boards/main")), { readOnly: true, readTime });
}

/** The time one microsecond earlier, because Firestore's times have microseconds. */
function justBefore(time: Timestamp): Timestamp {
  const { seconds, nanoseconds } = time;
  return nanoseconds === 0 ? new Timestamp(seconds - 1, 999_999_000) : new Timestamp(seconds, nanoseconds - 1_000);
}
