import { LIMITS } from "@logbook/domain";
import type { Entry } from "./entry.ts";
import type { Head } from "./head.ts";
import type { Changes, Reports } from "./reports.ts";

/** Reports as they stood at a head. */
export interface Standing {
  head: Head;
  reports: Reports;
}

/** Where the board's reports come from. */
export interface BoardSource {
  /** What was once put by, to begin with; `null` when there is nothing that can be used. */
  loadSnapshot(): Promise<Standing | null>;
  /** Every report. */
  loadAll(): Promise<Reports>;
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
  at(head: Head | null): Promise<Reports>;
  /** A report as of the last sync, which may be long ago; `undefined` where there was none, or no sync. */
  last(id: string): Entry | undefined;
}

/** How far back each sync looks again: the stamp of a write may be older than the moment at which it could be seen. */
export const OVERLAP_MS = 60_000;
// Past this age everything is read anew: what was deleted since is told by the trash, which is emptied after a while.
const WHOLE_AFTER_MS = (LIMITS.trashDays - 1) * 24 * 60 * 60_000;

/** From this revision on there may be a snapshot; before it everything is read about as fast. */
export const SNAPSHOT_AFTER = 500;

/** One sync, under way or about to begin. */
interface Flight {
  head: Head | null;
  reports: Promise<Reports>;
}

/** An empty board; its first request loads it. */
export function createBoard(source: BoardSource): Board {
  let known: Standing | null = null;
  let running: Flight | null = null;
  let next: Flight | null = null;

  async function sync(head: Head | null): Promise<Reports> {
    if (head === null) return await source.loadAll();
    if (known === null && head.revision >= SNAPSHOT_AFTER) known = await source.loadSnapshot();
    if (known !== null && covers(known.head, head)) return known.reports;
    const reports =
      known !== null && canGrowTo(known.head, head)
        ? known.reports.withChanges(await source.loadChanges(known.head.readTime - OVERLAP_MS))
        : await source.loadAll();
    known = { head, reports };
    return reports;
  }

  function launch(head: Head | null): Flight {
    const before = running?.reports ?? Promise.resolve();
    const flight: Flight = {
      head,
      reports: before
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
    last: (id) => known?.reports.get(id),

    async at(head) {
      if (known !== null && covers(known.head, head)) return known.reports;
      // A sync under way answers only who asked for no more than it set out to read.
      if (running !== null && covers(running.head, head)) return running.reports;
      if (next === null) next = launch(head);
      else next.head = later(next.head, head);
      return next.reports;
    },
  };
}

function covers(have: Head | null, wanted: Head | null): boolean {
  if (have === null || wanted === null || have.lineage !== wanted.lineage) return false;
  // A revision that went back was set by hand: only an older view of the same board is covered by a higher one.
  return have.revision === wanted.revision || (have.revision > wanted.revision && have.readTime >= wanted.readTime);
}

/** Whether the changes since are enough. Data restored to an earlier state has lost some that were seen already. */
function canGrowTo(from: Head, to: Head): boolean {
  return from.lineage === to.lineage && from.revision <= to.revision && to.readTime - from.readTime < WHOLE_AFTER_MS;
}

function later(a: Head | null, b: Head | null): Head | null {
  if (a === null || b === null) return null;
  return a.readTime > b.readTime ? a : b;
}
