import { assertFails, assertSucceeds } from "@firebase/rules-unit-testing";
import {
  collection,
  collectionGroup,
  deleteDoc,
  deleteField,
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
import {
  amendmentWrites,
  attachment,
  commit,
  deletionWrites,
  editWrites,
  newId,
  newReport,
  newReportWrites,
  restoreWrites,
  stepWrites,
} from "../shared/builders.ts";
import { describeAccess } from "./expectations.ts";
import { useFixtures } from "./fixtures.ts";
import { seedReport, seedReportOf, seedTrash } from "./seeds.ts";

describeAccess("issues", [
  {
    operation: "get a report",
    allowed: MEMBERS,
    run: async (fixtures, actor) => getDoc(doc(fixtures.databaseAs(actor), "issues", (await seedReport(fixtures)).id)),
  },
  {
    operation: "list the reports",
    allowed: MEMBERS,
    run: async (fixtures, actor) => {
      await seedReport(fixtures);
      return getDocs(query(collection(fixtures.databaseAs(actor), "issues"), limit(3)));
    },
  },
  {
    operation: "file a report with two attachments",
    allowed: MEMBERS,
    run: (fixtures, actor) => {
      const [reporter, id] = [IDENTITIES[actor], newId()];
      const attachments = [attachment(reporter, id), attachment(reporter, id)];
      return commit(fixtures.databaseAs(actor), newReportWrites(reporter, id, { attachments }));
    },
  },
  {
    operation: "file a report without moving the board",
    allowed: NOBODY,
    run: (fixtures, actor) =>
      commit(fixtures.databaseAs(actor), [{ set: `issues/${newId()}`, fields: newReport(IDENTITIES[actor]) }]),
  },
  {
    operation: "amend a member's report",
    allowed: MEMBERS,
    run: async (fixtures, actor) =>
      commit(fixtures.databaseAs(actor), amendmentWrites(IDENTITIES[actor], (await seedReport(fixtures)).id, newId())),
  },
  {
    operation: "move a report one step forward",
    allowed: ADMINS,
    run: async (fixtures, actor) =>
      commit(fixtures.databaseAs(actor), stepWrites(IDENTITIES[actor], (await seedReport(fixtures)).id, "IN_PROGRESS")),
  },
  {
    operation: "change the title of their own report without an edit time",
    allowed: NOBODY,
    run: async (fixtures, actor) => {
      const { id } = await seedReportOf(fixtures, IDENTITIES[actor]);
      // The edit is valid except that it sets no `editedAt`.
      const undated = { editedAt: deleteField() };
      return commit(fixtures.databaseAs(actor), editWrites(IDENTITIES[actor], id, { title: "Another title" }, undated));
    },
  },
  {
    operation: "change a report's status without moving the board",
    allowed: NOBODY,
    run: async (fixtures, actor) =>
      updateDoc(doc(fixtures.databaseAs(actor), "issues", (await seedReport(fixtures)).id), { status: "IN_PROGRESS" }),
  },
  {
    operation: "move a report to the trash",
    allowed: ADMINS,
    run: async (fixtures, actor) => {
      const { id, fields } = await seedReportOf(fixtures, IDENTITIES[actor]);
      return commit(fixtures.databaseAs(actor), deletionWrites(IDENTITIES[actor], id, fields));
    },
  },
  {
    operation: "delete a report without a trash entry",
    allowed: NOBODY,
    run: async (fixtures, actor) =>
      deleteDoc(doc(fixtures.databaseAs(actor), "issues", (await seedReport(fixtures)).id)),
  },
  {
    operation: "restore a report from the trash",
    allowed: ADMINS,
    run: async (fixtures, actor) => {
      const { id, fields } = await seedTrash(fixtures);
      return commit(fixtures.databaseAs(actor), restoreWrites(IDENTITIES[actor], id, fields));
    },
  },
]);

describe("queries of the reports", () => {
  const fixtures = useFixtures();
  const reportsAs = (actor: "member" | "stranger") => collection(fixtures().databaseAs(actor), "issues");
  const queries: [string, (actor: "member" | "stranger") => Query][] = [
    ["all reports", (actor) => reportsAs(actor)],
    [
      "the reports of one type and status",
      (actor) => query(reportsAs(actor), where("type", "==", "bug"), where("status", "==", "OPEN")),
    ],
    [
      "another member's reports",
      (actor) => query(reportsAs(actor), where("reporterId", "==", IDENTITIES["another member"].uid)),
    ],
    [
      "the reports changed since a date",
      (actor) => query(reportsAs(actor), where("updatedAt", ">=", Timestamp.fromMillis(0)), orderBy("updatedAt")),
    ],
  ];

  test.each(queries)("a member may query %s, a stranger may not", async (_, queryAs) => {
    await seedReportOf(fixtures(), IDENTITIES["another member"]);
    expect((await getDocs(queryAs("member"))).size).toBeGreaterThan(0);
    await assertFails(getDocs(queryAs("stranger")));
  });

  test("a member may count the reports, a stranger may not", async () => {
    await seedReport(fixtures());
    expect((await getCountFromServer(reportsAs("member"))).data().count).toBeGreaterThan(0);
    await assertFails(getCountFromServer(reportsAs("stranger")));
  });

  test("a member is told that a report does not exist, a stranger is refused", async () => {
    const id = newId();
    const missingReport = await assertSucceeds(getDoc(doc(fixtures().databaseAs("member"), "issues", id)));
    expect(missingReport.exists()).toBe(false);
    await assertFails(getDoc(doc(fixtures().databaseAs("stranger"), "issues", id)));
  });

  test("not even an admin may query the collection group 'issues'", async () => {
    await seedReport(fixtures());
    await assertFails(getDocs(collectionGroup(fixtures().databaseAs("admin"), "issues")));
  });
});
