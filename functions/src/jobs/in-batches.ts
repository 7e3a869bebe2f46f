/** Does `work` to each of the items, at most `at` of them at once; gives what it gave, in their order. */
export async function inGroups<T, U>(items: readonly T[], at: number, work: (item: T) => Promise<U>): Promise<U[]> {
  const done: U[] = [];
  for (let from = 0; from < items.length; from += at)
    done.push(...(await Promise.all(items.slice(from, from + at).map(work))));
  return done;
}

/** `1 file`, `2 files`. */
export function counted(count: number, one: string, more = `${one}s`): string {
  return `${count} ${count === 1 ? one : more}`;
}
