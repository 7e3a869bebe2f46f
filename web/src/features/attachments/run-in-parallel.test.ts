import { expect, it } from "vitest";
import { runInParallel } from "./run-in-parallel.ts";

it("tasks start in order, at most two at a time, and the next one when a running one has finished", async () => {
  const startedItems: number[] = [];
  const taskFinishers: (() => void)[] = [];
  const allTasks = runInParallel([1, 2, 3, 4, 5], 2, (item) => {
    startedItems.push(item);
    return new Promise<void>((resolve) => taskFinishers.push(resolve));
  });
  const startedBeforeEachFinish: number[][] = [];
  while (taskFinishers.length > 0) {
    startedBeforeEachFinish.push([...startedItems]);
    taskFinishers.shift()!();
    // The next task starts in a promise callback, which runs before this line continues.
    await Promise.resolve();
  }
  await allTasks;
  expect(startedBeforeEachFinish).toEqual([
    [1, 2],
    [1, 2, 3],
    [1, 2, 3, 4],
    [1, 2, 3, 4, 5],
    [1, 2, 3, 4, 5],
  ]);
});
