import { LIMITS } from "@logbook/domain";
import type { Head, Move, SeenHead } from "../firestore/board-head.ts";
import { millisOf } from "../firestore/version.ts";
import type { Arrival, Entry } from "./entry.ts";
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
  /** These reports, `null` for each that is not there; nothing at all where they cannot be had this way. */
  loadReports(ids: readonly string[]): Promise<ReadonlyMap<string, Arrival | null> | null>;
}

/** The reports of one process, kept in memory (design section 7). */
export interface Board {
  /** Begins to load what was put by, once and before all else: the first request's head is read meanwhile. */
  begin(): void;
  /**
   * The reports as of `head` or later, `head` having been read after the request came in: from memory when nothing
   * moved, else from one sync that all waiting requests share. Without a head everything is read anew. Rejects when the
   * source does; the next request tries again.
   */
  at(head: SeenHead | null): Promise<Reports>;
  /** A commit of this process has moved the board, so that this move need not be asked for. */
  noteMove(move: Move): void;
  /** A report as of the last sync, which may be long ago; `undefined` where there was none, or no sync. */
  last(id: string): Entry | undefined;
}

/** How far back each sync looks again: the stamp of a write may be older than the moment at which it could be seen. */
export const OVERLAP_MS = 60_000;
// Past this age everything is read anew: what was deleted since is told by the trash, which is emptied after a while.
const WHOLE_AFTER_MS = (LIMITS.trashDays - 1) * 24 * 60 * 60_000;

/** From this revision on there may be a snapshot; before it everything is read about as fast. */
export const SNAPSHOT_AFTER = 500;

// Past some tens of documents two queries are quicker.
const MOST_MOVES = 50;

/** One sync, under way or about to begin. */
interface Flight {
  head: SeenHead | null;
  reports: Promise<Reports>;
}

/** An empty board; its first request loads it. */
export function createBoard(source: BoardSource): Board {
  let known: Standing | null = null;
  let putBy: Promise<Standing | null> | null = null;
  let running: Flight | null = null;
  let next: Flight | null = null;
  const moves = rememberMoves();

  async function sync(head: SeenHead | null): Promise<Reports> {
    if (head === null) return await source.loadAll();
    const begun = putBy;
    putBy = null;
    if (known === null && head.revision >= SNAPSHOT_AFTER) known = await (begun ?? source.loadSnapshot());
    if (known !== null && covers(known.head, head)) return known.reports;
    const reports =
      known !== null && canGrowTo(known.head, head)
        ? known.reports.withChanges(await changesAfter(known, head))
        : await source.loadAll();
    known = { head, reports };
    moves.forget(head.revision);
    return reports;
  }

  /** By name where every move is known: documents by their names are one quick call, queries are two. */
  async function changesAfter({ head: from, reports }: Standing, to: Head): Promise<Changes> {
    const between = moves.between(from, to);
    const named = between && changesOf(between, reports, await source.loadReports(issueIds(between)));
    return named ?? (await source.loadChanges(from.readTime - OVERLAP_MS));
  }

  function launch(head: SeenHead | null): Flight {
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
    begin() {
      putBy = source.loadSnapshot();
      // Who needs it hears of that.
      putBy.catch(() => undefined);
    },

    last: (id) => known?.reports.get(id),
    noteMove: moves.note,

    async at(head) {
      if (head?.move) moves.note(head.move);
      if (known !== null && covers(known.head, head)) return known.reports;
      // A sync under way answers only who asked for no more than it set out to read.
      if (running !== null && covers(running.head, head)) return running.reports;
      if (next === null) next = launch(head);
      else next.head = later(next.head, head);
      return next.reports;
    },
  };
}

/** What is known of the board's moves that no sync has followed yet. */
function rememberMoves() {
  const moves = new Map<number, Move>();
  return {
    note(move: Move): void {
      if (moves.size >= MOST_MOVES) moves.clear();
      moves.set(move.revision, move);
    },
    forget(upTo: number): void {
      for (const revision of moves.keys()) if (revision <= upTo) moves.delete(revision);
    },
    /** Every move after `from` up to `to`; `null` when one is not known, or not its time, or it is from before `from`. */
    between(from: Head, to: Head): Move[] | null {
      const found: Move[] = [];
      for (let revision = from.revision + 1; revision <= to.revision; revision += 1) {
        const move = moves.get(revision);
        if (move === undefined || millisOf(move.version) < from.readTime) return null;
        found.push(move);
      }
      return found;
    },
  };
}

const issueIds = (moves: readonly Move[]): string[] => [...new Set(moves.map(({ issueId }) => issueId))];

/**
 * What some moves changed, from the reports they name; `null` where that does not fit: who writes around the rules can
 * move the board with any name, and the queries find what was written.
 */
function changesOf(
  moves: readonly Move[],
  before: Reports,
  found: ReadonlyMap<string, Arrival | null> | null,
): Changes | null {
  const changed: Arrival[] = [];
  const deleted = new Set<string>();
  for (const [issueId, arrival] of found ?? []) {
    const versions = moves.filter((move) => move.issueId === issueId).map((move) => move.version);
    const wasThere = before.get(issueId) !== undefined || versions.length > 1;
    if (arrival !== null && arrival.entry.version >= Math.max(...versions)) changed.push(arrival);
    else if (arrival === null && wasThere) deleted.add(issueId);
    else return null;
  }
  return found && { changed, deleted };
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

/** The one read later. Read times have whole milliseconds: within one of them the board has only moved on. */
function later(a: SeenHead | null, b: SeenHead | null): SeenHead | null {
  if (a === null || b === null) return null;
  if (a.readTime === b.readTime) return a.revision > b.revision ? a : b;
  return a.readTime > b.readTime ? a : b;
}
