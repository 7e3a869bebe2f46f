import { setImmediate as nextEventLoopTurn } from "node:timers/promises";
import { UNKNOWN_VERSION, type Version } from "../firestore/version.ts";
import type { Reports } from "./reports.ts";

// Between two slices the process answers other requests.
const REPORTS_PER_SLICE = 1_000;

/** The versions of the reports that an index has, by their ids. Entries would keep deleted reports in memory. */
export type IndexedVersions = Map<string, Version>;

interface Visitor {
  /** A report that is new or may have changed, with its search text; `wasIndexed` if an earlier version was visited. */
  changed(id: string, text: Buffer, wasIndexed: boolean): void;
  /** A report that no longer exists. */
  deleted?(id: string): void;
}

/** Visits what has changed in `reports` since the last visit with these `versions`, in slices. */
export async function visitChanged(reports: Reports, versions: IndexedVersions, visitor: Visitor): Promise<void> {
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
  if (versions.size === reports.all.length) return;
  for (const id of versions.keys()) {
    if (reports.get(id) !== undefined) continue;
    visitor.deleted?.(id);
    versions.delete(id);
  }
}
