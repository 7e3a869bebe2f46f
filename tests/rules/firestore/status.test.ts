import { ISSUE_TYPES, isStep, STATUSES } from "@logbook/domain";
import { collection, deleteField, doc, getDocs, query, Timestamp, where, writeBatch } from "firebase/firestore";
import { describe, expect, test } from "vitest";
import { type Actor, ADMINS, IDENTITIES, MEMBERS, otherMember } from "../shared/actors.ts";
import {
  amend,
  commit,
  type Fields,
  newId,
  OTHER_TIMES,
  offNow,
  step,
  storedAmendment,
  storedIssue,
} from "../shared/builders.ts";
import { type Attack, describeAttacks, type RulesChange } from "./expectations.ts";
import { type RulesFixtures, useFixtures } from "./fixtures.ts";
import { seedBoard, seedIssue } from "./seeds.ts";

const { admin } = IDENTITIES;

const CELLS = ISSUE_TYPES.flatMap((type) => STATUSES.flatMap((from) => STATUSES.map((to) => ({ type, from, to }))));
type Cell = (typeof CELLS)[number];
const nameOf = ({ type, from, to }: Cell): string => `${type} from ${from} to ${to}`;

/** Tries every cell at once, each on a report of its own; returns the ones that were stored. */
async function storedCells(fixtures: RulesFixtures, actor: Actor): Promise<string[]> {
  const title = newId();
  const tries = new Map(CELLS.map((cell) => [newId(), cell]));
  const batch = writeBatch(fixtures.stored);
  for (const [id, { type, from }] of tries) {
    batch.set(doc(fixtures.stored, "issues", id), storedIssue(IDENTITIES[actor], { type, status: from, title }));
  }
  await batch.commit();
  const db = fixtures.as(actor);
  // Only admins may set the mark, so with it the rules would refuse every member, whoever may take steps.
  const mark = actor === "admin" ? {} : { handledByAdmin: deleteField() };
  await Promise.allSettled([...tries].map(([id, { to }]) => commit(db, step(IDENTITIES[actor], id, to, mark))));
  const after = await getDocs(query(collection(fixtures.stored, "issues"), where("title", "==", title)));
  return after.docs
    .filter((issue) => !(issue.get("updatedAt") as Timestamp).isEqual(issue.get("createdAt") as Timestamp))
    .map((issue) => nameOf({ ...tries.get(issue.id)!, to: issue.get("status") }))
    .sort();
}

describe("the table of statuses, 8 by 8 for each type", () => {
  const fixtures = useFixtures();

  test("an admin may take exactly the 18 steps of the two cycles", async () => {
    const steps = CELLS.filter(({ type, from, to }) => isStep(type, from, to)).map(nameOf);
    expect(steps).toHaveLength(18);
    expect(await storedCells(fixtures(), "admin")).toEqual(steps.sort());
  });

  test("a member may take none of the 128 steps, not even on their own reports", async () => {
    expect(await storedCells(fixtures(), "member")).toEqual([]);
  });
});

const IS_ADMIN: RulesChange = { out: "((isAdmin() && isOneStep())", in: "((isOneStep())" };
const ON_CYCLE: RulesChange = {
  out: "request.resource.data.status in stepsFrom(resource.data.type, resource.data.status)",
};
const STATUS_ONLY: RulesChange = {
  out: "changedFields().hasOnly(['status', 'handledByAdmin', 'updatedAt', 'updatedBy'])",
};
const STAMPED: RulesChange = { out: "request.resource.data.updatedAt == request.time" };
const BOARD_SEES_STAMP: RulesChange = {
  out: "getAfter(issuePath(id)).data.updatedAt == request.time",
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
const nothing = (): Fields => ({});

describeAttacks("a status step", [
  {
    name: "a member's step is refused",
    as: ["member", "another member"],
    run: async (fixtures, actor) => {
      const { id } = await seedIssue(fixtures);
      // Without the mark, which only an admin may set: it would be a second reason for the refusal.
      const unmarked = { handledByAdmin: deleteField() };
      return commit(fixtures.as(actor), step(IDENTITIES[actor], id, "IN_PROGRESS", unmarked));
    },
    without: IS_ADMIN,
  },
  refused("a step that skips a status", "TESTING", nothing, ON_CYCLE),
  refused("a step to a status of the other type", "PLANNED", nothing, ON_CYCLE),
  refused("a step to CANCELLED", "CANCELLED", nothing, ON_CYCLE),
  refused("a step to an unknown status", "DONE", nothing, ON_CYCLE),
  refused("a status that is not a text", ["IN_PROGRESS"], nothing, ON_CYCLE),
  refused("a step to the same status", "OPEN", nothing, ON_CYCLE),
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
    refused(`a step dated ${when}`, "IN_PROGRESS", () => ({ updatedAt: offNow(offMs) }), [STAMPED, BOARD_SEES_STAMP]),
  ),
  refused("a step in another member's name", "IN_PROGRESS", (actor) => ({ updatedBy: otherMember(actor).uid }), {
    out: "request.resource.data.updatedBy == uid()",
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
    without: { out: "getAfter(boardPath()).data.revision != get(boardPath()).data.revision" },
  },
]);
