import { writeFileSync } from "node:fs";
import type { Observe } from "./evaluate.ts";
import type { Ruleset } from "./syntax.ts";

/** The outcomes (`Observe`) of a rules file's expressions, by the range of each in the source (`start-end`). */
export interface StorageCoverage {
  source: string;
  expressions: Record<string, string[]>;
}

/**
 * Returns a function that returns a ruleset's observer, which writes the outcomes of expressions into a file. Only the
 * ruleset that is loaded first has an observer. For rulesets that tests load later, the function returns `undefined`.
 */
export function recordCoverage(file: string) {
  let coverage: StorageCoverage | undefined;
  return ({ source }: Ruleset): Observe | undefined => {
    coverage ??= { source, expressions: {} };
    if (coverage.source !== source) return undefined;
    const { expressions } = coverage;
    return ({ start, end }, outcome) => {
      const range = `${start}-${end}`;
      const outcomes = expressions[range] ?? [];
      if (outcomes.includes(outcome)) return;
      expressions[range] = [...outcomes, outcome];
      // The runtime does not notice the end of the suite, so each new outcome is written at once.
      writeFileSync(file, JSON.stringify(coverage));
    };
  };
}
