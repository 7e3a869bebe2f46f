import { ISSUE_TYPES, isStep, STATUSES } from "@logbook/domain";
import { collection, deleteField, doc, getDocs, query, Timestamp, where, writeBatch } from "firebase/firestore";
import { describe, expect, test } from "vitest";
import { type Actor, ADMINS, IDENTITIES, MEMBERS, otherMember } from "../shared/actors.ts";
import {
  amend,
  commit,
  type Fields,
  fromNow,
  newId,
  OTHER_TIMES,
  step,
  storedAmendment,
  storedIssue,
} from "../shared/builders.ts";
import { type Attack, describeAttacks, type RulesChange } from "./expectations.ts";
import { type RulesFixtures, useFixtures } from "./fixtures.ts";
import { seedBoard, seedIssue } from "./seeds.ts";

const { admin } = IDENTITIES;

const STATUS_PAIRS = ISSUE_TYPES.flatMap((type) =>
  STATUSES.flatMap((from) => STATUSES.map((to) => ({ type, from, to }))),
);
type StatusPair = (typeof STATUS_PAIRS)[number];
const nameOf = ({ type, from, to }: StatusPair): string => `${type} from ${from} to ${to}`;

/** Tries each pair of statuses as a step of its own report, all at once; returns the steps that were stored. */
async function storedSteps(fixtures: RulesFixtures, actor: Actor): Promise<string[]> {
  const title = newId();
  const pairsById = new Map(STATUS_PAIRS.map((pair) => [newId(), pair]));
  const batch = writeBatch(fixtures.stored);
  for (const [id, { type, from }] of pairsById) {
    batch.set(doc(fixtures.stored, "issues", id), storedIssue(IDENTITIES[actor], { type, status: from, title }));
  }
  await batch.commit();
  const db = fixtures.as(actor);
  // Only admins may set the mark: a member's step with the mark would be refused for the mark alone.
  const mark = actor === "admin" ? {} : { handledByAdmin: deleteField() };
  await Promise.allSettled([...pairsById].map(([id, { to }]) => commit(db, step(IDENTITIES[actor], id, to, mark))));
  const after = await getDocs(query(collection(fixtures.stored, "issues"), where("title", "==", title)));
  return after.docs
    .filter((issue) => !(issue.get("updatedAt") as Timestamp).isEqual(issue.get("createdAt") as Timestamp))
    .map((issue) => nameOf({ ...pairsById.get(issue.id)!, to: issue.get("status") }))
    .sort();
}

describe("the table of statuses, 8 by 8 for each type", () => {
  const fixtures = useFixtures();

  test("an admin may take exactly the 18 steps of the two cycles", async () => {
    const steps = STATUS_PAIRS.filter(({ type, from, to }) => isStep(type, from, to)).map(nameOf);
    expect(steps).toHaveLength(18);
    expect(await storedSteps(fixtures(), "admin")).toEqual(steps.sort());
  });

  test("a member may take none of the 128 steps, not even on their own reports", async () => {
    expect(await storedSteps(fixtures(), "member")).toEqual([]);
  });
});

const IS_ADMIN: RulesChange = { find: "((isAdmin() && isOneStep())", replace: "((isOneStep())" };
const ON_CYCLE: RulesChange = {
  find: "request.resource.data.status in stepsFrom(resource.data.type, resource.data.status)",
};
const STATUS_ONLY: RulesChange = {
  find: "changedFields().hasOnly(['status', 'handledByAdmin', 'updatedAt', 'updatedBy'])",
};
const STAMPED: RulesChange = { find: "request.resource.data.updatedAt == request.time" };
const BOARD_SEES_STAMP: RulesChange = {
  find: "getAfter(issuePath(id)).data.updatedAt == request.time",
};

/** A step from OPEN to `status` that also changes these fields; it is refused even to an admin. */
const refused = (
  name: string,
  status: unknown,
  overrides: (actor: Actor) => Fields,
  without: Attack["without"],
): Attack => ({
  name: `${name} is refused`,
  as: MEMBERS,
  allowedWithout: ADMINS,
  run: async (fixtures, actor) => {
    const { id } = await seedIssue(fixtures);
    return commit(fixtures.as(actor), step(IDENTITIES[actor], id, status as string, overrides(actor)));
  },
  without,
});
const noOverrides = (): Fields => ({});

describeAttacks("a status step", [
  {
    name: "a member's step is refused",
    as: ["member", "another member"],
    run: async (fixtures, actor) => {
      const { id } = await seedIssue(fixtures);
      // Leave out the mark, which only an admin may set: the mark would be a second reason for the refusal.
      const unmarked = { handledByAdmin: deleteField() };
      return commit(fixtures.as(actor), step(IDENTITIES[actor], id, "IN_PROGRESS", unmarked));
    },
    without: IS_ADMIN,
  },
  refused("a step that skips a status", "TESTING", noOverrides, ON_CYCLE),
  refused("a step to a status of the other type", "PLANNED", noOverrides, ON_CYCLE),
  refused("a step to CANCELLED", "CANCELLED", noOverrides, ON_CYCLE),
  refused("a step to an unknown status", "DONE", noOverrides, ON_CYCLE),
  refused("a status that is not a text", ["IN_PROGRESS"], noOverrides, ON_CYCLE),
  refused("a step to the same status", "OPEN", noOverrides, ON_CYCLE),
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
    refused(`a step that changes ${field}`, "IN_PROGRESS", () => ({ [field]: value }), STATUS_ONLY),
  ),
  ...OTHER_TIMES.map(([when, offMs]) =>
    refused(`a step dated ${when}`, "IN_PROGRESS", () => ({ updatedAt: fromNow(offMs) }), [STAMPED, BOARD_SEES_STAMP]),
  ),
  refused("a step in another member's name", "IN_PROGRESS", (actor) => ({ updatedBy: otherMember(actor).uid }), {
    find: "request.resource.data.updatedBy == uid()",
  }),
  {
    name: "a step and an amendment in one write are refused",
    as: MEMBERS,
    allowedWithout: ADMINS,
    run: async (fixtures, actor) => {
      const { id } = await seedIssue(fixtures);
      return commit(fixtures.as(actor), amend(IDENTITIES[actor], id, newId(), {}, { status: "IN_PROGRESS" }));
    },
    without: STATUS_ONLY,
  },
  {
    name: "a step that does not move the board is refused",
    as: MEMBERS,
    allowedWithout: ADMINS,
    run: async (fixtures, actor) => {
      const { id } = await seedIssue(fixtures);
      await seedBoard(fixtures, id);
      return commit(fixtures.as(actor), step(IDENTITIES[actor], id, "IN_PROGRESS").slice(0, 1));
    },
    without: { find: "getAfter(boardPath()).data.revision != get(boardPath()).data.revision" },
  },
]);
