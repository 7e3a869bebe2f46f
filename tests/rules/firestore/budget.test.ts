import { collection, doc, getDoc, getDocs, limit, query } from "firebase/firestore";
import { beforeAll, describe, expect, test } from "vitest";
import { PEOPLE, type Person } from "../shared/actors.ts";
import { amend, attachment, commit, fileIssue, newId, remove, restore, step } from "../shared/builders.ts";
import { weaken } from "./expectations.ts";
import { PROJECT, RULES, type RulesFixtures, useFixtures } from "./fixtures.ts";
import { seedIssue, seedTrash } from "./seeds.ts";

/** A decision may evaluate this many expressions; past it the answer is no, whatever the rules say. */
const ALLOWANCE = 1_000;

/** The `allow` whose cost is measured, by the text before its condition. */
const ALLOWS = {
  readIssue: "match /issues/{id} {\n      allow read: if ",
  createIssue: "allow create: if isMember() && boardMovesOn(id)",
  updateIssue: "allow update: if isMember() && boardMovesOn(id)",
  deleteIssue: "allow delete: if isAdmin() && boardMovesOn(id)",
  createTrash: "allow create: if isAdmin() && !existsAfter(issuePath(id))",
  deleteTrash: "allow delete: if isAdmin() && !exists(issuePath(id))",
  updateBoard: "allow update: if isMember() && changedFields()",
  getMember: "allow get: if isMember() && (memberId",
} as const;

const file = (person: Person, attachments: number) => (fixtures: RulesFixtures) => {
  const [who, id] = [PEOPLE[person], newId()];
  const files = Array.from({ length: attachments }, () => attachment(who, id));
  return commit(fixtures.as(person), fileIssue(who, id, { attachments: files, websiteUrl: "https://example.org" }));
};
const amendAs = (person: Person) => async (fixtures: RulesFixtures) =>
  commit(fixtures.as(person), amend(PEOPLE[person], (await seedIssue(fixtures)).id, newId()));
const stepOn = async (fixtures: RulesFixtures) =>
  commit(fixtures.as("admin"), step(PEOPLE.admin, (await seedIssue(fixtures)).id, "IN_PROGRESS"));
const removeOne = async (fixtures: RulesFixtures) => {
  const { id, fields } = await seedIssue(fixtures);
  return commit(fixtures.as("admin"), remove(PEOPLE.admin, id, fields));
};
const restoreOne = async (fixtures: RulesFixtures) => {
  const { id, fields } = await seedTrash(fixtures);
  return commit(fixtures.as("admin"), restore(PEOPLE.admin, id, fields));
};

/** What is done, the `allow` that decides it, and the most it may cost. */
const BUDGETS: [string, keyof typeof ALLOWS, number, (fixtures: RulesFixtures) => Promise<unknown>][] = [
  [
    "reading a report",
    "readIssue",
    50,
    async (fixtures) => getDoc(doc(fixtures.as("member"), "issues", (await seedIssue(fixtures)).id)),
  ],
  [
    "listing reports",
    "readIssue",
    50,
    (fixtures) => getDocs(query(collection(fixtures.as("member"), "issues"), limit(1))),
  ],
  ["filing a report with five attachments", "createIssue", 800, file("member", 5)],
  ["filing a report without attachments", "createIssue", 450, file("member", 0)],
  ["amending as a member", "updateIssue", 300, amendAs("member")],
  ["amending as an admin", "updateIssue", 320, amendAs("admin")],
  ["a status step", "updateIssue", 240, stepOn],
  ["deleting a report", "deleteIssue", 120, removeOne],
  ["restoring a report", "createIssue", 220, restoreOne],
  ["filling the trash", "createTrash", 180, removeOne],
  ["emptying the trash", "deleteTrash", 100, restoreOne],
  ["the board beside a new report", "updateBoard", 150, file("member", 0)],
  ["the board beside a deletion", "updateBoard", 150, removeOne],
  [
    "reading one's own member document",
    "getMember",
    60,
    (fixtures) => getDoc(doc(fixtures.as("member"), "members", PEOPLE.member.uid)),
  ],
];

/** The largest value in [1, ALLOWANCE] for which `holds`, which holds below some value and not above. */
async function largest(holds: (value: number) => Promise<boolean>): Promise<number> {
  let [known, above] = [0, ALLOWANCE + 1];
  while (above - known > 1) {
    const middle = Math.floor((known + above) / 2);
    if (await holds(middle)) known = middle;
    else above = middle;
  }
  return known;
}

/** Before a condition: true, and an expression for each element and some more. */
const ballast = (elements: number): string => `[${Array(elements).fill("1").join(",")}].size() > 0 && `;

describe("the cost of a decision stays well below the 1,000 expressions it may take", () => {
  const fixtures = useFixtures(RULES, `${PROJECT}-weak`);

  const withBallast = (door: string, elements: number) => {
    const at = door.indexOf("if ") + 3;
    return weaken(RULES, { out: door, in: door.slice(0, at) + ballast(elements) + door.slice(at) });
  };
  /** How many elements of ballast the `allow` carries until it fails. */
  const room = (rules: (elements: number) => string, run: (fixtures: RulesFixtures) => Promise<unknown>) =>
    largest(async (elements) => {
      await fixtures().loadRules(rules(elements));
      return run(fixtures()).then(
        () => true,
        () => false,
      );
    });

  const listAsGuest = (w: RulesFixtures) => getDocs(query(collection(w.as("guest"), "issues"), limit(1)));
  const trivial = (elements: number) => {
    const door = `${ALLOWS.readIssue}isMember()`;
    return weaken(RULES, { out: door, in: `${ALLOWS.readIssue}${ballast(elements)}true` });
  };
  let whole = 0;
  beforeAll(async () => {
    // The condition `true` costs one expression itself.
    whole = 1 + (await room(trivial, listAsGuest));
  });

  test.each(BUDGETS)("%s", async (_, allow, most, run) => {
    const cost = whole - (await room((elements) => withBallast(ALLOWS[allow], elements), run));
    expect(cost).toBeGreaterThan(10);
    expect(cost).toBeLessThanOrEqual(most);
  });
});
