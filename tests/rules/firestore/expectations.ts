import { assertFails, assertSucceeds } from "@firebase/rules-unit-testing";
import { describe, expect, test } from "vitest";
import { ACTORS, type Actor, withArticle } from "../shared/actors.ts";
import { byName } from "../shared/builders.ts";
import { READS_TEXT } from "../shared/mutant.ts";
import { OPEN_RULES, PROJECT, RULES, type RulesFixtures, useFixtures } from "./fixtures.ts";
import { seedBoard } from "./seeds.ts";

/** An operation that every actor tries; `operation` completes 'an admin may …'. `run` seeds its own documents. */
export interface Operation {
  operation: string;
  allowed: readonly Actor[];
  run(fixtures: RulesFixtures, actor: Actor): Promise<unknown>;
}

/**
 * One test for each actor and operation, and one for each operation under rules that allow everything. Under those each
 * actor must succeed, which proves that only the tested rules refuse.
 */
export function describeAccess(collection: string, operations: readonly Operation[]): void {
  describe(`access to ${collection}`, () => {
    const fixtures = useFixtures();
    for (const { operation, allowed, run } of operations) {
      for (const actor of ACTORS) {
        const who = withArticle(actor);
        if (allowed.includes(actor)) test(`${who} may ${operation}`, () => assertSucceeds(run(fixtures(), actor)));
        else test(`${who} may not ${operation}`, () => assertFails(run(fixtures(), actor)));
      }
    }
    if (!READS_TEXT) return;
    const openRules = useFixtures(OPEN_RULES, `${PROJECT}-open`);
    for (const { operation, run } of operations) {
      test(`under rules that allow everything, anyone may ${operation}`, async () => {
        for (const actor of ACTORS) await assertSucceeds(run(openRules(), actor));
      });
    }
  });
}

/** A change of the rules' text: `out` is replaced by `in`, or by `true`. */
export interface Edit {
  out: string;
  in?: string;
}

/** A request that must be refused, and the condition without which it would be allowed. */
export interface Attack {
  /** A sentence, the test's title. */
  name: string;
  /** The actors with whom `run` is called; left out if `run` signs in a user itself. */
  as?: readonly Actor[];
  /** Those of these actors who succeed once the condition is removed; by default all. */
  allowedWithout?: readonly Actor[];
  run(fixtures: RulesFixtures, actor: Actor): Promise<unknown>;
  without: Edit | readonly Edit[];
}

/** The rules without a condition. Each edit must match exactly once. */
export function weaken(rules: string, edits: Edit | readonly Edit[]): string {
  const list: readonly Edit[] = Array.isArray(edits) ? edits : [edits as Edit];
  return list.reduce((text, edit) => {
    const parts = text.split(edit.out);
    if (parts.length !== 2) throw new Error(`In firestore.rules ${parts.length - 1} times, not once: ${edit.out}`);
    return parts.join(edit.in ?? "true");
  }, rules);
}

/** One test for each attack: refused under the rules, and allowed once its condition is removed. */
export function describeAttacks(title: string, attacks: readonly Attack[]): void {
  describe(title, () => {
    const fixtures = useFixtures();
    if (!READS_TEXT) {
      test.each(byName(attacks))("%s", (_, attack) => isRefused(fixtures(), attack));
      return;
    }
    const weakRules = useFixtures(RULES, `${PROJECT}-weak`);
    test.each(byName(attacks))("%s", async (_, attack) => {
      await isRefused(fixtures(), attack);
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

/** Without `as`, `run` signs in a user itself, so one attempt is enough. */
const actorsOf = ({ as }: Attack): readonly Actor[] => as ?? ["member"];

async function isRefused(fixtures: RulesFixtures, attack: Attack): Promise<void> {
  const attempts = actorsOf(attack).map((actor) =>
    assertFails(attack.run(fixtures, actor)).catch((cause: unknown) => {
      throw new Error(`This must be refused for lack of permission, as ${actor}.`, { cause });
    }),
  );
  await Promise.all(attempts);
}
