import { describe, expect, it } from "vitest";
import type { StoredFile } from "./stored-files.ts";
import { type SweepStores, sweep } from "./sweep.ts";

const NOW = new Date("2026-06-02T12:00:00Z");
const HALF_A_DAY_AGO = new Date("2026-06-02T00:00:00Z");
const LESS_THAN_HALF_A_DAY_AGO = new Date(HALF_A_DAY_AGO.getTime() + 1);

const file = (path: string, overrides: Partial<StoredFile> = {}): StoredFile => ({
  path,
  generation: "1",
  storedAt: HALF_A_DAY_AGO,
  isStripped: true,
  ...overrides,
});

/** A bucket in memory; `generations` are the files' generations when they are deleted. */
function fakeBucket(pages: StoredFile[][], listed: string[] = []) {
  const files = new Map(pages.flat().map((stored) => [stored.path, stored]));
  const generations = new Map([...files.values()].map(({ path, generation }) => [path, generation]));
  const pageReads: { page: number; left: number }[] = [];
  const stripped: string[] = [];
  const stores: SweepStores = {
    async *pages() {
      for (const [index, page] of pages.entries()) {
        pageReads.push({ page: index, left: files.size });
        yield page;
      }
    },
    findListed: async (paths) => new Set(paths.filter((path) => listed.includes(path))),
    deleteFile: async (path, generation) => generations.get(path) === generation && files.delete(path),
    stripFile: async (path) => stripped.push(path) > 0,
  };
  return { stores, files, generations, pageReads, stripped, left: () => [...files.keys()].sort() };
}

describe("a sweep", () => {
  it("threat 20: removes unlisted files once they are 12 hours old, and no younger ones", async () => {
    const { stores, left } = fakeBucket(
      [[file("a"), file("b", { storedAt: LESS_THAN_HALF_A_DAY_AGO }), file("c")]],
      ["c"],
    );
    expect(await sweep(stores, NOW)).toBe(
      "Of 3 files 1 that nothing lists were removed, 0 stayed because they had changed or could not be removed; 0 lost a download token.",
    );
    expect(left()).toEqual(["b", "c"]);
  });

  it("threat 20: keeps a file that a new report lists while the sweep runs", async () => {
    const { stores, generations, left } = fakeBucket([[file("a"), file("b")]]);
    generations.set("a", "2");
    expect(await sweep(stores, NOW)).toMatch(/^Of 2 files 1 .* 1 stayed/);
    expect(left()).toEqual(["a"]);
  });

  it("threat 21: removes the remaining download tokens of every kept file", async () => {
    const withToken = { isStripped: false };
    const { stores, stripped } = fakeBucket(
      [
        [
          file("unlisted", withToken),
          file("listed", withToken),
          file("young", { storedAt: LESS_THAN_HALF_A_DAY_AGO, ...withToken }),
          file("ok"),
        ],
      ],
      ["listed", "ok"],
    );
    expect(await sweep(stores, NOW)).toMatch(/; 2 lost a download token\.$/);
    expect(stripped).toEqual(["listed", "young"]);
  });

  it("threat 20: reads 100,000 files one page at a time", async () => {
    const page = (index: number) => Array.from({ length: 1000 }, (_, position) => file(`${index}/${position}`));
    const { stores, files, pageReads } = fakeBucket(Array.from({ length: 100 }, (_, index) => page(index)));
    expect(await sweep(stores, NOW)).toMatch(/^Of 100000 files 100000 that nothing lists were removed/);
    expect(files.size).toBe(0);
    expect(pageReads).toEqual(
      Array.from({ length: 100 }, (_, index) => ({ page: index, left: 100_000 - index * 1000 })),
    );
  });
});
