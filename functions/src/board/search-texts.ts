import { compareIssues } from "@logbook/domain";
import type { Arrival, Entry } from "./entry.ts";
import { merge } from "./merge.ts";
import { type ByteShares, byteShares, rarestOf } from "./rare-bytes.ts";
import { PAGE_BYTES, scanOf, ZEROS_BEHIND } from "./scan.ts";

/** The texts that searches look through. */
export interface SearchTexts {
  /** The entries whose text holds `wanted` (folded, not empty, of no more than a page's bytes), in the list's order. */
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
 * Texts in UTF-8, one after the other, in a memory of their own, which WebAssembly looks through: as strings 100,000 take
 * eight times as long, and the garbage collector would have to go through them as well
 * (docs/decisions/0026-searches-in-webassembly.md). What changes later is kept beside them, until that is so much that
 * they are filled anew.
 */
interface Filled {
  owners: readonly Entry[];
  /** The owners, in their order here, of the texts that hold these bytes, at most a page of them. */
  search(wanted: Uint8Array): Entry[];
  /** The text of the owner at an index, with its end; it is not copied. */
  textAt(index: number): Buffer;
}

const MOST_BESIDE = 1000;

/** What ends each text. No search holds it, so none is found across two texts. */
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

// What is searched for stands in the first page, the texts begin with the second.
const TEXTS_FROM = PAGE_BYTES;
const PLACE_BYTES = Uint32Array.BYTES_PER_ELEMENT;
// So many at a time, or half as many as there are: each time has the garbage collector run.
const LEAST_PAGES = 64;

/** Puts texts, each with its end, into a memory. */
function fill() {
  const memory = new WebAssembly.Memory({ initial: TEXTS_FROM / PAGE_BYTES });
  let bytes = Buffer.from(memory.buffer);
  const owners: Entry[] = [];
  const starts = [TEXTS_FROM];

  function reach(end: number): void {
    const missing = (end - bytes.length) / PAGE_BYTES;
    if (missing <= 0) return;
    memory.grow(Math.ceil(Math.max(missing, LEAST_PAGES, bytes.length / PAGE_BYTES / 2)));
    bytes = Buffer.from(memory.buffer);
  }

  function put(texts: Uint8Array): void {
    const from = starts.at(-1)!;
    reach(from + texts.length);
    bytes.set(texts, from);
  }

  return {
    add(owner: Entry, text: Uint8Array): void {
      put(text);
      starts.push(starts.at(-1)! + text.length);
      owners.push(owner);
    },

    addBlock(others: readonly Entry[], texts: Uint8Array, startsThere: Uint32Array): void {
      put(texts);
      const from = starts.at(-1)!;
      for (let at = 0; at < others.length; at += 1) {
        owners.push(others[at]!);
        starts.push(from + startsThere[at + 1]!);
      }
    },

    /** All of them, once. */
    finish(): Filled {
      const end = starts.at(-1)!;
      const startsAt = Math.ceil((end + ZEROS_BEHIND) / PLACE_BYTES) * PLACE_BYTES;
      const foundAt = startsAt + starts.length * PLACE_BYTES;
      reach(foundAt + owners.length * PLACE_BYTES);
      const places = new Uint32Array(memory.buffer, startsAt, starts.length);
      places.set(starts);
      return filledOf(memory, owners, places, foundAt);
    },
  };
}

/** What was filled, with the places where each text begins and the last one ends, and room for what a search finds. */
function filledOf(memory: WebAssembly.Memory, owners: readonly Entry[], starts: Uint32Array, foundAt: number): Filled {
  const bytes = Buffer.from(memory.buffer);
  const end = starts.at(-1)!;
  const scan = scanOf(memory);
  let shares: ByteShares | undefined;
  return {
    owners,
    textAt: (index) => bytes.subarray(starts[index], starts[index + 1]),
    search(wanted) {
      shares ??= byteShares(bytes.subarray(TEXTS_FROM, end));
      const [first, second] = rarestOf(wanted, shares);
      bytes.set(wanted);
      const found = scan(TEXTS_FROM, end, starts.byteOffset, 0, wanted.length, first, second, foundAt);
      return Array.from(new Uint32Array(memory.buffer, foundAt, found), (index) => owners[index]!);
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
