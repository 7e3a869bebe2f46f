import type { Span } from "./rules.ts";

const CONTEXT = 60;
const MAX_LENGTH = 160;

/** A finding with the part of its line around it. `…` stands for what is left out. */
export interface Excerpt {
  before: string;
  found: string;
  after: string;
}

export function excerptOf(text: string, { start, end }: Span): Excerpt {
  const before = text.slice(Math.max(0, start - CONTEXT), start);
  const lineBefore = before.slice(Math.max(before.lastIndexOf("\n"), before.lastIndexOf("\r")) + 1);
  const [lineAfter = ""] = text.slice(end, end + CONTEXT).split(/[\r\n]/);
  const found = text.slice(start, end);
  return {
    before: (lineBefore.length === CONTEXT ? "…" : "") + lineBefore,
    found: found.length > MAX_LENGTH ? `${found.slice(0, MAX_LENGTH)}…` : found,
    after: lineAfter + (lineAfter.length === CONTEXT ? "…" : ""),
  };
}
