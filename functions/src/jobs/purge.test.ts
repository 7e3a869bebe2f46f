import { Timestamp } from "firebase-admin/firestore";
import { describe, expect, it } from "vitest";
import { type ExpiredEntry, type PurgeStores, purge } from "./purge.ts";

const NOW = new Date("2026-06-02T12:00:00Z");
const DELETED_AT = new Date("2026-05-03T12:00:00Z");
const SECOND_MS = 1000;

const entry = (id: string): ExpiredEntry => ({ id, deletedAt: DELETED_AT, updateTime: Timestamp.fromDate(DELETED_AT) });

/** A trash in memory with two files per report, and the calls of its stores in order. */
function trashWith(ids: string[], overrides: Partial<PurgeStores> = {}) {
  const calls: string[] = [];
  const log = (call: string) => {
    calls.push(call);
  };
  const stores: PurgeStores = {
    async *expired() {
      yield ids.map(entry);
    },
    snapshot: { savedAt: async () => null, renew: async () => log("renew") },
    close: async ({ id }) => {
      log(`close ${id}`);
      return [`${id}/1`, `${id}/2`];
    },
    findListed: async () => new Set(),
    deleteFile: async (path) => {
      log(`delete ${path}`);
      return true;
    },
    deleteHistory: async (id) => log(`delete history ${id}`),
    deleteEntry: async (id) => log(`delete entry ${id}`),
    ...overrides,
  };
  return { stores, calls };
}

describe("a purge", () => {
  it("closes an entry before it deletes the files and the history, and deletes the entry last", async () => {
    const { stores, calls } = trashWith(["a"]);
    expect(await purge(stores, NOW)).toBe(
      "1 deleted report and 2 files were removed for good; 0 could not be purged yet.",
    );
    expect(calls).toEqual(["close a", "delete a/1", "delete a/2", "delete history a", "delete entry a"]);
  });

  it("threat 30: keeps the files of a report that was restored before its entry was closed", async () => {
    const { stores, calls } = trashWith(["a"], { close: async () => null });
    expect(await purge(stores, NOW)).toBe(
      "0 deleted reports and 0 files were removed for good; 1 could not be purged yet.",
    );
    expect(calls).toEqual([]);
  });

  it("threat 30: keeps a file that a report lists", async () => {
    const { stores, calls } = trashWith(["a"], { findListed: async () => new Set(["a/1"]) });
    await purge(stores, NOW);
    expect(calls).toEqual(["close a", "delete a/2", "delete history a", "delete entry a"]);
  });

  it("keeps an entry while one of its files cannot be deleted, so that the next run retries", async () => {
    const { stores, calls } = trashWith(["a"], { deleteFile: async (path) => path !== "a/2" });
    expect(await purge(stores, NOW)).toMatch(/^0 deleted reports .* 1 could not be purged yet\.$/);
    expect(calls).toEqual(["close a"]);
  });

  it.each([
    ["first renews a snapshot from before the deletion", -SECOND_MS, ["renew"]],
    ["keeps a snapshot from after the deletion", SECOND_MS, []],
  ])("%s", async (_, savedAfterMs, renewed) => {
    const renew = async () => {
      calls.push("renew");
    };
    const { stores, calls } = trashWith(["a"], {
      snapshot: { savedAt: async () => new Date(DELETED_AT.getTime() + savedAfterMs), renew },
    });
    await purge(stores, NOW);
    expect(calls).toEqual([...renewed, "close a", "delete a/1", "delete a/2", "delete history a", "delete entry a"]);
  });
});
