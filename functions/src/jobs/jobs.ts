import { removeOrphans } from "../accounts/orphans.ts";
import { board } from "../board/process-board.ts";
import { savedHead } from "../board/snapshot-file.ts";
import { closeEntry, dropEntry, dueEntries } from "./due-trash.ts";
import { listedPaths } from "./listed-files.ts";
import { purge } from "./purge.ts";
import { renewSnapshot, snapshotJob } from "./save-snapshot.ts";
import { filePages, plainFile, removeFile } from "./stored-files.ts";
import { sweep } from "./sweep.ts";

const snapshot = {
  takenAt: async () => {
    const head = await savedHead();
    return head && new Date(head.readTime);
  },
  renew: () => renewSnapshot(board),
};

/**
 * What is done now and then: in production by a schedule (index.ts), on one's own machine by the launcher and
 * `npm run job -- <name>`. Each may run at any time, as often as one likes and twice at once, and gives what it did, in a
 * sentence without anybody's name or text.
 */
export const JOBS = {
  /** Keeps the board's snapshot for cold starts fresh. */
  snapshot: () => snapshotJob(board),
  /** Removes for good what has been in the trash for 30 days, its files first. */
  purge: (now: Date) =>
    purge(
      { due: dueEntries, snapshot, close: closeEntry, listed: listedPaths, remove: removeFile, drop: dropEntry },
      now,
    ),
  /** Removes files that nothing lists a day after they were uploaded. */
  sweep: (now: Date) => sweep({ pages: filePages, listed: listedPaths, remove: removeFile, makePlain: plainFile }, now),
  /** Removes accounts that never became members, and frees names that nobody has. */
  orphans: (now: Date) => removeOrphans(now),
} as const satisfies Record<string, (now: Date) => Promise<string>>;

export type JobName = keyof typeof JOBS;
