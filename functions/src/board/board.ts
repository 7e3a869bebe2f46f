import { LIMITS } from "@logbook/domain";
import type { BoardHead, BoardMove, StoredBoardHead } from "../firestore/board-head.ts";
import { millisOf } from "../firestore/version.ts";
import type { Entry, EntryWithText } from "./entry.ts";
import type { Changes, Reports } from "./reports.ts";

/** All reports at the moment of a head. */
export interface BoardState {
  head: BoardHead;
  reports: Reports;
}

/** Where the board loads reports from. */
export interface BoardSource {
  /** The stored snapshot, or `null` if there is none or it cannot be used. */
  loadSnapshot(): Promise<BoardState | null>;
  loadAll(): Promise<Reports>;
  /** The reports written or deleted at or after `since` (milliseconds). */
  loadChanges(since: number): Promise<Changes>;
  /** These reports by id, `null` for each that does not exist. The result is `null` if they cannot be loaded by id. */
  loadReports(ids: readonly string[]): Promise<ReadonlyMap<string, EntryWithText | null> | null>;
}

/** The cache of all reports in one process (docs/decisions/0010-the-board-in-memory.md). */
export interface Board {
  /** Starts to load the snapshot before the first request needs it. */
  preload(): void;
  /**
   * The reports at the moment of `head` or later. `head` must have been read after the request arrived. If the board
   * has not moved, the reports come from memory, otherwise from one sync that all waiting requests share. If `head` is
   * `null`, all reports are read. Rejects if the source rejects.
   */
  reportsAt(head: StoredBoardHead | null): Promise<Reports>;
  /** Records a move of the board that this process made, so that the next sync reads only the report of that move. */
  recordMove(move: BoardMove): void;
  /** A report as the last sync read it, which may be outdated; `undefined` if there was no such report. */
  lastKnown(id: string): Entry | undefined;
}

/** How far each sync reads back before the last one: a write becomes visible later than its timestamp says. */
export const OVERLAP_MS = 60_000;
// If the state is older, all reports are read: a sync finds deletions only in the trash, which is purged after 30 days.
const MAX_AGE_MS = (LIMITS.trashDays - 1) * 24 * 60 * 60_000;

/** From this revision on there may be a snapshot. At lower revisions it is about as fast to read all reports. */
export const MIN_SNAPSHOT_REVISION = 500;

// More than about 50 documents are read faster by the three queries of loadChanges() than by id.
const MAX_MOVES = 50;

/** A sync that is running or about to start. */
interface Sync {
  head: StoredBoardHead | null;
  reports: Promise<Reports>;
}

/** Creates an empty board; its first request loads the reports. */
export function createBoard(source: BoardSource): Board {
  let state: BoardState | null = null;
  let preloaded: Promise<BoardState | null> | null = null;
  let running: Sync | null = null;
  let next: Sync | null = null;
  const moves = createMoveLog();

  /** Updates the state to `head`, unless it is new enough; returns its reports. */
  async function sync(head: StoredBoardHead | null): Promise<Reports> {
    if (head === null) return await source.loadAll();
    const snapshot = preloaded;
    preloaded = null;
    if (state === null && head.revision >= MIN_SNAPSHOT_REVISION) state = await (snapshot ?? source.loadSnapshot());
    if (state !== null && covers(state.head, head)) return state.reports;
    const reports =
      state !== null && canUpdate(state.head, head)
        ? state.reports.withChanges(await changesSince(state, head))
        : await source.loadAll();
    state = { head, reports };
    moves.forget(head.revision);
    return reports;
  }

  /** Reads the changes by id if every move is known, which is one fast call; otherwise by three queries. */
  async function changesSince({ head: from, reports }: BoardState, to: BoardHead): Promise<Changes> {
    const known = moves.between(from, to);
    const changes = known && changesOf(known, reports, await source.loadReports(issueIds(known)));
    return changes ?? (await source.loadChanges(from.readTime - OVERLAP_MS));
  }

  function startSync(head: StoredBoardHead | null): Sync {
    const previous = running?.reports ?? Promise.resolve();
    const started: Sync = {
      head,
      reports: previous
        .catch(() => undefined)
        .then(() => {
          next = null;
          running = started;
          return sync(started.head);
        })
        .finally(() => {
          running = null;
        }),
    };
    return started;
  }

  return {
    preload() {
      preloaded = source.loadSnapshot();
      // This avoids an unhandled rejection; the sync that awaits the snapshot reports the error.
      preloaded.catch(() => undefined);
    },

    lastKnown: (id) => state?.reports.get(id),
    recordMove: moves.record,

    async reportsAt(head) {
      if (head?.move) moves.record(head.move);
      if (state !== null && covers(state.head, head)) return state.reports;
      // The running sync reads the state of its own head, so a request with a later head waits for the next sync.
      if (running !== null && covers(running.head, head)) return running.reports;
      if (next === null) next = startSync(head);
      else next.head = laterHead(next.head, head);
      return next.reports;
    },
  };
}

/** The known moves of the board since the last sync. */
function createMoveLog() {
  const moves = new Map<number, BoardMove>();
  return {
    record(move: BoardMove): void {
      if (moves.size >= MAX_MOVES) moves.clear();
      moves.set(move.revision, move);
    },
    forget(upToRevision: number): void {
      for (const revision of moves.keys()) if (revision <= upToRevision) moves.delete(revision);
    },
    /** All moves after `from` up to `to`; `null` if a move is unknown, has no version, or is older than `from`. */
    between(from: BoardHead, to: BoardHead): BoardMove[] | null {
      const found: BoardMove[] = [];
      for (let revision = from.revision + 1; revision <= to.revision; revision += 1) {
        const move = moves.get(revision);
        if (move === undefined || millisOf(move.version) < from.readTime) return null;
        found.push(move);
      }
      return found;
    },
  };
}

const issueIds = (moves: readonly BoardMove[]): string[] => [...new Set(moves.map(({ issueId }) => issueId))];

/**
 * The changes that some moves made. `found` are the reports that the moves name. `null` if a report does not match its
 * move: a write that bypasses the rules can move the board with any id, and only the queries find its report.
 */
function changesOf(
  moves: readonly BoardMove[],
  before: Reports,
  found: ReadonlyMap<string, EntryWithText | null> | null,
): Changes | null {
  const changed: EntryWithText[] = [];
  const deleted = new Set<string>();
  for (const [issueId, report] of found ?? []) {
    const versions = moves.filter((move) => move.issueId === issueId).map((move) => move.version);
    const hasExisted = before.get(issueId) !== undefined || versions.length > 1;
    if (report !== null && report.entry.version >= Math.max(...versions)) changed.push(report);
    else if (report === null && hasExisted) deleted.add(issueId);
    else return null;
  }
  return found && { changed, deleted };
}

/** Whether reports at the moment of `known` are new enough for a request with the head `wanted`. */
function covers(known: BoardHead | null, wanted: BoardHead | null): boolean {
  if (known === null || wanted === null || known.lineage !== wanted.lineage) return false;
  // A revision never decreases by itself: if `wanted` is lower but was read later, somebody has set the board back.
  return known.revision === wanted.revision || (known.revision > wanted.revision && known.readTime >= wanted.readTime);
}

/** Whether it is enough to load changes. If the board was set back, reports lost changes, which no query finds. */
function canUpdate(from: BoardHead, to: BoardHead): boolean {
  return from.lineage === to.lineage && from.revision <= to.revision && to.readTime - from.readTime < MAX_AGE_MS;
}

/** The head that was read later. Two heads may have the same millisecond; then the higher revision is the later one. */
function laterHead(a: StoredBoardHead | null, b: StoredBoardHead | null): StoredBoardHead | null {
  if (a === null || b === null) return null;
  if (a.readTime === b.readTime) return a.revision > b.revision ? a : b;
  return a.readTime > b.readTime ? a : b;
}
