import { type Kind, RULES, type Span } from "./rules.ts";

/** A part of a text that is likely private. `line` is counted from 1. */
export interface Finding extends Span {
  kind: Kind;
  line: number;
}

/** The characters between two pauses. The worst ones take some 30 ms. */
const SLICE = 64 * 1024;
/** The characters before and after a slice that a pattern may look at; no pattern but a run of letters is longer. */
const CONTEXT = 512;
const OVERLAP = 8 * 1024;

/** Finds what is likely private in a text, in the order of the text. Pauses in between, so that the page stays usable. */
export async function findPrivate(text: string, pause: () => Promise<void> = nextTask): Promise<Finding[]> {
  const found = findKeys(text);
  // Where each rule goes on: a value may reach far beyond its slice.
  const resumeAt: number[] = RULES.map(() => 0);
  for (let from = 0; from < text.length; from += SLICE) {
    if (from > 0) await pause();
    findInSlice(text, from, Math.min(from + SLICE, text.length), resumeAt, found);
  }
  return joinOverlaps(text, found);
}

/** A finding before it has its line. The rule with the lower `rank` says what a part is that several rules find. */
type Candidate = Omit<Finding, "line"> & { rank: number };

function findInSlice(text: string, from: number, to: number, resumeAt: number[], found: Candidate[]): void {
  const offset = Math.max(0, from - CONTEXT);
  const slice = text.slice(offset, to + OVERLAP);
  for (const [rank, { kind, pattern, pick }] of RULES.entries()) {
    if (resumeAt[rank]! >= to) continue;
    pattern.lastIndex = Math.max(from, resumeAt[rank]!) - offset;
    for (let match = pattern.exec(slice); match !== null; match = pattern.exec(slice)) {
      const start = offset + match.index;
      // The next slice begins here.
      if (start >= to) break;
      const span = pick === undefined ? { start, end: start + match[0].length } : pick(text, match, start);
      if (span === null || span.end <= span.start) continue;
      found.push({ kind, start: span.start, end: span.end, rank });
      resumeAt[rank] = span.end;
      if (span.end >= to) break;
      pattern.lastIndex = Math.max(pattern.lastIndex, span.end - offset);
    }
  }
}

const KEY_BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const KEY_END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
/** A longer key has lost its end. */
const MAX_KEY_LENGTH = 20_000;
const KEY_TEXT = /[A-Za-z0-9+/=\s\\]*/y;

/** Private keys in the form of PEM (RFC 7468). A key without its end reaches as far as its letters do. */
function findKeys(text: string): Candidate[] {
  const keys: Candidate[] = [];
  KEY_END.lastIndex = 0;
  let end = KEY_END.exec(text);
  KEY_BEGIN.lastIndex = 0;
  for (let begin = KEY_BEGIN.exec(text); begin !== null; begin = KEY_BEGIN.exec(text)) {
    const start = begin.index;
    while (end !== null && end.index < start) end = KEY_END.exec(text);
    KEY_TEXT.lastIndex = KEY_BEGIN.lastIndex;
    KEY_TEXT.exec(text);
    const isWhole = end !== null && end.index - start < MAX_KEY_LENGTH;
    const keyEnd = isWhole ? end!.index + end![0].length : Math.max(KEY_TEXT.lastIndex, KEY_BEGIN.lastIndex);
    keys.push({ kind: "key", start, end: keyEnd, rank: -1 });
    KEY_BEGIN.lastIndex = keyEnd;
  }
  return keys;
}

/** Joins parts that overlap, sorts them by their place and adds their lines. */
function joinOverlaps(text: string, found: Candidate[]): Finding[] {
  found.sort((a, b) => a.start - b.start || a.rank - b.rank);
  const joined: Candidate[] = [];
  for (const next of found) {
    const last = joined.at(-1);
    if (last === undefined || next.start >= last.end) {
      joined.push(next);
      continue;
    }
    last.end = Math.max(last.end, next.end);
    if (next.rank < last.rank) {
      last.rank = next.rank;
      last.kind = next.kind;
    }
  }
  let line = 1;
  let lineBreak = text.indexOf("\n");
  return joined.map(({ kind, start, end }) => {
    while (lineBreak !== -1 && lineBreak < start) {
      line += 1;
      lineBreak = text.indexOf("\n", lineBreak + 1);
    }
    return { kind, start, end, line };
  });
}

/** Lets the browser handle what waits. Unlike a timer, this is not slowed down in a window that is not shown. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
