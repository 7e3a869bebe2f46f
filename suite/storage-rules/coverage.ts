import { writeFileSync } from "node:fs";
import type { Observe } from "./evaluate.ts";
import type { Ruleset } from "./syntax.ts";

/** The outcomes (`Observe`) of a rules file's expressions, by the range of each in the source (`start-end`). */
export interface StorageCoverage {
  source: string;
  expressions: Record<string, string[]>;
}

/** Writes outcomes of expressions into a file. Records the first rules of a suite only: tests load other rules later. */
export class Coverage {
  readonly #file: string;
  #coverage: StorageCoverage | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** Returns the observer that records a decision by these rules; undefined if they are not the first rules. */
  observerOf({ source }: Ruleset): Observe | undefined {
    this.#coverage ??= { source, expressions: {} };
    const coverage = this.#coverage;
    if (coverage.source !== source) return undefined;
    return ({ start, end }, outcome) => {
      const range = `${start}-${end}`;
      const outcomes = coverage.expressions[range] ?? [];
      if (outcomes.includes(outcome)) return;
      coverage.expressions[range] = [...outcomes, outcome];
      // The runtime does not notice the end of the suite, so each new outcome is written at once.
      writeFileSync(this.#file, JSON.stringify(coverage));
    };
  }
}
