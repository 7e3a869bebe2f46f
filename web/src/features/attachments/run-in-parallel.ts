/** Calls `task` for every item in order, at most `maxParallel` at a time. Resolves when all tasks are done. */
export async function runInParallel<T>(
  items: readonly T[],
  maxParallel: number,
  task: (item: T) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await task(item);
  };
  await Promise.all(Array.from({ length: maxParallel }, worker));
}
