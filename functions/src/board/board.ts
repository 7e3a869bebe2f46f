import { countStats, type Issue, type Stats, sortIssues } from "@logbook/domain";
import type { Head } from "./head.ts";

/** All reports in the list's order, and their counts, as of some revision. */
export interface Snapshot {
  issues: readonly Issue[];
  stats: Stats;
}

/** What came since some instant, both as of one moment: reports as they are now, and ids of reports now in the trash. */
export interface Changes {
  changed: readonly Issue[];
  deleted: ReadonlySet<string>;
}

/** Where the board's reports come from. */
export interface BoardSource {
  /** Every report. */
  loadAll(): Promise<readonly Issue[]>;
  /** What was written or deleted at or after `since` (milliseconds). */
  loadChanges(since: number): Promise<Changes>;
}

/** The reports of one process, kept in memory (design section 7). */
export interface Board {
  /**
   * The reports as of `head` or later, `head` having been read after the request came in: from memory when nothing
   * moved, else from one sync that all waiting requests share. Without a head everything is read anew. Rejects when the
   * source does; the next request tries again.
   */
  at(head: Head | null): Promise<Snapshot>;
}

/** How far back each sync looks again: the stamp of a write may be older than the moment at which it could be seen. */
export const OVERLAP_MS = 60_000;
// Past this age everything is read anew, long before trash entries are purged.
const WHOLE_AFTER_MS = 24 * 60 * 60_000;

/** One sync, under way or about to begin. */
interface Flight {
  head: Head | null;
  snapshot: Promise<Snapshot>;
}

/** An empty board; its first request loads it. */
export function createBoard(source: BoardSource): Board {
  let known: (Snapshot & { head: Head }) | null = null;
  let running: Flight | null = null;
  let next: Flight | null = null;

  async function sync(head: Head | null): Promise<Snapshot> {
    const base = head !== null && known !== null && canGrowTo(known.head, head) ? known : null;
    const issues =
      base === null
        ? sortIssues(await source.loadAll())
        : withChanges(base.issues, await source.loadChanges(base.head.readTime - OVERLAP_MS));
    const snapshot = { issues, stats: countStats(issues) };
    if (head !== null) known = { ...snapshot, head };
    return snapshot;
  }

  function launch(head: Head | null): Flight {
    const before = running?.snapshot ?? Promise.resolve();
    const flight: Flight = {
      head,
      snapshot: before
        .catch(() => undefined)
        .then(() => {
          next = null;
          running = flight;
          return sync(flight.head);
        })
        .finally(() => {
          running = null;
        }),
    };
    return flight;
  }

  return {
    async at(head) {
      if (known !== null && covers(known.head, head)) return known;
      // A sync under way answers only who asked for no more than it set out to read.
      if (running !== null && covers(running.head, head)) return running.snapshot;
      if (next === null) next = launch(head);
      else next.head = later(next.head, head);
      return next.snapshot;
    },
  };
}

function covers(have: Head | null, wanted: Head | null): boolean {
  if (have === null || wanted === null || have.lineage !== wanted.lineage) return false;
  // A revision that went back was set by hand: only an older view of the same board is covered by a higher one.
  return have.revision === wanted.revision || (have.revision > wanted.revision && have.readTime >= wanted.readTime);
}

function canGrowTo(from: Head, to: Head): boolean {
  return from.lineage === to.lineage && to.readTime - from.readTime < WHOLE_AFTER_MS;
}

function later(a: Head | null, b: Head | null): Head | null {
  if (a === null || b === null) return null;
  return a.readTime > b.readTime ? a : b;
}

// Changes may come more than once. What is there wins over the trash: both are of one moment.
function withChanges(issues: readonly Issue[], { changed, deleted }: Changes): Issue[] {
  const known = new Set(changed.map(({ id }) => id));
  return sortIssues([...issues.filter(({ id }) => !known.has(id) && !deleted.has(id)), ...changed]);
}
