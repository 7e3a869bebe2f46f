import { doc, getDoc } from "firebase/firestore";
import { beforeAll, describe, expect, test } from "vitest";
import { IDENTITIES } from "../shared/actors.ts";
import { commit, deletionWrites, stepWrites } from "../shared/builders.ts";
import { findOnce } from "../shared/rules-text.ts";
import { PROJECT, RULES, type RulesFixtures, seedReport, useFixtures } from "./fixtures.ts";

const { admin } = IDENTITIES;

/** Firestore refuses a request whose decision evaluates more expressions than this. */
const MAX_EXPRESSIONS = 1_000;

/** An `allow` of the rules: its path and its operations. */
type Allow = [path: string, operations: string];

/** What clients may do: the `allow`s that decide it, and the most expressions that they may cost together. */
const BUDGETS: Record<string, { allows: Allow[]; maxCost: number; run(fixtures: RulesFixtures): Promise<unknown> }> = {
  "a status step": {
    allows: [
      ["/issues/{id}", "update"],
      ["/boards/main", "update"],
      ["/history/{id}", "create"],
    ],
    maxCost: 250,
    run: async (fixtures) =>
      commit(
        fixtures.databaseAs("admin"),
        stepWrites(
          admin,
          (await seedReport(fixtures, { type: "feature", status: "PLANNED" })).id,
          "PLANNED",
          "IN_PROGRESS",
        ),
      ),
  },
  "a deletion": {
    allows: [
      ["/issues/{id}", "delete"],
      ["/trash/{id}", "create, update"],
      ["/boards/main", "update"],
      ["/history/{id}", "create"],
    ],
    maxCost: 255,
    run: async (fixtures) => {
      const { id, fields } = await seedReport(fixtures);
      return commit(fixtures.databaseAs("admin"), deletionWrites(admin, id, fields));
    },
  },
  "reading the board": {
    allows: [["/boards/main", "get"]],
    maxCost: 50,
    run: (fixtures) => getDoc(doc(fixtures.databaseAs("member"), "boards/main")),
  },
};

/** Finds the largest value in [1, MAX_EXPRESSIONS] for which `holds` is true, by binary search; 0 if there is none. */
async function findLargest(holds: (value: number) => Promise<boolean>): Promise<number> {
  let [holding, failing] = [0, MAX_EXPRESSIONS + 1];
  while (failing - holding > 1) {
    const middle = Math.floor((holding + failing) / 2);
    if (await holds(middle)) holding = middle;
    else failing = middle;
  }
  return holding;
}

/** The rules with a true condition before those of an `allow`. It evaluates an expression for each element, and more. */
function rulesWithPadding([path, operations]: Allow, elements: number, source = RULES): string {
  const matchStart = findOnce(source, `match ${path} {`).index;
  const [block] = source.slice(matchStart + 1).split(/\bmatch \//);
  const { index, length } = findOnce(block!, `allow ${operations}: if`);
  const conditionStart = matchStart + 1 + index + length;
  const padding = ` [${Array(elements).fill("1").join(",")}].size() > 0 &&`;
  return source.slice(0, conditionStart) + padding + source.slice(conditionStart);
}

// The engine does not say how many expressions it evaluates. So the tests insert padding before the conditions of an
// `allow`, and find the most padding with which the request is still allowed. Without the conditions, more padding is
// possible: the difference is their cost.
describe("far fewer than the allowed 1,000 expressions are evaluated, even if a commit counts as one, for", () => {
  const fixtures = useFixtures(RULES, `${PROJECT}-weak`);
  /** The largest number of elements of padding with which the request is still allowed. */
  const maxPadding = (createRules: (elements: number) => string, run: (fixtures: RulesFixtures) => Promise<unknown>) =>
    findLargest(async (elements) => {
      await fixtures().loadRules(createRules(elements));
      return run(fixtures()).then(
        () => true,
        () => false,
      );
    });

  let maxPaddingAlone = 0;
  beforeAll(async () => {
    // After the padding these rules have the condition `true`, which costs one expression.
    const alone =
      "service cloud.firestore { match /databases/{db}/documents { match /boards/main { allow get: if true; } } }";
    const createRules = (elements: number) =>
      rulesWithPadding(["/boards/main", "get"], elements, `rules_version = '2'; ${alone}`);
    maxPaddingAlone = 1 + (await maxPadding(createRules, BUDGETS["reading the board"]!.run));
  });

  test.each(Object.keys(BUDGETS))("%s", async (operation) => {
    const { allows, maxCost, run } = BUDGETS[operation]!;
    const costs: Record<string, number> = {};
    for (const allow of allows)
      costs[allow.join(" ")] =
        maxPaddingAlone - (await maxPadding((elements) => rulesWithPadding(allow, elements), run));
    const total = Object.values(costs).reduce((sum, cost) => sum + cost);
    // A lower cost would mean that another `allow` decides the request.
    expect(Math.min(...Object.values(costs))).toBeGreaterThan(10);
    expect(total, JSON.stringify(costs)).toBeLessThanOrEqual(maxCost);
  });
});
