/** Chance that comes out the same for the same seed (mulberry32): numbers from 0 up to `below`, whole ones. */
export type Random = (below: number) => number;

export function seededRandom(seed: number): Random {
  let state = seed | 0;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** One of these. */
export function pick<T>(random: Random, values: readonly T[]): T {
  return values[random(values.length)]!;
}
