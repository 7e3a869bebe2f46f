import { assertFails, assertSucceeds } from "@firebase/rules-unit-testing";
import { describe, expect, test } from "vitest";
import { ACTORS, type Actor, withArticle } from "../shared/actors.ts";
import { namedCases } from "../shared/builders.ts";
import { MAY_EDIT_RULES } from "../shared/mutant.ts";
import { OPEN_RULES, PROJECT, RULES, type RulesFixtures, useFixtures } from "./fixtures.ts";
import { seedBoard } from "./seeds.ts";

/** An operation that every actor tries. `operation` ends the test's title: 'an admin may …'. `run` seeds its own documents. */
export interface Operation {
  operation: string;
  allowed: readonly Actor[];
  run(fixtures: RulesFixtures, actor: Actor): Promise<unknown>;
}

/**
 * One test for each actor and operation, and one for each operation under rules that allow everything. Under these every
 * actor must succeed; so a refusal comes from the tested rules alone.
 */
export function describeAccess(collection: string, operations: readonly Operation[]): void {
  describe(`access to ${collection}`, () => {
    const fixtures = useFixtures();
    for (const { operation, allowed, run } of operations) {
      for (const actor of ACTORS) {
        const subject = withArticle(actor);
        if (allowed.includes(actor)) test(`${subject} may ${operation}`, () => assertSucceeds(run(fixtures(), actor)));
        else test(`${subject} may not ${operation}`, () => assertFails(run(fixtures(), actor)));
      }
    }
    if (!MAY_EDIT_RULES) return;
    const openRules = useFixtures(OPEN_RULES, `${PROJECT}-open`);
    for (const { operation, run } of operations) {
      test(`under rules that allow everything, anyone may ${operation}`, async () => {
        for (const actor of ACTORS) await assertSucceeds(run(openRules(), actor));
      });
    }
  });
}

/** A change of the rules' text: the text `find` is replaced by `replace`, by default `true`. */
export interface RulesChange {
  find: string;
  replace?: string;
}

/** A request that must be refused, and the condition without which it would be allowed. */
export interface Attack {
  /** A sentence, the test's title. */
  name: string;
  /** The actors with whom `run` is called; left out if `run` signs in a user itself. */
  as?: readonly Actor[];
  /** The actors of `as` who succeed once the condition is removed; by default all. */
  allowedWithout?: readonly Actor[];
  run(fixtures: RulesFixtures, actor: Actor): Promise<unknown>;
  without: RulesChange | readonly RulesChange[];
}

/** Returns the rules' text with these changes, each of which must match exactly once. */
export function weaken(rules: string, changes: RulesChange | readonly RulesChange[]): string {
  const list: readonly RulesChange[] = Array.isArray(changes) ? changes : [changes as RulesChange];
  let weakened = rules;
  for (const { find, replace = "true" } of list) {
    const parts = weakened.split(find);
    if (parts.length !== 2)
      throw new Error(`Found ${parts.length - 1} times in firestore.rules, expected once: ${find}`);
    weakened = parts.join(replace);
  }
  return weakened;
}

/** One test for each attack: refused under the rules, and allowed once its condition is removed. */
export function describeAttacks(title: string, attacks: readonly Attack[]): void {
  describe(title, () => {
    const fixtures = useFixtures();
    if (!MAY_EDIT_RULES) {
      test.each(namedCases(attacks))("%s", (_, attack) => expectRefused(fixtures(), attack));
      return;
    }
    const weakRules = useFixtures(RULES, `${PROJECT}-weak`);
    test.each(namedCases(attacks))("%s", async (_, attack) => {
      await expectRefused(fixtures(), attack);
      await weakRules().loadRules(weaken(RULES, attack.without));
      for (const actor of attack.allowedWithout ?? actorsOf(attack)) {
        // An earlier attack that succeeded may have damaged the board.
        await seedBoard(weakRules());
        const attempt = attack.run(weakRules(), actor);
        await expect(attempt, `without the condition this must succeed as ${actor}`).resolves.not.toThrow();
      }
    });
  });
}

/** The actors who try an attack. Without `as`, `run` signs in a user itself, so one attempt is enough. */
const actorsOf = ({ as }: Attack): readonly Actor[] => as ?? ["member"];

async function expectRefused(fixtures: RulesFixtures, attack: Attack): Promise<void> {
  const attempts = actorsOf(attack).map((actor) =>
    assertFails(attack.run(fixtures, actor)).catch((cause: unknown) => {
      throw new Error(`This must be refused for lack of permission, as ${actor}.`, { cause });
    }),
  );
  await Promise.all(attempts);
}
