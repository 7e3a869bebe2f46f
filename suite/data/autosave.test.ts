import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Autosave, startAutosave } from "./autosave.ts";
import type { SaveFailure } from "./saved-data-store.ts";

const FIVE_MINUTES = 5 * 60_000;

let failure: SaveFailure;
let saves: number;
let savedAt: Date | null;
let printed: string[];
let autosave: Autosave;

beforeEach(() => {
  vi.useFakeTimers();
  failure = null;
  saves = 0;
  savedAt = null;
  printed = [];
  const save = async () => {
    saves += 1;
    return failure;
  };
  autosave = startAutosave({ savedAt: () => savedAt }, save, (line) => printed.push(line));
});
afterEach(async () => {
  await autosave.stop();
  vi.useRealTimers();
});

describe("the regular saves", () => {
  it("come every 5 minutes and print nothing while they succeed", async () => {
    await vi.advanceTimersByTimeAsync(2 * FIVE_MINUTES);
    expect(saves).toBe(2);
    await autosave.stop();
    await vi.advanceTimersByTimeAsync(2 * FIVE_MINUTES);
    expect(saves).toBe(2);
    expect(printed).toEqual([]);
  });

  it("print once that they fail, with the reason and the save that stays, and once that they work again", async () => {
    savedAt = new Date();
    failure = "ENOSPC: no space left on device";
    await vi.advanceTimersByTimeAsync(3 * FIVE_MINUTES);
    expect(printed).toEqual([
      expect.stringMatching(
        /^Saving fails: ENOSPC: no space left on device\. The save of \d\d:\d\d:\d\d stays\. It is tried again every 5 minutes\.$/,
      ),
    ]);
    failure = null;
    await vi.advanceTimersByTimeAsync(2 * FIVE_MINUTES);
    expect(printed.slice(1)).toEqual(["Saving works again."]);
    failure = "gone";
    await autosave.saveNow();
    expect(printed).toHaveLength(3);
  });

  it("say if nothing has been saved so far", async () => {
    failure = "gone";
    await autosave.saveNow();
    expect(printed).toEqual([expect.stringContaining("Nothing has been saved so far.")]);
  });
});
