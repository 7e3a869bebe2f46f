import { setImmediate as nextTurn } from "node:timers/promises";
import { foldSearch } from "@logbook/domain";
import type MiniSearch from "minisearch";
import { UNKNOWN_VERSION, type Version } from "../firestore/version.ts";
import type { Entry } from "./entry.ts";
import type { Reports } from "./reports.ts";

/** The words of all titles and reporters, for searches that tolerate typing errors. */
export interface TitleIndex {
  /** The reports whose titles are most like this one, the most similar first, at most `limit`. */
  similar(reports: Reports, title: string, limit: number): Promise<Entry[]>;
  /** The words of titles and reporters that look most like this one, the best first; none for a very short word. */
  wordsLike(reports: Reports, word: string): Promise<string[]>;
}

// Words that many titles share and that say nothing about their subject.
const STOP_WORDS = new Set(
  "a an and are as at be but by can do does for from has have i in is it my no not of on or so that the this to was when with".split(
    " ",
  ),
);

const SEPARATOR = /[\p{Z}\p{P}\p{S}\p{C}]+/u;

// Requests of other members are answered between two slices.
const REPORTS_PER_SLICE = 1_000;

/** How many letters of a word may be wrong. */
const tolerance = ({ length }: string): number => (length < 4 ? 0 : length < 8 ? 1 : 2);

/** Search options: the tolerance, and whether a word may be the beginning of a longer one. */
const SIMILAR = { fields: ["title"], fuzzy: tolerance, prefix: ({ length }: string) => length > 3 };

interface Indexed {
  id: string;
  title: string;
  reporter: string;
}

/** Creates an empty index. Each call first updates it to `reports`, so an index that nobody uses costs nothing. */
export function createTitleIndex(): TitleIndex {
  // Versions, not entries: entries would keep the buffers of deleted reports in memory.
  const versions = new Map<string, Version>();
  let indexedReports: WeakRef<Reports> | undefined;
  let loaded: Promise<MiniSearch<Indexed>> | undefined;
  let lastCall: Promise<unknown> = Promise.resolve();

  async function updateIndex(reports: Reports): Promise<MiniSearch<Indexed>> {
    loaded ??= createIndex();
    const index = await loaded;
    if (indexedReports?.deref() === reports) return index;
    const texts = reports.searchTexts()[Symbol.iterator]();
    let changed = 0;
    for (const { id, version } of reports.all) {
      const text = texts.next().value as Buffer;
      if (version !== UNKNOWN_VERSION && versions.get(id) === version) continue;
      if (versions.has(id)) index.discard(id);
      index.add({ id, ...namesIn(text) });
      versions.set(id, version);
      changed += 1;
      if (changed % REPORTS_PER_SLICE === 0) await nextTurn();
    }
    if (versions.size > reports.all.length)
      for (const id of versions.keys()) {
        if (reports.get(id) !== undefined) continue;
        index.discard(id);
        versions.delete(id);
      }
    indexedReports = new WeakRef(reports);
    return index;
  }

  /** Calls wait for each other, so that none searches an index that another one is changing. */
  function searchIndex<T>(reports: Reports, search: (index: MiniSearch<Indexed>) => T): Promise<T> {
    const result = lastCall.then(() => updateIndex(reports)).then(search);
    lastCall = result.catch(() => undefined);
    return result;
  }

  return {
    similar: (reports, title, limit) =>
      searchIndex(reports, (index) => {
        const words = wordsOf(foldSearch(title));
        return (
          index
            .search([...words].join(" "), SIMILAR)
            // At least half of the title's words must match.
            .filter(({ queryTerms }) => 2 * new Set(queryTerms).size >= words.size)
            .slice(0, limit)
            .flatMap(({ id }) => reports.get(id as string) ?? [])
        );
      }),

    wordsLike: (reports, word) =>
      searchIndex(reports, (index) => {
        const folded = foldSearch(word);
        const distances = [1, 2].filter((distance) => distance <= tolerance(folded));
        return [...new Set(distances.flatMap((fuzzy) => wordsByFrequency(index, folded, fuzzy)))];
      }),
  };
}

/** The distinct words of a folded text, without stop words. */
const wordsOf = (text: string): Set<string> =>
  new Set(text.split(SEPARATOR).filter((word) => word !== "" && !STOP_WORDS.has(word)));

/** Loads the library on first use, so that it adds nothing to a cold start. */
async function createIndex(): Promise<MiniSearch<Indexed>> {
  const { default: MiniSearch } = await import("minisearch");
  return new MiniSearch<Indexed>({
    fields: ["title", "reporter"],
    tokenize: (text) => [...wordsOf(text)],
    // The texts are folded already.
    processTerm: (word) => word,
  });
}

/** Title and reporter in a search text (`searchText` in domain). */
function namesIn(text: Buffer): Omit<Indexed, "id"> {
  return { title: text.toString("utf8", 0, text.indexOf(0)), reporter: text.toString("utf8", text.lastIndexOf(0) + 1) };
}

/** The words at most `fuzzy` letters away, the most frequent first. */
function wordsByFrequency(index: MiniSearch<Indexed>, word: string, fuzzy: number): string[] {
  const counts = new Map<string, number>();
  for (const { terms } of index.search(word, { fuzzy }))
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([term]) => term);
}
