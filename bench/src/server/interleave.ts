/**
 * Runs each function `rounds` times, in turn, so that other work on the machine slows down all of them alike. Every
 * second round has the reverse order. Warm-up rounds come first; their results are not returned.
 */
export async function interleave<Name extends string>(
  runs: Record<Name, (round: number) => Promise<number>>,
  { rounds, warmUpRounds = Math.ceil(rounds / 10) }: { rounds: number; warmUpRounds?: number },
): Promise<Record<Name, number[]>> {
  const names = Object.keys(runs) as Name[];
  const values = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    const order = round % 2 === 0 ? names : names.toReversed();
    for (const name of order) {
      const value = await runs[name](round);
      if (round >= 0) values[name].push(value);
    }
  }
  return values;
}
