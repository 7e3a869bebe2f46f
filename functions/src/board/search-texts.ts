import { compareIssues } from "@logbook/domain";
import type { Entry, EntryWithText } from "./entry.ts";
import { mergeEntries } from "./merge.ts";

/** The texts that searches look through, one for each entry; immutable. */
export interface SearchTexts {
  /** The entries whose text contains `search` (folded), in the list's order; all entries for `""`. */
  search(search: string): readonly Entry[];
  /** The entries whose text ends with `end` (folded, not empty), in the list's order. */
  searchEnd(end: string): readonly Entry[];
  /** A copy without the removed entries and with the added entries. */
  withChanges(removed: ReadonlySet<Entry>, added: readonly EntryWithText[]): SearchTexts;
  /** The text of each of these entries in UTF-8. The entries must be in the list's order. */
  bytesOf(entries: readonly Entry[]): Iterable<Buffer>;
}

/** Collects entries with their texts, in any order. */
export interface TextsBuilder {
  add(entry: EntryWithText): void;
  /**
   * Adds several entries and copies their texts. `texts` has these texts, each with an end marker. `offsets` has the
   * start of each text, and finally the length of `texts`.
   */
  addBlock(entries: readonly Entry[], texts: Buffer, offsets: Uint32Array): void;
  /** Must be called only once. */
  build(): { entries: readonly Entry[]; texts: SearchTexts };
}

/**
 * All texts in one UTF-8 buffer outside the heap. A search of 100,000 strings would take eight times as long, and the
 * garbage collector would visit each string (docs/decisions/0010-the-board-in-memory.md).
 */
interface TextBuffer {
  entries: readonly Entry[];
  /** The entries whose text contains, or with `isAtEnd` ends with, these bytes; in the order of the buffer. */
  search(bytes: Uint8Array, options?: { isAtEnd: boolean }): Entry[];
  /** The text of the entry at an index, with its end marker; a view of the buffer, not a copy. */
  textAt(index: number): Buffer;
}

// Up to this many changes are kept beside the buffer. With more changes, a new buffer is built.
const MAX_CHANGES = 1000;

/** The end marker of each text. The API refuses a search with a NUL, so no match spans two texts. */
export const TEXT_END = "\0";
const TEXT_END_BYTES = Buffer.byteLength(TEXT_END);

const textBytes = (text: string): Buffer => Buffer.from(text + TEXT_END);

export function createTextsBuilder(): TextsBuilder {
  const builder = createTextBufferBuilder();
  return {
    add: ({ entry, searchText }) => builder.add(entry, textBytes(searchText)),
    addBlock: builder.addBlock,
    build() {
      const sortedBuffer = sortTexts(builder.build());
      return { entries: sortedBuffer.entries, texts: searchTextsOf(sortedBuffer) };
    },
  };
}

function createTextBufferBuilder() {
  const entries: Entry[] = [];
  const offsets = [0];
  const texts: Uint8Array[] = [];

  return {
    add(entry: Entry, text: Uint8Array): void {
      texts.push(text);
      offsets.push(offsets.at(-1)! + text.length);
      entries.push(entry);
    },

    addBlock(blockEntries: readonly Entry[], blockTexts: Buffer, blockOffsets: Uint32Array): void {
      // The texts are copied, because the caller frees the memory of `blockTexts`.
      texts.push(Buffer.from(blockTexts));
      const start = offsets.at(-1)!;
      for (let index = 0; index < blockEntries.length; index += 1) {
        entries.push(blockEntries[index]!);
        offsets.push(start + blockOffsets[index + 1]!);
      }
    },

    build: (): TextBuffer => textBufferOf(entries, Buffer.concat(texts), Uint32Array.from(offsets)),
  };
}

/** `offsets` has the start of each text in `bytes`, and finally the length of `bytes`. */
function textBufferOf(entries: readonly Entry[], bytes: Buffer, offsets: Uint32Array): TextBuffer {
  return {
    entries,
    textAt: (index) => bytes.subarray(offsets[index], offsets[index + 1]),
    search(pattern, { isAtEnd } = { isAtEnd: false }) {
      const matches: Entry[] = [];
      let index = 0;
      let searchFrom = 0;
      for (let start = bytes.indexOf(pattern); start !== -1; start = bytes.indexOf(pattern, searchFrom)) {
        while (offsets[index + 1]! <= start) index += 1;
        searchFrom = start + 1;
        if (isAtEnd && start + pattern.length !== offsets[index + 1]) continue;
        matches.push(entries[index]!);
        // The search continues with the next text.
        index += 1;
        searchFrom = offsets[index]!;
      }
      return matches;
    },
  };
}

/** Sorts the texts of a buffer into the list's order, unless they are in that order already, as in a snapshot. */
function sortTexts(buffer: TextBuffer): TextBuffer {
  const { entries } = buffer;
  const isSorted = entries.every((entry, index) => index === 0 || compareIssues(entries[index - 1]!, entry) < 0);
  if (isSorted) return buffer;
  const builder = createTextBufferBuilder();
  const sortedIndices = [...entries.keys()].sort((a, b) => compareIssues(entries[a]!, entries[b]!));
  for (const index of sortedIndices) builder.add(entries[index]!, buffer.textAt(index));
  return builder.build();
}

/** The texts of a buffer, with entries removed and added since the buffer was built. */
function searchTextsOf(
  buffer: TextBuffer,
  removed: ReadonlySet<Entry> = new Set(),
  added: readonly EntryWithText[] = [],
): SearchTexts {
  /** The matches in the buffer, without removed entries and with the added entries that match. */
  function applyChanges(bufferMatches: readonly Entry[], isMatch: (text: string) => boolean): readonly Entry[] {
    const remaining = removed.size === 0 ? bufferMatches : bufferMatches.filter((entry) => !removed.has(entry));
    const addedMatches = added.filter(({ searchText }) => isMatch(searchText)).map(({ entry }) => entry);
    return mergeEntries(remaining, addedMatches);
  }

  return {
    search(search) {
      const bufferMatches = search === "" ? buffer.entries : buffer.search(Buffer.from(search));
      return applyChanges(bufferMatches, (text) => text.includes(search));
    },

    // A text has NULs between its fields too (`searchText` in the domain), so `isAtEnd` has to exclude matches there.
    searchEnd: (end) => applyChanges(buffer.search(textBytes(end), { isAtEnd: true }), (text) => text.endsWith(end)),

    withChanges(newlyRemoved, newlyAdded) {
      const allRemoved = new Set([...removed, ...newlyRemoved]);
      const allAdded = [...added.filter(({ entry }) => !newlyRemoved.has(entry)), ...newlyAdded];
      if (allRemoved.size + allAdded.length <= MAX_CHANGES) return searchTextsOf(buffer, allRemoved, allAdded);
      return searchTextsOf(rebuildBuffer(buffer, allRemoved, allAdded));
    },

    *bytesOf(entries) {
      for (const text of textsOf(entries, buffer, added)) yield text.subarray(0, -TEXT_END_BYTES);
    },
  };
}

/** The text of each entry with its end marker. The entries are in the list's order, each in the buffer or added. */
function* textsOf(entries: readonly Entry[], buffer: TextBuffer, added: readonly EntryWithText[]): Generator<Buffer> {
  const addedTexts = new Map(added.map(({ entry, searchText }) => [entry, searchText]));
  let bufferIndex = 0;
  for (const entry of entries) {
    const addedText = addedTexts.get(entry);
    if (addedText === undefined) {
      // The buffer's entries are in the list's order as well.
      while (buffer.entries[bufferIndex] !== entry) bufferIndex += 1;
      yield buffer.textAt(bufferIndex);
    } else yield textBytes(addedText);
  }
}

function rebuildBuffer(buffer: TextBuffer, removed: ReadonlySet<Entry>, added: readonly EntryWithText[]): TextBuffer {
  const remaining = buffer.entries.filter((entry) => !removed.has(entry));
  const addedEntries = added.map(({ entry }) => entry);
  const entries = mergeEntries(remaining, addedEntries);
  const texts = textsOf(entries, buffer, added);
  const builder = createTextBufferBuilder();
  // `texts` yields one text for each entry.
  for (const entry of entries) builder.add(entry, texts.next().value as Buffer);
  return builder.build();
}
