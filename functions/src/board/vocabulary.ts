import { foldSearch } from "@logbook/domain";
import { createChanges } from "./changes.ts";
import type { Reports } from "./reports.ts";
import { allowedErrors, wordsOf } from "./title-index.ts";

// Enough for most communities, and some 5 MB. Words that come later are not corrected to.
const MAX_WORDS = 50_000;
// Shorter words are like too many others; longer ones are hardly words.
const MIN_LENGTH = 3;
const MAX_LENGTH = 24;

/**
 * Creates an empty vocabulary: the words of all titles, descriptions and reporters' names, to correct typing errors. Each
 * call first adds the words of what has changed in `reports`, so an unused vocabulary costs nothing. The words of deleted
 * reports stay: who uses a correction has to check that it finds something.
 */
export function createVocabulary() {
  /** How many reports had the word when they were visited. */
  const counts = new Map<string, number>();
  const changes = createChanges();
  let lastCall: Promise<unknown> = Promise.resolve();

  const addWords = (text: Buffer): void => {
    for (const word of wordsOf(text.toString("utf8"))) {
      if (word.length < MIN_LENGTH || word.length > MAX_LENGTH) continue;
      const count = counts.get(word);
      if (count !== undefined || counts.size < MAX_WORDS) counts.set(word, (count ?? 0) + 1);
    }
  };

  return {
    /**
     * The words that look most like this word: those with one wrong letter or two exchanged ones, then those with two
     * errors, the most frequent first. For a word of three letters only exchanged letters count.
     */
    wordsLike(reports: Reports, word: string): Promise<string[]> {
      const result = lastCall
        .then(() => changes.visit(reports, { changed: (_, text) => addWords(text) }))
        .then(() => similarWords(counts, foldSearch(word)));
      // After a failed call the next one runs all the same. The caller gets the error.
      lastCall = result.catch(() => undefined);
      return result;
    },

    /** Frees the memory once the running calls have ended. */
    clear(): void {
      lastCall = lastCall.then(() => {
        counts.clear();
        changes.clear();
      });
    },
  };
}

export type Vocabulary = ReturnType<typeof createVocabulary>;

/** The vocabulary of this process. */
export const vocabulary = createVocabulary();

function similarWords(counts: ReadonlyMap<string, number>, word: string): string[] {
  if (word.length < MIN_LENGTH || word.length > MAX_LENGTH) return [];
  const maxErrors = Math.max(1, allowedErrors(word));
  const isShort = allowedErrors(word) === 0;
  const found: { candidate: string; errors: number; count: number }[] = [];
  for (const [candidate, count] of counts) {
    if (candidate === word || Math.abs(candidate.length - word.length) > maxErrors) continue;
    if (isShort && sortedLetters(candidate) !== sortedLetters(word)) continue;
    const errors = countErrors(word, candidate);
    if (errors <= maxErrors) found.push({ candidate, errors, count });
  }
  return found.sort((a, b) => a.errors - b.errors || b.count - a.count).map(({ candidate }) => candidate);
}

const sortedLetters = (word: string): string => [...word].sort().join("");

/**
 * How many letters have to be added, removed, replaced or exchanged with their neighbour to make one word of the other
 * (the optimal string alignment distance).
 */
function countErrors(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let errors = Math.min(row[j]! + 1, next[j - 1]! + 1, replaced);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        errors = Math.min(errors, before[j - 2]! + 1);
      next.push(errors);
    }
    before = row;
    row = next;
  }
  return row[b.length]!;
}
