import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Autosave, startAutosave } from "./autosave.ts";
import type { SaveFailure } from "./saved-data-store.ts";

const FIVE_MINUTES = 5 * 60_000;
const DISK_FULL = "ENOSPC: no space left on device";

let failure: SaveFailure;
let saveCount: number;
let savedAt: Date | null;
let printedLines: string[];
let autosave: Autosave;

beforeEach(() => {
  vi.useFakeTimers();
  failure = null;
  saveCount = 0;
  savedAt = null;
  printedLines = [];
  const save = async () => {
    saveCount += 1;
    return failure;
  };
  autosave = startAutosave({ savedAt: () => savedAt }, save, (line) => printedLines.push(line));
});
afterEach(async () => {
  await autosave.stop();
  vi.useRealTimers();
});

describe("the regular saves", () => {
  it("happen every 5 minutes and print nothing while they succeed", async () => {
    await vi.advanceTimersByTimeAsync(2 * FIVE_MINUTES);
    expect(saveCount).toBe(2);
    await autosave.stop();
    await vi.advanceTimersByTimeAsync(2 * FIVE_MINUTES);
    expect(saveCount).toBe(2);
    expect(printedLines).toEqual([]);
  });

  it("print one line when they begin to fail, and one when they work again", async () => {
    savedAt = new Date();
    failure = DISK_FULL;
    await vi.advanceTimersByTimeAsync(3 * FIVE_MINUTES);
    expect(printedLines).toEqual([
      expect.stringMatching(
        /^Saving fails: ENOSPC: no space left on device\. The save of \d\d:\d\d:\d\d stays\. The suite tries to save again every 5 minutes\.$/,
      ),
    ]);
    failure = null;
    await vi.advanceTimersByTimeAsync(2 * FIVE_MINUTES);
    expect(printedLines.slice(1)).toEqual(["Saving works again."]);
    failure = DISK_FULL;
    await autosave.saveNow();
    expect(printedLines).toHaveLength(3);
  });

  it("print that nothing has been saved so far if the first save fails", async () => {
    failure = DISK_FULL;
    await autosave.saveNow();
    expect(printedLines).toEqual([expect.stringContaining("Nothing has been saved so far.")]);
  });
});
