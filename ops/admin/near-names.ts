import { foldUsername } from "@logbook/domain";

const MAX_SUGGESTIONS = 3;

/** At most three names that contain a mistyped name, or differ from it in at most a third of its letters. */
export function nearNames(name: string, names: readonly string[]): string[] {
  const foldedName = foldUsername(name);
  // At least one letter may differ, however short the name is.
  const maxDistance = Math.max(1, Math.floor(foldedName.length / 3));
  return names
    .map((candidate) => ({ candidate, distance: distanceOf(foldedName, foldUsername(candidate)) }))
    .filter(({ distance }) => distance <= maxDistance)
    .sort((a, b) => a.distance - b.distance || a.candidate.localeCompare(b.candidate))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ candidate }) => candidate);
}

/** The Levenshtein distance: the number of letters to insert, delete or replace. 0 if `candidate` contains `wanted`. */
function distanceOf(wanted: string, candidate: string): number {
  // A single letter is in too many names.
  if (wanted.length > 1 && candidate.includes(wanted)) return 0;
  let previousRow = [...Array(candidate.length + 1).keys()];
  for (let i = 1; i <= wanted.length; i += 1) {
    const currentRow = [i];
    for (let j = 1; j <= candidate.length; j += 1) {
      const replacement = previousRow[j - 1]! + (wanted[i - 1] === candidate[j - 1] ? 0 : 1);
      currentRow.push(Math.min(previousRow[j]! + 1, currentRow[j - 1]! + 1, replacement));
    }
    previousRow = currentRow;
  }
  return previousRow[candidate.length]!;
}
