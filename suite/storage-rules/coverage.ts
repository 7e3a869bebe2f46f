import { writeFileSync } from "node:fs";
import type { Observe } from "./evaluate.ts";
import type { Ruleset } from "./syntax.ts";

/** What the expressions of a rules file came to, by where each stands (`start-end`). */
export interface StorageCoverage {
  source: string;
  expressions: Record<string, string[]>;
}

/**
 * Keeps, in a file, what the expressions of the rules that were decided by first have come to: those a suite starts
 * with. Others are tried beside them, and the same ones are loaded again.
 */
export class Coverage {
  readonly #file: string;
  #kept: StorageCoverage | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** What takes note of a decision by these rules; undefined for other rules than the first. */
  of({ source }: Ruleset): Observe | undefined {
    this.#kept ??= { source, expressions: {} };
    const kept = this.#kept;
    if (kept.source !== source) return undefined;
    return ({ start, end }, came) => {
      const place = `${start}-${end}`;
      const outcomes = kept.expressions[place] ?? [];
      if (outcomes.includes(came)) return;
      kept.expressions[place] = [...outcomes, came];
      // There are few kinds of outcome, so this is seldom; nobody tells us when the suite ends.
      writeFileSync(this.#file, JSON.stringify(kept));
    };
  }
}
