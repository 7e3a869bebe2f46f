import { describe, expect, it } from "vitest";
import { createBoard } from "./board.ts";
import { createSource, fakeFirestore } from "./fake-firestore.ts";

describe("the board", () => {
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
      loadReports: async () => noChanges,
    });
    expect((await board.reportsAt(store.readHead())).all).toEqual([]);
  });
});
