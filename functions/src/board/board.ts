import { LIMITS } from "@logbook/domain";
import { LRUCache } from "lru-cache";
import type { BoardHead, BoardMove, StoredBoardHead } from "../firestore/board-head.ts";
import { millisOf } from "../firestore/version.ts";
import type { EntryWithText } from "./entry.ts";
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
  /** The reports with these ids; `null` for an id without a report. The whole result is `null` if the read fails. */
  loadReports(ids: readonly string[]): Promise<ReadonlyMap<string, EntryWithText | null> | null>;
}

/** The cache of all reports in one process, which a *sync* updates (docs/decisions/0010-the-board-in-memory.md). */
export interface Board {
  /** Starts to load the snapshot before the first request needs it. */
  preload(): void;
  /**
   * The reports at the moment of `head` or later. A request passes a head that was read after the request arrived. If
   * there is no board document (`head` is `null`), all reports are read. Rejects if Firestore cannot be read.
   */
  reportsAt(head: StoredBoardHead | null): Promise<Reports>;
  /** Records a move of the board that this process made, so that the next sync reads only the report of that move. */
  recordMove(move: BoardMove): void;
}

/** How far a sync reads back before the last sync: a write becomes visible later than its timestamp says. */
export const OVERLAP_MS = 60_000;
// An older state is read anew: an update finds deletions only in the trash, which is purged. One day is a margin.
const MAX_STATE_AGE_MS = (LIMITS.trashDays - 1) * 24 * 60 * 60_000;

/** From this revision on there may be a snapshot. At lower revisions it is about as fast to read all reports. */
export const MIN_SNAPSHOT_REVISION = 500;

// After more moves, the queries of loadChanges() are faster than a read by id.
const MAX_MOVES = 50;

/** Creates an empty board; its first request loads the reports. */
export function createBoard(source: BoardSource): Board {
  let state: BoardState | null = null;
  let preloadedSnapshot: Promise<BoardState | null> | null = null;
  let lastSync: Promise<unknown> = Promise.resolve();
  /** The sync that starts once the last one has ended. All requests that arrive until then share this sync. */
  let nextSync: Promise<Reports> | null = null;
  /** The latest head of the requests that wait for `nextSync`. */
  let nextHead: StoredBoardHead | null = null;
  /** The last known moves of the board, by their revision. */
  const knownMoves = new LRUCache<number, BoardMove>({ max: MAX_MOVES });
  const recordMove = (move: BoardMove): void => {
    knownMoves.set(move.revision, move);
  };

  /** Updates `state` to `head`, unless `state` is new enough; returns the reports. */
  async function sync(head: StoredBoardHead | null): Promise<Reports> {
    if (head === null) return await source.loadAll();
    // Only this sync uses the preload. If the preload has failed, the next sync loads the snapshot again.
    const snapshot = preloadedSnapshot;
    preloadedSnapshot = null;
    if (state === null && head.revision >= MIN_SNAPSHOT_REVISION) state = await (snapshot ?? source.loadSnapshot());
    if (state !== null && isNewEnough(state.head, head)) return state.reports;
    const reports =
      state !== null && canUpdate(state.head, head)
        ? state.reports.withChanges(await changesSince(state, head))
        : await source.loadAll();
    state = { head, reports };
    return reports;
  }

  /** Reads the changes by id if every move is known, which is one fast call; otherwise by queries. */
  async function changesSince({ head, reports }: BoardState, newHead: BoardHead): Promise<Changes> {
    const moves = movesBetween(head, newHead);
    if (moves !== null) {
      const issueIds = new Set(moves.map(({ issueId }) => issueId));
      const writtenReports = await source.loadReports([...issueIds]);
      const changes = writtenReports && changesOf(moves, reports, writtenReports);
      if (changes !== null) return changes;
    }
    return await source.loadChanges(head.readTime - OVERLAP_MS);
  }

  /**
   * All moves after `from` up to `to`. Returns `null` if a move or its version is unknown, or if a move is older than
   * `from`, which happens after somebody has set the board back to a lower revision.
   */
  function movesBetween(from: BoardHead, to: BoardHead): BoardMove[] | null {
    const moves: BoardMove[] = [];
    for (let revision = from.revision + 1; revision <= to.revision; revision += 1) {
      const move = knownMoves.get(revision);
      // An unknown version is 0, so it counts as older.
      if (move === undefined || millisOf(move.version) < from.readTime) return null;
      moves.push(move);
    }
    return moves;
  }

  function startNextSync(): Promise<Reports> {
    const reports = lastSync.then(() => {
      nextSync = null;
      return sync(nextHead);
    });
    // After a failed sync the next one starts all the same. The waiting requests get the error.
    lastSync = reports.catch(() => undefined);
    return reports;
  }

  return {
    preload() {
      preloadedSnapshot = source.loadSnapshot();
      // Without this line a failure would be an unhandled rejection. The sync that awaits the snapshot gets the error.
      preloadedSnapshot.catch(() => undefined);
    },

    recordMove,

    async reportsAt(head) {
      if (head?.move) recordMove(head.move);
      if (state !== null && isNewEnough(state.head, head)) return state.reports;
      nextHead = nextSync === null ? head : laterHead(nextHead, head);
      nextSync ??= startNextSync();
      return nextSync;
    },
  };
}

/**
 * The changes that these moves made, from the reports that the moves name. Returns `null` if a report does not match
 * its move: a write that bypasses the rules may move the board with any id.
 */
function changesOf(
  moves: readonly BoardMove[],
  reportsBefore: Reports,
  writtenReports: ReadonlyMap<string, EntryWithText | null>,
): Changes | null {
  const changed: EntryWithText[] = [];
  const deleted = new Set<string>();
  for (const [issueId, report] of writtenReports) {
    const versions = moves.filter((move) => move.issueId === issueId).map((move) => move.version);
    // If several moves name a report that the board did not have, one may have created it and a later one deleted it.
    const hasExisted = reportsBefore.get(issueId) !== undefined || versions.length > 1;
    if (report !== null && report.entry.version >= Math.max(...versions)) changed.push(report);
    else if (report === null && hasExisted) deleted.add(issueId);
    else return null;
  }
  return { changed, deleted };
}

/** Whether reports at the moment of `head` are new enough for a request whose head is `requestedHead`. */
function isNewEnough(head: BoardHead, requestedHead: BoardHead | null): boolean {
  if (requestedHead === null || head.lineage !== requestedHead.lineage) return false;
  if (head.revision === requestedHead.revision) return true;
  // No write decreases the revision: if `requestedHead` is lower but was read later, somebody has set the board back.
  return head.revision > requestedHead.revision && head.readTime >= requestedHead.readTime;
}

/** Whether it is enough to load the changes. If the board was set back, no query finds the changes that were undone. */
function canUpdate(from: BoardHead, to: BoardHead): boolean {
  return from.lineage === to.lineage && from.revision <= to.revision && to.readTime - from.readTime < MAX_STATE_AGE_MS;
}

/** The later head, by read time and then by revision. `null`, for which all reports are read, counts as later. */
function laterHead(a: StoredBoardHead | null, b: StoredBoardHead | null): StoredBoardHead | null {
  if (a === null || b === null) return null;
  if (a.readTime !== b.readTime) return a.readTime > b.readTime ? a : b;
  return a.revision > b.revision ? a : b;
}
