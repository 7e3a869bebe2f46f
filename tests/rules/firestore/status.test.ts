import { ISSUE_TYPES, isStep, STATUSES } from "@logbook/domain";
import { collection, deleteField, doc, getDocs, query, Timestamp, where, writeBatch } from "firebase/firestore";
import { describe, expect, test } from "vitest";
import { type Actor, ADMINS, IDENTITIES, MEMBERS, otherMember } from "../shared/actors.ts";
import {
  amendmentWrites,
  commit,
  type Fields,
  FORGED_TIMES,
  fromNow,
  newId,
  stepWrites,
  storedAmendment,
  storedReport,
  withoutBoardWrite,
} from "../shared/builders.ts";
import { type Attack, describeAttacks, type RulesChange } from "./expectations.ts";
import { type RulesFixtures, useFixtures } from "./fixtures.ts";
import { seedBoard, seedReport } from "./seeds.ts";

const { admin } = IDENTITIES;

const STATUS_PAIRS = ISSUE_TYPES.flatMap((type) =>
  STATUSES.flatMap((from) => STATUSES.map((to) => ({ type, from, to }))),
);
type StatusPair = (typeof STATUS_PAIRS)[number];
const nameOf = ({ type, from, to }: StatusPair): string => `${type} from ${from} to ${to}`;

/** Leaves out `handledByAdmin`, which only admins may set: it would be a second reason to refuse a member's step. */
const WITHOUT_HANDLED_MARK = { handledByAdmin: deleteField() };

/** Tries a step for every pair of statuses, each on its own report, and returns the names of the stored steps. */
async function tryEveryStep(fixtures: RulesFixtures, actor: Actor): Promise<string[]> {
  // All these reports have this title, by which they are read afterwards.
  const title = newId();
  const pairsById = new Map(STATUS_PAIRS.map((pair) => [newId(), pair]));
  const batch = writeBatch(fixtures.databaseWithoutRules);
  for (const [id, { type, from }] of pairsById) {
    batch.set(
      doc(fixtures.databaseWithoutRules, "issues", id),
      storedReport(IDENTITIES[actor], { type, status: from, title }),
    );
  }
  await batch.commit();
  const db = fixtures.databaseAs(actor);
  const overrides = actor === "admin" ? {} : WITHOUT_HANDLED_MARK;
  await Promise.allSettled(
    [...pairsById].map(([id, { to }]) => commit(db, stepWrites(IDENTITIES[actor], id, to, overrides))),
  );
  const reports = collection(fixtures.databaseWithoutRules, "issues");
  const reportsAfter = await getDocs(query(reports, where("title", "==", title)));
  // In a report without a step, the update time is still the creation time.
  return (
    reportsAfter.docs
      .filter((report) => !(report.get("updatedAt") as Timestamp).isEqual(report.get("createdAt") as Timestamp))
      // The stored status is named as the end of the step, so that a wrong one is noticed.
      .map((report) => nameOf({ ...pairsById.get(report.id)!, to: report.get("status") }))
      .sort()
  );
}

describe("steps between all 8 × 8 statuses of both types", () => {
  const fixtures = useFixtures();

  test("an admin may take exactly the 18 steps of the two cycles", async () => {
    const domainSteps = STATUS_PAIRS.filter(({ type, from, to }) => isStep(type, from, to)).map(nameOf);
    expect(domainSteps).toHaveLength(18);
    expect(await tryEveryStep(fixtures(), "admin")).toEqual(domainSteps.sort());
  });

  test("a member may take none of the 128 steps, not even on their own reports", async () => {
    expect(await tryEveryStep(fixtures(), "member")).toEqual([]);
  });
});

// Conditions of firestore.rules, each named after what it checks. Tests replace each by `replace`, by default `true`.
const IS_ADMIN: RulesChange = { find: "((isAdmin() && isOneStep())", replace: "((isOneStep())" };
const ON_CYCLE: RulesChange = {
  find: "request.resource.data.status in stepsFrom(resource.data.type, resource.data.status)",
};
const STATUS_ONLY: RulesChange = {
  find: "changedFields().hasOnly(['status', 'handledByAdmin', 'updatedAt', 'updatedBy'])",
};
/** Two conditions check the update time: one in the report's rules, one in the board's. */
const UPDATED_NOW: readonly RulesChange[] = [
  { find: "request.resource.data.updatedAt == request.time" },
  { find: "getAfter(issuePath(id)).data.updatedAt == request.time" },
];

/** A bug's step from OPEN to `status` that also changes these fields, refused to every member and even to an admin. */
const refusedStep = (
  name: string,
  status: unknown,
  without: Attack["without"],
  overrides: (actor: Actor) => Fields = () => ({}),
): Attack => ({
  name: `${name} is refused`,
  as: MEMBERS,
  allowedWithout: ADMINS,
  run: async (fixtures, actor) => {
    const { id } = await seedReport(fixtures);
    return commit(fixtures.databaseAs(actor), stepWrites(IDENTITIES[actor], id, status as string, overrides(actor)));
  },
  without,
});

describeAttacks("a status step is made by an admin, follows the cycle and changes only the status", [
  {
    name: "a member's step is refused",
    as: ["member", "another member"],
    run: async (fixtures, actor) => {
      const { id } = await seedReport(fixtures);
      return commit(fixtures.databaseAs(actor), stepWrites(IDENTITIES[actor], id, "IN_PROGRESS", WITHOUT_HANDLED_MARK));
    },
    without: IS_ADMIN,
  },
  refusedStep("a step that skips a status", "TESTING", ON_CYCLE),
  refusedStep("a step to a status of the other type", "PLANNED", ON_CYCLE),
  refusedStep("a step to CANCELLED", "CANCELLED", ON_CYCLE),
  refusedStep("a step to an unknown status", "DONE", ON_CYCLE),
  refusedStep("a step to a status that is a list", ["IN_PROGRESS"], ON_CYCLE),
  refusedStep("a step to the same status", "OPEN", ON_CYCLE),
  ...Object.entries({
    title: "Mine",
    description: "Nothing to see.",
    type: "feature",
    priority: "CRITICAL",
    reporter: "Ada",
    reporterId: "ada",
    attachments: ["x"],
    createdAt: Timestamp.fromMillis(0),
    amendments: { a1: storedAmendment(admin) },
    lastAmendment: "a1",
    howItWorks: deleteField(),
    note: "x",
  }).map(([field, value]) =>
    refusedStep(`a step that also changes ${field}`, "IN_PROGRESS", STATUS_ONLY, () => ({ [field]: value })),
  ),
  ...FORGED_TIMES.map(([when, offsetMs]) =>
    refusedStep(`a step dated ${when}`, "IN_PROGRESS", UPDATED_NOW, () => ({ updatedAt: fromNow(offsetMs) })),
  ),
  refusedStep(
    "a step in another member's name",
    "IN_PROGRESS",
    { find: "request.resource.data.updatedBy == uid()" },
    (actor) => ({ updatedBy: otherMember(actor).uid }),
  ),
  {
    name: "a step and an amendment in one write are refused",
    as: MEMBERS,
    allowedWithout: ADMINS,
    run: async (fixtures, actor) => {
      const { id } = await seedReport(fixtures);
      const overrides = { report: { status: "IN_PROGRESS" } };
      return commit(fixtures.databaseAs(actor), amendmentWrites(IDENTITIES[actor], id, newId(), overrides));
    },
    without: STATUS_ONLY,
  },
  {
    name: "a step that does not move the board is refused",
    as: MEMBERS,
    allowedWithout: ADMINS,
    run: async (fixtures, actor) => {
      const { id } = await seedReport(fixtures);
      // The board already names the report: only the unchanged revision refuses the write.
      await seedBoard(fixtures, id);
      return commit(fixtures.databaseAs(actor), withoutBoardWrite(stepWrites(IDENTITIES[actor], id, "IN_PROGRESS")));
    },
    without: { find: "getAfter(boardPath()).data.revision != get(boardPath()).data.revision" },
  },
]);
