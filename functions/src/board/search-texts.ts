import { compareIssues } from "@logbook/domain";
import type { Arrival, Entry } from "./entry.ts";
import { merge } from "./merge.ts";

/** The texts that searches look through. */
export interface SearchTexts {
  /** The entries whose text holds `wanted` (folded, not empty), in the list's order. */
  search(wanted: string): readonly Entry[];
  /** The same without some entries and with others; this one stays as it is. */
  withChanges(gone: ReadonlySet<Entry>, arriving: readonly Arrival[]): SearchTexts;
  /** The text of each of these entries, in the list's order as they are, in bytes. */
  bytesOf(entries: readonly Entry[]): Iterable<Buffer>;
}

/** Takes entries with their texts, in any order. */
export interface Gathering {
  add(arrival: Arrival): void;
  /** Several at once: their texts in bytes, each with an end behind it, and where each begins and the last one ends. */
  addBlock(owners: readonly Entry[], texts: Buffer, starts: Uint32Array): void;
  /** All that was added, once. */
  finish(): { entries: readonly Entry[]; texts: SearchTexts };
}

/**
 * Texts in UTF-8, one after the other in one buffer outside the heap: as strings, 100,000 of them take eight times as long
 * to search, and the garbage collector has to visit each (docs/decisions/0010-the-board-in-memory.md). Later changes are
 * kept beside them until there are so many that the buffer is filled anew.
 */
interface Filled {
  owners: readonly Entry[];
  /** The owners, in their order here, of the texts that hold these bytes. */
  search(wanted: Uint8Array): Entry[];
  /** The text of the owner at an index, with its end; a view, not a copy. */
  textAt(index: number): Buffer;
}

const MOST_BESIDE = 1000;

/** Ends each text. No search holds it, so no match reaches across two texts. */
export const TEXT_END = "\0";
const END_BYTES = Buffer.byteLength(TEXT_END);

const textBytes = (text: string): Buffer => Buffer.from(text + TEXT_END);

/** Begins to gather. */
export function gatherTexts(): Gathering {
  const filling = fill();
  return {
    add: ({ entry, searchText }) => filling.add(entry, textBytes(searchText)),
    addBlock: filling.addBlock,
    finish() {
      const filled = inOrder(filling.finish());
      return { entries: filled.owners, texts: searchTexts(filled, new Set(), []) };
    },
  };
}

/** Gathers texts, each with its end, for one buffer. */
function fill() {
  const owners: Entry[] = [];
  const starts = [0];
  const pieces: Uint8Array[] = [];

  return {
    add(owner: Entry, text: Uint8Array): void {
      pieces.push(text);
      starts.push(starts.at(-1)! + text.length);
      owners.push(owner);
    },

    addBlock(others: readonly Entry[], texts: Buffer, startsThere: Uint32Array): void {
      // The caller uses its buffer again.
      pieces.push(Buffer.from(texts));
      const from = starts.at(-1)!;
      for (let at = 0; at < others.length; at += 1) {
        owners.push(others[at]!);
        starts.push(from + startsThere[at + 1]!);
      }
    },

    /** All of them, once. */
    finish: (): Filled => filledOf(owners, Buffer.concat(pieces), Uint32Array.from(starts)),
  };
}

/** `starts` are the offsets of the texts in `bytes`, and last the offset of their end. */
function filledOf(owners: readonly Entry[], bytes: Buffer, starts: Uint32Array): Filled {
  return {
    owners,
    textAt: (index) => bytes.subarray(starts[index], starts[index + 1]),
    search(wanted) {
      const found: Entry[] = [];
      let index = 0;
      for (let at = bytes.indexOf(wanted); at !== -1; at = bytes.indexOf(wanted, starts[index])) {
        while (starts[index + 1]! <= at) index += 1;
        found.push(owners[index]!);
        // One match a text is enough.
        index += 1;
      }
      return found;
    },
  };
}

/** The same in the list's order, which they mostly have. */
function inOrder(filled: Filled): Filled {
  const { owners } = filled;
  if (owners.every((owner, at) => at === 0 || compareIssues(owners[at - 1]!, owner) < 0)) return filled;
  const filling = fill();
  for (const at of [...owners.keys()].sort((a, b) => compareIssues(owners[a]!, owners[b]!)))
    filling.add(owners[at]!, filled.textAt(at));
  return filling.finish();
}

function searchTexts(filled: Filled, gone: ReadonlySet<Entry>, beside: readonly Arrival[]): SearchTexts {
  return {
    search(wanted) {
      const found = filled.search(Buffer.from(wanted));
      const foundBeside = beside.filter(({ searchText }) => searchText.includes(wanted)).map(({ entry }) => entry);
      return merge(gone.size === 0 ? found : found.filter((entry) => !gone.has(entry)), foundBeside);
    },

    withChanges(alsoGone, arriving) {
      const goneNow = new Set([...gone, ...alsoGone]);
      const besideNow = [...beside.filter(({ entry }) => !alsoGone.has(entry)), ...arriving];
      if (goneNow.size + besideNow.length <= MOST_BESIDE) return searchTexts(filled, goneNow, besideNow);
      return searchTexts(fillAnew(filled, goneNow, besideNow), new Set(), []);
    },

    *bytesOf(entries) {
      for (const text of textsOf(entries, filled, beside)) yield text.subarray(0, -END_BYTES);
    },
  };
}

/** The text of each of these entries, with its end; they are in the list's order. */
function* textsOf(entries: readonly Entry[], filled: Filled, beside: readonly Arrival[]): Generator<Buffer> {
  const apart = new Map(beside.map(({ entry, searchText }) => [entry, searchText]));
  let index = 0;
  for (const entry of entries) {
    const text = apart.get(entry);
    if (text === undefined) {
      while (filled.owners[index] !== entry) index += 1;
      yield filled.textAt(index);
    } else yield textBytes(text);
  }
}

function fillAnew(filled: Filled, gone: ReadonlySet<Entry>, beside: readonly Arrival[]): Filled {
  const arriving = beside.map(({ entry }) => entry);
  const left = filled.owners.filter((entry) => !gone.has(entry));
  const entries = merge(left, arriving);
  const texts = textsOf(entries, filled, beside);
  const filling = fill();
  for (const entry of entries) filling.add(entry, texts.next().value as Buffer);
  return filling.finish();
}
