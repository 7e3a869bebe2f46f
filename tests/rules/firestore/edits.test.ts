import { assertFails, assertSucceeds } from "@firebase/rules-unit-testing";
import { LIMITS } from "@logbook/domain";
import { deleteField, doc, getDoc, serverTimestamp, Timestamp } from "firebase/firestore";
import { describe, expect, test } from "vitest";
import { type Actor, ADMINS, IDENTITIES, MEMBERS, memberFields, NOBODY, otherMember } from "../shared/actors.ts";
import {
  amend,
  commit,
  correct,
  edit,
  editAmendment,
  type Fields,
  fromNow,
  newId,
  OTHER_TIMES,
  remove,
  restore,
  step,
  storedAmendment,
  vote,
} from "../shared/builders.ts";
import { type Attack, describeAccess, describeAttacks, type RulesChange } from "./expectations.ts";
import { type RulesFixtures, useFixtures } from "./fixtures.ts";
import { seed, seedIssue } from "./seeds.ts";

const { member, "another member": other, admin } = IDENTITIES;
const MINUTE_MS = 60_000;
const LIMIT_MS = LIMITS.editMinutes * MINUTE_MS;
const ago = (ms: number): Timestamp => Timestamp.fromMillis(Date.now() - ms);

/** A report that its reporter filed a minute ago. */
const seedNew = (fixtures: RulesFixtures, actor: Actor = "member", overrides: Fields = {}) =>
  seedIssue(fixtures, { createdAt: ago(MINUTE_MS), ...overrides }, IDENTITIES[actor]);
/** An old report with an amendment that its author wrote a minute ago. */
const seedAmended = (fixtures: RulesFixtures, actor: Actor = "member", overrides: Fields = {}) => {
  const amendments = { a1: storedAmendment(IDENTITIES[actor], { createdAt: ago(MINUTE_MS), ...overrides }) };
  return seedIssue(fixtures, { amendments, lastAmendment: "a1" });
};
/** A member whose admin role was taken away. */
const seedFormerAdmin = async (fixtures: RulesFixtures) => {
  const formerAdmin = { uid: newId(), username: "Former" };
  await seed(fixtures, "members", { ...memberFields(formerAdmin.username) }, formerAdmin.uid);
  return formerAdmin;
};

const TEXTS = { title: "Another title", description: "Another text.", priority: "HIGH", environmentInfo: "Firefox" };
const SHORT_TEXTS = { title: "Another title", priority: "HIGH" };

describeAccess("edits", [
  {
    operation: "edit their own report a minute after filing it",
    allowed: MEMBERS,
    run: async (fixtures, actor) =>
      commit(fixtures.as(actor), edit(IDENTITIES[actor], (await seedNew(fixtures, actor)).id, TEXTS)),
  },
  {
    operation: "edit their own report a day after filing it",
    allowed: NOBODY,
    run: async (fixtures, actor) =>
      commit(fixtures.as(actor), edit(IDENTITIES[actor], (await seedIssue(fixtures, {}, IDENTITIES[actor])).id, TEXTS)),
  },
  {
    operation: "edit another member's report a minute after its filing",
    allowed: NOBODY,
    run: async (fixtures, actor) => {
      const reporter = actor === "another member" ? "member" : "another member";
      return commit(fixtures.as(actor), edit(IDENTITIES[actor], (await seedNew(fixtures, reporter)).id, TEXTS));
    },
  },
  {
    operation: "correct title and priority of another member's old report",
    allowed: ADMINS,
    run: async (fixtures, actor) => {
      const { id } = await seedIssue(fixtures, {}, otherMember(actor));
      return commit(fixtures.as(actor), correct(IDENTITIES[actor], id, SHORT_TEXTS));
    },
  },
  {
    operation: "edit their own amendment a minute after writing it",
    allowed: MEMBERS,
    run: async (fixtures, actor) =>
      commit(fixtures.as(actor), editAmendment(IDENTITIES[actor], (await seedAmended(fixtures, actor)).id, "a1")),
  },
  {
    operation: "edit their own amendment a day after writing it",
    allowed: NOBODY,
    run: async (fixtures, actor) => {
      const { id } = await seedAmended(fixtures, actor, { createdAt: ago(86_400_000) });
      return commit(fixtures.as(actor), editAmendment(IDENTITIES[actor], id, "a1"));
    },
  },
  {
    operation: "edit another member's amendment a minute after its writing",
    allowed: NOBODY,
    run: async (fixtures, actor) => {
      const author = actor === "another member" ? "member" : "another member";
      return commit(
        fixtures.as(actor),
        editAmendment(IDENTITIES[actor], (await seedAmended(fixtures, author)).id, "a1"),
      );
    },
  },
]);

const IS_REPORTER: RulesChange = { find: "resource.data.reporterId == uid()" };
const RECENT: RulesChange = { find: "isRecent(resource.data.createdAt)" };
const NOT_HANDLED: RulesChange = { find: "!isHandled(resource.data)" };
const EDITED_NOW: RulesChange = { find: "issue.editedAt == request.time" };
const TRUE_MARK: RulesChange = { find: "written.get('byAdmin', false) in [false, me().isAdmin]" };
const EDITABLE: RulesChange = {
  find: "'howItWorks', 'editedAt', 'updatedAt',\n          'updatedBy'])",
  replace:
    "'howItWorks', 'editedAt', 'updatedAt',\n          'updatedBy', 'number', 'type', 'status', 'reporter', 'reporterId', 'attachments', 'amendments', 'lastAmendment', 'createdAt', 'votes', 'handledByAdmin', 'byAdmin', 'note'])",
};

/** An edit of one's own new report, tried as everyone who may edit. */
const refused = (
  name: string,
  texts: Fields | ((actor: Actor) => Fields),
  without: Attack["without"],
  report: Fields = {},
): Attack => ({
  name: `${name} is refused`,
  as: MEMBERS,
  run: async (fixtures, actor) => {
    const { id } = await seedNew(fixtures, actor, report);
    const fields = typeof texts === "function" ? texts(actor) : texts;
    return commit(fixtures.as(actor), edit(IDENTITIES[actor], id, { description: "Another text." }, fields));
  },
  without,
});

describeAttacks("an edit is made by the reporter within 15 minutes", [
  {
    name: "an edit of another member's new report is refused",
    as: MEMBERS,
    run: async (fixtures, actor) => {
      const { id } = await seedIssue(fixtures, { createdAt: ago(MINUTE_MS) }, otherMember(actor));
      return commit(fixtures.as(actor), edit(IDENTITIES[actor], id, TEXTS));
    },
    without: IS_REPORTER,
  },
  ...[LIMIT_MS, LIMIT_MS + 1_000, 86_400_000].map(
    (ms): Attack => ({
      name: `an edit ${ms / MINUTE_MS} minutes after filing is refused`,
      as: MEMBERS,
      run: async (fixtures, actor) => {
        const { id } = await seedNew(fixtures, actor, { createdAt: ago(ms) });
        return commit(fixtures.as(actor), edit(IDENTITIES[actor], id, TEXTS));
      },
      without: RECENT,
    }),
  ),
  {
    name: "an edit of a report without a creation time is refused",
    as: MEMBERS,
    run: async (fixtures, actor) => {
      const { id } = await seedNew(fixtures, actor, { createdAt: "today" });
      return commit(fixtures.as(actor), edit(IDENTITIES[actor], id, TEXTS));
    },
    without: RECENT,
  },
  ...Object.entries({
    "a step": (id: string) => [step(admin, id, "IN_PROGRESS")],
    "a step forward and back": (id: string) => [step(admin, id, "IN_PROGRESS"), step(admin, id, "OPEN")],
    "an amendment": (id: string) => [amend(admin, id, newId())],
    "a correction": (id: string) => [correct(admin, id, SHORT_TEXTS)],
  }).map(
    ([event, batches]): Attack => ({
      name: `an edit after ${event} by an admin, and an amendment by a member, is refused`,
      as: MEMBERS,
      run: async (fixtures, actor) => {
        const { id } = await seedNew(fixtures, actor);
        for (const writes of batches(id)) await commit(fixtures.as("admin"), writes);
        await commit(fixtures.as("another member"), amend(other, id, newId()));
        return commit(fixtures.as(actor), edit(IDENTITIES[actor], id, TEXTS));
      },
      without: NOT_HANDLED,
    }),
  ),
  {
    name: "a former admin's edit of their own report with the admin mark is refused",
    run: async (fixtures) => {
      const formerAdmin = await seedFormerAdmin(fixtures);
      const report = { createdAt: ago(MINUTE_MS), byAdmin: true };
      const { id } = await seedIssue(fixtures, report, formerAdmin);
      return commit(fixtures.signedIn(formerAdmin.uid), edit(formerAdmin, id, TEXTS));
    },
    without: TRUE_MARK,
  },
  {
    name: "an edit of one's own report whose admin mark is a text is refused, even to an admin",
    as: MEMBERS,
    run: async (fixtures, actor) => {
      const { id } = await seedNew(fixtures, actor, { byAdmin: "yes" });
      return commit(fixtures.as(actor), edit(IDENTITIES[actor], id, TEXTS));
    },
    without: TRUE_MARK,
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
    refused(`an edit that also changes ${field}`, { [field]: value }, EDITABLE, {
      amendments: { a1: storedAmendment(member) },
    }),
  ),
  ...OTHER_TIMES.flatMap(([when, offMs]) => [
    refused(`an edit dated ${when}`, () => ({ editedAt: fromNow(offMs) }), EDITED_NOW),
    refused(`an edit whose update time is ${when}`, () => ({ updatedAt: fromNow(offMs) }), [
      { find: "request.resource.data.updatedAt == request.time" },
      { find: "getAfter(issuePath(id)).data.updatedAt == request.time" },
    ]),
  ]),
  refused("an edit that is not dated", () => ({ editedAt: deleteField() }), EDITED_NOW, { editedAt: ago(1_000) }),
  {
    name: "a new title alone that is not dated is refused",
    as: MEMBERS,
    run: async (fixtures, actor) => {
      const { id } = await seedNew(fixtures, actor);
      const undated = { editedAt: deleteField() };
      return commit(fixtures.as(actor), edit(IDENTITIES[actor], id, { title: "Another title" }, undated));
    },
    without: EDITED_NOW,
  },
  refused("an edit in another member's name", (actor) => ({ updatedBy: otherMember(actor).uid }), {
    find: "request.resource.data.updatedBy == uid()",
  }),
  refused("an edit with an empty title", { title: " " }, { find: "filledText(issue.title, 200)" }),
  refused("an edit with a long title", { title: "x".repeat(201) }, { find: "filledText(issue.title, 200)" }),
  refused(
    "an edit without a description",
    { description: deleteField() },
    { find: "filledText(issue.description, 10000)" },
  ),
  refused(
    "an edit with an unknown priority",
    { priority: "URGENT" },
    { find: "issue.priority in ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL']" },
  ),
  refused(
    "an edit with a script's address",
    { websiteUrl: "javascript:0" },
    { find: "webAddress(issue.websiteUrl, 2000)" },
  ),
  ...["reproductionSteps", "environmentInfo", "expectedResult", "actualResult", "problemItSolves", "howItWorks"].map(
    (field) =>
      refused(`an edit with a long ${field}`, { [field]: "x".repeat(10_001) }, { find: `text(issue.${field}, 10000)` }),
  ),
  {
    name: "an edit that does not move the board is refused",
    as: MEMBERS,
    run: async (fixtures, actor) => {
      const { id } = await seedNew(fixtures, actor);
      return commit(fixtures.as(actor), edit(IDENTITIES[actor], id, TEXTS).slice(0, 1));
    },
    without: { find: "boardMovesOn(id)\n        && ((stampedByMe()", replace: "true\n        && ((stampedByMe()" },
  },
]);

const CORRECTED: RulesChange = {
  find: "hasOnly(['title', 'priority', 'handledByAdmin', 'editedAt', 'updatedAt', 'updatedBy'])",
  replace:
    "hasOnly(['title', 'priority', 'handledByAdmin', 'editedAt', 'updatedAt', 'updatedBy', 'description', 'websiteUrl', 'status', 'reporter', 'createdAt', 'votes'])",
};
const MARKED: RulesChange = { find: "isHandled(issue) == true && ", replace: "" };
/** The check of `handledByAdmin` in amendments and steps. */
const KEEPS_MARK: RulesChange = {
  find: "return after == isHandled(resource.data) || (after == true && me().isAdmin);",
  replace: "return true;",
};

const wrongCorrection = (name: string, overrides: () => Fields, without: Attack["without"]): Attack => ({
  name: `${name} is refused`,
  as: ADMINS,
  run: async (fixtures, actor) => {
    const { id } = await seedIssue(fixtures);
    return commit(fixtures.as(actor), correct(IDENTITIES[actor], id, SHORT_TEXTS, overrides()));
  },
  without,
});

describeAttacks("a correction is made by an admin and changes only title and priority", [
  {
    name: "a member's correction is refused",
    as: ["member", "another member"],
    run: async (fixtures, actor) => {
      const { id } = await seedIssue(fixtures);
      return commit(fixtures.as(actor), correct(IDENTITIES[actor], id, SHORT_TEXTS));
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
    wrongCorrection(`a correction that also changes ${field}`, () => ({ [field]: value }), CORRECTED),
  ),
  ...OTHER_TIMES.map(([when, offMs]) =>
    wrongCorrection(`a correction dated ${when}`, () => ({ editedAt: fromNow(offMs) }), EDITED_NOW),
  ),
  wrongCorrection("a correction that sets the mark to a text", () => ({ handledByAdmin: "yes" }), MARKED),
  wrongCorrection("a correction without the mark", () => ({ handledByAdmin: deleteField() }), MARKED),
  wrongCorrection("a correction to an empty title", () => ({ title: "" }), { find: "filledText(issue.title, 200)" }),
  wrongCorrection("a correction to an unknown priority", () => ({ priority: "URGENT" }), {
    find: "issue.priority in ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL']",
  }),
]);

describeAttacks("only an admin marks a report as handled, and nobody removes the mark", [
  {
    name: "an admin's step that sets the mark to a text is refused",
    as: ADMINS,
    run: async (fixtures, actor) => {
      const { id } = await seedIssue(fixtures);
      return commit(fixtures.as(actor), step(admin, id, "IN_PROGRESS", { handledByAdmin: "yes" }));
    },
    without: KEEPS_MARK,
  },
  {
    name: "a member's amendment that sets the mark is refused",
    as: ["member", "another member"],
    run: async (fixtures, actor) => {
      const { id } = await seedIssue(fixtures);
      return commit(fixtures.as(actor), amend(IDENTITIES[actor], id, newId(), {}, { handledByAdmin: true }));
    },
    without: { find: "(after == true && me().isAdmin)", replace: "after == true" },
  },
  {
    name: "an admin's amendment that sets the mark to a text is refused",
    as: ADMINS,
    run: async (fixtures, actor) => {
      const { id } = await seedIssue(fixtures);
      return commit(fixtures.as(actor), amend(IDENTITIES[actor], id, newId(), {}, { handledByAdmin: "yes" }));
    },
    without: { find: "(after == true && me().isAdmin)", replace: "me().isAdmin" },
  },
  ...[false, deleteField()].map(
    (handledByAdmin, index): Attack => ({
      name: `an amendment that removes the mark is refused (${index === 0 ? "set to false" : "removed"})`,
      as: MEMBERS,
      run: async (fixtures, actor) => {
        const { id } = await seedIssue(fixtures, { handledByAdmin: true });
        return commit(fixtures.as(actor), amend(IDENTITIES[actor], id, newId(), {}, { handledByAdmin }));
      },
      without: KEEPS_MARK,
    }),
  ),
]);

const TEXT_ONLY: RulesChange = { find: "amendment.diff(before).affectedKeys().hasOnly(['text', 'editedAt'])" };
const AMENDED_RECENTLY: RulesChange = { find: "isRecent(amendment.createdAt)" };
const AMENDED_NOW: RulesChange = { find: "amendment.editedAt == request.time" };

/** An edit of one's own new amendment, tried as everyone who may edit it. */
const wrongAmendment = (
  name: string,
  entry: Fields | ((actor: Actor) => Fields),
  without: Attack["without"],
  stored: Fields = {},
): Attack => ({
  name: `${name} is refused`,
  as: MEMBERS,
  run: async (fixtures, actor) => {
    const { id } = await seedAmended(fixtures, actor, stored);
    const fields = typeof entry === "function" ? entry(actor) : entry;
    return commit(fixtures.as(actor), editAmendment(IDENTITIES[actor], id, "a1", fields));
  },
  without,
});

describeAttacks("an edit of an amendment is made by its author within 15 minutes and changes only the text", [
  {
    name: "an edit of another member's new amendment is refused",
    as: MEMBERS,
    run: async (fixtures, actor) => {
      const amendments = { a1: storedAmendment(otherMember(actor), { createdAt: ago(MINUTE_MS) }) };
      const { id } = await seedIssue(fixtures, { amendments, lastAmendment: "a1" });
      return commit(fixtures.as(actor), editAmendment(IDENTITIES[actor], id, "a1"));
    },
    without: { find: "amendment.createdById == uid()" },
  },
  ...[LIMIT_MS, 86_400_000].map((ms) =>
    wrongAmendment(`an edit of an amendment ${ms / MINUTE_MS} minutes later`, {}, AMENDED_RECENTLY, {
      createdAt: ago(ms),
    }),
  ),
  ...Object.entries({ createdBy: "Otti", byAdmin: false, note: "x" }).map(([field, value]) =>
    wrongAmendment(`an edit that changes the amendment's ${field}`, { [field]: value }, TEXT_ONLY),
  ),
  wrongAmendment("an edit that changes the amendment's author", (actor) => ({ createdById: otherMember(actor).uid }), [
    TEXT_ONLY,
    { find: "amendment.createdById == uid()" },
  ]),
  wrongAmendment(
    "an edit that sets an old amendment's creation time to now",
    { createdAt: serverTimestamp() },
    TEXT_ONLY,
    {
      createdAt: ago(86_400_000),
    },
  ),
  ...OTHER_TIMES.map(([when, offMs]) =>
    wrongAmendment(`an edit of an amendment dated ${when}`, () => ({ editedAt: fromNow(offMs) }), AMENDED_NOW),
  ),
  wrongAmendment("an edit of an amendment whose mark is a text", {}, TRUE_MARK, { byAdmin: "yes" }),
  wrongAmendment("an edit of an amendment that is not dated", { editedAt: deleteField() }, AMENDED_NOW),
  wrongAmendment("an edit to an empty amendment", { text: " " }, { find: "filledText(amendment.text, 4000)" }),
  wrongAmendment(
    "an edit to a long amendment",
    { text: "x".repeat(4_001) },
    { find: "filledText(amendment.text, 4000)" },
  ),
  {
    name: "an edit that also changes another amendment of one's own is refused",
    as: MEMBERS,
    run: async (fixtures, actor) => {
      const entry = () => storedAmendment(IDENTITIES[actor], { createdAt: ago(MINUTE_MS) });
      const { id } = await seedIssue(fixtures, { amendments: { a1: entry(), a2: entry() }, lastAmendment: "a2" });
      const more = { "amendments.a2.text": "And this." };
      return commit(fixtures.as(actor), editAmendment(IDENTITIES[actor], id, "a1", {}, more));
    },
    without: { find: "after.diff(before).affectedKeys() == [id].toSet()" },
  },
  {
    name: "a former admin's edit of their own amendment with the admin mark is refused",
    run: async (fixtures) => {
      const formerAdmin = await seedFormerAdmin(fixtures);
      const amendments = { a1: storedAmendment(formerAdmin, { createdAt: ago(MINUTE_MS), byAdmin: true }) };
      const { id } = await seedIssue(fixtures, { amendments, lastAmendment: "a1" });
      return commit(fixtures.signedIn(formerAdmin.uid), editAmendment(formerAdmin, id, "a1"));
    },
    without: TRUE_MARK,
  },
  {
    name: "an edit to 2,501 bytes is refused if the report has 25 other amendments",
    as: MEMBERS,
    run: async (fixtures, actor) => {
      const old = Array.from({ length: 25 }, (_, index) => [`old-${index}`, storedAmendment(member)]);
      const a1 = storedAmendment(IDENTITIES[actor], { createdAt: ago(MINUTE_MS) });
      const { id } = await seedIssue(fixtures, { amendments: { ...Object.fromEntries(old), a1 }, lastAmendment: "a1" });
      return commit(fixtures.as(actor), editAmendment(IDENTITIES[actor], id, "a1", { text: "x".repeat(2_501) }));
    },
    without: { find: "after[id].text.toUtf8().size() <= 2500" },
  },
]);

describe("allowed edits", () => {
  const fixtures = useFixtures();
  const stored = async (id: string) => (await getDoc(doc(fixtures().stored, "issues", id))).data()!;

  test("a reporter may edit every text and the priority, again and again, almost until the 15 minutes end", async () => {
    const { id } = await seedNew(fixtures(), "member", { createdAt: ago(LIMIT_MS - 10_000) });
    const details = { reproductionSteps: "1", expectedResult: "2", actualResult: "3", problemItSolves: "4" };
    const all = { ...TEXTS, ...details, howItWorks: "5", websiteUrl: "https://example.org" };
    await assertSucceeds(commit(fixtures().as("member"), edit(member, id, all)));
    await assertSucceeds(commit(fixtures().as("member"), edit(member, id, { title: "A third title" })));
    const { editedAt, updatedAt, ...after } = await stored(id);
    expect(after).toMatchObject({ ...all, title: "A third title", updatedBy: member.uid });
    expect(editedAt).toEqual(updatedAt);
  });

  test("an admin's step and amendment without the mark are valid, and leave the report as editable as before", async () => {
    const { id } = await seedNew(fixtures());
    const unmarked = { handledByAdmin: deleteField() };
    await assertSucceeds(commit(fixtures().as("admin"), step(admin, id, "IN_PROGRESS", unmarked)));
    await assertSucceeds(commit(fixtures().as("admin"), amend(admin, id, newId(), {}, unmarked)));
    await assertSucceeds(commit(fixtures().as("member"), edit(member, id, TEXTS)));
  });

  test("a member's amendment and vote leave a report as editable as before", async () => {
    const { id } = await seedNew(fixtures());
    await assertSucceeds(commit(fixtures().as("another member"), amend(other, id, newId())));
    await assertSucceeds(commit(fixtures().as("another member"), vote(other.uid, id)));
    await assertSucceeds(commit(fixtures().as("member"), edit(member, id, TEXTS)));
  });

  test("an admin may edit their own new report, which counts as no correction, and correct it after a step", async () => {
    const { id } = await seedNew(fixtures(), "admin", { byAdmin: true });
    await assertSucceeds(commit(fixtures().as("admin"), edit(admin, id, TEXTS)));
    expect(await stored(id)).not.toHaveProperty("handledByAdmin");
    await assertSucceeds(commit(fixtures().as("admin"), step(admin, id, "IN_PROGRESS")));
    await assertFails(commit(fixtures().as("admin"), edit(admin, id, { description: "Too late." })));
    await assertSucceeds(commit(fixtures().as("admin"), correct(admin, id, { title: "Corrected" })));
    await assertSucceeds(commit(fixtures().as("admin"), correct(admin, id, { priority: "LOW" })));
    expect(await stored(id)).toMatchObject({ title: "Corrected", priority: "LOW", handledByAdmin: true });
  });

  test("an author may edit an amendment that is not the last one, and an admin may edit their own", async () => {
    const amendments = {
      a1: storedAmendment(member, { createdAt: ago(MINUTE_MS) }),
      a2: storedAmendment(admin, { createdAt: ago(MINUTE_MS), byAdmin: true }),
    };
    const { id } = await seedIssue(fixtures(), { amendments, lastAmendment: "a2", handledByAdmin: true });
    await assertSucceeds(commit(fixtures().as("member"), editAmendment(member, id, "a1", { text: "Better." })));
    await assertSucceeds(commit(fixtures().as("admin"), editAmendment(admin, id, "a2", { text: "Clearer." })));
    const after = await stored(id);
    expect(after.amendments.a1).toMatchObject({ text: "Better.", createdBy: member.username });
    expect(after.amendments.a2).toMatchObject({ text: "Clearer.", byAdmin: true, editedAt: after.updatedAt });
  });

  test("the text of the 25th amendment may be edited to the full length", async () => {
    const old = Array.from({ length: 24 }, (_, index) => [`old-${index}`, storedAmendment(member)]);
    const a1 = storedAmendment(member, { createdAt: ago(MINUTE_MS) });
    const { id } = await seedIssue(fixtures(), { amendments: { ...Object.fromEntries(old), a1 }, lastAmendment: "a1" });
    const text = "語".repeat(LIMITS.amendmentLength);
    await assertSucceeds(commit(fixtures().as("member"), editAmendment(member, id, "a1", { text })));
  });

  test("a restored report keeps its edit time and its mark as handled, and a restore cannot remove the mark", async () => {
    const { id, fields } = await seedIssue(fixtures(), { editedAt: ago(MINUTE_MS), handledByAdmin: true });
    await assertSucceeds(commit(fixtures().as("admin"), remove(admin, id, fields)));
    const { handledByAdmin: _, ...unmarked } = fields;
    await assertFails(commit(fixtures().as("admin"), restore(admin, id, unmarked)));
    await assertSucceeds(commit(fixtures().as("admin"), restore(admin, id, fields)));
    expect(await stored(id)).toMatchObject({ editedAt: fields.editedAt, handledByAdmin: true });
  });
});
