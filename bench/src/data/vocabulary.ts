import { pick, type Random, seededRandom } from "./random.ts";

const SYLLABLE_STARTS = "b br ch d f fl g gr h k kl l m n p pr r s sch st t tr v w z".split(" ");
// Single vowels are listed twice, so that they are chosen more often than the others.
const VOWELS = ["a", "e", "i", "o", "u", "a", "e", "i", "o", "u", "ei", "au", "ie", "ä", "ö", "ü"];
const WORD_ENDS = ["", "", "n", "r", "s", "t", "l", "m", "nd", "st", "ng", "ck", "ß"];

const WORD_COUNT = 3000;
// A word occupies slots in proportion to its frequency, so a random slot holds a frequent word more often.
const SLOT_COUNT = 2 ** 16;

// All words; the most frequent word is the first.
const VOCABULARY: readonly string[] = makeWords();
const SLOT_WORDS = fillSlots();

function makeWords(): string[] {
  const random = seededRandom(5);
  const words = new Set<string>();
  while (words.size < WORD_COUNT) {
    const syllableCount = 1 + random(3);
    let word = "";
    for (let syllable = 0; syllable < syllableCount; syllable += 1)
      word += pick(random, SYLLABLE_STARTS) + pick(random, VOWELS);
    words.add(word + pick(random, WORD_ENDS));
  }
  return [...words];
}

// As in natural languages, the n-th most frequent word is 1/n as frequent as the first (Zipf's law).
function fillSlots(): string[] {
  const frequencySum = VOCABULARY.reduce((sum, _, index) => sum + 1 / (index + 1), 0);
  return VOCABULARY.flatMap((word, index) =>
    Array<string>(Math.ceil(SLOT_COUNT / (index + 1) / frequencySum)).fill(word),
  );
}

/** A random word. Frequent words are returned more often. */
export function randomWord(random: Random): string {
  return pick(random, SLOT_WORDS);
}

/**
 * Up to 24 words that at least a fifth of the reports contain, none of them a part of another. The first slice leaves out
 * the four most frequent words, and those that are too rare.
 */
export const COMMON_WORDS: readonly string[] = VOCABULARY.slice(4, 70)
  .filter(
    (word, _, words) => word.length >= 4 && !words.some((otherWord) => otherWord !== word && otherWord.includes(word)),
  )
  .slice(0, 24);

/** Searches that many reports match: the common words, then these words without their first or last letter. */
export const COMMON_SEARCHES: readonly string[] = [
  ...new Set([
    ...COMMON_WORDS,
    ...COMMON_WORDS.map((word) => word.slice(1)),
    ...COMMON_WORDS.map((word) => word.slice(0, -1)),
  ]),
];
