import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Saving, saveRegularly } from "./autosave.ts";
import type { Saved } from "./saved-data-store.ts";

const FIVE_MINUTES = 5 * 60_000;

let outcome: Saved;
let saves: number;
let savedAt: Date | null;
let told: string[];
let saving: Saving;

beforeEach(() => {
  vi.useFakeTimers();
  outcome = "saved";
  saves = 0;
  savedAt = null;
  told = [];
  const save = async () => {
    saves += 1;
    return outcome;
  };
  saving = saveRegularly({ savedAt: () => savedAt }, save, (news) => told.push(news));
});
afterEach(async () => {
  await saving.stop();
  vi.useRealTimers();
});

describe("the regular saves", () => {
  it("come every 5 minutes and say nothing while all is well", async () => {
    await vi.advanceTimersByTimeAsync(2 * FIVE_MINUTES);
    expect(saves).toBe(2);
    await saving.stop();
    await vi.advanceTimersByTimeAsync(2 * FIVE_MINUTES);
    expect(saves).toBe(2);
    expect(told).toEqual([]);
  });

  it("say once that they fail, why, and what is kept; and once that they work again", async () => {
    savedAt = new Date();
    outcome = { failed: "ENOSPC: no space left on device", canExport: true };
    await vi.advanceTimersByTimeAsync(3 * FIVE_MINUTES);
    expect(told).toEqual([
      expect.stringMatching(
        /^Saving fails: ENOSPC: no space left on device\. What was saved at \d\d:\d\d:\d\d is kept\. It is tried again every 5 minutes\.$/,
      ),
    ]);
    outcome = "saved";
    await vi.advanceTimersByTimeAsync(2 * FIVE_MINUTES);
    expect(told.slice(1)).toEqual(["Saving works again."]);
    outcome = { failed: "gone", canExport: true };
    await saving.now();
    expect(told).toHaveLength(3);
  });

  it("say so where nothing has been saved so far", async () => {
    outcome = { failed: "gone", canExport: true };
    await saving.now();
    expect(told).toEqual([expect.stringContaining("Nothing has been saved so far.")]);
  });
});
