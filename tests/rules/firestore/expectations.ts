import { assertFails } from "@firebase/rules-unit-testing";
import { describe, expect, test } from "vitest";
import { namedCases } from "../shared/builders.ts";
import { IS_MUTANT_RUN } from "../shared/mutant.ts";
import { replaceOnce } from "../shared/rules-text.ts";
import { PROJECT, RULES, type RulesFixtures, seedBoard, useFixtures } from "./fixtures.ts";

/** A change of the rules' text: the text `find` is replaced by `replace`, by default `true`. */
export interface RulesChange {
  find: string;
  replace?: string;
}

/** A request that must be refused, and the conditions of the rules without which it would be allowed. */
export interface Attack {
  /** A sentence, the test's title. */
  name: string;
  run(fixtures: RulesFixtures): Promise<unknown>;
  /** The changes that remove the conditions. */
  without: RulesChange | readonly RulesChange[];
}

/** Returns the rules' text with these changes. Each `find` must occur exactly once; white space does not matter. */
export function weaken(rules: string, changes: RulesChange | readonly RulesChange[]): string {
  let weakenedRules = rules;
  for (const { find, replace = "true" } of [changes].flat()) weakenedRules = replaceOnce(weakenedRules, find, replace);
  return weakenedRules;
}

/** One test for each attack: refused under the rules, and allowed once its conditions are removed. */
export function describeAttacks(title: string, attacks: readonly Attack[]): void {
  describe(title, () => {
    const fixtures = useFixtures();
    // Tests under other rules than the mutant's cannot reveal the mutant.
    const weakFixtures = IS_MUTANT_RUN ? null : useFixtures(RULES, `${PROJECT}-weak`);
    test.each(namedCases(attacks))("%s", async (_, { run, without }) => {
      await assertFails(run(fixtures()));
      if (weakFixtures === null) return;
      await weakFixtures().loadRules(weaken(RULES, without));
      // Under weakened rules an earlier attack may have damaged the board.
      await seedBoard(weakFixtures());
      await expect(run(weakFixtures()), "without the conditions this must succeed").resolves.not.toThrow();
    });
  });
}
