import { foldUsername } from "@logbook/domain";

const MAX_SUGGESTIONS = 3;

/** The names most similar to a mistyped one: they contain it or differ by at most a third of its letters. */
export function nearNames(name: string, names: readonly string[]): string[] {
  const wanted = foldUsername(name);
  return names
    .map((candidate) => ({ candidate, distance: distanceOf(wanted, foldUsername(candidate)) }))
    .filter(({ distance }) => distance <= Math.max(1, Math.floor(wanted.length / 3)))
    .sort((a, b) => a.distance - b.distance || a.candidate.localeCompare(b.candidate))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ candidate }) => candidate);
}

/** The number of letters to insert, delete or replace (Levenshtein distance); 0 if `b` contains `a`. */
function distanceOf(a: string, b: string): number {
  if (a.length > 1 && b.includes(a)) return 0;
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
}
