import { Timestamp } from "firebase-admin/firestore";
import { describe, expect, it } from "vitest";
import { type DueEntry, type PurgeStores, purge } from "./purge.ts";

const NOW = new Date("2026-06-02T12:00:00Z");
const DELETED = new Date("2026-05-03T12:00:00Z");
const SECOND_MS = 1000;

const entry = (id: string): DueEntry => ({ id, deletedAt: DELETED, version: Timestamp.fromDate(DELETED) });

/** A trash in memory, each report with two files, and a log of all that was done, in order. */
function trash(ids: string[], over: Partial<PurgeStores> = {}) {
  const done: string[] = [];
  const note = (what: string) => {
    done.push(what);
  };
  const stores: PurgeStores = {
    async *due() {
      yield ids.map(entry);
    },
    snapshot: { takenAt: async () => null, renew: async () => note("renew") },
    close: async ({ id }) => {
      note(`close ${id}`);
      return [`${id}/1`, `${id}/2`];
    },
    listed: async () => new Set(),
    remove: async (path) => {
      note(`remove ${path}`);
      return true;
    },
    drop: async (id) => note(`drop ${id}`),
    ...over,
  };
  return { stores, done };
}

describe("a purge", () => {
  it("closes an entry before its files go, and removes it after them", async () => {
    const { stores, done } = trash(["a"]);
    expect(await purge(stores, NOW)).toBe(
      "1 deleted report and 2 files were removed for good; 0 that were due stayed.",
    );
    expect(done).toEqual(["close a", "remove a/1", "remove a/2", "drop a"]);
  });

  it("threat 30: leaves the files of a report alone that was restored before its entry could be closed", async () => {
    const { stores, done } = trash(["a"], { close: async () => null });
    expect(await purge(stores, NOW)).toBe(
      "0 deleted reports and 0 files were removed for good; 1 that were due stayed.",
    );
    expect(done).toEqual([]);
  });

  it("threat 30: leaves a file alone that a report lists all the same", async () => {
    const { stores, done } = trash(["a"], { listed: async () => new Set(["a/1"]) });
    await purge(stores, NOW);
    expect(done).toEqual(["close a", "remove a/2", "drop a"]);
  });

  it("keeps the entry while a file of it cannot be removed, so that the next run tries again", async () => {
    const { stores, done } = trash(["a"], { remove: async (path) => path !== "a/2" });
    expect(await purge(stores, NOW)).toMatch(/^0 deleted reports .* 1 that were due stayed\.$/);
    expect(done).toEqual(["close a"]);
  });

  it.each([
    ["first takes a new snapshot when the last is older than the deletion", -SECOND_MS, ["renew"]],
    ["needs no new snapshot when the last is younger than the deletion", SECOND_MS, []],
  ])("%s", async (_, age, renewed) => {
    const renew = async () => {
      done.push("renew");
    };
    const { stores, done } = trash(["a"], {
      snapshot: { takenAt: async () => new Date(DELETED.getTime() + age), renew },
    });
    await purge(stores, NOW);
    expect(done).toEqual([...renewed, "close a", "remove a/1", "remove a/2", "drop a"]);
  });
});
