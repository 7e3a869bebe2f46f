import { writeFileSync } from "node:fs";
import type { Observe } from "./evaluate.ts";
import type { Ruleset } from "./syntax.ts";

/** The outcomes of a rules file's expressions, by their place in the source (`start-end`). */
export interface StorageCoverage {
  source: string;
  expressions: Record<string, string[]>;
}

/** Writes outcomes of expressions into a file, for the rules that a suite starts with; tests load others beside them. */
export class Coverage {
  readonly #file: string;
  #recorded: StorageCoverage | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** Records the outcomes of a decision by these rules; undefined if these are not the first rules. */
  of({ source }: Ruleset): Observe | undefined {
    this.#recorded ??= { source, expressions: {} };
    const recorded = this.#recorded;
    if (recorded.source !== source) return undefined;
    return ({ start, end }, outcome) => {
      const place = `${start}-${end}`;
      const outcomes = recorded.expressions[place] ?? [];
      if (outcomes.includes(outcome)) return;
      recorded.expressions[place] = [...outcomes, outcome];
      // Written at each new outcome, which is rare, since the runtime is not told when the suite ends.
      writeFileSync(this.#file, JSON.stringify(recorded));
    };
  }
}
