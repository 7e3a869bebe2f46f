import { assertFails, assertSucceeds } from "@firebase/rules-unit-testing";
import { LIMITS } from "@logbook/domain";
import { deleteField, doc, getDoc, serverTimestamp, Timestamp } from "firebase/firestore";
import { describe, expect, test } from "vitest";
import {
  type Actor,
  ADMINS,
  IDENTITIES,
  type Identity,
  MEMBERS,
  memberFields,
  NOBODY,
  otherMember,
} from "../shared/actors.ts";
import {
  amendmentEditWrites,
  amendmentWrites,
  commit,
  correctionWrites,
  deletionWrites,
  editWrites,
  type Fields,
  FORGED_TIMES,
  fromNow,
  newId,
  restoreWrites,
  stepWrites,
  storedAmendment,
  voteWrites,
  withoutBoardWrite,
} from "../shared/builders.ts";
import { type Attack, describeAccess, describeAttacks, type RulesChange } from "./expectations.ts";
import { type RulesFixtures, useFixtures } from "./fixtures.ts";
import { seed, seedReport, seedReportOf } from "./seeds.ts";

const { member, "another member": anotherMember, admin } = IDENTITIES;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const EDIT_LIMIT_MS = LIMITS.editMinutes * MINUTE_MS;
const timeAgo = (ms: number): Timestamp => Timestamp.fromMillis(Date.now() - ms);

/** Stores a report that was filed a minute ago. */
const seedNewReport = (fixtures: RulesFixtures, reporter: Identity = member, overrides: Fields = {}) =>
  seedReportOf(fixtures, reporter, { createdAt: timeAgo(MINUTE_MS), ...overrides });

const newAmendment = (author: Identity, overrides: Fields = {}): Fields =>
  storedAmendment(author, { createdAt: timeAgo(MINUTE_MS), ...overrides });

/** Stores a report of yesterday with one amendment, which was written a minute ago and has the id `a1`. */
const seedNewAmendment = (fixtures: RulesFixtures, author: Identity, overrides: Fields = {}) =>
  seedReport(fixtures, { amendments: { a1: newAmendment(author, overrides) }, lastAmendment: "a1" });

/** Stores a report with `count` amendments of yesterday and then this amendment, which has the id `a1`. */
const seedAfterAmendments = (fixtures: RulesFixtures, count: number, amendment: Fields) => {
  const olderAmendments = Array.from({ length: count }, (_, index) => [`old-${index}`, storedAmendment(member)]);
  const amendments = { ...Object.fromEntries(olderAmendments), a1: amendment };
  return seedReport(fixtures, { amendments, lastAmendment: "a1" });
};

/** Stores a member whose admin role was taken away. */
const seedFormerAdmin = async (fixtures: RulesFixtures) => {
  const formerAdmin = { uid: newId(), username: "Former" };
  await seed(fixtures, "members", memberFields(formerAdmin.username), formerAdmin.uid);
  return formerAdmin;
};

const EDIT = { title: "Another title", description: "Another text.", priority: "HIGH", environmentInfo: "Firefox" };
const CORRECTION = { title: "Another title", priority: "HIGH" };

describeAccess("the texts of reports and amendments", [
  {
    operation: "edit their own report a minute after filing it",
    allowed: MEMBERS,
    run: async (fixtures, actor) => {
      const { id } = await seedNewReport(fixtures, IDENTITIES[actor]);
      return commit(fixtures.databaseAs(actor), editWrites(IDENTITIES[actor], id, EDIT));
    },
  },
  {
    operation: "edit their own report a day after filing it",
    allowed: NOBODY,
    run: async (fixtures, actor) => {
      const { id } = await seedReportOf(fixtures, IDENTITIES[actor]);
      return commit(fixtures.databaseAs(actor), editWrites(IDENTITIES[actor], id, EDIT));
    },
  },
  {
    operation: "edit another member's report a minute after it was filed",
    allowed: NOBODY,
    run: async (fixtures, actor) => {
      const { id } = await seedNewReport(fixtures, otherMember(actor));
      return commit(fixtures.databaseAs(actor), editWrites(IDENTITIES[actor], id, EDIT));
    },
  },
  {
    operation: "correct title and priority of another member's old report",
    allowed: ADMINS,
    run: async (fixtures, actor) => {
      const { id } = await seedReportOf(fixtures, otherMember(actor));
      return commit(fixtures.databaseAs(actor), correctionWrites(IDENTITIES[actor], id, CORRECTION));
    },
  },
  {
    operation: "edit their own amendment a minute after writing it",
    allowed: MEMBERS,
    run: async (fixtures, actor) => {
      const { id } = await seedNewAmendment(fixtures, IDENTITIES[actor]);
      return commit(fixtures.databaseAs(actor), amendmentEditWrites(IDENTITIES[actor], id, "a1"));
    },
  },
  {
    operation: "edit their own amendment a day after writing it",
    allowed: NOBODY,
    run: async (fixtures, actor) => {
      const { id } = await seedNewAmendment(fixtures, IDENTITIES[actor], { createdAt: timeAgo(DAY_MS) });
      return commit(fixtures.databaseAs(actor), amendmentEditWrites(IDENTITIES[actor], id, "a1"));
    },
  },
  {
    operation: "edit another member's amendment a minute after it was written",
    allowed: NOBODY,
    run: async (fixtures, actor) => {
      const { id } = await seedNewAmendment(fixtures, otherMember(actor));
      return commit(fixtures.databaseAs(actor), amendmentEditWrites(IDENTITIES[actor], id, "a1"));
    },
  },
]);

// Conditions of firestore.rules, each named after what it checks. Tests replace each by `replace`, by default `true`.
const IS_REPORTER: RulesChange = { find: "resource.data.reporterId == uid()" };
const RECENT: RulesChange = { find: "isRecent(resource.data.createdAt)" };
const NOT_HANDLED: RulesChange = { find: "!isHandled(resource.data)" };
const EDITED_NOW: RulesChange = { find: "issue.editedAt == request.time" };
/** Two conditions check the update time: one in the report's rules, one in the board's. */
const UPDATED_NOW: readonly RulesChange[] = [
  { find: "request.resource.data.updatedAt == request.time" },
  { find: "getAfter(issuePath(id)).data.updatedAt == request.time" },
];
/** Only an admin can write or edit a report or amendment with the admin mark. */
const ONLY_ADMINS_SET_MARK: RulesChange = { find: "written.get('byAdmin', false) in [false, me().isAdmin]" };
/** Appends the other fields to the end of the rules' list of fields that an edit may change. */
const ONLY_EDITABLE_FIELDS: RulesChange = {
  find: "'howItWorks', 'editedAt', 'updatedAt',\n          'updatedBy'])",
  replace:
    "'howItWorks', 'editedAt', 'updatedAt',\n          'updatedBy', 'number', 'type', 'status', 'reporter', 'reporterId', 'attachments', 'amendments', 'lastAmendment', 'createdAt', 'votes', 'handledByAdmin', 'byAdmin', 'note'])",
};

/**
 * An invalid edit of one's own report, tried as every member. The stored report has `storedFields`. `changes` is a
 * function if they depend on the actor or on the time of the attempt.
 */
const refusedEdit = (
  name: string,
  changes: Fields | ((actor: Actor) => Fields),
  without: Attack["without"],
  storedFields: Fields = {},
): Attack => ({
  name: `${name} is refused`,
  as: MEMBERS,
  run: async (fixtures, actor) => {
    const { id } = await seedNewReport(fixtures, IDENTITIES[actor], storedFields);
    const overrides = typeof changes === "function" ? changes(actor) : changes;
    return commit(
      fixtures.databaseAs(actor),
      editWrites(IDENTITIES[actor], id, { description: "Another text." }, overrides),
    );
  },
  without,
});

describeAttacks("an edit is made by the reporter within 15 minutes", [
  {
    name: "an edit of another member's new report is refused",
    as: MEMBERS,
    run: async (fixtures, actor) => {
      const { id } = await seedNewReport(fixtures, otherMember(actor));
      return commit(fixtures.databaseAs(actor), editWrites(IDENTITIES[actor], id, EDIT));
    },
    without: IS_REPORTER,
  },
  ...Object.entries({
    "15 minutes": EDIT_LIMIT_MS,
    "15 minutes and a second": EDIT_LIMIT_MS + 1_000,
    "a day": DAY_MS,
  }).map(
    ([age, ms]): Attack => ({
      name: `an edit ${age} after filing is refused`,
      as: MEMBERS,
      run: async (fixtures, actor) => {
        const { id } = await seedNewReport(fixtures, IDENTITIES[actor], { createdAt: timeAgo(ms) });
        return commit(fixtures.databaseAs(actor), editWrites(IDENTITIES[actor], id, EDIT));
      },
      without: RECENT,
    }),
  ),
  {
    name: "an edit of a report whose creation time is a text is refused",
    as: MEMBERS,
    run: async (fixtures, actor) => {
      const { id } = await seedNewReport(fixtures, IDENTITIES[actor], { createdAt: "today" });
      return commit(fixtures.databaseAs(actor), editWrites(IDENTITIES[actor], id, EDIT));
    },
    without: RECENT,
  },
  ...Object.entries({
    "a step": (id: string) => [stepWrites(admin, id, "IN_PROGRESS")],
    "a step forward and back": (id: string) => [stepWrites(admin, id, "IN_PROGRESS"), stepWrites(admin, id, "OPEN")],
    "an amendment": (id: string) => [amendmentWrites(admin, id, newId())],
    "a correction": (id: string) => [correctionWrites(admin, id, CORRECTION)],
  }).map(
    ([adminsWrites, createBatches]): Attack => ({
      name: `an edit is refused after ${adminsWrites} by an admin, followed by an amendment by a member`,
      as: MEMBERS,
      run: async (fixtures, actor) => {
        const { id } = await seedNewReport(fixtures, IDENTITIES[actor]);
        for (const writes of createBatches(id)) await commit(fixtures.databaseAs("admin"), writes);
        // The report's `updatedBy` is then a member: only `handledByAdmin` says that an admin has handled the report.
        await commit(fixtures.databaseAs("another member"), amendmentWrites(anotherMember, id, newId()));
        return commit(fixtures.databaseAs(actor), editWrites(IDENTITIES[actor], id, EDIT));
      },
      without: NOT_HANDLED,
    }),
  ),
  {
    name: "a former admin's edit of their own report with the admin mark is refused",
    run: async (fixtures) => {
      const formerAdmin = await seedFormerAdmin(fixtures);
      const { id } = await seedNewReport(fixtures, formerAdmin, { byAdmin: true });
      return commit(fixtures.databaseAsUser(formerAdmin.uid), editWrites(formerAdmin, id, EDIT));
    },
    without: ONLY_ADMINS_SET_MARK,
  },
  {
    name: "a member's or admin's edit of their own report whose admin mark is a text is refused",
    as: MEMBERS,
    run: async (fixtures, actor) => {
      const { id } = await seedNewReport(fixtures, IDENTITIES[actor], { byAdmin: "yes" });
      return commit(fixtures.databaseAs(actor), editWrites(IDENTITIES[actor], id, EDIT));
    },
    without: ONLY_ADMINS_SET_MARK,
  },
]);

describeAttacks("an edit changes only texts and priority, and has the current time", [
  ...Object.entries({
    number: 7,
    type: "feature",
    status: "IN_PROGRESS",
    reporter: "Ottilie",
    reporterId: "ottilie",
    attachments: ["x"],
    amendments: {},
    lastAmendment: "none",
    votes: 5,
    handledByAdmin: false,
    byAdmin: false,
    note: "x",
    createdAt: fromNow(-2_000),
  }).map(([field, value]) =>
    // The stored report has an amendment, so that `amendments: {}` is a change.
    refusedEdit(`an edit that also changes ${field}`, { [field]: value }, ONLY_EDITABLE_FIELDS, {
      amendments: { a1: storedAmendment(member) },
    }),
  ),
  ...FORGED_TIMES.flatMap(([when, offsetMs]) => [
    refusedEdit(`an edit dated ${when}`, () => ({ editedAt: fromNow(offsetMs) }), EDITED_NOW),
    refusedEdit(`an edit whose update time is ${when}`, () => ({ updatedAt: fromNow(offsetMs) }), UPDATED_NOW),
  ]),
  refusedEdit("an edit that removes the edit time", () => ({ editedAt: deleteField() }), EDITED_NOW, {
    editedAt: timeAgo(1_000),
  }),
  {
    name: "an edit of the title alone without an edit time is refused",
    as: MEMBERS,
    run: async (fixtures, actor) => {
      const { id } = await seedNewReport(fixtures, IDENTITIES[actor]);
      const undated = { editedAt: deleteField() };
      return commit(fixtures.databaseAs(actor), editWrites(IDENTITIES[actor], id, { title: "Another title" }, undated));
    },
    without: EDITED_NOW,
  },
  refusedEdit("an edit in another member's name", (actor) => ({ updatedBy: otherMember(actor).uid }), {
    find: "request.resource.data.updatedBy == uid()",
  }),
  refusedEdit("an edit with a blank title", { title: " " }, { find: "filledText(issue.title, 200)" }),
  refusedEdit(
    "an edit with a title of 201 characters",
    { title: "x".repeat(201) },
    { find: "filledText(issue.title, 200)" },
  ),
  refusedEdit(
    "an edit without a description",
    { description: deleteField() },
    { find: "filledText(issue.description, 10000)" },
  ),
  refusedEdit(
    "an edit with an unknown priority",
    { priority: "URGENT" },
    { find: "issue.priority in ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL']" },
  ),
  refusedEdit(
    "an edit with a script as the web address",
    { websiteUrl: "javascript:0" },
    { find: "webAddress(issue.websiteUrl, 2000)" },
  ),
  ...["reproductionSteps", "environmentInfo", "expectedResult", "actualResult", "problemItSolves", "howItWorks"].map(
    (field) =>
      refusedEdit(
        `an edit with 10,001 characters in ${field}`,
        { [field]: "x".repeat(10_001) },
        { find: `text(issue.${field}, 10000)` },
      ),
  ),
  {
    name: "an edit that does not move the board is refused",
    as: MEMBERS,
    run: async (fixtures, actor) => {
      const { id } = await seedNewReport(fixtures, IDENTITIES[actor]);
      return commit(fixtures.databaseAs(actor), withoutBoardWrite(editWrites(IDENTITIES[actor], id, EDIT)));
    },
    without: { find: "isNamedByBoard(id)\n        && ((stampedByMe()", replace: "true\n        && ((stampedByMe()" },
  },
]);

/** Appends some other fields to the rules' list of fields that a correction may change. */
const ONLY_CORRECTABLE_FIELDS: RulesChange = {
  find: "hasOnly(['title', 'priority', 'handledByAdmin', 'editedAt', 'updatedAt', 'updatedBy'])",
  replace:
    "hasOnly(['title', 'priority', 'handledByAdmin', 'editedAt', 'updatedAt', 'updatedBy', 'description', 'websiteUrl', 'status', 'reporter', 'createdAt', 'votes'])",
};
const IS_MARKED_AS_HANDLED: RulesChange = { find: "isHandled(issue) == true && ", replace: "" };
/** The check of `handledByAdmin` in amendments and steps: only an admin may set it, and nobody may remove it. */
const KEEPS_HANDLED_MARK: RulesChange = {
  find: "return after == isHandled(resource.data) || (after == true && me().isAdmin);",
  replace: "return true;",
};

/** An admin's invalid correction. */
const refusedCorrection = (name: string, overrides: () => Fields, without: Attack["without"]): Attack => ({
  name: `${name} is refused`,
  as: ADMINS,
  run: async (fixtures, actor) => {
    const { id } = await seedReport(fixtures);
    return commit(fixtures.databaseAs(actor), correctionWrites(IDENTITIES[actor], id, CORRECTION, overrides()));
  },
  without,
});

describeAttacks("a correction is made by an admin and changes only title and priority", [
  {
    name: "a member's correction is refused",
    as: ["member", "another member"],
    run: async (fixtures, actor) => {
      const { id } = await seedReport(fixtures);
      return commit(fixtures.databaseAs(actor), correctionWrites(IDENTITIES[actor], id, CORRECTION));
    },
    without: { find: "return isAdmin()\n        && changedFields()", replace: "return changedFields()" },
  },
  ...Object.entries({
    description: "Nothing to see.",
    websiteUrl: "https://example.org",
    status: "IN_PROGRESS",
    reporter: "Ada",
    createdAt: Timestamp.fromMillis(0),
    votes: 5,
  }).map(([field, value]) =>
    refusedCorrection(`a correction that also changes ${field}`, () => ({ [field]: value }), ONLY_CORRECTABLE_FIELDS),
  ),
  ...FORGED_TIMES.map(([when, offsetMs]) =>
    refusedCorrection(`a correction dated ${when}`, () => ({ editedAt: fromNow(offsetMs) }), EDITED_NOW),
  ),
  refusedCorrection(
    "a correction that sets handledByAdmin to a text",
    () => ({ handledByAdmin: "yes" }),
    IS_MARKED_AS_HANDLED,
  ),
  refusedCorrection(
    "a correction without handledByAdmin",
    () => ({ handledByAdmin: deleteField() }),
    IS_MARKED_AS_HANDLED,
  ),
  refusedCorrection("a correction to an empty title", () => ({ title: "" }), { find: "filledText(issue.title, 200)" }),
  refusedCorrection("a correction to an unknown priority", () => ({ priority: "URGENT" }), {
    find: "issue.priority in ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL']",
  }),
]);

describeAttacks("only an admin sets handledByAdmin, and nobody removes it", [
  {
    name: "an admin's step that sets handledByAdmin to a text is refused",
    as: ADMINS,
    run: async (fixtures, actor) => {
      const { id } = await seedReport(fixtures);
      return commit(fixtures.databaseAs(actor), stepWrites(admin, id, "IN_PROGRESS", { handledByAdmin: "yes" }));
    },
    without: KEEPS_HANDLED_MARK,
  },
  {
    name: "a member's amendment that sets handledByAdmin is refused",
    as: ["member", "another member"],
    run: async (fixtures, actor) => {
      const { id } = await seedReport(fixtures);
      const overrides = { report: { handledByAdmin: true } };
      return commit(fixtures.databaseAs(actor), amendmentWrites(IDENTITIES[actor], id, newId(), overrides));
    },
    without: { find: "(after == true && me().isAdmin)", replace: "after == true" },
  },
  {
    name: "an admin's amendment that sets handledByAdmin to a text is refused",
    as: ADMINS,
    run: async (fixtures, actor) => {
      const { id } = await seedReport(fixtures);
      const overrides = { report: { handledByAdmin: "yes" } };
      return commit(fixtures.databaseAs(actor), amendmentWrites(IDENTITIES[actor], id, newId(), overrides));
    },
    without: { find: "(after == true && me().isAdmin)", replace: "me().isAdmin" },
  },
  ...Object.entries({ "sets handledByAdmin to false": false, "removes handledByAdmin": deleteField() }).map(
    ([change, handledByAdmin]): Attack => ({
      name: `an amendment that ${change} is refused`,
      as: MEMBERS,
      run: async (fixtures, actor) => {
        const { id } = await seedReport(fixtures, { handledByAdmin: true });
        const overrides = { report: { handledByAdmin } };
        return commit(fixtures.databaseAs(actor), amendmentWrites(IDENTITIES[actor], id, newId(), overrides));
      },
      without: KEEPS_HANDLED_MARK,
    }),
  ),
]);

const TEXT_ONLY: RulesChange = { find: "amendment.diff(before).affectedKeys().hasOnly(['text', 'editedAt'])" };
const AMENDED_RECENTLY: RulesChange = { find: "isRecent(amendment.createdAt)" };
const AMENDED_NOW: RulesChange = { find: "amendment.editedAt == request.time" };

/** An invalid edit of one's own amendment, tried as every member. The stored amendment has `storedFields`. */
const refusedAmendmentEdit = (
  name: string,
  changes: Fields | ((actor: Actor) => Fields),
  without: Attack["without"],
  storedFields: Fields = {},
): Attack => ({
  name: `${name} is refused`,
  as: MEMBERS,
  run: async (fixtures, actor) => {
    const { id } = await seedNewAmendment(fixtures, IDENTITIES[actor], storedFields);
    const amendment = typeof changes === "function" ? changes(actor) : changes;
    return commit(fixtures.databaseAs(actor), amendmentEditWrites(IDENTITIES[actor], id, "a1", { amendment }));
  },
  without,
});

describeAttacks("an amendment is edited by its author within 15 minutes, and only its text changes", [
  {
    name: "an edit of another member's new amendment is refused",
    as: MEMBERS,
    run: async (fixtures, actor) => {
      const { id } = await seedNewAmendment(fixtures, otherMember(actor));
      return commit(fixtures.databaseAs(actor), amendmentEditWrites(IDENTITIES[actor], id, "a1"));
    },
    without: { find: "amendment.createdById == uid()" },
  },
  ...Object.entries({ "15 minutes": EDIT_LIMIT_MS, "a day": DAY_MS }).map(([age, ms]) =>
    refusedAmendmentEdit(`an edit of an amendment ${age} after it was written`, {}, AMENDED_RECENTLY, {
      createdAt: timeAgo(ms),
    }),
  ),
  ...Object.entries({ createdBy: "Otti", byAdmin: false, note: "x" }).map(([field, value]) =>
    refusedAmendmentEdit(`an edit that changes the amendment's ${field}`, { [field]: value }, TEXT_ONLY),
  ),
  refusedAmendmentEdit(
    "an edit that changes the amendment's author",
    (actor) => ({ createdById: otherMember(actor).uid }),
    [TEXT_ONLY, { find: "amendment.createdById == uid()" }],
  ),
  refusedAmendmentEdit(
    "an edit that sets an old amendment's creation time to now",
    { createdAt: serverTimestamp() },
    TEXT_ONLY,
    {
      createdAt: timeAgo(DAY_MS),
    },
  ),
  ...FORGED_TIMES.map(([when, offsetMs]) =>
    refusedAmendmentEdit(`an edit of an amendment dated ${when}`, () => ({ editedAt: fromNow(offsetMs) }), AMENDED_NOW),
  ),
  refusedAmendmentEdit("an edit of an amendment whose admin mark is a text", {}, ONLY_ADMINS_SET_MARK, {
    byAdmin: "yes",
  }),
  refusedAmendmentEdit("an edit of an amendment without an edit time", { editedAt: deleteField() }, AMENDED_NOW),
  refusedAmendmentEdit(
    "an edit of an amendment to a blank text",
    { text: " " },
    { find: "filledText(amendment.text, 4000)" },
  ),
  refusedAmendmentEdit(
    "an edit of an amendment to 4,001 characters",
    { text: "x".repeat(4_001) },
    { find: "filledText(amendment.text, 4000)" },
  ),
  {
    name: "an edit that also changes a second amendment of the same author is refused",
    as: MEMBERS,
    run: async (fixtures, actor) => {
      const amendments = { a1: newAmendment(IDENTITIES[actor]), a2: newAmendment(IDENTITIES[actor]) };
      const { id } = await seedReport(fixtures, { amendments, lastAmendment: "a2" });
      const secondChange = { report: { "amendments.a2.text": "And this." } };
      return commit(fixtures.databaseAs(actor), amendmentEditWrites(IDENTITIES[actor], id, "a1", secondChange));
    },
    without: { find: "after.diff(before).affectedKeys() == [id].toSet()" },
  },
  {
    name: "a former admin's edit of their own amendment with the admin mark is refused",
    run: async (fixtures) => {
      const formerAdmin = await seedFormerAdmin(fixtures);
      const { id } = await seedNewAmendment(fixtures, formerAdmin, { byAdmin: true });
      return commit(fixtures.databaseAsUser(formerAdmin.uid), amendmentEditWrites(formerAdmin, id, "a1"));
    },
    without: ONLY_ADMINS_SET_MARK,
  },
  {
    name: "an edit of an amendment to 2,501 bytes is refused if the report has 25 other amendments",
    as: MEMBERS,
    run: async (fixtures, actor) => {
      const { id } = await seedAfterAmendments(fixtures, 25, newAmendment(IDENTITIES[actor]));
      const tooLong = { text: "x".repeat(2_501) };
      return commit(
        fixtures.databaseAs(actor),
        amendmentEditWrites(IDENTITIES[actor], id, "a1", { amendment: tooLong }),
      );
    },
    without: { find: "after[id].text.toUtf8().size() <= 2500" },
  },
]);

describe("allowed edits", () => {
  const fixtures = useFixtures();
  const readStoredReport = async (id: string) =>
    (await getDoc(doc(fixtures().databaseWithoutRules, "issues", id))).data()!;

  test("a reporter may edit every text and the priority several times within 15 minutes", async () => {
    const { id } = await seedNewReport(fixtures(), member, { createdAt: timeAgo(EDIT_LIMIT_MS - 10_000) });
    const details = { reproductionSteps: "1", expectedResult: "2", actualResult: "3", problemItSolves: "4" };
    const allTexts = { ...EDIT, ...details, howItWorks: "5", websiteUrl: "https://example.org" };
    await assertSucceeds(commit(fixtures().databaseAs("member"), editWrites(member, id, allTexts)));
    await assertSucceeds(commit(fixtures().databaseAs("member"), editWrites(member, id, { title: "A third title" })));
    const { editedAt, updatedAt, ...otherFields } = await readStoredReport(id);
    expect(otherFields).toMatchObject({ ...allTexts, title: "A third title", updatedBy: member.uid });
    expect(editedAt).toEqual(updatedAt);
  });

  test("a reporter may edit a report after an admin's step and amendment that do not set handledByAdmin", async () => {
    const { id } = await seedNewReport(fixtures());
    const unmarked = { handledByAdmin: deleteField() };
    await assertSucceeds(commit(fixtures().databaseAs("admin"), stepWrites(admin, id, "IN_PROGRESS", unmarked)));
    await assertSucceeds(
      commit(fixtures().databaseAs("admin"), amendmentWrites(admin, id, newId(), { report: unmarked })),
    );
    await assertSucceeds(commit(fixtures().databaseAs("member"), editWrites(member, id, EDIT)));
  });

  test("a reporter may edit a report after another member's amendment and vote", async () => {
    const { id } = await seedNewReport(fixtures());
    await assertSucceeds(commit(fixtures().databaseAs("another member"), amendmentWrites(anotherMember, id, newId())));
    await assertSucceeds(commit(fixtures().databaseAs("another member"), voteWrites(anotherMember.uid, id)));
    await assertSucceeds(commit(fixtures().databaseAs("member"), editWrites(member, id, EDIT)));
  });

  test("an admin may edit their own new report without handledByAdmin, and correct it after a step", async () => {
    const { id } = await seedNewReport(fixtures(), admin, { byAdmin: true });
    await assertSucceeds(commit(fixtures().databaseAs("admin"), editWrites(admin, id, EDIT)));
    expect(await readStoredReport(id)).not.toHaveProperty("handledByAdmin");
    await assertSucceeds(commit(fixtures().databaseAs("admin"), stepWrites(admin, id, "IN_PROGRESS")));
    await assertFails(commit(fixtures().databaseAs("admin"), editWrites(admin, id, { description: "Too late." })));
    await assertSucceeds(commit(fixtures().databaseAs("admin"), correctionWrites(admin, id, { title: "Corrected" })));
    await assertSucceeds(commit(fixtures().databaseAs("admin"), correctionWrites(admin, id, { priority: "LOW" })));
    expect(await readStoredReport(id)).toMatchObject({ title: "Corrected", priority: "LOW", handledByAdmin: true });
  });

  test("a member and an admin may edit their own amendments, even one that is not the last", async () => {
    const amendments = { a1: newAmendment(member), a2: newAmendment(admin, { byAdmin: true }) };
    // An amendment can be edited even after an admin has handled the report.
    const { id } = await seedReport(fixtures(), { amendments, lastAmendment: "a2", handledByAdmin: true });
    await assertSucceeds(
      commit(
        fixtures().databaseAs("member"),
        amendmentEditWrites(member, id, "a1", { amendment: { text: "Better." } }),
      ),
    );
    await assertSucceeds(
      commit(fixtures().databaseAs("admin"), amendmentEditWrites(admin, id, "a2", { amendment: { text: "Clearer." } })),
    );
    const report = await readStoredReport(id);
    expect(report.amendments.a1).toMatchObject({ text: "Better.", createdBy: member.username });
    expect(report.amendments.a2).toMatchObject({ text: "Clearer.", byAdmin: true, editedAt: report.updatedAt });
  });

  test("the 25th amendment may be edited to 4,000 characters of three bytes", async () => {
    // The limit of 2,500 bytes begins with the 26th amendment.
    const { id } = await seedAfterAmendments(fixtures(), 24, newAmendment(member));
    const longest = { text: "語".repeat(LIMITS.amendmentLength) };
    await assertSucceeds(
      commit(fixtures().databaseAs("member"), amendmentEditWrites(member, id, "a1", { amendment: longest })),
    );
  });

  test("a restored report keeps its edit time and handledByAdmin, which the restore cannot remove", async () => {
    const { id, fields } = await seedReport(fixtures(), { editedAt: timeAgo(MINUTE_MS), handledByAdmin: true });
    await assertSucceeds(commit(fixtures().databaseAs("admin"), deletionWrites(admin, id, fields)));
    const { handledByAdmin: _, ...unmarked } = fields;
    await assertFails(commit(fixtures().databaseAs("admin"), restoreWrites(admin, id, unmarked)));
    await assertSucceeds(commit(fixtures().databaseAs("admin"), restoreWrites(admin, id, fields)));
    expect(await readStoredReport(id)).toMatchObject({ editedAt: fields.editedAt, handledByAdmin: true });
  });
});
