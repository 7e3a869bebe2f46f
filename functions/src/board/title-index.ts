import { setImmediate as nextEventLoopTurn } from "node:timers/promises";
import { foldSearch } from "@logbook/domain";
import type MiniSearch from "minisearch";
import { UNKNOWN_VERSION, type Version } from "../firestore/version.ts";
import { type Entry, TEXT_END } from "./entry.ts";
import type { Reports } from "./reports.ts";

// Many titles share these words, which say nothing about the title's subject.
const STOP_WORDS = new Set(
  "a an and are as at be but by can do does for from has have i in is it my no not of on or so that the this to was when with".split(
    " ",
  ),
);

// Spaces, punctuation, symbols and control characters.
const WORD_SEPARATOR = /[\p{Z}\p{P}\p{S}\p{C}]+/u;

// The index is updated in slices. Between two slices the process answers other requests.
const REPORTS_PER_SLICE = 1_000;

/** How many letters of a searched word may be wrong. */
function allowedErrors(word: string): number {
  if (word.length < 4) return 0;
  return word.length < 8 ? 1 : 2;
}

/** MiniSearch's options: how many letters may be wrong, and which words may be the beginning of an indexed word. */
const SIMILAR_OPTIONS = { fields: ["title"], fuzzy: allowedErrors, prefix: (word: string) => word.length > 3 };

// Of a longer title only the longest words are searched, which say most. Each word takes time, and a title may have a
// hundred of them.
const MAX_TITLE_WORDS = 12;

interface IndexedReport {
  id: string;
  title: string;
  reporter: string;
}

/**
 * Creates an empty index of the words in all titles and reporters' names, for searches that tolerate typing errors.
 * Each call first updates the index to `reports`, so an unused index costs nothing.
 */
export function createTitleIndex() {
  // Only the versions of entries are kept: entries would keep the buffers of deleted reports in memory.
  const versions = new Map<string, Version>();
  let indexedReports: WeakRef<Reports> | undefined;
  let indexPromise: Promise<MiniSearch<IndexedReport>> | undefined;
  let lastCall: Promise<unknown> = Promise.resolve();

  async function updateIndex(reports: Reports): Promise<MiniSearch<IndexedReport>> {
    indexPromise ??= createIndex();
    const index = await indexPromise;
    if (indexedReports?.deref() === reports) return index;
    // One text for each report, in the order of `reports.all`.
    const texts = reports.searchTexts()[Symbol.iterator]();
    let updatedCount = 0;
    for (const { id, version } of reports.all) {
      const text = texts.next().value as Buffer;
      // A report of unknown version may have changed, so it is indexed again.
      if (version !== UNKNOWN_VERSION && versions.get(id) === version) continue;
      if (versions.has(id)) index.discard(id);
      index.add({ id, ...titleAndReporterIn(text) });
      versions.set(id, version);
      updatedCount += 1;
      if (updatedCount % REPORTS_PER_SLICE === 0) await nextEventLoopTurn();
    }
    // The index may have reports that were deleted.
    if (versions.size > reports.all.length)
      for (const id of versions.keys()) {
        if (reports.get(id) !== undefined) continue;
        index.discard(id);
        versions.delete(id);
      }
    indexedReports = new WeakRef(reports);
    return index;
  }

  /** Runs calls one after the other, so that no call searches the index while another call changes it. */
  function searchIndex<T>(reports: Reports, search: (index: MiniSearch<IndexedReport>) => T | Promise<T>): Promise<T> {
    const result = lastCall.then(() => updateIndex(reports)).then(search);
    // After a failed call the next one runs all the same. The caller gets the error.
    lastCall = result.catch(() => undefined);
    return result;
  }

  return {
    /** The reports whose titles are most like this title, the most similar first; at most `limit` reports. */
    similar: (reports: Reports, title: string, limit: number): Promise<Entry[]> =>
      searchIndex(reports, async (index) => {
        const words = [...wordsOf(foldSearch(title))].sort((a, b) => b.length - a.length).slice(0, MAX_TITLE_WORDS);
        const matches = new Map<string, { id: string; score: number; wordCount: number }>();
        // Between two words the process answers other requests.
        for (const word of words) {
          for (const { id, score } of index.search(word, SIMILAR_OPTIONS)) {
            const match = matches.get(id) ?? { id, score: 0, wordCount: 0 };
            match.score += score;
            match.wordCount += 1;
            matches.set(id, match);
          }
          await nextEventLoopTurn();
        }
        // At least half of the words must match. The product is how MiniSearch ranks the matches of several words.
        return [...matches.values()]
          .filter(({ wordCount }) => 2 * wordCount >= words.length)
          .sort((a, b) => b.score * b.wordCount - a.score * a.wordCount)
          .slice(0, limit)
          .flatMap(({ id }) => reports.get(id) ?? []);
      }),

    /** Frees the index's memory once the running calls have ended. The next call builds the index again. */
    clear: (): void => {
      lastCall = lastCall.then(() => {
        versions.clear();
        indexedReports = undefined;
        indexPromise = undefined;
      });
    },

    /** The indexed words that look most like this word, the most similar first; for a short word only exchanged letters count. */
    wordsLike: (reports: Reports, word: string): Promise<string[]> =>
      searchIndex(reports, (index) => {
        const folded = foldSearch(word);
        // Two exchanged letters count as one error, although each is in the wrong place.
        const exchanged = exchangesIn(folded).flatMap((variant) => wordsByFrequency(index, variant, 0));
        // Words with one wrong letter come before words with two.
        const errorCounts = [1, 2].filter((errors) => errors <= allowedErrors(folded));
        return [
          ...new Set([...exchanged, ...errorCounts.flatMap((errors) => wordsByFrequency(index, folded, errors))]),
        ];
      }),
  };
}

export type TitleIndex = ReturnType<typeof createTitleIndex>;

/** The title index of this process. */
export const titleIndex = createTitleIndex();

/** The distinct words of a folded text, without stop words. */
const wordsOf = (text: string): Set<string> =>
  new Set(text.split(WORD_SEPARATOR).filter((word) => word !== "" && !STOP_WORDS.has(word)));

/** Creates an empty index. Loads the library on first use, so that it adds nothing to a cold start. */
async function createIndex(): Promise<MiniSearch<IndexedReport>> {
  const { default: MiniSearch } = await import("minisearch");
  return new MiniSearch<IndexedReport>({
    fields: ["title", "reporter"],
    tokenize: (text) => [...wordsOf(text)],
    // The texts are folded already.
    processTerm: (word) => word,
  });
}

/** A search text (`searchText` in the domain) begins with the title and ends with the reporter, separated by NUL. */
function titleAndReporterIn(text: Buffer): Omit<IndexedReport, "id"> {
  const end = text.length - TEXT_END.length;
  return {
    title: text.toString("utf8", 0, text.indexOf(0)),
    reporter: text.toString("utf8", text.lastIndexOf(0) + 1, end),
  };
}

// A longer word is hardly a word, and each letter costs a search.
const MAX_EXCHANGE_LENGTH = 24;

/** The words that have two neighbouring letters of this word exchanged; none for one or two letters. */
function exchangesIn(word: string): string[] {
  const letters = [...word];
  if (letters.length < 3 || letters.length > MAX_EXCHANGE_LENGTH) return [];
  return letters
    .slice(1)
    .map((letter, index) => letters.toSpliced(index, 2, letter, letters[index]!).join(""))
    .filter((variant) => variant !== word);
}

/** The words that differ from this word by at most `errors` letters, the most frequent first. */
function wordsByFrequency(index: MiniSearch<IndexedReport>, word: string, errors: number): string[] {
  const counts = new Map<string, number>();
  for (const { terms } of index.search(word, { fuzzy: errors }))
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([term]) => term);
}
