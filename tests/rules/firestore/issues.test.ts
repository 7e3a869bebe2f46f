import { assertFails, assertSucceeds } from "@firebase/rules-unit-testing";
import {
  collection,
  collectionGroup,
  deleteDoc,
  doc,
  getCountFromServer,
  getDoc,
  getDocs,
  limit,
  orderBy,
  type Query,
  query,
  setDoc,
  Timestamp,
  updateDoc,
  where,
} from "firebase/firestore";
import { describe, expect, test } from "vitest";
import { ADMINS, MEMBERS, NOBODY, PEOPLE } from "../shared/actors.ts";
import { amend, attachment, commit, fileIssue, newId, newIssue, remove, restore, step } from "../shared/builders.ts";
import { describeAccess } from "./expectations.ts";
import { seedIssue, seedTrash } from "./seeds.ts";
import { useWorld } from "./world.ts";

describeAccess("issues", [
  {
    says: "get a report",
    allowed: MEMBERS,
    run: async (world, person) => getDoc(doc(world.as(person), "issues", (await seedIssue(world)).id)),
  },
  {
    says: "list the reports",
    allowed: MEMBERS,
    run: async (world, person) => {
      await seedIssue(world);
      return getDocs(query(collection(world.as(person), "issues"), limit(3)));
    },
  },
  {
    says: "file a report with two attachments",
    allowed: MEMBERS,
    run: (world, person) => {
      const [who, id] = [PEOPLE[person], newId()];
      const attachments = [attachment(who, id), attachment(who, id)];
      return commit(world.as(person), fileIssue(who, id, { attachments }));
    },
  },
  {
    says: "file a report without moving the board on",
    allowed: NOBODY,
    run: (world, person) => setDoc(doc(world.as(person), "issues", newId()), newIssue(PEOPLE[person])),
  },
  {
    says: "amend a member's report",
    allowed: MEMBERS,
    run: async (world, person) => commit(world.as(person), amend(PEOPLE[person], (await seedIssue(world)).id, newId())),
  },
  {
    says: "move a report one step on",
    allowed: ADMINS,
    run: async (world, person) =>
      commit(world.as(person), step(PEOPLE[person], (await seedIssue(world)).id, "IN_PROGRESS")),
  },
  {
    says: "retitle their own report",
    allowed: NOBODY,
    run: async (world, person) => {
      const { id } = await seedIssue(world, {}, PEOPLE[person]);
      const retitle = step(PEOPLE[person], id, "OPEN", { title: "Another title" });
      return commit(world.as(person), retitle);
    },
  },
  {
    says: "change a report's status without moving the board on",
    allowed: NOBODY,
    run: async (world, person) =>
      updateDoc(doc(world.as(person), "issues", (await seedIssue(world)).id), { status: "IN_PROGRESS" }),
  },
  {
    says: "move a report to the trash",
    allowed: ADMINS,
    run: async (world, person) => {
      const { id, fields } = await seedIssue(world, {}, PEOPLE[person]);
      return commit(world.as(person), remove(PEOPLE[person], id, fields));
    },
  },
  {
    says: "delete a report outright",
    allowed: NOBODY,
    run: async (world, person) => deleteDoc(doc(world.as(person), "issues", (await seedIssue(world)).id)),
  },
  {
    says: "bring a report back from the trash",
    allowed: ADMINS,
    run: async (world, person) => {
      const { id, fields } = await seedTrash(world);
      return commit(world.as(person), restore(PEOPLE[person], id, fields));
    },
  },
]);

describe("reading the list", () => {
  const world = useWorld();
  const issues = (person: "member" | "stranger") => collection(world().as(person), "issues");
  const queries: [string, (person: "member" | "stranger") => Query][] = [
    ["everything", (person) => issues(person)],
    [
      "one type and status",
      (person) => query(issues(person), where("type", "==", "bug"), where("status", "==", "OPEN")),
    ],
    [
      "another member's reports",
      (person) => query(issues(person), where("reporterId", "==", PEOPLE["another member"].uid)),
    ],
    [
      "what changed since",
      (person) => query(issues(person), where("updatedAt", ">=", Timestamp.fromMillis(0)), orderBy("updatedAt")),
    ],
  ];

  test.each(queries)("a member may ask for %s, a stranger may not", async (_, ask) => {
    await seedIssue(world(), {}, PEOPLE["another member"]);
    expect((await getDocs(ask("member"))).size).toBeGreaterThan(0);
    await assertFails(getDocs(ask("stranger")));
  });

  test("a member may count the reports, a stranger may not", async () => {
    await seedIssue(world());
    expect((await getCountFromServer(issues("member"))).data().count).toBeGreaterThan(0);
    await assertFails(getCountFromServer(issues("stranger")));
  });

  test("a member learns that a report does not exist, a stranger learns nothing", async () => {
    const id = newId();
    const found = await assertSucceeds(getDoc(doc(world().as("member"), "issues", id)));
    expect(found.exists()).toBe(false);
    await assertFails(getDoc(doc(world().as("stranger"), "issues", id)));
  });

  test("nobody may ask across all collections named issues", async () => {
    await seedIssue(world());
    await assertFails(getDocs(collectionGroup(world().as("admin"), "issues")));
  });
});
