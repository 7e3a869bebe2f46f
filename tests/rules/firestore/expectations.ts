import { assertFails, assertSucceeds } from "@firebase/rules-unit-testing";
import { describe, expect, test } from "vitest";
import { ACTORS, type Actor, withArticle } from "../shared/actors.ts";
import { namedCases } from "../shared/builders.ts";
import { IS_MUTANT_RUN } from "../shared/mutant.ts";
import { OPEN_RULES, PROJECT, RULES, type RulesFixtures, useFixtures } from "./fixtures.ts";
import { seedBoard } from "./seeds.ts";

/** An operation that every actor tries. The title is 'an admin may' and `operation`. `run` seeds its own documents. */
export interface Operation {
  operation: string;
  allowed: readonly Actor[];
  run(fixtures: RulesFixtures, actor: Actor): Promise<unknown>;
}

/**
 * One test for each actor and operation, and one for each operation under rules that allow everything. Under these
 * every actor must succeed, so only the tested rules can cause a refusal.
 */
export function describeAccess(target: string, operations: readonly Operation[]): void {
  describe(`access to ${target}`, () => {
    const fixtures = useFixtures();
    for (const { operation, allowed, run } of operations) {
      for (const actor of ACTORS) {
        const subject = withArticle(actor);
        if (allowed.includes(actor)) test(`${subject} may ${operation}`, () => assertSucceeds(run(fixtures(), actor)));
        else test(`${subject} may not ${operation}`, () => assertFails(run(fixtures(), actor)));
      }
    }
    // Tests under other rules than the mutant's cannot reveal the mutant.
    if (IS_MUTANT_RUN) return;
    const openFixtures = useFixtures(OPEN_RULES, `${PROJECT}-open`);
    for (const { operation, run } of operations) {
      test(`under rules that allow everything, anyone may ${operation}`, async () => {
        for (const actor of ACTORS) await assertSucceeds(run(openFixtures(), actor));
      });
    }
  });
}

/** A change of the rules' text: the text `find` is replaced by `replace`, by default `true`. */
export interface RulesChange {
  find: string;
  replace?: string;
}

/** A request that must be refused, and the conditions of the rules without which it would be allowed. */
export interface Attack {
  /** A sentence, the test's title. */
  name: string;
  /** The actors with whom `run` is called; left out if `run` itself chooses the user who sends the request. */
  as?: readonly Actor[];
  /** The actors of `as` who succeed once the conditions are removed; by default all. */
  allowedWithout?: readonly Actor[];
  run(fixtures: RulesFixtures, actor: Actor): Promise<unknown>;
  /** The changes that remove the conditions. */
  without: RulesChange | readonly RulesChange[];
}

/** Returns the rules' text with these changes. Each `find` must occur exactly once. */
export function weaken(rules: string, changes: RulesChange | readonly RulesChange[]): string {
  let weakenedRules = rules;
  for (const { find, replace = "true" } of [changes].flat()) {
    const textsAround = weakenedRules.split(find);
    if (textsAround.length !== 2)
      throw new Error(`Found ${textsAround.length - 1} times in firestore.rules, expected once: ${find}`);
    weakenedRules = textsAround.join(replace);
  }
  return weakenedRules;
}

/** One test for each attack: refused under the rules, and allowed once its conditions are removed. */
export function describeAttacks(title: string, attacks: readonly Attack[]): void {
  describe(title, () => {
    const fixtures = useFixtures();
    if (IS_MUTANT_RUN) {
      test.each(namedCases(attacks))("%s", (_, attack) => expectRefused(fixtures(), attack));
      return;
    }
    const weakFixtures = useFixtures(RULES, `${PROJECT}-weak`);
    test.each(namedCases(attacks))("%s", async (_, attack) => {
      await expectRefused(fixtures(), attack);
      await weakFixtures().loadRules(weaken(RULES, attack.without));
      for (const actor of attack.allowedWithout ?? actorsOf(attack)) {
        // Under weakened rules an earlier attack may have damaged the board.
        await seedBoard(weakFixtures());
        const attempt = attack.run(weakFixtures(), actor);
        await expect(attempt, `without the conditions this must succeed as ${actor}`).resolves.not.toThrow();
      }
    });
  });
}

/** The actors who try an attack. Without `as`, `run` ignores its actor, so one attempt is enough. */
const actorsOf = ({ as }: Attack): readonly Actor[] => as ?? ["member"];

async function expectRefused(fixtures: RulesFixtures, attack: Attack): Promise<void> {
  const attempts = actorsOf(attack).map((actor) =>
    assertFails(attack.run(fixtures, actor)).catch((cause: unknown) => {
      throw new Error(`This must be refused for lack of permission, as ${actor}.`, { cause });
    }),
  );
  await Promise.all(attempts);
}
