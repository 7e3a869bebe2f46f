import { describe, expect, it } from "vitest";
import type { FileHead } from "./stored-files.ts";
import { type SweepStores, sweep } from "./sweep.ts";

const NOW = new Date("2026-06-02T12:00:00Z");
const YESTERDAY = new Date("2026-06-01T12:00:00Z");
const LATER = new Date(YESTERDAY.getTime() + 1);

const file = (path: string, over: Partial<FileHead> = {}): FileHead => ({
  path,
  version: "1",
  storedAt: YESTERDAY,
  plain: true,
  ...over,
});

/** A bucket in memory. `versions` are those that the files have when they are to be removed. */
function bucket(pages: FileHead[][], listed: string[] = []) {
  const files = new Map(pages.flat().map((one) => [one.path, one]));
  const versions = new Map([...files.values()].map(({ path, version }) => [path, version]));
  const asked: { page: number; left: number }[] = [];
  const made: string[] = [];
  const stores: SweepStores = {
    async *pages() {
      for (const [at, page] of pages.entries()) {
        asked.push({ page: at, left: files.size });
        yield page;
      }
    },
    listed: async (paths) => new Set(paths.filter((path) => listed.includes(path))),
    remove: async (path, version) => versions.get(path) === version && files.delete(path),
    makePlain: async (path) => made.push(path) > 0,
  };
  return { stores, files, versions, asked, made, left: () => [...files.keys()].sort() };
}

describe("a sweep", () => {
  it("threat 20: removes files that nothing lists once they are 24 hours old, and no younger ones", async () => {
    const { stores, left } = bucket([[file("a"), file("b", { storedAt: LATER }), file("c")]], ["c"]);
    expect(await sweep(stores, NOW)).toBe(
      "Of 3 files 1 that nothing lists were removed, 0 stayed because they had changed or could not be removed; 0 lost a download token.",
    );
    expect(left()).toEqual(["b", "c"]);
  });

  it("threat 20: leaves a file alone that a report takes up while the sweep is under way", async () => {
    const { stores, versions, left } = bucket([[file("a"), file("b")]]);
    versions.set("a", "2");
    expect(await sweep(stores, NOW)).toMatch(/^Of 2 files 1 .* 1 stayed/);
    expect(left()).toEqual(["a"]);
  });

  it("threat 21: takes the download tokens that are left, of every file that stays", async () => {
    const tokened = { plain: false };
    const { stores, made } = bucket(
      [
        [
          file("unlisted", tokened),
          file("listed", tokened),
          file("young", { storedAt: LATER, ...tokened }),
          file("ok"),
        ],
      ],
      ["listed", "ok"],
    );
    expect(await sweep(stores, NOW)).toMatch(/; 2 lost a download token\.$/);
    expect(made).toEqual(["listed", "young"]);
  });

  it("threat 20: goes through 100,000 files a page at a time", async () => {
    const page = (at: number) => Array.from({ length: 1000 }, (_, n) => file(`${at}/${n}`));
    const { stores, files, asked } = bucket(Array.from({ length: 100 }, (_, at) => page(at)));
    expect(await sweep(stores, NOW)).toMatch(/^Of 100000 files 100000 that nothing lists were removed/);
    expect(files.size).toBe(0);
    expect(asked).toEqual(Array.from({ length: 100 }, (_, at) => ({ page: at, left: 100_000 - at * 1000 })));
  });
});
