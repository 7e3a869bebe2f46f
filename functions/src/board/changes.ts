import { setImmediate as nextEventLoopTurn } from "node:timers/promises";
import { UNKNOWN_VERSION, type Version } from "../firestore/version.ts";
import type { Reports } from "./reports.ts";

// Between two slices the process answers other requests.
const REPORTS_PER_SLICE = 1_000;

interface Visitor {
  /** A report that is new or may have changed, with its search text; `wasIndexed` if an earlier version was visited. */
  changed(id: string, text: Buffer, wasIndexed: boolean): void;
  /** A report that no longer exists. */
  deleted?(id: string): void;
}

/** Remembers which reports an index has, so that it visits only what has changed since. */
export function createChanges() {
  // Only the versions are kept: entries would keep the buffers of deleted reports in memory.
  const versions = new Map<string, Version>();
  let lastReports: WeakRef<Reports> | undefined;
  return {
    /** Visits what has changed in `reports` since the last visit, in slices. */
    async visit(reports: Reports, visitor: Visitor): Promise<void> {
      if (lastReports?.deref() === reports) return;
      // One text for each report, in the order of `reports.all`.
      const texts = reports.searchTexts()[Symbol.iterator]();
      let visitedCount = 0;
      for (const { id, version } of reports.all) {
        const text = texts.next().value as Buffer;
        // A report of unknown version may have changed, so it is visited again.
        if (version !== UNKNOWN_VERSION && versions.get(id) === version) continue;
        visitor.changed(id, text, versions.has(id));
        versions.set(id, version);
        visitedCount += 1;
        if (visitedCount % REPORTS_PER_SLICE === 0) await nextEventLoopTurn();
      }
      // There may be reports that were deleted.
      if (versions.size > reports.all.length)
        for (const id of versions.keys()) {
          if (reports.get(id) !== undefined) continue;
          visitor.deleted?.(id);
          versions.delete(id);
        }
      lastReports = new WeakRef(reports);
    },
    /** The next visit visits all reports. */
    clear(): void {
      versions.clear();
      lastReports = undefined;
    },
  };
}
