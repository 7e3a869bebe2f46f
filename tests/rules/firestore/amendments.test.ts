import { assertFails, assertSucceeds } from "@firebase/rules-unit-testing";
import { DETAIL_FIELDS, LIMITS } from "@logbook/domain";
import { deleteField, doc, getDoc, serverTimestamp, Timestamp, updateDoc } from "firebase/firestore";
import { describe, expect, test } from "vitest";
import { type Actor, IDENTITIES, MEMBERS, memberFields, otherMember } from "../shared/actors.ts";
import {
  amend,
  amendment,
  attachment,
  boardWrite,
  commit,
  edit,
  editAmendment,
  type Fields,
  fileIssue,
  fromNow,
  newId,
  OTHER_TIMES,
  remove,
  restore,
  step,
  storedAmendment,
} from "../shared/builders.ts";
import { type Attack, describeAttacks, type RulesChange } from "./expectations.ts";
import { type RulesFixtures, useFixtures } from "./fixtures.ts";
import { seed, seedBoard, seedIssue } from "./seeds.ts";

const { member, "another member": other, admin } = IDENTITIES;

/** A report with one amendment of the member's, `old`. */
const seedAmended = (fixtures: RulesFixtures) =>
  seedIssue(fixtures, { amendments: { old: storedAmendment(member) }, lastAmendment: "old" });

interface Attempt {
  amendmentId?: string;
  entry?: Fields;
  issue?: Fields;
}

/** An invalid amendment of the member's report, tried as everyone who may amend. */
const refused = (name: string, attempt: Attempt | ((actor: Actor) => Attempt), without: Attack["without"]): Attack => ({
  name: `${name} is refused`,
  as: MEMBERS,
  run: async (fixtures, actor) => {
    const { amendmentId, entry, issue } = typeof attempt === "function" ? attempt(actor) : attempt;
    const { id } = await seedAmended(fixtures);
    return commit(fixtures.as(actor), amend(IDENTITIES[actor], id, amendmentId ?? newId(), entry, issue));
  },
  without,
});

const ONLY_AMENDMENTS: RulesChange = {
  find: "changedFields().hasOnly(['amendments', 'lastAmendment', 'handledByAdmin', 'updatedAt', 'updatedBy'])",
};
const ONE_ENTRY: RulesChange = { find: "after.diff(before).affectedKeys() == [id].toSet()" };
const EDIT: readonly RulesChange[] = [
  { find: "amendment.diff(before).affectedKeys().hasOnly(['text', 'editedAt'])" },
  { find: "amendment.editedAt == request.time" },
];
const TEXT: RulesChange = { find: "filledText(amendment.text, 4000)" };
const CREATED_BY: RulesChange = { find: "amendment.createdBy == me().username" };
const CREATED_BY_ID: RulesChange = { find: "amendment.createdById == uid()" };
const CREATED_AT: RulesChange = { find: "amendment.createdAt == request.time" };
const ID: RulesChange = { find: "&& isId(id)\n", replace: "\n" };
const A_YEAR_AGO = Timestamp.fromMillis(Date.now() - 365 * 86_400_000);

describeAttacks("an amendment changes nothing else", [
  ...Object.entries({
    title: "Better title",
    description: "Nothing to see.",
    status: "IN_PROGRESS",
    priority: "CRITICAL",
    type: "feature",
    reporter: "Otto",
    reporterId: "otto",
    attachments: ["x"],
    createdAt: A_YEAR_AGO,
    votes: 5,
  }).map(([field, value]) =>
    refused(`an amendment that also changes ${field}`, { issue: { [field]: value } }, ONLY_AMENDMENTS),
  ),
  refused("an amendment that removes a field", { issue: { howItWorks: deleteField() } }, ONLY_AMENDMENTS),
]);

describeAttacks("an amendment is added alone, and leaves the others as they are", [
  {
    name: "an amendment sent a second time is refused",
    as: MEMBERS,
    run: async (fixtures, actor) => {
      const [{ id }, amendmentId] = [await seedIssue(fixtures), newId()];
      await commit(fixtures.as(actor), amend(IDENTITIES[actor], id, amendmentId));
      return commit(fixtures.as(actor), amend(IDENTITIES[actor], id, amendmentId));
    },
    without: EDIT,
  },
  refused(
    "a new amendment under the id of a stored one",
    { amendmentId: "old", entry: { text: "Never said that." } },
    EDIT,
  ),
  refused("removing an old amendment with a new one", { issue: { "amendments.old": deleteField() } }, ONE_ENTRY),
  refused(
    "changing an old amendment with a new one",
    { issue: { "amendments.old.text": "Never said that." } },
    ONE_ENTRY,
  ),
  refused(
    "a second amendment in the same write",
    { issue: { "amendments.second": amendment(other, { createdAt: A_YEAR_AGO }) } },
    ONE_ENTRY,
  ),
  refused("an amendment whose lastAmendment names no amendment", { issue: { lastAmendment: "none" } }, [
    ONE_ENTRY,
    { find: "isAmendment(after[id])" },
    { find: "isNewAmendment(after[id])" },
  ]),
  {
    name: "removing every amendment is refused",
    as: MEMBERS,
    run: async (fixtures, actor) => {
      const { id } = await seedAmended(fixtures);
      const { uid } = IDENTITIES[actor];
      const emptied = { amendments: {}, lastAmendment: "", updatedAt: serverTimestamp(), updatedBy: uid };
      return commit(fixtures.as(actor), [{ update: `issues/${id}`, fields: emptied }, boardWrite(id)]);
    },
    without: { find: "|| isOneAmendment()", replace: "|| true" },
  },
]);

describeAttacks("an amendment has its author's identity and the current time", [
  refused(
    "an amendment under another member's name",
    (actor) => ({ entry: { createdBy: otherMember(actor).username } }),
    CREATED_BY,
  ),
  refused(
    "an amendment under its author's name in capitals",
    (actor) => ({ entry: { createdBy: IDENTITIES[actor].username.toUpperCase() } }),
    CREATED_BY,
  ),
  refused(
    "an amendment under another member's id",
    (actor) => ({ entry: { createdById: otherMember(actor).uid } }),
    CREATED_BY_ID,
  ),
  refused(
    "an amendment with another member as updatedBy",
    (actor) => ({ issue: { updatedBy: otherMember(actor).uid } }),
    {
      find: "request.resource.data.updatedBy == uid()",
    },
  ),
  ...OTHER_TIMES.flatMap(([when, offMs]) => [
    refused(`an amendment dated ${when}`, () => ({ entry: { createdAt: fromNow(offMs) } }), CREATED_AT),
    refused(`an amendment whose update time is ${when}`, () => ({ issue: { updatedAt: fromNow(offMs) } }), [
      { find: "request.resource.data.updatedAt == request.time" },
      {
        find: "getAfter(issuePath(id)).data.updatedAt == request.time",
      },
    ]),
  ]),
]);

describeAttacks("an amendment has a text and nothing else", [
  ...Object.entries({ text: TEXT, createdBy: CREATED_BY, createdById: CREATED_BY_ID, createdAt: CREATED_AT }).map(
    ([field, without]): Attack => ({
      name: `an amendment without ${field} is refused`,
      as: MEMBERS,
      run: async (fixtures, actor) => {
        const { id } = await seedIssue(fixtures);
        const { [field]: _, ...entry } = amendment(IDENTITIES[actor]);
        return commit(fixtures.as(actor), amend(IDENTITIES[actor], id, "a1", {}, { "amendments.a1": entry }));
      },
      without,
    }),
  ),
  refused(
    "an amendment with an unknown field",
    { entry: { isAdmin: true } },
    {
      find: "['text', 'createdBy', 'createdById', 'createdAt', 'byAdmin']",
      replace: "['isAdmin', 'text', 'createdBy', 'createdById', 'createdAt']",
    },
  ),
  refused("an amendment of 4,001 characters", { entry: { text: "x".repeat(4_001) } }, TEXT),
  refused("an amendment without any text", { entry: { text: "" } }, TEXT),
  refused("an amendment of invisible characters", { entry: { text: "\u00a0\u200b\n" } }, TEXT),
  refused("an amendment with a control character", { entry: { text: "a\u0007b" } }, TEXT),
  refused("an amendment whose text is a list", { entry: { text: ["a"] } }, TEXT),
]);

const oldAmendments = (count: number, text = "Seen."): Fields =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`old-${index}`, storedAmendment(member, { text })]));

describeAttacks("amendments have valid ids, keep the limits and move the board", [
  ...["x", "i".repeat(65), "with space", "ünl"].map((amendmentId) =>
    refused(`the amendment id ${JSON.stringify(amendmentId)}`, { amendmentId }, ID),
  ),
  {
    name: "the 201st amendment is refused",
    as: MEMBERS,
    run: async (fixtures, actor) => {
      const old = Array.from({ length: 200 }, (_, index) => [`old-${index}`, storedAmendment(member)]);
      const { id } = await seedIssue(fixtures, { amendments: Object.fromEntries(old), lastAmendment: "old-199" });
      return commit(fixtures.as(actor), amend(IDENTITIES[actor], id, newId()));
    },
    without: { find: "after.size() <= 200" },
  },
  {
    name: "the 26th amendment of 2,501 bytes is refused",
    as: MEMBERS,
    run: async (fixtures, actor) => {
      const { id } = await seedIssue(fixtures, { amendments: oldAmendments(25), lastAmendment: "old-24" });
      return commit(fixtures.as(actor), amend(IDENTITIES[actor], id, newId(), { text: `${"語".repeat(833)}ab` }));
    },
    without: { find: "after[id].text.toUtf8().size() <= 2500" },
  },
  {
    name: "an amendment that does not move the board is refused",
    as: MEMBERS,
    run: async (fixtures, actor) => {
      const { id } = await seedIssue(fixtures);
      await seedBoard(fixtures, id);
      return commit(fixtures.as(actor), amend(IDENTITIES[actor], id, newId()).slice(0, 1));
    },
    without: { find: "getAfter(boardPath()).data.revision != get(boardPath()).data.revision" },
  },
]);

describe("allowed amendments", () => {
  const fixtures = useFixtures();

  test("a member may amend another member's closed report", async () => {
    const { id } = await seedIssue(fixtures(), { status: "CLOSED" }, other);
    await assertSucceeds(commit(fixtures().as("member"), amend(member, id, newId())));
  });

  test("an amendment may have 4,000 characters in any script, and line breaks", async () => {
    const { id } = await seedIssue(fixtures());
    await assertSucceeds(
      commit(fixtures().as("member"), amend(member, id, newId(), { text: `語\n${"🦎".repeat(1_999)}` })),
    );
  });

  test("a report may have 200 amendments", async () => {
    const old = Array.from({ length: LIMITS.amendmentsPerIssue - 1 }, (_, index) => [
      `old-${index}`,
      storedAmendment(member),
    ]);
    const { id } = await seedIssue(fixtures(), { amendments: Object.fromEntries(old), lastAmendment: "old-198" });
    await assertSucceeds(commit(fixtures().as("member"), amend(member, id, newId())));
  });

  test("the 25th amendment may have the full length, later ones 2,500 bytes", async () => {
    const long = "語".repeat(4_000);
    const { id } = await seedIssue(fixtures(), { amendments: oldAmendments(24, long), lastAmendment: "old-23" });
    await assertSucceeds(commit(fixtures().as("member"), amend(member, id, newId(), { text: long })));
    await assertSucceeds(commit(fixtures().as("member"), amend(member, id, newId(), { text: `${"語".repeat(833)}a` })));
  });

  test("threat 31: a report of the greatest size that the rules allow can be stepped, deleted and restored", async () => {
    const text = "語".repeat(10_000);
    const name = `${"語".repeat(196)}.png`;
    const author = { uid: "u".repeat(28), username: "語".repeat(64) };
    await seed(fixtures(), "members", { ...memberFields(author.username) }, author.uid);
    const id = newId();
    const files = Array.from({ length: 5 }, () => attachment(author, id, { name }));
    const texts = Object.fromEntries(DETAIL_FIELDS.map((field) => [field, text]));
    const filled = { ...texts, title: "語".repeat(200), description: text, attachments: files };
    const websiteUrl = `https://a.example/${"語".repeat(1_900)}`;
    await assertSucceeds(commit(fixtures().signedIn(author.uid), fileIssue(author, id, { ...filled, websiteUrl })));
    // The first 199 bypass the rules, with the longest texts that the rules allow; only the last one is checked.
    const longest = (index: number) => (index < LIMITS.longAmendments ? "語".repeat(4_000) : `${"語".repeat(833)}a`);
    const amendments = Object.fromEntries(
      Array.from({ length: 199 }, (_, index) => [
        `${"i".repeat(60)}-${100 + index}`,
        storedAmendment(author, { text: longest(index), byAdmin: true, editedAt: fromNow(0) }),
      ]),
    );
    await updateDoc(doc(fixtures().stored, "issues", id), { amendments });
    const last = amend(author, id, "i".repeat(64), { text: longest(199) });
    await assertSucceeds(commit(fixtures().signedIn(author.uid), last));
    await assertSucceeds(commit(fixtures().signedIn(author.uid), edit(author, id, { title: "文".repeat(200) })));
    const longer = { text: `${"文".repeat(833)}a` };
    await assertSucceeds(commit(fixtures().signedIn(author.uid), editAmendment(author, id, "i".repeat(64), longer)));
    await assertSucceeds(commit(fixtures().as("admin"), step(admin, id, "IN_PROGRESS")));
    const issue = (await getDoc(doc(fixtures().stored, "issues", id))).data()!;
    await assertSucceeds(commit(fixtures().as("admin"), remove(admin, id, issue)));
    await assertSucceeds(commit(fixtures().as("admin"), restore(admin, id, issue)));
  });

  test("twelve amendments by three members at once are all stored", async () => {
    const { id } = await seedIssue(fixtures());
    const sent = MEMBERS.flatMap((actor) =>
      [1, 2, 3, 4].map(() => commit(fixtures().as(actor), amend(IDENTITIES[actor], id, newId()))),
    );
    await Promise.all(sent);
    const stored = await getDoc(doc(fixtures().stored, "issues", id));
    expect(Object.keys(stored.get("amendments"))).toHaveLength(12);
  });

  test("an amendment of a report that does not exist is refused and creates no report", async () => {
    const id = newId();
    await assertFails(commit(fixtures().as("admin"), amend(admin, id, newId())));
    expect((await getDoc(doc(fixtures().stored, "issues", id))).exists()).toBe(false);
  });
});
