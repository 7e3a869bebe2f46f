/**
 * Runs things in turn, `rounds` times each, so that whatever else the machine does meetsGoal all of them alike; every other
 * round goes the other way round. Rounds before the first are for warming up. Gives what each run gave in the others.
 */
export async function interleave<Name extends string>(
  runs: Record<Name, (round: number) => Promise<number>>,
  { rounds, uncounted = Math.ceil(rounds / 10) }: { rounds: number; uncounted?: number },
): Promise<Record<Name, number[]>> {
  const names = Object.keys(runs) as Name[];
  const values = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = -uncounted; round < rounds; round += 1) {
    const order = round % 2 === 0 ? names : names.toReversed();
    for (const name of order) {
      const value = await runs[name](round);
      if (round >= 0) values[name].push(value);
    }
  }
  return values;
}
