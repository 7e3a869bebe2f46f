/**
 * Runs each function once in every round, so that other work on the machine slows down all functions alike. Every
 * second round has the reverse order. The results of the warm-up rounds, which come first, are not returned.
 */
export async function interleave<Name extends string>(
  runs: Record<Name, (round: number) => Promise<number>>,
  { rounds, warmUpRounds = Math.ceil(rounds / 10) }: { rounds: number; warmUpRounds?: number },
): Promise<Record<Name, number[]>> {
  const names = Object.keys(runs) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < warmUpRounds + rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const result = await runs[name](round);
      if (round >= warmUpRounds) results[name].push(result);
    }
  }
  return results;
}
