import { Timestamp } from "firebase-admin/firestore";
import { describe, expect, it } from "vitest";
import { type ExpiredEntry, type PurgeOperations, purge } from "./purge.ts";

const NOW = new Date("2026-06-02T12:00:00Z");
const DELETED_AT = new Date("2026-05-03T12:00:00Z");

const createEntry = (id: string): ExpiredEntry => ({ id, updateTime: Timestamp.fromDate(DELETED_AT) });

/** A fake trash with two files per report, and the calls of its operations in order. */
function fakeTrash(ids: string[], overrides: Partial<PurgeOperations> = {}) {
  const calls: string[] = [];
  const log = (call: string) => {
    calls.push(call);
  };
  const operations: PurgeOperations = {
    async *expiredEntryPages() {
      yield ids.map(createEntry);
    },
    saveSnapshotIfDue: async () => {
      log("save snapshot if due");
      return "";
    },
    blockRestore: async ({ id }) => {
      log(`block restore ${id}`);
      return [`${id}/1`, `${id}/2`];
    },
    findListedPaths: async () => new Set(),
    deleteFile: async (path) => {
      log(`delete ${path}`);
      return true;
    },
    deleteHistory: async (id) => log(`delete history ${id}`),
    deleteEntry: async (id) => log(`delete entry ${id}`),
    ...overrides,
  };
  return { operations, calls };
}

describe("a purge", () => {
  it("saves a due snapshot, makes a report impossible to restore, then deletes its files, history and entry", async () => {
    const { operations, calls } = fakeTrash(["a"]);
    expect(await purge(NOW, operations)).toBe(
      "1 deleted report and 2 files were removed for good; 0 could not be purged yet.",
    );
    expect(calls).toEqual([
      "save snapshot if due",
      "block restore a",
      "delete a/1",
      "delete a/2",
      "delete history a",
      "delete entry a",
    ]);
  });

  it("threat 30: keeps the files of a report that was restored before the purge reached its entry", async () => {
    const { operations, calls } = fakeTrash(["a"], { blockRestore: async () => null });
    expect(await purge(NOW, operations)).toBe(
      "0 deleted reports and 0 files were removed for good; 1 could not be purged yet.",
    );
    expect(calls).toEqual(["save snapshot if due"]);
  });

  it("threat 30: keeps a file that a report lists", async () => {
    const { operations, calls } = fakeTrash(["a"], { findListedPaths: async () => new Set(["a/1"]) });
    await purge(NOW, operations);
    expect(calls).toEqual([
      "save snapshot if due",
      "block restore a",
      "delete a/2",
      "delete history a",
      "delete entry a",
    ]);
  });

  it("keeps an entry while one of its files cannot be deleted, so that the next run retries", async () => {
    const { operations, calls } = fakeTrash(["a"], { deleteFile: async (path) => path !== "a/2" });
    expect(await purge(NOW, operations)).toMatch(/^0 deleted reports .* 1 could not be purged yet\.$/);
    expect(calls).toEqual(["save snapshot if due", "block restore a"]);
  });
});
