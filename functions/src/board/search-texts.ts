import { compareIssues } from "@logbook/domain";
import type { Arrival, Entry } from "./entry.ts";
import { merge } from "./merge.ts";

/** The texts that searches look through. */
export interface SearchTexts {
  /** The entries whose text holds `wanted` (folded, not empty), in the list's order. */
  search(wanted: string): Entry[];
  /** The same without some entries and with others; this one stays as it is. */
  withChanges(gone: ReadonlySet<Entry>, arriving: readonly Arrival[]): SearchTexts;
}

/** Takes entries with their texts one by one, in any order. */
export interface Gathering {
  add(arrival: Arrival): void;
  /** All that was added, once. */
  finish(): { entries: readonly Entry[]; texts: SearchTexts };
}

/*
 * The texts stand in one buffer outside the heap, in the list's order: to look through 100,000 strings takes three times
 * as long, and the garbage collector would have to go through them as well. What changed since the buffer was filled is
 * kept beside it, until that is so much that the buffer is filled anew.
 */
interface Filled {
  bytes: Buffer;
  /** Where each text begins, and where the last one ends. */
  starts: readonly number[];
  owners: readonly Entry[];
}

const MOST_BESIDE = 1000;
const FIRST_BYTES = 64 * 1024;
// No search holds it, so none is found across two texts.
const END = "\0";

/** Begins to gather. */
export function gatherTexts(): Gathering {
  let bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  const starts = [0];
  const owners: Entry[] = [];
  let end = 0;
  return {
    add({ entry, searchText }) {
      const text = searchText + END;
      const needed = end + Buffer.byteLength(text);
      if (needed > bytes.length) {
        const bigger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * bytes.length));
        bytes.copy(bigger, 0, 0, end);
        bytes = bigger;
      }
      bytes.write(text, end);
      end = needed;
      starts.push(end);
      owners.push(entry);
    },
    finish() {
      const filled = inOrder({ bytes: bytes.subarray(0, end), starts, owners });
      return { entries: filled.owners, texts: searchTexts(filled, new Set(), []) };
    },
  };
}

/** The same in the list's order, which it mostly has. */
function inOrder(filled: Filled): Filled {
  const { bytes, starts, owners } = filled;
  const order = owners.map((_, at) => at).sort((a, b) => compareIssues(owners[a]!, owners[b]!));
  if (order.every((from, to) => from === to)) return filled;
  const ordered = Buffer.allocUnsafeSlow(bytes.length);
  const startsNow = [0];
  let end = 0;
  for (const at of order) {
    end += bytes.copy(ordered, end, starts[at], starts[at + 1]);
    startsNow.push(end);
  }
  return { bytes: ordered, starts: startsNow, owners: order.map((at) => owners[at]!) };
}

function searchTexts(filled: Filled, gone: ReadonlySet<Entry>, beside: readonly Arrival[]): SearchTexts {
  return {
    search(wanted) {
      const found = searchFilled(filled, Buffer.from(wanted));
      const foundBeside = beside.filter(({ searchText }) => searchText.includes(wanted)).map(({ entry }) => entry);
      return merge(gone.size === 0 ? found : found.filter((entry) => !gone.has(entry)), foundBeside);
    },

    withChanges(alsoGone, arriving) {
      const goneNow = new Set([...gone, ...alsoGone]);
      const besideNow = [...beside.filter(({ entry }) => !alsoGone.has(entry)), ...arriving];
      if (goneNow.size + besideNow.length <= MOST_BESIDE) return searchTexts(filled, goneNow, besideNow);
      return fillAnew(filled, goneNow, besideNow);
    },
  };
}

function fillAnew(
  { bytes, starts, owners }: Filled,
  gone: ReadonlySet<Entry>,
  beside: readonly Arrival[],
): SearchTexts {
  const gathering = gatherTexts();
  for (const [at, entry] of owners.entries()) {
    if (gone.has(entry)) continue;
    gathering.add({ entry, searchText: bytes.toString("utf8", starts[at], starts[at + 1]! - END.length) });
  }
  for (const arrival of beside) gathering.add(arrival);
  return gathering.finish().texts;
}

function searchFilled({ bytes, starts, owners }: Filled, wanted: Buffer): Entry[] {
  const found: Entry[] = [];
  let text = 0;
  for (let hit = bytes.indexOf(wanted); hit >= 0; hit = bytes.indexOf(wanted, starts[text])) {
    text = textAt(starts, text, hit);
    found.push(owners[text]!);
    text += 1;
  }
  return found;
}

/** Which text, from `from` on, holds a byte. The steps grow, then halve: the next hit is often near. */
function textAt(starts: readonly number[], from: number, byte: number): number {
  let low = from;
  let step = 1;
  const isPast = (at: number) => at >= starts.length || starts[at]! > byte;
  for (; !isPast(low + step); step *= 2) low += step;
  for (; step >= 1; step /= 2) if (!isPast(low + step)) low += step;
  return low;
}
