import { pick, type Random, seededRandom } from "./random.ts";

const STARTS = "b br ch d f fl g gr h k kl l m n p pr r s sch st t tr v w z".split(" ");
const VOWELS = ["a", "e", "i", "o", "u", "a", "e", "i", "o", "u", "ei", "au", "ie", "ä", "ö", "ü"];
const ENDS = ["", "", "n", "r", "s", "t", "l", "m", "nd", "st", "ng", "ck", "ß"];

const WORDS = 3000;
// A word occupies slots in proportion to its frequency, so a random slot holds a frequent word more often.
const SLOTS = 2 ** 16;

// All words, the most frequent first.
const VOCABULARY: readonly string[] = makeWords();
const SLOT_WORDS = fillSlots();

function makeWords(): string[] {
  const random = seededRandom(5);
  const words = new Set<string>();
  while (words.size < WORDS) {
    const syllables = 1 + random(3);
    let word = "";
    for (let at = 0; at < syllables; at += 1) word += pick(random, STARTS) + pick(random, VOWELS);
    words.add(word + pick(random, ENDS));
  }
  return [...words];
}

// As in natural languages, the n-th most frequent word is 1/n as frequent as the first (Zipf's law).
function fillSlots(): string[] {
  const total = VOCABULARY.reduce((sum, _, rank) => sum + 1 / (rank + 1), 0);
  return VOCABULARY.flatMap((word, rank) => Array<string>(Math.ceil(SLOTS / (rank + 1) / total)).fill(word));
}

/** A random word. Frequent words are returned more often. */
export function anyWord(random: Random): string {
  return pick(random, SLOT_WORDS);
}

/** Words that at least a fifth of the reports contain. None is part of another. */
export const COMMON_WORDS: readonly string[] = VOCABULARY.slice(4, 70)
  .filter((word, _, words) => word.length >= 4 && !words.some((other) => other !== word && other.includes(word)))
  .slice(0, 24);
