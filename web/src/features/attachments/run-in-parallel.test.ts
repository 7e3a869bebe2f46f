import { expect, it } from "vitest";
import { runInParallel } from "./run-in-parallel.ts";

it("runs all tasks in order, and never more than the limit at the same time", async () => {
  const started: number[] = [];
  const finishers: (() => void)[] = [];
  const done = runInParallel([1, 2, 3, 4, 5], 2, (item) => {
    started.push(item);
    return new Promise<void>((resolve) => finishers.push(resolve));
  });
  const startedBeforeEachFinish: number[][] = [];
  while (finishers.length > 0) {
    startedBeforeEachFinish.push([...started]);
    finishers.shift()!();
    await Promise.resolve();
    await Promise.resolve();
  }
  await done;
  expect(startedBeforeEachFinish).toEqual([
    [1, 2],
    [1, 2, 3],
    [1, 2, 3, 4],
    [1, 2, 3, 4, 5],
    [1, 2, 3, 4, 5],
  ]);
});
