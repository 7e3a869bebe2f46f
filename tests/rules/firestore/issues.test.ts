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
import { useFixtures } from "./fixtures.ts";
import { seedIssue, seedTrash } from "./seeds.ts";

describeAccess("issues", [
  {
    says: "get a report",
    allowed: MEMBERS,
    run: async (fixtures, person) => getDoc(doc(fixtures.as(person), "issues", (await seedIssue(fixtures)).id)),
  },
  {
    says: "list the reports",
    allowed: MEMBERS,
    run: async (fixtures, person) => {
      await seedIssue(fixtures);
      return getDocs(query(collection(fixtures.as(person), "issues"), limit(3)));
    },
  },
  {
    says: "file a report with two attachments",
    allowed: MEMBERS,
    run: (fixtures, person) => {
      const [who, id] = [PEOPLE[person], newId()];
      const attachments = [attachment(who, id), attachment(who, id)];
      return commit(fixtures.as(person), fileIssue(who, id, { attachments }));
    },
  },
  {
    says: "file a report without moving the board on",
    allowed: NOBODY,
    run: (fixtures, person) => setDoc(doc(fixtures.as(person), "issues", newId()), newIssue(PEOPLE[person])),
  },
  {
    says: "amend a member's report",
    allowed: MEMBERS,
    run: async (fixtures, person) =>
      commit(fixtures.as(person), amend(PEOPLE[person], (await seedIssue(fixtures)).id, newId())),
  },
  {
    says: "move a report one step on",
    allowed: ADMINS,
    run: async (fixtures, person) =>
      commit(fixtures.as(person), step(PEOPLE[person], (await seedIssue(fixtures)).id, "IN_PROGRESS")),
  },
  {
    says: "retitle their own report",
    allowed: NOBODY,
    run: async (fixtures, person) => {
      const { id } = await seedIssue(fixtures, {}, PEOPLE[person]);
      const retitle = step(PEOPLE[person], id, "OPEN", { title: "Another title" });
      return commit(fixtures.as(person), retitle);
    },
  },
  {
    says: "change a report's status without moving the board on",
    allowed: NOBODY,
    run: async (fixtures, person) =>
      updateDoc(doc(fixtures.as(person), "issues", (await seedIssue(fixtures)).id), { status: "IN_PROGRESS" }),
  },
  {
    says: "move a report to the trash",
    allowed: ADMINS,
    run: async (fixtures, person) => {
      const { id, fields } = await seedIssue(fixtures, {}, PEOPLE[person]);
      return commit(fixtures.as(person), remove(PEOPLE[person], id, fields));
    },
  },
  {
    says: "delete a report outright",
    allowed: NOBODY,
    run: async (fixtures, person) => deleteDoc(doc(fixtures.as(person), "issues", (await seedIssue(fixtures)).id)),
  },
  {
    says: "bring a report back from the trash",
    allowed: ADMINS,
    run: async (fixtures, person) => {
      const { id, fields } = await seedTrash(fixtures);
      return commit(fixtures.as(person), restore(PEOPLE[person], id, fields));
    },
  },
]);

describe("reading the list", () => {
  const fixtures = useFixtures();
  const issues = (person: "member" | "stranger") => collection(fixtures().as(person), "issues");
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
    await seedIssue(fixtures(), {}, PEOPLE["another member"]);
    expect((await getDocs(ask("member"))).size).toBeGreaterThan(0);
    await assertFails(getDocs(ask("stranger")));
  });

  test("a member may count the reports, a stranger may not", async () => {
    await seedIssue(fixtures());
    expect((await getCountFromServer(issues("member"))).data().count).toBeGreaterThan(0);
    await assertFails(getCountFromServer(issues("stranger")));
  });

  test("a member learns that a report does not exist, a stranger learns nothing", async () => {
    const id = newId();
    const found = await assertSucceeds(getDoc(doc(fixtures().as("member"), "issues", id)));
    expect(found.exists()).toBe(false);
    await assertFails(getDoc(doc(fixtures().as("stranger"), "issues", id)));
  });

  test("nobody may ask across all collections named issues", async () => {
    await seedIssue(fixtures());
    await assertFails(getDocs(collectionGroup(fixtures().as("admin"), "issues")));
  });
});
