import { setImmediate as nextEventLoopTurn } from "node:timers/promises";
import { foldSearch } from "@logbook/domain";
import type MiniSearch from "minisearch";
import { createChanges } from "./changes.ts";
import type { Entry } from "./entry.ts";
import type { Reports } from "./reports.ts";

// Many titles share these words, which say nothing about the title's subject.
const STOP_WORDS = new Set(
  "a an and are as at be but by can do does for from has have i in is it my no not of on or so that the this to was when with".split(
    " ",
  ),
);

// Spaces, punctuation, symbols and control characters.
const WORD_SEPARATOR = /[\p{Z}\p{P}\p{S}\p{C}]+/u;

/** How many letters of a word may be wrong. */
export function allowedErrors(word: string): number {
  if (word.length < 4) return 0;
  return word.length < 8 ? 1 : 2;
}

/** MiniSearch's options: how many letters may be wrong, and which words may be the beginning of an indexed word. */
const SIMILAR_OPTIONS = { fuzzy: allowedErrors, prefix: (word: string) => word.length > 3 };

// Of a longer title only the longest words are searched, which say most. Each word takes time, and a title may have a
// hundred of them.
const MAX_TITLE_WORDS = 12;

interface IndexedReport {
  id: string;
  title: string;
}

/**
 * Creates an empty index of the words in all titles, for searches that tolerate typing errors.
 * Each call first updates the index to `reports`, so an unused index costs nothing.
 */
export function createTitleIndex() {
  const changes = createChanges();
  let indexPromise: Promise<MiniSearch<IndexedReport>> | undefined;
  let lastCall: Promise<unknown> = Promise.resolve();

  async function updateIndex(reports: Reports): Promise<MiniSearch<IndexedReport>> {
    indexPromise ??= createIndex();
    const index = await indexPromise;
    await changes.visit(reports, {
      changed(id, text, wasIndexed) {
        if (wasIndexed) index.discard(id);
        index.add({ id, title: titleIn(text) });
      },
      deleted: (id) => index.discard(id),
    });
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
        changes.clear();
        indexPromise = undefined;
      });
    },
  };
}

export type TitleIndex = ReturnType<typeof createTitleIndex>;

/** The title index of this process. */
export const titleIndex = createTitleIndex();

/** The distinct words of a folded text, without stop words. */
export const wordsOf = (text: string): Set<string> =>
  new Set(text.split(WORD_SEPARATOR).filter((word) => word !== "" && !STOP_WORDS.has(word)));

/** Creates an empty index. Loads the library on first use, so that it adds nothing to a cold start. */
async function createIndex(): Promise<MiniSearch<IndexedReport>> {
  const { default: MiniSearch } = await import("minisearch");
  return new MiniSearch<IndexedReport>({
    fields: ["title"],
    tokenize: (text) => [...wordsOf(text)],
    // The texts are folded already.
    processTerm: (word) => word,
  });
}

/** A search text (`searchText` in the domain) begins with the title, which ends at NUL. */
const titleIn = (text: Buffer): string => text.toString("utf8", 0, text.indexOf(0));
