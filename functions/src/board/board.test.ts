import { compareIssues, countStats, type Issue } from "@logbook/domain";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BoardMove, StoredBoardHead } from "../firestore/board-head.ts";
import { type BoardSource, type BoardState, createBoard, MIN_SNAPSHOT_REVISION, OVERLAP_MS } from "./board.ts";
import { type Entry, type EntryWithText, jsonOf, toEntry } from "./entry.ts";
import { createReports } from "./reports.ts";

const SECOND_MS = 1000;

/**
 * A fake Firestore. A commit becomes visible at the time `now`, but its timestamp is older by `ageMs`: in Firestore by
 * up to a minute. Read times are multiples of `precisionMs`.
 */
function fakeFirestore(precisionMs = SECOND_MS) {
  let now = Date.UTC(2026, 0, 1);
  let revision = MIN_SNAPSHOT_REVISION;
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
  const tick = (): number => {
    now += SECOND_MS;
    return now;
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
    /** A move of the board that bypasses the rules and writes no report; it names any report or none. */
    moveBoardBypassingRules(issueId: string | null) {
      tick();
      if (issueId === null) {
        revision += 1;
        lastMove = null;
      } else moveBoard(issueId);
    },
    /** Reads `boards/main`, which takes a second. */
    readHead: (): StoredBoardHead => ({
      revision,
      lineage,
      lastNumber: 0,
      readTime: tick() - (now % precisionMs),
      move: lastMove,
    }),
    readByIds: (ids: readonly string[]) => new Map(ids.map((id) => [id, issues.get(id) ?? null])),
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
  const texts = { websiteUrl: "", reproductionSteps: "", environmentInfo: "", expectedResult: "", actualResult: "" };
  return {
    ...texts,
    problemItSolves: "",
    howItWorks: "",
    id,
    number: 1,
    type: "bug",
    title: "",
    description: "",
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

const REPORT_IDS = ["a", "b", "c"];
const anyId = fc.constantFrom(...REPORT_IDS);
// Less than the time that a sync reads back, so that each sync finds the writes since the last one.
const anyAgeMs = fc.integer({ min: 0, max: OVERLAP_MS - SECOND_MS });
const anyActionOf = <Kind extends string>(...kinds: Kind[]) =>
  fc.record({ kind: fc.constantFrom(...kinds), id: anyId, ageMs: anyAgeMs });
// The process that has the board makes "own write" and "own removal", another process "write" and "remove".
const anyAction = fc.oneof(
  { weight: 4, arbitrary: anyActionOf("write", "own write") },
  { weight: 2, arbitrary: anyActionOf("remove", "own removal") },
  { weight: 1, arbitrary: anyActionOf("bypassing write") },
  { weight: 6, arbitrary: anyActionOf("read") },
  { weight: 1, arbitrary: anyActionOf("save snapshot") },
  { weight: 1, arbitrary: anyActionOf("cold start") },
);

const anyActions = fc.array(anyAction, { minLength: 4, maxLength: 40 });

/** A source that reads the fake Firestore. It adds each read to `reads`: "all", "changes", or the reports' ids. */
function createSource(store: ReturnType<typeof fakeFirestore>, reads: string[] = []): BoardSource {
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

/** A board over an empty Firestore. */
function setup() {
  const store = fakeFirestore();
  const reads: string[] = [];
  return { store, reads, board: createBoard(createSource(store, reads)) };
}

describe("the board", () => {
  it("never shows a report's state that ended before the request, however reads and writes interleave", async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), anyActions, async (scheduler, actions) => {
        /** Pauses the caller at the step `label`. The scheduler ends the pauses in a random order. */
        const pauseAt = (label: string) => scheduler.schedule(Promise.resolve(), label);
        // Read times are multiples of four seconds. Each read takes one second, so several heads have one read time.
        const store = fakeFirestore(4 * SECOND_MS);
        let snapshot: BoardState | null = null;
        const source: BoardSource = {
          loadSnapshot: async () => {
            await pauseAt("snapshot is loaded");
            return snapshot;
          },
          loadAll: async () => {
            await pauseAt("query of all starts");
            const reports = createReports(store.readAll());
            await pauseAt("query of all ends");
            return reports;
          },
          loadChanges: async (since) => {
            await pauseAt("query of changes starts");
            const changes = store.readChanges(since);
            await pauseAt("query of changes ends");
            return changes;
          },
          loadReports: async (ids) => {
            await pauseAt("read by id starts");
            const reports = store.readByIds(ids);
            await pauseAt("read by id ends");
            return reports;
          },
        };
        let board = createBoard(source);
        const coldStart = (): void => {
          board = createBoard(source);
          board.preload();
        };

        /** Records the move of a commit by this process when Firestore's response to the commit arrives. */
        const recordOwnMove = async (move: BoardMove | null): Promise<void> => {
          const boardAtCommit = board;
          await pauseAt("own commit is answered");
          if (move !== null) boardAtCommit.recordMove(move);
        };
        const saveSnapshot = async (): Promise<void> => {
          const head = store.readHead();
          await pauseAt("head of the snapshot is read");
          snapshot = { head, reports: await board.reportsAt(head) };
        };
        const read = async (): Promise<void> => {
          const from = store.now();
          await pauseAt("head is read");
          const head = store.readHead();
          await pauseAt("head is returned");
          const { all, stats } = await board.reportsAt(head);
          const to = store.now();
          for (const id of REPORT_IDS) {
            // A write that bypasses the rules has an old timestamp and can hide an earlier change from a running sync.
            if (store.hasBypassBetween(id, from, to)) continue;
            const shown = all.find((entry) => entry.id === id) ?? null;
            expect(store.statesBetween(id, from, to)).toContainEqual(shown);
          }
          expect(all).toEqual([...all].sort(compareIssues));
          expect(stats).toEqual(countStats(all));
        };
        const steps = actions.map((action) => async (): Promise<void> => {
          await pauseAt(action.kind);
          if (action.kind === "write") store.write(action.id, action.ageMs);
          else if (action.kind === "own write") await recordOwnMove(store.write(action.id, action.ageMs));
          else if (action.kind === "remove") store.remove(action.id, action.ageMs);
          else if (action.kind === "own removal") await recordOwnMove(store.remove(action.id, action.ageMs));
          else if (action.kind === "bypassing write") store.writeBypassingRules(action.id);
          else if (action.kind === "save snapshot") await saveSnapshot();
          else if (action.kind === "cold start") coldStart();
          else await read();
        });

        await scheduler.waitFor(Promise.all(steps.map((step) => step())));
      }),
      { numRuns: 500 },
    );
  });

  it("reads nothing while `boards/main` does not move, and only the written report after a move", async () => {
    const { store, reads, board } = setup();
    store.write("a", 0);
    await board.reportsAt(store.readHead());
    await board.reportsAt(store.readHead());
    store.write("b", 0);
    const { all } = await board.reportsAt(store.readHead());
    expect(all.map(({ id }) => id).sort()).toEqual(["a", "b"]);
    store.remove("a", 0);
    expect((await board.reportsAt(store.readHead())).all.map(({ id }) => id)).toEqual(["b"]);
    expect(reads).toEqual(["all", "b", "a"]);
  });

  it("queries all changes if it does not know every move since its last read", async () => {
    const { store, reads, board } = setup();
    await board.reportsAt(store.readHead());
    store.write("a", 0);
    store.write("b", 0);
    expect((await board.reportsAt(store.readHead())).all).toHaveLength(2);
    expect(reads).toEqual(["all", "changes"]);
  });

  it("reads reports by id after moves that it recorded, and after moves in the heads of requests", async () => {
    const { store, reads, board } = setup();
    await board.reportsAt(store.readHead());
    board.recordMove(store.write("a", 0));
    store.write("b", 0);
    const earlierHead = store.readHead();
    board.recordMove(store.write("a", 0));
    store.remove("b", 0);
    // Both requests wait for the same sync, which reads the state of the later head.
    const responses = await Promise.all([board.reportsAt(earlierHead), board.reportsAt(store.readHead())]);
    expect(responses.map(({ all }) => all.map(({ id }) => id))).toEqual([["a"], ["a"]]);
    expect(reads).toEqual(["all", "a b"]);
  });

  it("queries all changes if a move did not write the report that it names", async () => {
    const { store, reads, board } = setup();
    store.write("a", 0);
    await board.reportsAt(store.readHead());
    for (const id of ["a", "nowhere", null]) {
      store.moveBoardBypassingRules(id);
      await board.reportsAt(store.readHead());
    }
    expect(reads).toEqual(["all", "a", "changes", "nowhere", "changes", "changes"]);
  });

  it("does not use moves that it recorded before `boards/main` was set back to a lower revision", async () => {
    const { store, reads, board } = setup();
    const headBefore = store.readHead();
    board.recordMove(store.write("a", 0));
    await board.reportsAt({ ...store.readHead(), revision: headBefore.revision, move: null });
    store.write("b", 0);
    const { all } = await board.reportsAt({ ...store.readHead(), revision: headBefore.revision + 1, move: null });
    expect(all).toHaveLength(2);
    expect(reads).toEqual(["all", "changes"]);
  });

  it("queries all changes if reading by id fails", async () => {
    const store = fakeFirestore();
    const reads: string[] = [];
    const board = createBoard({ ...createSource(store, reads), loadReports: async () => null });
    await board.reportsAt(store.readHead());
    store.write("a", 0);
    expect((await board.reportsAt(store.readHead())).all).toHaveLength(1);
    expect(reads).toEqual(["all", "changes"]);
  });

  it("queries all changes after more than 50 moves, and reads by id after the next move", async () => {
    const { store, reads, board } = setup();
    await board.reportsAt(store.readHead());
    for (let index = 0; index < 60; index += 1) board.recordMove(store.write(`${index}`, 0));
    expect((await board.reportsAt(store.readHead())).all).toHaveLength(60);
    board.recordMove(store.write("a", 0));
    expect((await board.reportsAt(store.readHead())).all).toHaveLength(61);
    expect(reads).toEqual(["all", "changes", "a"]);
  });

  it("forgets moves that a sync has applied, so that they do not count towards the maximum of 50 moves", async () => {
    const { store, reads, board } = setup();
    for (let round = 0; round < 20; round += 1) {
      for (const id of ["a", "b", "c"]) board.recordMove(store.write(id, 0));
      await board.reportsAt(store.readHead());
    }
    expect(reads).toEqual(["all", ...Array.from({ length: 19 }, () => "a b c")]);
  });

  it.each(["older", "newer"])(
    "uses the newer of two heads with the same read time if the request with the %s head comes last",
    async (lastHead) => {
      const { store, board } = setup();
      await board.reportsAt(store.readHead());
      store.write("a", 0);
      const olderHead = store.readHead();
      store.write("b", 0);
      const newerHead = { ...store.readHead(), readTime: olderHead.readTime };
      const heads = lastHead === "older" ? [newerHead, olderHead] : [olderHead, newerHead];
      const responses = await Promise.all(heads.map((head) => board.reportsAt(head)));
      for (const { all } of responses) expect(all).toHaveLength(2);
    },
  );

  it("shares one sync among all waiting requests", async () => {
    const { store, reads, board } = setup();
    store.write("a", 0);
    await Promise.all(Array.from({ length: 20 }, () => board.reportsAt(store.readHead())));
    expect(reads).toEqual(["all"]);
  });

  it("reads all reports for each request if there is no board document", async () => {
    const store = fakeFirestore();
    const board = createBoard(createSource(store));
    await board.reportsAt(null);
    store.write("a", 0);
    expect((await board.reportsAt(null)).all).toHaveLength(1);
  });

  it("rejects requests while Firestore cannot be read, and gives the reports afterwards", async () => {
    const store = fakeFirestore();
    let isDown = true;
    const source = createSource(store);
    const board = createBoard({
      ...source,
      loadAll: async () => {
        if (isDown) throw new Error("down");
        return await source.loadAll();
      },
    });
    store.write("a", 0);
    await expect(board.reportsAt(store.readHead())).rejects.toThrow("down");
    isDown = false;
    expect((await board.reportsAt(store.readHead())).all).toHaveLength(1);
  });

  it("starts from a stored snapshot, and reads only the changes since its head", async () => {
    const store = fakeFirestore();
    store.write("a", 0);
    const reads: string[] = [];
    const source = createSource(store, reads);
    const head = store.readHead();
    const snapshot = { head, reports: await createBoard(source).reportsAt(head) };
    const readIdsOnNewBoard = async () => {
      const board = createBoard({ ...source, loadSnapshot: async () => snapshot });
      return (await board.reportsAt(store.readHead())).all.map(({ id }) => id).sort();
    };
    expect(await readIdsOnNewBoard()).toEqual(["a"]);
    store.write("b", 0);
    store.remove("a", 0);
    expect(await readIdsOnNewBoard()).toEqual(["b"]);
    expect(reads).toEqual(["all", "changes"]);
  });

  it("uses the preloaded snapshot once, and loads it again if preloading failed", async () => {
    const store = fakeFirestore();
    store.write("a", 0);
    const head = store.readHead();
    const snapshot = { head, reports: await createBoard(createSource(store)).reportsAt(head) };
    const reads: string[] = [];
    let isDown = false;
    const loadSnapshot = async () => {
      reads.push("snapshot");
      if (isDown) throw new Error("down");
      return snapshot;
    };
    const createPreloadedBoard = () => {
      const board = createBoard({ ...createSource(store, reads), loadSnapshot });
      board.preload();
      return board;
    };

    expect((await createPreloadedBoard().reportsAt(store.readHead())).all).toHaveLength(1);
    expect(reads).toEqual(["snapshot"]);

    isDown = true;
    reads.length = 0;
    const board = createPreloadedBoard();
    // The preload rejects before the board awaits it.
    await new Promise(setImmediate);
    await expect(board.reportsAt(store.readHead())).rejects.toThrow("down");
    isDown = false;
    expect((await board.reportsAt(store.readHead())).all).toHaveLength(1);
    expect(reads).toEqual(["snapshot", "snapshot"]);
  });

  it("ignores the preloaded snapshot at a revision that is too low for a snapshot", async () => {
    const store = fakeFirestore();
    store.write("a", 0);
    const reads: string[] = [];
    const source = createSource(store, reads);
    const head = { ...store.readHead(), revision: MIN_SNAPSHOT_REVISION - 1 };
    const board = createBoard({ ...source, loadSnapshot: async () => ({ head, reports: createReports([]) }) });
    board.preload();
    expect((await board.reportsAt(head)).all).toHaveLength(1);
    expect(reads).toEqual(["all"]);
  });

  it.each([
    ["older than any trash entry can be", { readTime: 0 }],
    ["of another board document", { lineage: "another" }],
    ["ahead of a board that was set back", { revision: Number.MAX_SAFE_INTEGER, readTime: Date.UTC(2025, 11, 31) }],
  ])("ignores a snapshot that is %s", async (_, wrongHead) => {
    const store = fakeFirestore();
    store.write("a", 0);
    const head = store.readHead();
    const source = createSource(store);
    const snapshot = { head: { ...head, ...wrongHead }, reports: await createBoard(source).reportsAt(head) };
    store.remove("a", 0);
    // Only a board that reads all reports can find the deletion.
    const noChanges = { changed: [], deleted: new Set<string>() };
    const board = createBoard({
      ...source,
      loadSnapshot: async () => snapshot,
      loadChanges: async () => noChanges,
      loadReports: async () => new Map(),
    });
    expect((await board.reportsAt(store.readHead())).all).toEqual([]);
  });
});
