import { ISSUE_TYPES, isStep, STATUSES } from "@logbook/domain";
import { collection, doc, getDocs, query, Timestamp, where, writeBatch } from "firebase/firestore";
import { describe, expect, test } from "vitest";
import { amend, commit, type Fields, newId, step, storedIssue } from "./builders.ts";
import { type Attack, describeAttacks, type Edit } from "./expectations.ts";
import { PEOPLE, type Person } from "./people.ts";
import { seedBoard, seedIssue } from "./seeds.ts";
import { useWorld, type World } from "./world.ts";

const { admin, member } = PEOPLE;

const CELLS = ISSUE_TYPES.flatMap((type) => STATUSES.flatMap((from) => STATUSES.map((to) => ({ type, from, to }))));
type Cell = (typeof CELLS)[number];
const nameOf = ({ type, from, to }: Cell): string => `${type} from ${from} to ${to}`;

/** Tries every cell at once, each on a report of its own, and answers which of them are stored afterwards. */
async function cellsThatGoThrough(world: World, person: Person): Promise<string[]> {
  const title = newId();
  const tries = new Map(CELLS.map((cell) => [newId(), cell]));
  const batch = writeBatch(world.stored);
  for (const [id, { type, from }] of tries) {
    batch.set(doc(world.stored, "issues", id), storedIssue(PEOPLE[person], { type, status: from, title }));
  }
  await batch.commit();
  const db = world.as(person);
  await Promise.allSettled([...tries].map(([id, { to }]) => commit(db, step(PEOPLE[person], id, to))));
  const after = await getDocs(query(collection(world.stored, "issues"), where("title", "==", title)));
  return after.docs
    .filter((issue) => !(issue.get("updatedAt") as Timestamp).isEqual(issue.get("createdAt") as Timestamp))
    .map((issue) => nameOf({ ...tries.get(issue.id)!, to: issue.get("status") }))
    .sort();
}

describe("the table of statuses, 8 by 8 for each type", () => {
  const world = useWorld();

  test("an admin may take exactly the 18 steps of the two cycles", async () => {
    const steps = CELLS.filter(({ type, from, to }) => isStep(type, from, to)).map(nameOf);
    expect(steps).toHaveLength(18);
    expect(await cellsThatGoThrough(world(), "admin")).toEqual(steps.sort());
  });

  test("a member may take none of the 128 steps, not even on their own reports", async () => {
    expect(await cellsThatGoThrough(world(), "member")).toEqual([]);
  });
});

const IS_ADMIN: Edit = { out: "((isAdmin() && isOneStep())", in: "((isOneStep())" };
const ON_CYCLE: Edit = { out: "request.resource.data.status in stepsFrom(resource.data.type, resource.data.status)" };
const STATUS_ONLY: Edit = { out: "changedFields().hasOnly(['status', 'updatedAt', 'updatedBy'])" };
const STAMPED: Edit = { out: "request.resource.data.updatedAt == request.time" };
const BOARD_SEES_STAMP: Edit = { out: "getAfter(issuePath(id)).data.updatedAt == request.time" };

/** The admin's step from OPEN to `status`, with these fields touched as well. */
const byAdmin = (name: string, status: unknown, overrides: Fields, without: Attack["without"]): Attack => ({
  name,
  run: async (world) => {
    const { id } = await seedIssue(world);
    return commit(world.as("admin"), step(admin, id, status as string, overrides));
  },
  without,
});

describeAttacks("a status step", [
  {
    name: "a member's step is refused",
    run: async (world) => commit(world.as("member"), step(member, (await seedIssue(world)).id, "IN_PROGRESS")),
    without: IS_ADMIN,
  },
  byAdmin("a step over one status is refused", "TESTING", {}, ON_CYCLE),
  byAdmin("a step onto the other type's cycle is refused", "PLANNED", {}, ON_CYCLE),
  byAdmin("a step to CANCELLED is refused", "CANCELLED", {}, ON_CYCLE),
  byAdmin("a step to an unknown status is refused", "DONE", {}, ON_CYCLE),
  byAdmin("a status that is no text is refused", ["IN_PROGRESS"], {}, ON_CYCLE),
  byAdmin("a step that is none is refused", "OPEN", {}, ON_CYCLE),
  byAdmin("a step that retitles is refused", "IN_PROGRESS", { title: "Mine" }, STATUS_ONLY),
  byAdmin("a step that changes the type is refused", "IN_PROGRESS", { type: "feature" }, STATUS_ONLY),
  byAdmin("a step that changes the reporter is refused", "IN_PROGRESS", { reporter: "Ada" }, STATUS_ONLY),
  byAdmin("a step that adds a field is refused", "IN_PROGRESS", { note: "x" }, STATUS_ONLY),
  byAdmin(
    "a step dated by the caller is refused",
    "IN_PROGRESS",
    { updatedAt: Timestamp.fromMillis(Date.now() - 1_000) },
    [STAMPED, BOARD_SEES_STAMP],
  ),
  byAdmin(
    "a step in another's name is refused",
    "IN_PROGRESS",
    { updatedBy: member.uid },
    {
      out: "request.resource.data.updatedBy == uid()",
    },
  ),
  {
    name: "a step and an amendment in one write are refused",
    run: async (world) => {
      const { id } = await seedIssue(world);
      return commit(world.as("admin"), amend(admin, id, newId(), {}, { status: "IN_PROGRESS" }));
    },
    without: STATUS_ONLY,
  },
  {
    name: "a step that leaves the board as it is is refused",
    run: async (world) => {
      const { id } = await seedIssue(world);
      await seedBoard(world, id);
      return commit(world.as("admin"), step(admin, id, "IN_PROGRESS").slice(0, 1));
    },
    without: { out: "getAfter(boardPath()).data.revision != get(boardPath()).data.revision" },
  },
]);
