import { collection, doc, getDoc, getDocs, limit, query } from "firebase/firestore";
import { beforeAll, describe, expect, test } from "vitest";
import { type Actor, IDENTITIES } from "../shared/actors.ts";
import {
  amend,
  attachment,
  commit,
  correct,
  edit,
  editAmendment,
  fileIssue,
  newId,
  remove,
  restore,
  step,
  storedAmendment,
  vote,
} from "../shared/builders.ts";
import { weaken } from "./expectations.ts";
import { PROJECT, RULES, type RulesFixtures, useFixtures } from "./fixtures.ts";
import { seed, seedIssue, seedTrash } from "./seeds.ts";

/** A decision may evaluate this many expressions; beyond them the request is refused. */
const MAX_EXPRESSIONS = 1_000;

/** The `allow` whose cost is measured, by the text before its condition. */
const ALLOWS = {
  readIssue: "match /issues/{id} {\n      allow read: if ",
  createIssue: "allow create: if isMember() && boardMovesOn(id)",
  updateIssue: "allow update: if isMember() && boardMovesOn(id)",
  deleteIssue: "allow delete: if isAdmin() && boardMovesOn(id)",
  createTrash: "allow create: if isAdmin() && !existsAfter(issuePath(id))",
  deleteTrash: "allow delete: if isAdmin() && !exists(issuePath(id))",
  updateBoard: "allow update: if isMember() && changedFields()",
  updateBallot: "allow write: if owner == uid() && changesOneVote",
  getMember: "allow get: if isMember() && (memberId",
} as const;

const fileReport = (actor: Actor, attachments: number) => (fixtures: RulesFixtures) => {
  const [reporter, id] = [IDENTITIES[actor], newId()];
  const files = Array.from({ length: attachments }, () => attachment(reporter, id));
  return commit(fixtures.as(actor), fileIssue(reporter, id, { attachments: files, websiteUrl: "https://example.org" }));
};
const amendAs = (actor: Actor) => async (fixtures: RulesFixtures) =>
  commit(fixtures.as(actor), amend(IDENTITIES[actor], (await seedIssue(fixtures)).id, newId()));
const stepReport = async (fixtures: RulesFixtures) =>
  commit(fixtures.as("admin"), step(IDENTITIES.admin, (await seedIssue(fixtures)).id, "IN_PROGRESS"));
/** The most expensive edit: the rules try all other ways to change a report first. */
const editAs = (actor: Actor) => async (fixtures: RulesFixtures) => {
  const { id } = await seedIssue(fixtures, { createdAt: new Date() }, IDENTITIES[actor]);
  const texts = { title: "Edited", description: "Edited", websiteUrl: "https://example.org" };
  return commit(fixtures.as(actor), edit(IDENTITIES[actor], id, texts));
};
const correctReport = async (fixtures: RulesFixtures) =>
  commit(fixtures.as("admin"), correct(IDENTITIES.admin, (await seedIssue(fixtures)).id, { title: "Corrected" }));
const editAmendmentAs = (actor: Actor) => async (fixtures: RulesFixtures) => {
  const amendments = { a1: storedAmendment(IDENTITIES[actor], { createdAt: new Date() }) };
  const { id } = await seedIssue(fixtures, { amendments, lastAmendment: "a1" });
  return commit(fixtures.as(actor), editAmendment(IDENTITIES[actor], id, "a1"));
};
const voteForReport = async (fixtures: RulesFixtures) => {
  const { id } = await seedIssue(fixtures);
  const { uid } = IDENTITIES.member;
  await seed(fixtures, "ballots", { votes: {}, lastVote: "" }, uid);
  return commit(fixtures.as("member"), vote(uid, id));
};
const deleteReport = async (fixtures: RulesFixtures) => {
  const { id, fields } = await seedIssue(fixtures);
  return commit(fixtures.as("admin"), remove(IDENTITIES.admin, id, fields));
};
const restoreReport = async (fixtures: RulesFixtures) => {
  const { id, fields } = await seedTrash(fixtures);
  return commit(fixtures.as("admin"), restore(IDENTITIES.admin, id, fields));
};

const listAsGuest = (fixtures: RulesFixtures) => getDocs(query(collection(fixtures.as("guest"), "issues"), limit(1)));

/** An operation, the `allow` that decides it, and the most expressions that it may cost. */
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
  ["filing a report with five attachments", "createIssue", 880, fileReport("member", 5)],
  ["filing a report without attachments", "createIssue", 530, fileReport("member", 0)],
  ["amending as a member", "updateIssue", 380, amendAs("member")],
  ["amending as an admin", "updateIssue", 390, amendAs("admin")],
  ["a status step", "updateIssue", 280, stepReport],
  ["editing as a member", "updateIssue", 490, editAs("member")],
  ["editing as an admin", "updateIssue", 500, editAs("admin")],
  ["a correction by an admin", "updateIssue", 410, correctReport],
  ["editing an amendment as a member", "updateIssue", 380, editAmendmentAs("member")],
  ["editing an amendment as an admin", "updateIssue", 390, editAmendmentAs("admin")],
  ["a vote", "updateIssue", 300, voteForReport],
  ["the ballot of a vote", "updateBallot", 150, voteForReport],
  ["deleting a report", "deleteIssue", 120, deleteReport],
  ["restoring a report", "createIssue", 220, restoreReport],
  ["creating a trash entry", "createTrash", 180, deleteReport],
  ["deleting a trash entry", "deleteTrash", 100, restoreReport],
  ["moving the board with a new report", "updateBoard", 210, fileReport("member", 0)],
  ["moving the board with a deletion", "updateBoard", 150, deleteReport],
  [
    "reading one's own member document",
    "getMember",
    60,
    (fixtures) => getDoc(doc(fixtures.as("member"), "members", IDENTITIES.member.uid)),
  ],
];

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

/** A true condition that costs an expression for each element, and a few more. */
const padding = (elements: number): string => `[${Array(elements).fill("1").join(",")}].size() > 0 && `;

describe("a decision evaluates far fewer than the allowed 1,000 expressions", () => {
  const fixtures = useFixtures(RULES, `${PROJECT}-weak`);

  const withPadding = (allow: string, elements: number) => {
    const conditionStart = allow.indexOf("if ") + 3;
    return weaken(RULES, {
      find: allow,
      replace: allow.slice(0, conditionStart) + padding(elements) + allow.slice(conditionStart),
    });
  };
  /** The largest number of elements of padding with which the request is still allowed. */
  const maxPadding = (rules: (elements: number) => string, run: (fixtures: RulesFixtures) => Promise<unknown>) =>
    findLargest(async (elements) => {
      await fixtures().loadRules(rules(elements));
      return run(fixtures()).then(
        () => true,
        () => false,
      );
    });

  const openReads = (elements: number) => {
    const allow = `${ALLOWS.readIssue}isMember()`;
    return weaken(RULES, { find: allow, replace: `${ALLOWS.readIssue}${padding(elements)}true` });
  };
  let available = 0;
  beforeAll(async () => {
    // The condition `true` costs one expression itself.
    available = 1 + (await maxPadding(openReads, listAsGuest));
  });

  test.each(BUDGETS)("%s", async (_, allow, maxCost, run) => {
    const cost = available - (await maxPadding((elements) => withPadding(ALLOWS[allow], elements), run));
    expect(cost).toBeGreaterThan(10);
    expect(cost).toBeLessThanOrEqual(maxCost);
  });
});
