import { compareIssues } from "@logbook/domain";
import { type Entry, type EntryWithText, mergeEntries } from "./entry.ts";

/** The texts that searches look through, one for each entry; immutable. */
export interface SearchTexts {
  /** In the list's order. */
  readonly entries: readonly Entry[];
  /** The entries whose text contains `search` (folded), in the list's order; all entries for `""`. */
  search(search: string): readonly Entry[];
  /** The text of each entry in UTF-8, in the list's order. Each ends with `TEXT_END`: no match spans two texts. */
  texts(): Iterable<Buffer>;
  /** A copy without the removed entries and with the added entries. */
  withChanges(removed: ReadonlySet<Entry>, added: readonly EntryWithText[]): SearchTexts;
}

// The texts of later changes are kept beside the buffer (`TextBuffer`), and a search reads them one by one. Once there
// are more changes than this, all texts are joined in a new buffer.
const MAX_CHANGES = 1000;

/** Creates the search texts of entries in any order. */
export function createSearchTexts(entriesWithTexts: readonly EntryWithText[]): SearchTexts {
  const sorted = entriesWithTexts.toSorted((a, b) => compareIssues(a.entry, b.entry));
  const texts = sorted.map(({ text }) => text);
  const entries = sorted.map(({ entry }) => entry);
  return searchTextsFromList(texts, entries);
}

function searchTextsFromList(texts: readonly Buffer[], entries: readonly Entry[]): SearchTexts {
  const lengths = texts.map(({ length }) => length);
  return searchTextsFromBytes(Buffer.concat(texts), lengths, entries);
}

/** The search texts of entries in the list's order. `bytes` has all texts, `lengths` their lengths. */
export function searchTextsFromBytes(
  bytes: Buffer,
  lengths: readonly number[],
  entries: readonly Entry[],
): SearchTexts {
  const offsets = new Uint32Array(lengths.length + 1);
  for (const [index, length] of lengths.entries()) offsets[index + 1] = offsets[index]! + length;
  return bufferWithChanges({ entries, bytes, offsets }, entries);
}

/**
 * All texts in one buffer outside the heap. A search of 100,000 strings would take eight times as long, and the garbage
 * collector would visit each string (docs/decisions/0010-the-board-in-memory.md).
 */
interface TextBuffer {
  /** In the list's order. */
  entries: readonly Entry[];
  bytes: Buffer;
  /** The start of each text in `bytes`, and finally the length of `bytes`. */
  offsets: Uint32Array;
}

/** The search texts of `entries`: the buffer's entries without `removed` and with `added`. */
function bufferWithChanges(
  buffer: TextBuffer,
  entries: readonly Entry[],
  removed: ReadonlySet<Entry> = new Set(),
  added: readonly EntryWithText[] = [],
): SearchTexts {
  function* texts(): Generator<Buffer> {
    const addedTexts = new Map(added.map(({ entry, text }) => [entry, text]));
    let index = 0;
    for (const entry of entries) {
      const addedText = addedTexts.get(entry);
      // The buffer's entries are in the same order.
      if (addedText === undefined) while (buffer.entries[index] !== entry) index += 1;
      yield addedText ?? buffer.bytes.subarray(buffer.offsets[index], buffer.offsets[index + 1]);
    }
  }

  return {
    entries,
    texts,

    search(search) {
      if (search === "") return entries;
      const pattern = Buffer.from(search);
      const addedMatches = added.filter(({ text }) => text.includes(pattern)).map(({ entry }) => entry);
      return mergeEntries(searchBuffer(buffer, pattern), addedMatches, removed);
    },

    withChanges(newlyRemoved, newlyAdded) {
      const newEntries = newlyAdded.map(({ entry }) => entry);
      const allRemoved = new Set([...removed, ...newlyRemoved]);
      const allAdded = [...added.filter(({ entry }) => !newlyRemoved.has(entry)), ...newlyAdded];
      const changedEntries = mergeEntries(entries, newEntries, newlyRemoved);
      const changedTexts = bufferWithChanges(buffer, changedEntries, allRemoved, allAdded);
      if (allRemoved.size + allAdded.length <= MAX_CHANGES) return changedTexts;
      return searchTextsFromList([...changedTexts.texts()], changedEntries);
    },
  };
}

/** The entries whose text contains these bytes, in the order of the buffer. */
function searchBuffer({ entries, bytes, offsets }: TextBuffer, pattern: Buffer): Entry[] {
  const matches: Entry[] = [];
  let index = 0;
  for (let start = bytes.indexOf(pattern); start !== -1; start = bytes.indexOf(pattern, offsets[index])) {
    while (offsets[index + 1]! <= start) index += 1;
    matches.push(entries[index]!);
    // The search continues with the next text.
    index += 1;
  }
  return matches;
}
