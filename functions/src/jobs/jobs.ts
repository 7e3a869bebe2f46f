import { board } from "../board/this-board.ts";
import { snapshotJob } from "./snapshot.ts";

/**
 * What is done now and then: in production by a schedule (index.ts), on one's own machine by the launcher and
 * `npm run job -- <name>`. Each may run at any time and as often as one likes, and gives what it did, in a sentence.
 */
export const JOBS = {
  /** Keeps the board's snapshot for cold starts fresh. */
  snapshot: () => snapshotJob(board),
} as const;

export type JobName = keyof typeof JOBS;
