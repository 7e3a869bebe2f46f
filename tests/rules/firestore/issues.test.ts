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
  Timestamp,
  updateDoc,
  where,
} from "firebase/firestore";
import { describe, expect, test } from "vitest";
import { ADMINS, IDENTITIES, MEMBERS, NOBODY } from "../shared/actors.ts";
import { amend, attachment, commit, fileIssue, newId, newIssue, remove, restore, step } from "../shared/builders.ts";
import { describeAccess } from "./expectations.ts";
import { useFixtures } from "./fixtures.ts";
import { seedIssue, seedTrash } from "./seeds.ts";

describeAccess("issues", [
  {
    operation: "get a report",
    allowed: MEMBERS,
    run: async (fixtures, actor) => getDoc(doc(fixtures.as(actor), "issues", (await seedIssue(fixtures)).id)),
  },
  {
    operation: "list the reports",
    allowed: MEMBERS,
    run: async (fixtures, actor) => {
      await seedIssue(fixtures);
      return getDocs(query(collection(fixtures.as(actor), "issues"), limit(3)));
    },
  },
  {
    operation: "file a report with two attachments",
    allowed: MEMBERS,
    run: (fixtures, actor) => {
      const [reporter, id] = [IDENTITIES[actor], newId()];
      const attachments = [attachment(reporter, id), attachment(reporter, id)];
      return commit(fixtures.as(actor), fileIssue(reporter, id, { attachments }));
    },
  },
  {
    operation: "file a report without moving the board",
    allowed: NOBODY,
    run: (fixtures, actor) =>
      commit(fixtures.as(actor), [{ set: `issues/${newId()}`, fields: newIssue(IDENTITIES[actor]) }]),
  },
  {
    operation: "amend a member's report",
    allowed: MEMBERS,
    run: async (fixtures, actor) =>
      commit(fixtures.as(actor), amend(IDENTITIES[actor], (await seedIssue(fixtures)).id, newId())),
  },
  {
    operation: "move a report one step forward",
    allowed: ADMINS,
    run: async (fixtures, actor) =>
      commit(fixtures.as(actor), step(IDENTITIES[actor], (await seedIssue(fixtures)).id, "IN_PROGRESS")),
  },
  {
    operation: "change the title of their own report",
    allowed: NOBODY,
    run: async (fixtures, actor) => {
      const { id } = await seedIssue(fixtures, {}, IDENTITIES[actor]);
      const retitle = step(IDENTITIES[actor], id, "OPEN", { title: "Another title" });
      return commit(fixtures.as(actor), retitle);
    },
  },
  {
    operation: "change a report's status without moving the board",
    allowed: NOBODY,
    run: async (fixtures, actor) =>
      updateDoc(doc(fixtures.as(actor), "issues", (await seedIssue(fixtures)).id), { status: "IN_PROGRESS" }),
  },
  {
    operation: "move a report to the trash",
    allowed: ADMINS,
    run: async (fixtures, actor) => {
      const { id, fields } = await seedIssue(fixtures, {}, IDENTITIES[actor]);
      return commit(fixtures.as(actor), remove(IDENTITIES[actor], id, fields));
    },
  },
  {
    operation: "delete a report without a trash entry",
    allowed: NOBODY,
    run: async (fixtures, actor) => deleteDoc(doc(fixtures.as(actor), "issues", (await seedIssue(fixtures)).id)),
  },
  {
    operation: "restore a report from the trash",
    allowed: ADMINS,
    run: async (fixtures, actor) => {
      const { id, fields } = await seedTrash(fixtures);
      return commit(fixtures.as(actor), restore(IDENTITIES[actor], id, fields));
    },
  },
]);

describe("reading the list", () => {
  const fixtures = useFixtures();
  const issues = (actor: "member" | "stranger") => collection(fixtures().as(actor), "issues");
  const queries: [string, (actor: "member" | "stranger") => Query][] = [
    ["all reports", (actor) => issues(actor)],
    [
      "the reports of one type and status",
      (actor) => query(issues(actor), where("type", "==", "bug"), where("status", "==", "OPEN")),
    ],
    [
      "another member's reports",
      (actor) => query(issues(actor), where("reporterId", "==", IDENTITIES["another member"].uid)),
    ],
    [
      "the changes since a date",
      (actor) => query(issues(actor), where("updatedAt", ">=", Timestamp.fromMillis(0)), orderBy("updatedAt")),
    ],
  ];

  test.each(queries)("a member may query %s, a stranger may not", async (_, queryAs) => {
    await seedIssue(fixtures(), {}, IDENTITIES["another member"]);
    expect((await getDocs(queryAs("member"))).size).toBeGreaterThan(0);
    await assertFails(getDocs(queryAs("stranger")));
  });

  test("a member may count the reports, a stranger may not", async () => {
    await seedIssue(fixtures());
    expect((await getCountFromServer(issues("member"))).data().count).toBeGreaterThan(0);
    await assertFails(getCountFromServer(issues("stranger")));
  });

  test("a member is told that a report does not exist, a stranger is refused", async () => {
    const id = newId();
    const found = await assertSucceeds(getDoc(doc(fixtures().as("member"), "issues", id)));
    expect(found.exists()).toBe(false);
    await assertFails(getDoc(doc(fixtures().as("stranger"), "issues", id)));
  });

  test("nobody may query the collection group 'issues'", async () => {
    await seedIssue(fixtures());
    await assertFails(getDocs(collectionGroup(fixtures().as("admin"), "issues")));
  });
});
