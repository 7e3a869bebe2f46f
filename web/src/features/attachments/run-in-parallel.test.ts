import { expect, it } from "vitest";
import { runInParallel } from "./run-in-parallel.ts";

it("never runs more at once than it may, and runs all in order", async () => {
  const started: number[] = [];
  const waiting: (() => void)[] = [];
  const done = runInParallel([1, 2, 3, 4, 5], 2, (item) => {
    started.push(item);
    return new Promise<void>((resolve) => waiting.push(resolve));
  });
  const seen: number[][] = [];
  while (waiting.length > 0) {
    seen.push([...started]);
    waiting.shift()!();
    await Promise.resolve();
    await Promise.resolve();
  }
  await done;
  expect(seen).toEqual([
    [1, 2],
    [1, 2, 3],
    [1, 2, 3, 4],
    [1, 2, 3, 4, 5],
    [1, 2, 3, 4, 5],
  ]);
});
