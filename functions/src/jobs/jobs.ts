import { removeOrphans } from "../accounts/orphans.ts";
import { board } from "../board/process-board.ts";
import { readSnapshotHead } from "../board/snapshot-file.ts";
import { blockRestore, deleteEntry, deleteHistory, expiredEntryPages } from "./expired-trash.ts";
import { findListedPaths } from "./listed-files.ts";
import { numberReports } from "./number-reports.ts";
import { purge } from "./purge.ts";
import { saveSnapshotIfDue, saveSnapshotNow } from "./save-snapshot.ts";
import { deleteFile, filePages, removeDownloadToken } from "./stored-files.ts";
import { sweep } from "./sweep.ts";

// The job `purge` replaces a snapshot that still has a deleted report (ensureNewerSnapshot() in purge.ts).
const snapshot = {
  findBoardTime: async () => {
    const head = await readSnapshotHead();
    return head && new Date(head.readTime);
  },
  saveNow: () => saveSnapshotNow(board),
};

/**
 * The regular jobs. A schedule runs them in production (index.ts), the suite's launcher or `npm run job -- <name>`
 * locally. A job may run at any time, repeatedly and concurrently. It returns a summary without a user's name or text.
 * A new job also needs a row in suite/launcher/jobs.ts (CONTRIBUTING.md, Add a job).
 */
export const JOBS = {
  /** Saves a snapshot of the board, from which new instances start, if the last one is outdated. */
  snapshot: () => saveSnapshotIfDue(board),
  /** Gives numbers to reports that have none. */
  numbers: () => numberReports(board),
  /** Deletes reports that have been in the trash for 30 days, with their files and history. */
  purge: (now: Date) =>
    purge({ expiredEntryPages, snapshot, blockRestore, findListedPaths, deleteFile, deleteHistory, deleteEntry }, now),
  /** Deletes files that are 12 hours old or older and that no report or trash entry lists. Removes download tokens. */
  sweep: (now: Date) => sweep({ filePages, findListedPaths, deleteFile, removeDownloadToken }, now),
  /** Deletes accounts without a member, and frees names without a member. */
  orphans: (now: Date) => removeOrphans(now),
} as const satisfies Record<string, (now: Date) => Promise<string>>;

export type JobName = keyof typeof JOBS;
