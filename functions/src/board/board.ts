import { LIMITS } from "@logbook/domain";
import { LRUCache } from "lru-cache";
import type { BoardHead, BoardMove, StoredBoardHead } from "../firestore/board-head.ts";
import { millisOf } from "../firestore/version.ts";
import type { Changes, Reports } from "./reports.ts";

/** All reports at the moment of a head. */
export interface BoardState {
  head: BoardHead;
  reports: Reports;
}

/** Where the board loads reports from. Each read rejects if Firestore cannot be read. */
export interface BoardSource {
  /** The stored snapshot, or `null` if there is none or it cannot be used. */
  loadSnapshot(): Promise<BoardState | null>;
  loadAll(): Promise<Reports>;
  /** The reports written or deleted at or after `since` (milliseconds); `null` if they are too many for one response. */
  loadChanges(since: number): Promise<Changes | null>;
  /** The reports with these ids; an id without a report counts as deleted. */
  loadReports(ids: readonly string[]): Promise<Changes>;
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
  /** Frees the memory of what can be computed again. */
  freeMemory(): void;
}

/** How far a sync reads back before the last sync: a write becomes visible later than its timestamp says. */
export const OVERLAP_MS = 60_000;
// An older state is read anew: an update finds deletions only in the trash, which is purged. One day is a margin.
const MAX_STATE_AGE_MS = (LIMITS.trashDays - 1) * 24 * 60 * 60_000;

const MAX_KNOWN_MOVES = 50;

/** Creates an empty board; its first request loads the reports. */
export function createBoard(source: BoardSource): Board {
  let state: BoardState | null = null;
  let preloadedSnapshot: Promise<BoardState | null> | null = null;
  /** The latest head that a request has passed. */
  let latestHead: StoredBoardHead | null = null;
  let lastSync: Promise<unknown> = Promise.resolve();
  /** The last known moves of the board, by their revision. */
  const knownMoves = new LRUCache<number, BoardMove>({ max: MAX_KNOWN_MOVES });
  const recordMove = (move: BoardMove): void => {
    knownMoves.set(move.revision, move);
  };

  /** Updates `state` to the latest head, unless `state` is new enough for `head`; returns the reports. */
  async function sync(head: StoredBoardHead): Promise<Reports> {
    const snapshot = preloadedSnapshot;
    // If the preload has failed, the next sync loads the snapshot again.
    preloadedSnapshot = null;
    state ??= await (snapshot ?? source.loadSnapshot());
    if (state !== null && isNewEnough(state.head, head)) return state.reports;
    // Other requests wait for their sync, too, and need no other one after this.
    const newHead = latestHead ?? head;
    const reports = (state && (await update(state, newHead))) ?? (await source.loadAll());
    state = { head: newHead, reports };
    return reports;
  }

  /** The reports of a state, updated to a head; `null` if all reports have to be read. */
  async function update({ head, reports }: BoardState, newHead: BoardHead): Promise<Reports | null> {
    const changes = canUpdate(head, newHead) ? await changesBetween(head, newHead) : null;
    return changes && reports.withChanges(changes);
  }

  /** Reads the changes by id if every move is known, which costs one read for each; otherwise by queries. */
  function changesBetween(from: BoardHead, to: BoardHead): Promise<Changes | null> {
    const issueIds = new Set<string>();
    for (let revision = from.revision + 1; revision <= to.revision; revision += 1) {
      const move = knownMoves.get(revision);
      // A move is older than `from` if it was made before somebody set the board back. An unknown version is 0.
      if (move === undefined || millisOf(move.version) < from.readTime)
        return source.loadChanges(from.readTime - OVERLAP_MS);
      issueIds.add(move.issueId);
    }
    return source.loadReports([...issueIds]);
  }

  return {
    preload() {
      preloadedSnapshot = source.loadSnapshot();
      // Without this line a failure would be an unhandled rejection. The sync that awaits the snapshot gets the error.
      preloadedSnapshot.catch(() => undefined);
    },

    recordMove,

    freeMemory: () => state?.reports.freeMemory(),

    async reportsAt(head) {
      if (head === null) return await source.loadAll();
      if (head.move !== null) recordMove(head.move);
      if (state !== null && isNewEnough(state.head, head)) return state.reports;
      if (latestHead === null || isLater(head, latestHead)) latestHead = head;
      const reports = lastSync.then(() => sync(head));
      // After a failed sync the next one starts all the same. The waiting request gets the error.
      lastSync = reports.catch(() => undefined);
      return reports;
    },
  };
}

/** Whether reports at the moment of `head` are new enough for a request whose head is `requestedHead`. */
function isNewEnough(head: BoardHead, requestedHead: BoardHead): boolean {
  if (head.lineage !== requestedHead.lineage) return false;
  if (head.revision === requestedHead.revision) return true;
  // No write decreases the revision: if `requestedHead` is lower but was read later, somebody has set the board back.
  return head.revision > requestedHead.revision && head.readTime >= requestedHead.readTime;
}

/** Whether it is enough to load the changes. If the board was set back, no query finds the changes that were undone. */
function canUpdate(from: BoardHead, to: BoardHead): boolean {
  return from.lineage === to.lineage && from.revision <= to.revision && to.readTime - from.readTime < MAX_STATE_AGE_MS;
}

/** Whether a head is later than another one, by read time and then by revision. */
function isLater(a: BoardHead, b: BoardHead): boolean {
  return a.readTime === b.readTime ? a.revision > b.revision : a.readTime > b.readTime;
}
