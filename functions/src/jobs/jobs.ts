import { removeOrphans } from "../accounts/orphans.ts";
import { board } from "../board/process-board.ts";
import { readSnapshotHead } from "../board/snapshot-file.ts";
import { closeEntry, deleteEntry, deleteHistory, expiredEntries } from "./expired-trash.ts";
import { findListedPaths } from "./listed-files.ts";
import { numberReports } from "./number-reports.ts";
import { purge } from "./purge.ts";
import { renewSnapshot, snapshotJob } from "./save-snapshot.ts";
import { deleteFile, filePages, stripFile } from "./stored-files.ts";
import { sweep } from "./sweep.ts";

const snapshot = {
  savedAt: async () => {
    const head = await readSnapshotHead();
    return head && new Date(head.readTime);
  },
  renew: () => renewSnapshot(board),
};

/**
 * The regular jobs: in production run by a schedule (index.ts), locally by the launcher and `npm run job -- <name>`.
 * Each job may run at any time, repeatedly and concurrently, and returns a summary without any name or text of a user.
 * A new job also needs a row in suite/launcher/jobs.ts (CONTRIBUTING.md, Add a job).
 */
export const JOBS = {
  /** Renews the board's snapshot, from which new instances start. */
  snapshot: () => snapshotJob(board),
  /** Gives numbers to reports that have none. */
  numbers: () => numberReports(board),
  /** Deletes reports for good that have been in the trash for 30 days, files first. */
  purge: (now: Date) =>
    purge(
      {
        expired: expiredEntries,
        snapshot,
        close: closeEntry,
        findListed: findListedPaths,
        deleteFile,
        deleteHistory,
        deleteEntry,
      },
      now,
    ),
  /** Deletes files that are 12 hours old or older and that no report or trash entry lists. */
  sweep: (now: Date) => sweep({ pages: filePages, findListed: findListedPaths, deleteFile, stripFile }, now),
  /** Deletes accounts without a member, and frees names without one. */
  orphans: (now: Date) => removeOrphans(now),
} as const satisfies Record<string, (now: Date) => Promise<string>>;

export type JobName = keyof typeof JOBS;
