import { assertFails, assertSucceeds } from "@firebase/rules-unit-testing";
import { describe, expect, test } from "vitest";
import { PERSONS, type Person } from "../shared/actors.ts";
import { READS_TEXT } from "../shared/mutant.ts";
import { OPEN_RULES, PROJECT, RULES, type RulesFixtures, useFixtures } from "./fixtures.ts";
import { seedBoard } from "./seeds.ts";

/** Something every person tries; `says` completes 'an admin may …'. It seeds what it needs itself. */
export interface Operation {
  says: string;
  allowed: readonly Person[];
  run(fixtures: RulesFixtures, person: Person): Promise<unknown>;
}

/**
 * One test for each person and operation, and one for each operation under rules that allow everything: there each
 * person succeeds, so that a refusal can only come from the rules.
 */
export function describeAccess(collection: string, operations: readonly Operation[]): void {
  describe(`who may do what with ${collection}`, () => {
    const fixtures = useFixtures();
    for (const { says, allowed, run } of operations) {
      for (const person of PERSONS) {
        const who = withArticle(person);
        if (allowed.includes(person)) test(`${who} may ${says}`, () => assertSucceeds(run(fixtures(), person)));
        else test(`${who} may not ${says}`, () => assertFails(run(fixtures(), person)));
      }
    }
    if (!READS_TEXT) return;
    const openRules = useFixtures(OPEN_RULES, `${PROJECT}-open`);
    for (const { says, run } of operations) {
      test(`only the rules decide who may ${says}`, async () => {
        for (const person of PERSONS) await assertSucceeds(run(openRules(), person));
      });
    }
  });
}

function withArticle(person: Person): string {
  if (person === "another member") return person;
  return person === "admin" ? `an ${person}` : `a ${person}`;
}

/** A change of the rules' text: what is taken out, and what stands there instead (`true` unless told otherwise). */
export interface Edit {
  out: string;
  in?: string;
}

/** Something that must be refused, and the defence without which it would go through. */
export interface Attack {
  /** A sentence. */
  name: string;
  /** Everyone that `run` is tried as; left out where it has a person of its own. */
  as?: readonly Person[];
  /** Of these, the ones that the defence alone keeps out: all unless told otherwise. */
  keptOut?: readonly Person[];
  run(fixtures: RulesFixtures, person: Person): Promise<unknown>;
  without: Edit | readonly Edit[];
}

/** The rules with a defence taken out. Each edit must fit exactly once. */
export function weaken(rules: string, edits: Edit | readonly Edit[]): string {
  const list: readonly Edit[] = Array.isArray(edits) ? edits : [edits as Edit];
  return list.reduce((text, edit) => {
    const parts = text.split(edit.out);
    if (parts.length !== 2) throw new Error(`firestore.rules holds ${parts.length - 1} times, not once: ${edit.out}`);
    return parts.join(edit.in ?? "true");
  }, rules);
}

/** One test for each attack: refused under the rules as everyone, and let through once its defence is taken out. */
export function describeAttacks(title: string, attacks: readonly Attack[]): void {
  describe(title, () => {
    const fixtures = useFixtures();
    if (!READS_TEXT) {
      test.each(attacks)("$name", (attack) => isRefused(fixtures(), attack));
      return;
    }
    const weakRules = useFixtures(RULES, `${PROJECT}-weak`);
    test.each(attacks)("$name", async (attack) => {
      await isRefused(fixtures(), attack);
      await weakRules().loadRules(weaken(RULES, attack.without));
      for (const person of attack.keptOut ?? peopleOf(attack)) {
        // An attack that got through before this one may have left the board in ruins.
        await seedBoard(weakRules());
        const attempt = attack.run(weakRules(), person);
        await expect(attempt, `this defence taken out must let it through as ${person}`).resolves.not.toThrow();
      }
    });
  });
}

/** An attack without people of its own to try it has its person in `run`. */
const peopleOf = ({ as }: Attack): readonly Person[] => as ?? ["member"];

async function isRefused(fixtures: RulesFixtures, attack: Attack): Promise<void> {
  const attempts = peopleOf(attack).map((person) =>
    assertFails(attack.run(fixtures, person)).catch((cause: unknown) => {
      throw new Error(`This must be refused for lack of permission, as ${person}.`, { cause });
    }),
  );
  await Promise.all(attempts);
}
