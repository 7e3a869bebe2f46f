import { describe, expect, it } from "vitest";
import type { StoredFile } from "./stored-files.ts";
import { type SweepOperations, sweep } from "./sweep.ts";

const NOW = new Date("2026-06-02T12:00:00Z");
const HALF_A_DAY_AGO = new Date("2026-06-02T00:00:00Z");
const LESS_THAN_HALF_A_DAY_AGO = new Date(HALF_A_DAY_AGO.getTime() + 1);

const createFile = (path: string, overrides: Partial<StoredFile> = {}): StoredFile => ({
  path,
  generation: "1",
  storedAt: HALF_A_DAY_AGO,
  mayHaveToken: false,
  ...overrides,
});

/** A fake bucket; `generations` has the current generation of each file, which may differ from the one in `pages`. */
function fakeBucket(pages: StoredFile[][], listedPaths: string[] = []) {
  const files = new Map(pages.flat().map((file) => [file.path, file]));
  const generations = new Map([...files.values()].map(({ path, generation }) => [path, generation]));
  const pageReads: { page: number; fileCount: number }[] = [];
  const removedTokenPaths: string[] = [];
  const operations: SweepOperations = {
    async *filePages() {
      for (const [index, page] of pages.entries()) {
        pageReads.push({ page: index, fileCount: files.size });
        yield page;
      }
    },
    findListedPaths: async (paths) => new Set(paths.filter((path) => listedPaths.includes(path))),
    deleteFile: async (path, generation) => generations.get(path) === generation && files.delete(path),
    removeDownloadToken: async (path) => {
      removedTokenPaths.push(path);
      return true;
    },
  };
  return {
    operations,
    files,
    generations,
    pageReads,
    removedTokenPaths,
    remainingPaths: () => [...files.keys()].sort(),
  };
}

describe("a sweep", () => {
  it("threat 20: removes unlisted files once they are 12 hours old, and no younger ones", async () => {
    const { operations, remainingPaths } = fakeBucket(
      [[createFile("a"), createFile("b", { storedAt: LESS_THAN_HALF_A_DAY_AGO }), createFile("c")]],
      ["c"],
    );
    expect(await sweep(NOW, operations)).toBe(
      "Of 3 files 1 that nothing lists were removed, 0 stayed because they had changed or could not be removed; 0 lost a download token.",
    );
    expect(remainingPaths()).toEqual(["b", "c"]);
  });

  it("threat 20: keeps a file that a new report lists while the sweep runs", async () => {
    const { operations, generations, remainingPaths } = fakeBucket([[createFile("a"), createFile("b")]]);
    // Filing a report writes its files again.
    generations.set("a", "2");
    expect(await sweep(NOW, operations)).toMatch(/^Of 2 files 1 .* 1 stayed/);
    expect(remainingPaths()).toEqual(["a"]);
  });

  it("threat 21: removes the remaining download tokens of every kept file", async () => {
    const withToken = { mayHaveToken: true };
    const { operations, removedTokenPaths } = fakeBucket(
      [
        [
          createFile("unlisted", withToken),
          createFile("listed", withToken),
          createFile("young", { storedAt: LESS_THAN_HALF_A_DAY_AGO, ...withToken }),
          createFile("without token"),
        ],
      ],
      ["listed", "without token"],
    );
    expect(await sweep(NOW, operations)).toMatch(/; 2 lost a download token\.$/);
    expect(removedTokenPaths).toEqual(["listed", "young"]);
  });

  it("threat 20: reads 100,000 files one page at a time", async () => {
    const createPage = (index: number) =>
      Array.from({ length: 1000 }, (_, position) => createFile(`${index}/${position}`));
    const { operations, files, pageReads } = fakeBucket(Array.from({ length: 100 }, (_, index) => createPage(index)));
    expect(await sweep(NOW, operations)).toMatch(/^Of 100000 files 100000 that nothing lists were removed/);
    expect(files.size).toBe(0);
    expect(pageReads).toEqual(
      Array.from({ length: 100 }, (_, index) => ({ page: index, fileCount: 100_000 - index * 1000 })),
    );
  });
});
