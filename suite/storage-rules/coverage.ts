import { writeFileSync } from "node:fs";
import type { Observe } from "./evaluate.ts";
import type { Ruleset } from "./syntax.ts";

/** The outcomes of a rules file's expressions, by their place in the source (`start-end`). */
export interface StorageCoverage {
  source: string;
  expressions: Record<string, string[]>;
}

/** Writes outcomes of expressions into a file, for the first rules of a suite only: tests load other rules later. */
export class Coverage {
  readonly #file: string;
  #recorded: StorageCoverage | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** Returns the observer that records a decision by these rules; undefined if they are not the first rules. */
  observerOf({ source }: Ruleset): Observe | undefined {
    this.#recorded ??= { source, expressions: {} };
    const recorded = this.#recorded;
    if (recorded.source !== source) return undefined;
    return ({ start, end }, outcome) => {
      const place = `${start}-${end}`;
      const outcomes = recorded.expressions[place] ?? [];
      if (outcomes.includes(outcome)) return;
      recorded.expressions[place] = [...outcomes, outcome];
      // The runtime does not notice the end of the suite, so each new outcome is written at once. New ones are rare.
      writeFileSync(this.#file, JSON.stringify(recorded));
    };
  }
}
