import { collection, doc, getDoc, getDocs, limit, query } from "firebase/firestore";
import { beforeAll, describe, expect, test } from "vitest";
import { type Actor, IDENTITIES } from "../shared/actors.ts";
import {
  amendmentEditWrites,
  amendmentWrites,
  attachment,
  commit,
  correctionWrites,
  deletionWrites,
  editWrites,
  newId,
  newReportWrites,
  restoreWrites,
  stepWrites,
  storedAmendment,
  voteWrites,
} from "../shared/builders.ts";
import { weaken } from "./expectations.ts";
import { PROJECT, RULES, type RulesFixtures, useFixtures } from "./fixtures.ts";
import { seed, seedReport, seedReportOf, seedTrash } from "./seeds.ts";

const { member, admin } = IDENTITIES;

/** Firestore refuses a request whose decision evaluates more expressions than this. */
const MAX_EXPRESSIONS = 1_000;

/** The text with which each measured `allow` starts in the rules. */
const ALLOW_STARTS = {
  readIssue: "match /issues/{id} {\n      allow read: if ",
  createIssue: "allow create: if isMember() && isNamedByBoard(id)",
  updateIssue: "allow update: if isMember() && isNamedByBoard(id)",
  deleteIssue: "allow delete: if isAdmin() && isNamedByBoard(id)",
  createTrash: "allow create: if isAdmin() && !existsAfter(issuePath(id))",
  deleteTrash: "allow delete: if isAdmin() && !exists(issuePath(id))",
  updateBoard: "allow update: if isMember() && changedFields()",
  updateBallot: "allow write: if owner == uid() && changesOneVote",
  getMember: "allow get: if isMember() && (memberId",
} as const;

const fileWithAttachments = (count: number) => (fixtures: RulesFixtures) => {
  const id = newId();
  const attachments = Array.from({ length: count }, () => attachment(member, id));
  const overrides = { attachments, websiteUrl: "https://example.org" };
  return commit(fixtures.databaseAs("member"), newReportWrites(member, id, overrides));
};
const amendAs = (actor: Actor) => async (fixtures: RulesFixtures) =>
  commit(fixtures.databaseAs(actor), amendmentWrites(IDENTITIES[actor], (await seedReport(fixtures)).id, newId()));
const stepReport = async (fixtures: RulesFixtures) =>
  commit(fixtures.databaseAs("admin"), stepWrites(admin, (await seedReport(fixtures)).id, "IN_PROGRESS"));
const editAs = (actor: Actor) => async (fixtures: RulesFixtures) => {
  const { id } = await seedReportOf(fixtures, IDENTITIES[actor], { createdAt: new Date() });
  const changes = { title: "Edited", description: "Edited", websiteUrl: "https://example.org" };
  return commit(fixtures.databaseAs(actor), editWrites(IDENTITIES[actor], id, changes));
};
const correctReport = async (fixtures: RulesFixtures) =>
  commit(
    fixtures.databaseAs("admin"),
    correctionWrites(admin, (await seedReport(fixtures)).id, { title: "Corrected" }),
  );
const editAmendmentAs = (actor: Actor) => async (fixtures: RulesFixtures) => {
  const amendments = { a1: storedAmendment(IDENTITIES[actor], { createdAt: new Date() }) };
  const { id } = await seedReport(fixtures, { amendments, lastAmendment: "a1" });
  return commit(fixtures.databaseAs(actor), amendmentEditWrites(IDENTITIES[actor], id, "a1"));
};
const voteForReport = async (fixtures: RulesFixtures) => {
  const { id } = await seedReport(fixtures);
  await seed(fixtures, "ballots", { votes: {}, lastVote: "" }, member.uid);
  return commit(fixtures.databaseAs("member"), voteWrites(member.uid, id));
};
const deleteReport = async (fixtures: RulesFixtures) => {
  const { id, fields } = await seedReport(fixtures);
  return commit(fixtures.databaseAs("admin"), deletionWrites(admin, id, fields));
};
const restoreReport = async (fixtures: RulesFixtures) => {
  const { id, fields } = await seedTrash(fixtures);
  return commit(fixtures.databaseAs("admin"), restoreWrites(admin, id, fields));
};

/** A guest's request. It is allowed under `rulesWithPaddingAlone` below, whose only condition is padding. */
const listReportsAsGuest = (fixtures: RulesFixtures) =>
  getDocs(query(collection(fixtures.databaseAs("guest"), "issues"), limit(1)));

/** An operation, the `allow` that decides it, and the most expressions that it may cost. */
const BUDGETS: [
  operation: string,
  allow: keyof typeof ALLOW_STARTS,
  maxCost: number,
  run: (fixtures: RulesFixtures) => Promise<unknown>,
][] = [
  [
    "reading a report",
    "readIssue",
    50,
    async (fixtures) => getDoc(doc(fixtures.databaseAs("member"), "issues", (await seedReport(fixtures)).id)),
  ],
  [
    "listing reports",
    "readIssue",
    50,
    (fixtures) => getDocs(query(collection(fixtures.databaseAs("member"), "issues"), limit(1))),
  ],
  ["filing a report with five attachments", "createIssue", 880, fileWithAttachments(5)],
  ["filing a report without attachments", "createIssue", 530, fileWithAttachments(0)],
  ["an amendment by a member", "updateIssue", 380, amendAs("member")],
  ["an amendment by an admin", "updateIssue", 390, amendAs("admin")],
  ["a status step", "updateIssue", 280, stepReport],
  ["editing a report as a member", "updateIssue", 490, editAs("member")],
  ["editing a report as an admin", "updateIssue", 500, editAs("admin")],
  ["a correction", "updateIssue", 410, correctReport],
  ["editing an amendment as a member", "updateIssue", 380, editAmendmentAs("member")],
  ["editing an amendment as an admin", "updateIssue", 390, editAmendmentAs("admin")],
  ["a vote", "updateIssue", 300, voteForReport],
  ["the ballot of a vote", "updateBallot", 150, voteForReport],
  ["deleting a report", "deleteIssue", 120, deleteReport],
  ["restoring a report", "createIssue", 220, restoreReport],
  ["creating a trash entry", "createTrash", 180, deleteReport],
  ["deleting a trash entry", "deleteTrash", 100, restoreReport],
  ["moving the board with a new report", "updateBoard", 210, fileWithAttachments(0)],
  ["moving the board with a deletion", "updateBoard", 150, deleteReport],
  [
    "reading one's own member document",
    "getMember",
    60,
    (fixtures) => getDoc(doc(fixtures.databaseAs("member"), "members", member.uid)),
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

/** A true condition that evaluates one expression for each element, and a few more. It ends with `&&`. */
const padding = (elements: number): string => `[${Array(elements).fill("1").join(",")}].size() > 0 && `;

// The engine does not say how many expressions it evaluates. So the tests insert padding before the conditions of an
// `allow`, and find the most padding with which the request is still allowed. Without the conditions, more padding is
// possible: the difference is their cost.
describe("a decision evaluates far fewer than the allowed 1,000 expressions", () => {
  const fixtures = useFixtures(RULES, `${PROJECT}-weak`);

  const rulesWithPadding = (allowStart: string, elements: number) => {
    const conditionStart = allowStart.indexOf("if ") + "if ".length;
    return weaken(RULES, {
      find: allowStart,
      replace: allowStart.slice(0, conditionStart) + padding(elements) + allowStart.slice(conditionStart),
    });
  };
  /** The largest number of elements of padding with which the request is still allowed. */
  const maxPadding = (createRules: (elements: number) => string, run: (fixtures: RulesFixtures) => Promise<unknown>) =>
    findLargest(async (elements) => {
      await fixtures().loadRules(createRules(elements));
      return run(fixtures()).then(
        () => true,
        () => false,
      );
    });

  /** Rules in which padding is the only condition for reading a report. */
  const rulesWithPaddingAlone = (elements: number) => {
    const find = `${ALLOW_STARTS.readIssue}isMember()`;
    return weaken(RULES, { find, replace: `${ALLOW_STARTS.readIssue}${padding(elements)}true` });
  };
  let maxPaddingAlone = 0;
  beforeAll(async () => {
    // After the padding these rules have the condition `true`, which costs one expression.
    maxPaddingAlone = 1 + (await maxPadding(rulesWithPaddingAlone, listReportsAsGuest));
  });

  test.each(BUDGETS)("%s", async (_, allow, maxCost, run) => {
    const cost =
      maxPaddingAlone - (await maxPadding((elements) => rulesWithPadding(ALLOW_STARTS[allow], elements), run));
    // A lower cost would mean that another `allow` decides the request.
    expect(cost).toBeGreaterThan(10);
    expect(cost).toBeLessThanOrEqual(maxCost);
  });
});
