import { describe, expect, it } from "vitest";
import { createBoard } from "./board.ts";
import { createSource, fakeFirestore } from "./fake-firestore.ts";

/** A board over an empty Firestore. */
function setup() {
  const store = fakeFirestore();
  const reads: string[] = [];
  return { store, reads, board: createBoard(createSource(store, reads)) };
}

describe("the board", () => {
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

  it("reads all reports if the changes are too many for one response", async () => {
    const store = fakeFirestore();
    const reads: string[] = [];
    const board = createBoard({ ...createSource(store, reads), loadChanges: async () => null });
    await board.reportsAt(store.readHead());
    store.write("a", 0);
    store.write("b", 0);
    expect((await board.reportsAt(store.readHead())).all).toHaveLength(2);
    expect(reads).toEqual(["all", "all"]);
  });

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
});
