import { ISSUE_TYPES, LIMITS, STATUS_CYCLES, stepsFrom } from "@logbook/domain";
import { describe, expect, test } from "vitest";
import { IS_MUTANT_RUN } from "../shared/mutant.ts";
import { RULES } from "./fixtures.ts";

/** What the groups of this pattern match in the rules, whose white space is written as one space. */
function findInRules(pattern: RegExp): string[] {
  const [, ...groups] = pattern.exec(RULES.replace(/\s+/g, " ")) ?? [];
  if (groups.length === 0) throw new Error(`Not found in firestore.rules: ${pattern}`);
  return groups;
}

// `npm run test:mutants` asks whether tests of decisions notice a change of the rules. These tests compare texts: they
// would notice every change and so hide that tests of decisions are missing.
describe.runIf(!IS_MUTANT_RUN)("what the rules must repeat is as in the domain:", () => {
  test("the forward and back step from each status", () => {
    const table = String.raw`(\{[^{}]+\}) ?\[status\]`;
    const tables = findInRules(new RegExp(`return type == 'bug' \\? ${table} : ${table};`));
    // The tables are JSON except for their quotes.
    expect(tables.map((text) => JSON.parse(text.replaceAll("'", '"')))).toEqual(
      ISSUE_TYPES.map((type) =>
        Object.fromEntries(
          STATUS_CYCLES[type].map((status) => {
            const { next, back } = stepsFrom(type, status)!;
            return [status, [next, back]];
          }),
        ),
      ),
    );
    expect(ISSUE_TYPES).toEqual(["bug", "feature"]);
  });

  test("the days that a report stays in the trash", () => {
    expect(findInRules(/duration\.value\( ?(\d+), 'd' ?\)/)).toEqual([`${LIMITS.trashDays}`]);
  });
});
