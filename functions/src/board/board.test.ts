import { compareIssues, countStats, type Issue } from "@logbook/domain";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Move, SeenHead } from "../firestore/board-head.ts";
import { type BoardSource, createBoard, OVERLAP_MS, SNAPSHOT_AFTER, type Standing } from "./board.ts";
import { type Arrival, type Entry, jsonOf, toArrival } from "./entry.ts";
import { createReports } from "./reports.ts";

const SECOND = 1000;

/**
 * A Firestore in miniature: each commit becomes visible at `now`, and is stamped up to a minute before that. Read times
 * are told in whole `unit`s.
 */
function miniature(unit = SECOND) {
  let now = Date.UTC(2026, 0, 1);
  let revision = SNAPSHOT_AFTER;
  let lineage = "first";
  let move: Move | null = null;
  const issues = new Map<string, Arrival>();
  const trash = new Map<string, string>();
  const around = new Map<string, number[]>();
  /** What each id was, and from when on; `null` while it was in the trash. */
  const past = new Map<string, { from: number; entry: Entry | null }[]>();

  const note = (id: string): void => {
    past.set(id, [...(past.get(id) ?? []), { from: now, entry: issues.get(id)?.entry ?? null }]);
  };
  const tick = (): number => {
    now += SECOND;
    return now;
  };
  // The stamps of one report grow in the order of its commits, as Firestore's do.
  const stamps = new Map<string, number>();
  const stamp = (id: string, lag: number): string => {
    tick();
    stamps.set(id, Math.max((stamps.get(id) ?? 0) + 1, now - lag));
    return new Date(stamps.get(id)!).toISOString();
  };
  const moveOn = (issueId: string): Move => {
    revision += 1;
    move = { revision, issueId, version: now * 1000 };
    return move;
  };
  const write = (id: string, lag: number): Move => {
    const updatedAt = stamp(id, lag);
    issues.set(id, toArrival({ ...issue(id), updatedAt, title: `version ${now}` }, now * 1000));
    trash.delete(id);
    note(id);
    return moveOn(id);
  };
  const remove = (id: string, lag: number): Move | null => {
    if (!issues.has(id)) return null;
    issues.delete(id);
    trash.set(id, stamp(id, lag));
    note(id);
    return moveOn(id);
  };

  return {
    write,
    remove,
    /** Something written around the rules, and repaired: an old stamp, out of the trash, and the board started over. */
    writeAround(id: string) {
      tick();
      trash.delete(id);
      around.set(id, [...(around.get(id) ?? []), now]);
      issues.set(id, toArrival({ ...issue(id), title: `around ${now}` }, now * 1000));
      note(id);
      tick();
      lineage = `reread ${now}`;
      moveOn(id);
    },
    /** Something that moves the board around the rules: with any name, or none. */
    misname(issueId: string | null) {
      tick();
      if (issueId === null) {
        revision += 1;
        move = null;
      } else moveOn(issueId);
    },
    head: (): SeenHead => ({ revision, lineage, readTime: tick() - (now % unit), move }),
    named: (ids: readonly string[]) => new Map(ids.map((id) => [id, issues.get(id) ?? null])),
    all: () => [...issues.values()],
    since(moment: number) {
      const from = new Date(moment).toISOString();
      return {
        changed: [...issues.values()].filter(({ entry }) => JSON.parse(jsonOf(entry).toString()).updatedAt >= from),
        deleted: new Set([...trash].filter(([, deletedAt]) => deletedAt >= from).map(([id]) => id)),
      };
    },
    now: () => now,
    /** Whether an id was written around the rules in a stretch of time. */
    wasWrittenAround: (id: string, from: number, to: number) =>
      (around.get(id) ?? []).some((moment) => moment > from && moment <= to),
    /** Everything an id was at some moment of a stretch of time. */
    during(id: string, from: number, to: number): (Entry | null)[] {
      const versions = [{ from: 0, entry: null as Entry | null }, ...(past.get(id) ?? [])];
      return versions
        .filter((version, at) => version.from <= to && (versions[at + 1]?.from ?? Number.POSITIVE_INFINITY) > from)
        .map((version) => version.entry);
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
    type: "bug",
    title: "",
    description: "",
    status: "OPEN",
    priority: "MEDIUM",
    reporter: "ada",
    attachments: [],
    amendments: [],
    createdAt: "2025-01-01T00:00:00.000Z",
    updatedAt: "2025-01-01T00:00:00.000Z",
  };
}

const IDS = ["a", "b", "c"];
const anyId = fc.constantFrom(...IDS);
const anyLag = fc.integer({ min: 0, max: OVERLAP_MS - SECOND });
const anyAction = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom("write", "own write"), id: anyId, lag: anyLag }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("remove", "own removal"), id: anyId, lag: anyLag }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("around" as const), id: anyId, lag: anyLag }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("read" as const), id: anyId, lag: anyLag }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("put by" as const), id: anyId, lag: anyLag }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("start cold" as const), id: anyId, lag: anyLag }) },
);

/** Reads the miniature at once, and notes what was asked: "all", "changes", or the names. */
function sourceOf(store: ReturnType<typeof miniature>, asked: string[] = []): BoardSource {
  return {
    loadSnapshot: async () => null,
    loadAll: async () => {
      asked.push("all");
      return createReports(store.all());
    },
    loadChanges: async (since) => {
      asked.push("changes");
      return store.since(since);
    },
    loadReports: async (ids) => {
      asked.push(ids.join(" "));
      return store.named(ids);
    },
  };
}

/** A board of an empty miniature. */
function boardOf() {
  const store = miniature();
  const asked: string[] = [];
  return { store, asked, board: createBoard(sourceOf(store, asked)) };
}

describe("the board in memory", () => {
  it("never shows what had already changed when the request came in, however reads and writes interleave", async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(anyAction, { minLength: 4, maxLength: 40 }), async (s, actions) => {
        // Several reads and writes have one read time.
        const store = miniature(4 * SECOND);
        let saved: Standing | null = null;
        const source: BoardSource = {
          loadSnapshot: async () => {
            await s.schedule(Promise.resolve(), "snapshot arrives");
            return saved;
          },
          loadAll: async () => {
            await s.schedule(Promise.resolve(), "whole query arrives");
            const found = createReports(store.all());
            await s.schedule(Promise.resolve(), "whole answer arrives");
            return found;
          },
          loadChanges: async (since) => {
            await s.schedule(Promise.resolve(), "delta query arrives");
            const found = store.since(since);
            await s.schedule(Promise.resolve(), "delta answer arrives");
            return found;
          },
          loadReports: async (ids) => {
            await s.schedule(Promise.resolve(), "names arrive");
            const found = store.named(ids);
            await s.schedule(Promise.resolve(), "named reports arrive");
            return found;
          },
        };
        let board = createBoard(source);
        const startCold = (): void => {
          board = createBoard(source);
          board.begin();
        };

        /** The answer of a commit of this process arrives. */
        const learn = async (move: Move | null): Promise<void> => {
          const mine = board;
          await s.schedule(Promise.resolve(), "own commit is answered");
          if (move !== null) mine.noteMove(move);
        };
        /** What the snapshot job does. */
        const putBy = async (): Promise<void> => {
          const head = store.head();
          await s.schedule(Promise.resolve(), "head of the snapshot arrives");
          saved = { head, reports: await board.at(head) };
        };
        const read = async (): Promise<void> => {
          const from = store.now();
          await s.schedule(Promise.resolve(), "head arrives");
          const head = store.head();
          await s.schedule(Promise.resolve(), "head answer arrives");
          const { all, stats } = await board.at(head);
          const to = store.now();
          for (const id of IDS) {
            // Its old stamp can hide an earlier change from a sync under way; the promise is for rule-checked writes.
            if (store.wasWrittenAround(id, from, to)) continue;
            const shown = all.find((found) => found.id === id) ?? null;
            expect(store.during(id, from, to)).toContainEqual(shown);
          }
          expect(all).toEqual([...all].sort(compareIssues));
          expect(stats).toEqual(countStats(all));
        };
        const steps = actions.map((action) => async (): Promise<void> => {
          await s.schedule(Promise.resolve(), action.kind);
          if (action.kind === "write") store.write(action.id, action.lag);
          else if (action.kind === "own write") await learn(store.write(action.id, action.lag));
          else if (action.kind === "remove") store.remove(action.id, action.lag);
          else if (action.kind === "own removal") await learn(store.remove(action.id, action.lag));
          else if (action.kind === "around") store.writeAround(action.id);
          else if (action.kind === "put by") await putBy();
          else if (action.kind === "start cold") startCold();
          else await read();
        });

        await s.waitFor(Promise.all(steps.map((step) => step())));
      }),
      { numRuns: 500 },
    );
  });

  it("answers from memory while nothing moves, and asks for what the board names when something did", async () => {
    const { store, asked, board } = boardOf();
    store.write("a", 0);
    await board.at(store.head());
    await board.at(store.head());
    store.write("b", 0);
    const { all } = await board.at(store.head());
    expect(all.map(({ id }) => id).sort()).toEqual(["a", "b"]);
    store.remove("a", 0);
    expect((await board.at(store.head())).all.map(({ id }) => id)).toEqual(["b"]);
    expect(asked).toEqual(["all", "b", "a"]);
  });

  it("asks for all that changed where it has not heard of every move", async () => {
    const { store, asked, board } = boardOf();
    await board.at(store.head());
    store.write("a", 0);
    store.write("b", 0);
    expect((await board.at(store.head())).all).toHaveLength(2);
    expect(asked).toEqual(["all", "changes"]);
  });

  it("has heard of its own moves, and of those that others were seen at", async () => {
    const { store, asked, board } = boardOf();
    await board.at(store.head());
    board.noteMove(store.write("a", 0));
    store.write("b", 0);
    const seen = store.head();
    board.noteMove(store.write("a", 0));
    store.remove("b", 0);
    // Both wait for one sync, of the later.
    const both = await Promise.all([board.at(seen), board.at(store.head())]);
    expect(both.map(({ all }) => all.map(({ id }) => id))).toEqual([["a"], ["a"]]);
    expect(asked).toEqual(["all", "a b"]);
  });

  it("does not believe a name of a report that was not written then, or never was", async () => {
    const { store, asked, board } = boardOf();
    store.write("a", 0);
    await board.at(store.head());
    for (const name of ["a", "nowhere", null]) {
      store.misname(name);
      await board.at(store.head());
    }
    expect(asked).toEqual(["all", "a", "changes", "nowhere", "changes", "changes"]);
  });

  it("does not take a move for one of the same number from before the board was set back", async () => {
    const { store, asked, board } = boardOf();
    const before = store.head();
    board.noteMove(store.write("a", 0));
    await board.at({ ...store.head(), revision: before.revision, move: null });
    store.write("b", 0);
    const { all } = await board.at({ ...store.head(), revision: before.revision + 1, move: null });
    expect(all).toHaveLength(2);
    expect(asked).toEqual(["all", "changes"]);
  });

  it("asks for all that changed where the named reports cannot be had", async () => {
    const store = miniature();
    const asked: string[] = [];
    const board = createBoard({ ...sourceOf(store, asked), loadReports: async () => null });
    await board.at(store.head());
    store.write("a", 0);
    expect((await board.at(store.head())).all).toHaveLength(1);
    expect(asked).toEqual(["all", "changes"]);
  });

  it("asks for all that changed after more moves than are worth remembering, by name again after that", async () => {
    const { store, asked, board } = boardOf();
    await board.at(store.head());
    for (let at = 0; at < 60; at += 1) board.noteMove(store.write(`${at}`, 0));
    expect((await board.at(store.head())).all).toHaveLength(60);
    board.noteMove(store.write("a", 0));
    expect((await board.at(store.head())).all).toHaveLength(61);
    expect(asked).toEqual(["all", "changes", "a"]);
  });

  it("forgets moves that a sync has followed", async () => {
    const { store, asked, board } = boardOf();
    for (let round = 0; round < 20; round += 1) {
      for (const id of ["a", "b", "c"]) board.noteMove(store.write(id, 0));
      await board.at(store.head());
    }
    expect(asked).toEqual(["all", ...Array.from({ length: 19 }, () => "a b c")]);
  });

  it.each(["older", "newer"])(
    "follows the newer of two boards of one read time, the %s heard of last",
    async (last) => {
      const { store, board } = boardOf();
      await board.at(store.head());
      store.write("a", 0);
      const older = store.head();
      store.write("b", 0);
      const newer = { ...store.head(), readTime: older.readTime };
      const [first, second] = last === "older" ? [newer, older] : [older, newer];
      for (const { all } of await Promise.all([board.at(first), board.at(second)])) expect(all).toHaveLength(2);
    },
  );

  it("shares one sync among all who wait for it", async () => {
    const { store, asked, board } = boardOf();
    store.write("a", 0);
    await Promise.all(Array.from({ length: 20 }, () => board.at(store.head())));
    expect(asked).toEqual(["all"]);
  });

  it("without a board document reads everything, every time", async () => {
    const store = miniature();
    const board = createBoard(sourceOf(store));
    await board.at(null);
    store.write("a", 0);
    expect((await board.at(null)).all).toHaveLength(1);
  });

  it("recovers from a failed sync", async () => {
    const store = miniature();
    let down = true;
    const source = sourceOf(store);
    const board = createBoard({
      ...source,
      loadAll: async () => {
        if (down) throw new Error("down");
        return await source.loadAll();
      },
    });
    store.write("a", 0);
    await expect(board.at(store.head())).rejects.toThrow("down");
    down = false;
    expect((await board.at(store.head())).all).toHaveLength(1);
  });

  it("begins with the snapshot where there is one, and asks only for what came since", async () => {
    const store = miniature();
    store.write("a", 0);
    const asked: string[] = [];
    const source = sourceOf(store, asked);
    const head = store.head();
    const saved = { head, reports: await createBoard(source).at(head) };
    const board = () => createBoard({ ...source, loadSnapshot: async () => saved });
    const ids = async () => (await board().at(store.head())).all.map(({ id }) => id).sort();
    expect(await ids()).toEqual(["a"]);
    store.write("b", 0);
    store.remove("a", 0);
    expect(await ids()).toEqual(["b"]);
    expect(asked).toEqual(["all", "changes"]);
  });

  it("takes the snapshot that it has begun to load, once, and asks for one again where that failed", async () => {
    const store = miniature();
    store.write("a", 0);
    const head = store.head();
    const saved = { head, reports: await createBoard(sourceOf(store)).at(head) };
    const asked: string[] = [];
    let down = false;
    const loadSnapshot = async () => {
      asked.push("snapshot");
      if (down) throw new Error("down");
      return saved;
    };
    const begin = () => {
      const board = createBoard({ ...sourceOf(store, asked), loadSnapshot });
      board.begin();
      return board;
    };

    expect((await begin().at(store.head())).all).toHaveLength(1);
    expect(asked.splice(0)).toEqual(["snapshot"]);

    down = true;
    const board = begin();
    // Nobody waits for it yet when it fails.
    await new Promise(setImmediate);
    await expect(board.at(store.head())).rejects.toThrow("down");
    down = false;
    expect((await board.at(store.head())).all).toHaveLength(1);
    expect(asked).toEqual(["snapshot", "snapshot"]);
  });

  it("leaves what it has begun to load alone where there can be none yet", async () => {
    const store = miniature();
    store.write("a", 0);
    const asked: string[] = [];
    const source = sourceOf(store, asked);
    const head = { ...store.head(), revision: SNAPSHOT_AFTER - 1 };
    const board = createBoard({ ...source, loadSnapshot: async () => ({ head, reports: createReports([]) }) });
    board.begin();
    expect((await board.at(head)).all).toHaveLength(1);
    expect(asked).toEqual(["all"]);
  });

  it.each([
    ["older than the trash keeps what was deleted", { readTime: 0 }],
    ["of another board document", { lineage: "another" }],
    ["ahead of a board that was set back", { revision: Number.MAX_SAFE_INTEGER, readTime: Date.UTC(2025, 11, 31) }],
  ])("leaves a snapshot alone that is %s", async (_, over) => {
    const store = miniature();
    store.write("a", 0);
    const head = store.head();
    const source = sourceOf(store);
    const saved = { head: { ...head, ...over }, reports: await createBoard(source).at(head) };
    store.remove("a", 0);
    const nothing = { changed: [], deleted: new Set<string>() };
    const board = createBoard({
      ...source,
      loadSnapshot: async () => saved,
      loadChanges: async () => nothing,
      loadReports: async () => new Map(),
    });
    expect((await board.at(store.head())).all).toEqual([]);
  });
});
