import { compareIssues, countStats, type Issue } from "@logbook/domain";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BoardMove, StoredBoardHead } from "../firestore/board-head.ts";
import { type BoardSource, type BoardState, createBoard, MIN_SNAPSHOT_REVISION, OVERLAP_MS } from "./board.ts";
import { type Entry, type EntryWithText, jsonOf, toEntry } from "./entry.ts";
import { createReports } from "./reports.ts";

const SECOND_MS = 1000;

/**
 * A fake Firestore: each commit becomes visible at `now`, and its timestamp is older by `lag`, up to a minute. Read
 * times are multiples of `precisionMs`.
 */
function fakeFirestore(precisionMs = SECOND_MS) {
  let now = Date.UTC(2026, 0, 1);
  let revision = MIN_SNAPSHOT_REVISION;
  let lineage = "first";
  let move: BoardMove | null = null;
  const issues = new Map<string, EntryWithText>();
  const trash = new Map<string, string>();
  const bypasses = new Map<string, number[]>();
  /** The states of each report and since when it has had them; `null` while the report was in the trash. */
  const states = new Map<string, { from: number; entry: Entry | null }[]>();

  const recordState = (id: string): void => {
    states.set(id, [...(states.get(id) ?? []), { from: now, entry: issues.get(id)?.entry ?? null }]);
  };
  const tick = (): number => {
    now += SECOND_MS;
    return now;
  };
  // Timestamps of one report increase with its commits, as in Firestore.
  const timestamps = new Map<string, number>();
  const nextTimestamp = (id: string, lag: number): string => {
    tick();
    timestamps.set(id, Math.max((timestamps.get(id) ?? 0) + 1, now - lag));
    return new Date(timestamps.get(id)!).toISOString();
  };
  const moveBoard = (issueId: string): BoardMove => {
    revision += 1;
    move = { revision, issueId, version: now * 1000 };
    return move;
  };
  const write = (id: string, lag: number): BoardMove => {
    const updatedAt = nextTimestamp(id, lag);
    issues.set(id, toEntry({ ...issue(id), updatedAt, title: `version ${now}` }, now * 1000));
    trash.delete(id);
    recordState(id);
    return moveBoard(id);
  };
  const remove = (id: string, lag: number): BoardMove | null => {
    if (!issues.has(id)) return null;
    issues.delete(id);
    trash.set(id, nextTimestamp(id, lag));
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
      bypasses.set(id, [...(bypasses.get(id) ?? []), now]);
      issues.set(id, toEntry({ ...issue(id), title: `bypass ${now}` }, now * 1000));
      recordState(id);
      tick();
      lineage = `reread ${now}`;
      moveBoard(id);
    },
    /** A move of the board that bypasses the rules, with any id or none. */
    moveWithWrongId(issueId: string | null) {
      tick();
      if (issueId === null) {
        revision += 1;
        move = null;
      } else moveBoard(issueId);
    },
    head: (): StoredBoardHead => ({
      revision,
      lineage,
      lastNumber: 0,
      readTime: tick() - (now % precisionMs),
      move,
    }),
    byIds: (ids: readonly string[]) => new Map(ids.map((id) => [id, issues.get(id) ?? null])),
    all: () => [...issues.values()],
    changesSince(moment: number) {
      const from = new Date(moment).toISOString();
      return {
        changed: [...issues.values()].filter(({ entry }) => JSON.parse(jsonOf(entry).toString()).updatedAt >= from),
        deleted: new Set([...trash].filter(([, deletedAt]) => deletedAt >= from).map(([id]) => id)),
      };
    },
    now: () => now,
    /** Whether a write of this report between two times bypassed the rules. */
    hadBypass: (id: string, from: number, to: number) =>
      (bypasses.get(id) ?? []).some((moment) => moment > from && moment <= to),
    /** All states of a report between two times. */
    statesBetween(id: string, from: number, to: number): (Entry | null)[] {
      const all = [{ from: 0, entry: null as Entry | null }, ...(states.get(id) ?? [])];
      return all
        .filter((state, index) => state.from <= to && (all[index + 1]?.from ?? Number.POSITIVE_INFINITY) > from)
        .map((state) => state.entry);
    },
  };
}

function issue(id: string): Issue {
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

const IDS = ["a", "b", "c"];
const anyId = fc.constantFrom(...IDS);
const anyLag = fc.integer({ min: 0, max: OVERLAP_MS - SECOND_MS });
const anyAction = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom("write", "own write"), id: anyId, lag: anyLag }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("remove", "own removal"), id: anyId, lag: anyLag }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("bypassing write" as const), id: anyId, lag: anyLag }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("read" as const), id: anyId, lag: anyLag }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("save snapshot" as const), id: anyId, lag: anyLag }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("cold start" as const), id: anyId, lag: anyLag }) },
);

const anyActions = fc.array(anyAction, { minLength: 4, maxLength: 40 });

/** A source that reads the fake Firestore. Adds each read to `reads`: "all", "changes", or the ids. */
function sourceOf(store: ReturnType<typeof fakeFirestore>, reads: string[] = []): BoardSource {
  return {
    loadSnapshot: async () => null,
    loadAll: async () => {
      reads.push("all");
      return createReports(store.all());
    },
    loadChanges: async (since) => {
      reads.push("changes");
      return store.changesSince(since);
    },
    loadReports: async (ids) => {
      reads.push(ids.join(" "));
      return store.byIds(ids);
    },
  };
}

/** A board over an empty Firestore. */
function setup() {
  const store = fakeFirestore();
  const reads: string[] = [];
  return { store, reads, board: createBoard(sourceOf(store, reads)) };
}

describe("the board", () => {
  it("never shows a state that had ended before the request, however reads and writes interleave", async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), anyActions, async (scheduler, actions) => {
        const pauseAt = (label: string) => scheduler.schedule(Promise.resolve(), label);
        // With this precision several reads and writes have the same read time.
        const store = fakeFirestore(4 * SECOND_MS);
        let snapshot: BoardState | null = null;
        const source: BoardSource = {
          loadSnapshot: async () => {
            await pauseAt("snapshot is loaded");
            return snapshot;
          },
          loadAll: async () => {
            await pauseAt("query of all starts");
            const found = createReports(store.all());
            await pauseAt("query of all ends");
            return found;
          },
          loadChanges: async (since) => {
            await pauseAt("query of changes starts");
            const found = store.changesSince(since);
            await pauseAt("query of changes ends");
            return found;
          },
          loadReports: async (ids) => {
            await pauseAt("read by id starts");
            const found = store.byIds(ids);
            await pauseAt("read by id ends");
            return found;
          },
        };
        let board = createBoard(source);
        const coldStart = (): void => {
          board = createBoard(source);
          board.preload();
        };

        /** Records the move of a commit by this process when Firestore's response to the commit arrives. */
        const recordOwnMove = async (move: BoardMove | null): Promise<void> => {
          const current = board;
          await pauseAt("own commit is answered");
          if (move !== null) current.recordMove(move);
        };
        const saveSnapshot = async (): Promise<void> => {
          const head = store.head();
          await pauseAt("head of the snapshot is read");
          snapshot = { head, reports: await board.reportsAt(head) };
        };
        const read = async (): Promise<void> => {
          const from = store.now();
          await pauseAt("head is read");
          const head = store.head();
          await pauseAt("head is returned");
          const { all, stats } = await board.reportsAt(head);
          const to = store.now();
          for (const id of IDS) {
            // The old timestamp of a write that bypasses the rules can hide an earlier change from a running sync.
            if (store.hadBypass(id, from, to)) continue;
            const shown = all.find((found) => found.id === id) ?? null;
            expect(store.statesBetween(id, from, to)).toContainEqual(shown);
          }
          expect(all).toEqual([...all].sort(compareIssues));
          expect(stats).toEqual(countStats(all));
        };
        const steps = actions.map((action) => async (): Promise<void> => {
          await pauseAt(action.kind);
          if (action.kind === "write") store.write(action.id, action.lag);
          else if (action.kind === "own write") await recordOwnMove(store.write(action.id, action.lag));
          else if (action.kind === "remove") store.remove(action.id, action.lag);
          else if (action.kind === "own removal") await recordOwnMove(store.remove(action.id, action.lag));
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

  it("gives the reports from memory while the board does not move, and reads one report after its move", async () => {
    const { store, reads, board } = setup();
    store.write("a", 0);
    await board.reportsAt(store.head());
    await board.reportsAt(store.head());
    store.write("b", 0);
    const { all } = await board.reportsAt(store.head());
    expect(all.map(({ id }) => id).sort()).toEqual(["a", "b"]);
    store.remove("a", 0);
    expect((await board.reportsAt(store.head())).all.map(({ id }) => id)).toEqual(["b"]);
    expect(reads).toEqual(["all", "b", "a"]);
  });

  it("reads all changes if it does not know every move", async () => {
    const { store, reads, board } = setup();
    await board.reportsAt(store.head());
    store.write("a", 0);
    store.write("b", 0);
    expect((await board.reportsAt(store.head())).all).toHaveLength(2);
    expect(reads).toEqual(["all", "changes"]);
  });

  it("reads by id the reports of its own moves, and of moves in the heads of requests", async () => {
    const { store, reads, board } = setup();
    await board.reportsAt(store.head());
    board.recordMove(store.write("a", 0));
    store.write("b", 0);
    const earlier = store.head();
    board.recordMove(store.write("a", 0));
    store.remove("b", 0);
    // Both requests wait for one sync, which reads the state of the later head.
    const both = await Promise.all([board.reportsAt(earlier), board.reportsAt(store.head())]);
    expect(both.map(({ all }) => all.map(({ id }) => id))).toEqual([["a"], ["a"]]);
    expect(reads).toEqual(["all", "a b"]);
  });

  it("reads all changes if the move did not write the report that it names", async () => {
    const { store, reads, board } = setup();
    store.write("a", 0);
    await board.reportsAt(store.head());
    for (const id of ["a", "nowhere", null]) {
      store.moveWithWrongId(id);
      await board.reportsAt(store.head());
    }
    expect(reads).toEqual(["all", "a", "changes", "nowhere", "changes", "changes"]);
  });

  it("does not use a move of the same revision from before the board was reset", async () => {
    const { store, reads, board } = setup();
    const before = store.head();
    board.recordMove(store.write("a", 0));
    await board.reportsAt({ ...store.head(), revision: before.revision, move: null });
    store.write("b", 0);
    const { all } = await board.reportsAt({ ...store.head(), revision: before.revision + 1, move: null });
    expect(all).toHaveLength(2);
    expect(reads).toEqual(["all", "changes"]);
  });

  it("reads all changes if reading by id fails", async () => {
    const store = fakeFirestore();
    const reads: string[] = [];
    const board = createBoard({ ...sourceOf(store, reads), loadReports: async () => null });
    await board.reportsAt(store.head());
    store.write("a", 0);
    expect((await board.reportsAt(store.head())).all).toHaveLength(1);
    expect(reads).toEqual(["all", "changes"]);
  });

  it("reads all changes after too many moves, and by id again after that", async () => {
    const { store, reads, board } = setup();
    await board.reportsAt(store.head());
    for (let index = 0; index < 60; index += 1) board.recordMove(store.write(`${index}`, 0));
    expect((await board.reportsAt(store.head())).all).toHaveLength(60);
    board.recordMove(store.write("a", 0));
    expect((await board.reportsAt(store.head())).all).toHaveLength(61);
    expect(reads).toEqual(["all", "changes", "a"]);
  });

  it("drops moves that a sync has applied", async () => {
    const { store, reads, board } = setup();
    for (let round = 0; round < 20; round += 1) {
      for (const id of ["a", "b", "c"]) board.recordMove(store.write(id, 0));
      await board.reportsAt(store.head());
    }
    expect(reads).toEqual(["all", ...Array.from({ length: 19 }, () => "a b c")]);
  });

  it.each(["older", "newer"])(
    "uses the newer of two heads with the same read time when the %s one is requested last",
    async (requestedLast) => {
      const { store, board } = setup();
      await board.reportsAt(store.head());
      store.write("a", 0);
      const older = store.head();
      store.write("b", 0);
      const newer = { ...store.head(), readTime: older.readTime };
      const [first, second] = requestedLast === "older" ? [newer, older] : [older, newer];
      for (const { all } of await Promise.all([board.reportsAt(first), board.reportsAt(second)]))
        expect(all).toHaveLength(2);
    },
  );

  it("shares one sync among all waiting requests", async () => {
    const { store, reads, board } = setup();
    store.write("a", 0);
    await Promise.all(Array.from({ length: 20 }, () => board.reportsAt(store.head())));
    expect(reads).toEqual(["all"]);
  });

  it("reads everything each time if there is no board document", async () => {
    const store = fakeFirestore();
    const board = createBoard(sourceOf(store));
    await board.reportsAt(null);
    store.write("a", 0);
    expect((await board.reportsAt(null)).all).toHaveLength(1);
  });

  it("recovers from a failed sync", async () => {
    const store = fakeFirestore();
    let isDown = true;
    const source = sourceOf(store);
    const board = createBoard({
      ...source,
      loadAll: async () => {
        if (isDown) throw new Error("down");
        return await source.loadAll();
      },
    });
    store.write("a", 0);
    await expect(board.reportsAt(store.head())).rejects.toThrow("down");
    isDown = false;
    expect((await board.reportsAt(store.head())).all).toHaveLength(1);
  });

  it("starts from the snapshot if there is one, and reads only the changes since then", async () => {
    const store = fakeFirestore();
    store.write("a", 0);
    const reads: string[] = [];
    const source = sourceOf(store, reads);
    const head = store.head();
    const snapshot = { head, reports: await createBoard(source).reportsAt(head) };
    const newBoard = () => createBoard({ ...source, loadSnapshot: async () => snapshot });
    const idsOnNewBoard = async () => (await newBoard().reportsAt(store.head())).all.map(({ id }) => id).sort();
    expect(await idsOnNewBoard()).toEqual(["a"]);
    store.write("b", 0);
    store.remove("a", 0);
    expect(await idsOnNewBoard()).toEqual(["b"]);
    expect(reads).toEqual(["all", "changes"]);
  });

  it("uses the preloaded snapshot once, and loads it again if preloading failed", async () => {
    const store = fakeFirestore();
    store.write("a", 0);
    const head = store.head();
    const snapshot = { head, reports: await createBoard(sourceOf(store)).reportsAt(head) };
    const reads: string[] = [];
    let isDown = false;
    const loadSnapshot = async () => {
      reads.push("snapshot");
      if (isDown) throw new Error("down");
      return snapshot;
    };
    const preloadedBoard = () => {
      const board = createBoard({ ...sourceOf(store, reads), loadSnapshot });
      board.preload();
      return board;
    };

    expect((await preloadedBoard().reportsAt(store.head())).all).toHaveLength(1);
    expect(reads.splice(0)).toEqual(["snapshot"]);

    isDown = true;
    const board = preloadedBoard();
    // The preload rejects before anything awaits it.
    await new Promise(setImmediate);
    await expect(board.reportsAt(store.head())).rejects.toThrow("down");
    isDown = false;
    expect((await board.reportsAt(store.head())).all).toHaveLength(1);
    expect(reads).toEqual(["snapshot", "snapshot"]);
  });

  it("ignores the preloaded snapshot at a revision that is too low for a snapshot", async () => {
    const store = fakeFirestore();
    store.write("a", 0);
    const reads: string[] = [];
    const source = sourceOf(store, reads);
    const head = { ...store.head(), revision: MIN_SNAPSHOT_REVISION - 1 };
    const board = createBoard({ ...source, loadSnapshot: async () => ({ head, reports: createReports([]) }) });
    board.preload();
    expect((await board.reportsAt(head)).all).toHaveLength(1);
    expect(reads).toEqual(["all"]);
  });

  it.each([
    ["older than the entries of the trash", { readTime: 0 }],
    ["of another board document", { lineage: "another" }],
    ["ahead of a board that was reset", { revision: Number.MAX_SAFE_INTEGER, readTime: Date.UTC(2025, 11, 31) }],
  ])("ignores a snapshot that is %s", async (_, wrongHead) => {
    const store = fakeFirestore();
    store.write("a", 0);
    const head = store.head();
    const source = sourceOf(store);
    const snapshot = { head: { ...head, ...wrongHead }, reports: await createBoard(source).reportsAt(head) };
    store.remove("a", 0);
    const noChanges = { changed: [], deleted: new Set<string>() };
    const board = createBoard({
      ...source,
      loadSnapshot: async () => snapshot,
      loadChanges: async () => noChanges,
      loadReports: async () => new Map(),
    });
    expect((await board.reportsAt(store.head())).all).toEqual([]);
  });
});
