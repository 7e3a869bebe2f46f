import { type Issue, recordOf, TEXT_FIELD_NAMES } from "@logbook/domain";
import type { BoardMove, StoredBoardHead } from "../firestore/board-head.ts";
import type { BoardSource } from "./board.ts";
import { type Entry, type EntryWithText, jsonOf, toEntry } from "./entry.ts";
import { createReports } from "./reports.ts";

export const SECOND_MS = 1000;

/**
 * A fake Firestore. A commit becomes visible at the time `now`, but its timestamp is older by `ageMs`: in Firestore by
 * up to a minute. Read times are multiples of `precisionMs`.
 */
export function fakeFirestore(precisionMs = SECOND_MS) {
  let now = Date.UTC(2026, 0, 1);
  let revision = 0;
  let lineage = "first";
  let lastMove: BoardMove | null = null;
  const issues = new Map<string, EntryWithText>();
  /** When each deleted report was deleted. */
  const trash = new Map<string, string>();
  /** When writes of each report bypassed the rules. */
  const bypassTimes = new Map<string, number[]>();
  /** The states of each report, with the start of each state; `entry` is `null` while the report was in the trash. */
  const states = new Map<string, { start: number; entry: Entry | null }[]>();

  const recordState = (id: string): void => {
    states.set(id, [...(states.get(id) ?? []), { start: now, entry: issues.get(id)?.entry ?? null }]);
  };
  const tick = (): void => {
    now += SECOND_MS;
  };
  // Timestamps of one report increase with its commits, as in Firestore.
  const timestamps = new Map<string, number>();
  const nextTimestamp = (id: string, ageMs: number): string => {
    tick();
    timestamps.set(id, Math.max((timestamps.get(id) ?? 0) + 1, now - ageMs));
    return new Date(timestamps.get(id)!).toISOString();
  };
  /** The version of a document that is written now: versions are in microseconds. */
  const versionNow = () => now * 1000;
  const moveBoard = (issueId: string): BoardMove => {
    revision += 1;
    lastMove = { revision, issueId, version: versionNow() };
    return lastMove;
  };
  const write = (id: string, ageMs: number): BoardMove => {
    const updatedAt = nextTimestamp(id, ageMs);
    issues.set(id, toEntry({ ...createIssue(id), updatedAt, title: `version ${now}` }, versionNow()));
    trash.delete(id);
    recordState(id);
    return moveBoard(id);
  };
  const remove = (id: string, ageMs: number): BoardMove | null => {
    if (!issues.has(id)) return null;
    issues.delete(id);
    trash.set(id, nextTimestamp(id, ageMs));
    recordState(id);
    return moveBoard(id);
  };

  return {
    write,
    remove,
    /** A write that bypasses the rules and is repaired: it has an old timestamp, and the board gets a new lineage. */
    writeBypassingRules(id: string) {
      tick();
      trash.delete(id);
      bypassTimes.set(id, [...(bypassTimes.get(id) ?? []), now]);
      issues.set(id, toEntry({ ...createIssue(id), title: `bypass ${now}` }, versionNow()));
      recordState(id);
      tick();
      lineage = `reread ${now}`;
      moveBoard(id);
    },
    /** Reads `boards/main`, which takes a second. */
    readHead(): StoredBoardHead {
      tick();
      const readTime = now - (now % precisionMs);
      return { revision, lineage, lastNumber: 0, pinned: [], readTime, move: lastMove };
    },
    readByIds: (ids: readonly string[]) => ({
      changed: ids.flatMap((id) => issues.get(id) ?? []),
      deleted: new Set(ids.filter((id) => !issues.has(id))),
    }),
    readAll: () => [...issues.values()],
    readChanges(time: number) {
      const since = new Date(time).toISOString();
      return {
        changed: [...issues.values()].filter(({ entry }) => JSON.parse(jsonOf(entry).toString()).updatedAt >= since),
        deleted: new Set([...trash].filter(([, deletedAt]) => deletedAt >= since).map(([id]) => id)),
      };
    },
    now: () => now,
    /** Whether a write of this report bypassed the rules between two times. */
    hasBypassBetween: (id: string, from: number, to: number) =>
      (bypassTimes.get(id) ?? []).some((time) => time > from && time <= to),
    /** All states that a report had between two times. */
    statesBetween(id: string, from: number, to: number): (Entry | null)[] {
      const allStates = [{ start: 0, entry: null }, ...(states.get(id) ?? [])];
      const endOf = (index: number) => allStates[index + 1]?.start ?? Number.POSITIVE_INFINITY;
      return allStates.filter(({ start }, index) => start <= to && endOf(index) > from).map(({ entry }) => entry);
    },
  };
}

function createIssue(id: string): Issue {
  return {
    id,
    number: 1,
    type: "bug",
    ...recordOf(TEXT_FIELD_NAMES, () => ""),
    status: "OPEN",
    priority: "MEDIUM",
    reporter: "ada",
    attachments: [],
    amendments: [],
    votes: 0,
    createdAt: "2025-01-01T00:00:00.000Z",
    updatedAt: "2025-01-01T00:00:00.000Z",
  };
}

/** A source that reads the fake Firestore. It adds each read to `reads`: "all", "changes", or the reports' ids. */
export function createSource(store: ReturnType<typeof fakeFirestore>, reads: string[] = []): BoardSource {
  return {
    loadSnapshot: async () => null,
    loadAll: async () => {
      reads.push("all");
      return createReports(store.readAll());
    },
    loadChanges: async (since) => {
      reads.push("changes");
      return store.readChanges(since);
    },
    loadReports: async (ids) => {
      reads.push(ids.join(" "));
      return store.readByIds(ids);
    },
  };
}
