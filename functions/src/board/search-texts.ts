import { compareIssues } from "@logbook/domain";
import type { Entry, EntryWithText } from "./entry.ts";
import { mergeEntries } from "./merge.ts";

/** The texts that searches look through; immutable. */
export interface SearchTexts {
  /** The entries whose text contains `search` (folded), in the list's order; all for `""`. */
  search(search: string): readonly Entry[];
  /** The entries whose text ends with `end` (folded, not empty), in the list's order. */
  searchEnd(end: string): readonly Entry[];
  /** A copy without the removed entries and with the added ones. */
  withChanges(removed: ReadonlySet<Entry>, added: readonly EntryWithText[]): SearchTexts;
  /** The texts in UTF-8 of these entries, which must be in the list's order. */
  bytesOf(entries: readonly Entry[]): Iterable<Buffer>;
}

/** Collects entries with their texts, in any order. */
export interface TextsBuilder {
  add(entry: EntryWithText): void;
  /**
   * Adds several entries. `texts` has their texts, each with an end marker. `offsets` has the start of each text, and
   * then the end of the last one.
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
  /** The entries whose text contains these bytes, or ends with them, in the order of the buffer. */
  search(bytes: Uint8Array, isAtEnd?: boolean): Entry[];
  /** The text of the entry at an index, with its end marker; a view of the buffer, not a copy. */
  textAt(index: number): Buffer;
}

// Changes are kept beside the buffer. If there are more than this, the buffer is built again with the changes in it.
const MAX_CHANGES = 1000;

/** The end marker of each text. No search contains it, so no match spans two texts. */
export const TEXT_END = "\0";
const TEXT_END_BYTES = Buffer.byteLength(TEXT_END);

const textBytes = (text: string): Buffer => Buffer.from(text + TEXT_END);

export function createTextsBuilder(): TextsBuilder {
  const builder = createTextBufferBuilder();
  return {
    add: ({ entry, searchText }) => builder.add(entry, textBytes(searchText)),
    addBlock: builder.addBlock,
    build() {
      const sorted = sortTexts(builder.build());
      return { entries: sorted.entries, texts: searchTexts(sorted, new Set(), []) };
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
      // A copy, because the caller frees its buffer.
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

/** `offsets` has the start of each text in `bytes`, and last the end of the last one. */
function textBufferOf(entries: readonly Entry[], bytes: Buffer, offsets: Uint32Array): TextBuffer {
  return {
    entries,
    textAt: (index) => bytes.subarray(offsets[index], offsets[index + 1]),
    search(search, isAtEnd = false) {
      const found: Entry[] = [];
      let index = 0;
      let next = 0;
      for (let match = bytes.indexOf(search); match !== -1; match = bytes.indexOf(search, next)) {
        while (offsets[index + 1]! <= match) index += 1;
        next = match + 1;
        if (isAtEnd && match + search.length !== offsets[index + 1]) continue;
        found.push(entries[index]!);
        // The search continues with the next text.
        index += 1;
        next = offsets[index]!;
      }
      return found;
    },
  };
}

/** Sorts the texts of a buffer into the list's order, unless they have that order already, as in a snapshot. */
function sortTexts(buffer: TextBuffer): TextBuffer {
  const { entries } = buffer;
  if (entries.every((entry, index) => index === 0 || compareIssues(entries[index - 1]!, entry) < 0)) return buffer;
  const builder = createTextBufferBuilder();
  for (const index of [...entries.keys()].sort((a, b) => compareIssues(entries[a]!, entries[b]!)))
    builder.add(entries[index]!, buffer.textAt(index));
  return builder.build();
}

/** The texts of a buffer with some entries removed and others added since it was built. */
function searchTexts(buffer: TextBuffer, removed: ReadonlySet<Entry>, added: readonly EntryWithText[]): SearchTexts {
  const withAdded = (found: readonly Entry[], isFound: (text: string) => boolean): readonly Entry[] =>
    mergeEntries(
      removed.size === 0 ? found : found.filter((entry) => !removed.has(entry)),
      added.filter(({ searchText }) => isFound(searchText)).map(({ entry }) => entry),
    );

  return {
    search: (search) =>
      withAdded(search === "" ? buffer.entries : buffer.search(Buffer.from(search)), (text) => text.includes(search)),

    searchEnd: (end) => withAdded(buffer.search(textBytes(end), true), (text) => text.endsWith(end)),

    withChanges(newlyRemoved, newlyAdded) {
      const allRemoved = new Set([...removed, ...newlyRemoved]);
      const allAdded = [...added.filter(({ entry }) => !newlyRemoved.has(entry)), ...newlyAdded];
      if (allRemoved.size + allAdded.length <= MAX_CHANGES) return searchTexts(buffer, allRemoved, allAdded);
      return searchTexts(rebuild(buffer, allRemoved, allAdded), new Set(), []);
    },

    *bytesOf(entries) {
      for (const text of textsOf(entries, buffer, added)) yield text.subarray(0, -TEXT_END_BYTES);
    },
  };
}

/** The text of each entry with its end marker; the entries are in the list's order. */
function* textsOf(entries: readonly Entry[], buffer: TextBuffer, added: readonly EntryWithText[]): Generator<Buffer> {
  const addedTexts = new Map(added.map(({ entry, searchText }) => [entry, searchText]));
  let index = 0;
  for (const entry of entries) {
    const text = addedTexts.get(entry);
    if (text === undefined) {
      while (buffer.entries[index] !== entry) index += 1;
      yield buffer.textAt(index);
    } else yield textBytes(text);
  }
}

function rebuild(buffer: TextBuffer, removed: ReadonlySet<Entry>, added: readonly EntryWithText[]): TextBuffer {
  const remaining = buffer.entries.filter((entry) => !removed.has(entry));
  const entries = mergeEntries(
    remaining,
    added.map(({ entry }) => entry),
  );
  const texts = textsOf(entries, buffer, added);
  const builder = createTextBufferBuilder();
  for (const entry of entries) builder.add(entry, texts.next().value as Buffer);
  return builder.build();
}
