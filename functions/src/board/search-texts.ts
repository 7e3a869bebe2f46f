import { compareIssues } from "@logbook/domain";
import type { Arrival, Entry } from "./entry.ts";
import { merge } from "./merge.ts";
import { anchorOf, type ByteShares, byteShares } from "./search-anchor.ts";

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

/*
 * The texts stand in long strings outside the heap, one after the other in the list's order: to look through 100,000
 * strings takes three times as long, and the garbage collector would have to go through them as well. Each character is
 * a byte of the text in UTF-8, so it takes one byte, and where bytes are found are characters. What changed since these
 * were filled is kept beside them, until that is so much that they are filled anew.
 */
interface Block {
  text: string;
  /** Where each text begins, and where the last one ends. */
  starts: Uint32Array;
  owners: readonly Entry[];
}

const MOST_BESIDE = 1000;
// From 1 MB on Node keeps such a string outside the heap.
const BLOCK_BYTES = 2 * 1024 * 1024;

/** What ends each text. No search holds it, so none is found across two texts. */
export const TEXT_END = "\0";

/** Begins to gather. */
export function gatherTexts(): Gathering {
  const filling = fillBlocks();
  return {
    add: ({ entry, searchText }) => filling.add(entry, bytesAsText(Buffer.from(searchText))),
    addBlock: (owners, texts, starts) => filling.addBlock({ text: bytesAsText(texts), starts, owners }),
    finish() {
      const blocks = inOrder(filling.finish());
      return { entries: blocks.flatMap(({ owners }) => owners), texts: searchTexts(blocks, new Set(), []) };
    },
  };
}

const bytesAsText = (bytes: Buffer): string => bytes.toString("latin1");
const textAsBytes = (text: string): Buffer => Buffer.from(text, "latin1");

/** Puts texts, whose characters are bytes, into blocks. */
function fillBlocks() {
  const blocks: Block[] = [];
  let owners: Entry[] = [];
  let texts: string[] = [];
  let starts = [0];

  function endBlock(): void {
    if (owners.length === 0) return;
    // Joined it would stay in the heap.
    const text = bytesAsText(textAsBytes(texts.join("")));
    blocks.push({ text, starts: Uint32Array.from(starts), owners });
    owners = [];
    texts = [];
    starts = [0];
  }

  return {
    add(entry: Entry, text: string): void {
      owners.push(entry);
      texts.push(text, TEXT_END);
      const end = starts.at(-1)! + text.length + TEXT_END.length;
      starts.push(end);
      if (end >= BLOCK_BYTES) endBlock();
    },
    addBlock(block: Block): void {
      endBlock();
      blocks.push(block);
    },
    finish(): readonly Block[] {
      endBlock();
      return blocks;
    },
  };
}

/** The same in the list's order, which they mostly have. */
function inOrder(blocks: readonly Block[]): readonly Block[] {
  const owners = blocks.flatMap((block) => block.owners);
  if (owners.every((owner, at) => at === 0 || compareIssues(owners[at - 1]!, owner) < 0)) return blocks;
  const texts = [...textsOf(blocks)].sort((a, b) => compareIssues(a.owner, b.owner));
  const filling = fillBlocks();
  for (const { owner, text } of texts) filling.add(owner, text);
  return filling.finish();
}

function* textsOf(blocks: readonly Block[]): Generator<{ owner: Entry; text: string }> {
  for (const { text, starts, owners } of blocks)
    for (const [at, owner] of owners.entries())
      yield { owner, text: text.slice(starts[at], starts[at + 1]! - TEXT_END.length) };
}

function searchTexts(
  blocks: readonly Block[],
  gone: ReadonlySet<Entry>,
  beside: readonly Arrival[],
  sharesKnown?: ByteShares,
): SearchTexts {
  let shares = sharesKnown;
  return {
    search(wanted) {
      shares ??= byteShares(blocks.map(({ text }) => text));
      const found = searchBlocks(blocks, bytesAsText(Buffer.from(wanted)), shares);
      const foundBeside = beside.filter(({ searchText }) => searchText.includes(wanted)).map(({ entry }) => entry);
      return merge(gone.size === 0 ? found : found.filter((entry) => !gone.has(entry)), foundBeside);
    },

    withChanges(alsoGone, arriving) {
      const goneNow = new Set([...gone, ...alsoGone]);
      const besideNow = [...beside.filter(({ entry }) => !alsoGone.has(entry)), ...arriving];
      if (goneNow.size + besideNow.length <= MOST_BESIDE) return searchTexts(blocks, goneNow, besideNow, shares);
      return fillAnew(blocks, goneNow, besideNow);
    },

    *bytesOf(entries) {
      const apart = new Map(beside.map(({ entry, searchText }) => [entry, searchText]));
      const filled = textsOf(blocks);
      for (const entry of entries) {
        const text = apart.get(entry);
        if (text !== undefined) yield Buffer.from(text);
        else yield textAsBytes(nextOf(entry, filled));
      }
    },
  };
}

/** The text of an entry, after those of entries before it. */
function nextOf(entry: Entry, texts: Iterator<{ owner: Entry; text: string }>): string {
  for (let next = texts.next(); ; next = texts.next()) {
    if (next.value.owner === entry) return next.value.text;
  }
}

function fillAnew(blocks: readonly Block[], gone: ReadonlySet<Entry>, beside: readonly Arrival[]): SearchTexts {
  const filling = fillBlocks();
  for (const { owner, text } of textsOf(blocks)) if (!gone.has(owner)) filling.add(owner, text);
  for (const { entry, searchText } of beside) filling.add(entry, bytesAsText(Buffer.from(searchText)));
  return searchTexts(inOrder(filling.finish()), new Set(), []);
}

/** The owners of texts that hold `wanted`, whose characters are bytes as theirs are. */
function searchBlocks(blocks: readonly Block[], wanted: string, shares: ByteShares): Entry[] {
  const found: Entry[] = [];
  const anchor = anchorOf(wanted, shares);
  const head = wanted.slice(0, anchor);
  const tail = wanted.slice(anchor);
  for (const { text, starts, owners } of blocks) {
    let at = 0;
    for (let hit = text.indexOf(tail, anchor); hit >= 0; ) {
      if (text.startsWith(head, hit - anchor)) {
        at = textAt(starts, at, hit);
        found.push(owners[at]!);
        at += 1;
        hit = text.indexOf(tail, starts[at]! + anchor);
      } else hit = text.indexOf(tail, hit + 1);
    }
  }
  return found;
}

/** Which text, from `from` on, holds a byte. The steps grow, then halve: the next hit is often near. */
function textAt(starts: Uint32Array, from: number, byte: number): number {
  let low = from;
  let step = 1;
  const isPast = (at: number) => at >= starts.length || starts[at]! > byte;
  for (; !isPast(low + step); step *= 2) low += step;
  for (; step >= 1; step /= 2) if (!isPast(low + step)) low += step;
  return low;
}
