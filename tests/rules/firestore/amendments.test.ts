import { assertFails, assertSucceeds } from "@firebase/rules-unit-testing";
import { DETAIL_FIELDS, LIMITS } from "@logbook/domain";
import { deleteField, doc, getDoc, serverTimestamp, Timestamp, updateDoc } from "firebase/firestore";
import { describe, expect, test } from "vitest";
import { type Actor, IDENTITIES, MEMBERS, memberFields, otherMember } from "../shared/actors.ts";
import {
  type AmendmentOverrides,
  amendment,
  amendmentEditWrites,
  amendmentWrites,
  attachment,
  boardWrite,
  commit,
  deletionWrites,
  editWrites,
  type Fields,
  FORGED_TIMES,
  fromNow,
  newId,
  newReportWrites,
  restoreWrites,
  stepWrites,
  storedAmendment,
  withoutBoardWrite,
} from "../shared/builders.ts";
import { type Attack, describeAttacks, type RulesChange } from "./expectations.ts";
import { type RulesFixtures, useFixtures } from "./fixtures.ts";
import { seed, seedBoard, seedReport, seedReportOf } from "./seeds.ts";

const { member, "another member": anotherMember, admin } = IDENTITIES;

const A_YEAR_AGO = Timestamp.fromMillis(Date.now() - 365 * 86_400_000);

/** Stores a report with one amendment by the member, which has the id `old`. */
const seedAmendedReport = (fixtures: RulesFixtures) =>
  seedReport(fixtures, { amendments: { old: storedAmendment(member) }, lastAmendment: "old" });

/** Stores a report with `count` amendments by the member. */
const seedWithAmendments = (fixtures: RulesFixtures, count: number, text = "Seen.") => {
  const ids = Array.from({ length: count }, (_, index) => `old-${index}`);
  const amendments = Object.fromEntries(ids.map((id) => [id, storedAmendment(member, { text })]));
  return seedReport(fixtures, { amendments, lastAmendment: ids.at(-1) });
};

/** A text of this many bytes in UTF-8, in which 語 has three. */
const textOfBytes = (bytes: number): string => "語".repeat(Math.floor(bytes / 3)) + "a".repeat(bytes % 3);

/** The differences from a valid amendment: its id, and values in fields of the amendment or of its report. */
interface AmendmentAttempt extends AmendmentOverrides {
  amendmentId?: string;
}

/** An invalid amendment to the member's report, tried as everyone who may amend. */
const refusedAmendment = (
  name: string,
  attempt: AmendmentAttempt | ((actor: Actor) => AmendmentAttempt),
  without: Attack["without"],
): Attack => ({
  name: `${name} is refused`,
  as: MEMBERS,
  run: async (fixtures, actor) => {
    const { amendmentId = newId(), ...overrides } = typeof attempt === "function" ? attempt(actor) : attempt;
    const { id } = await seedAmendedReport(fixtures);
    return commit(fixtures.databaseAs(actor), amendmentWrites(IDENTITIES[actor], id, amendmentId, overrides));
  },
  without,
});

// Conditions of firestore.rules, each named after what it checks. Tests replace each by `replace`, by default `true`.
const ONLY_AMENDMENTS: RulesChange = {
  find: "changedFields().hasOnly(['amendments', 'lastAmendment', 'handledByAdmin', 'updatedAt', 'updatedBy'])",
};
const ONE_AMENDMENT: RulesChange = { find: "after.diff(before).affectedKeys() == [id].toSet()" };
/** A new amendment under the id of a stored one counts as an edit, which these conditions refuse. */
const EDIT_CONDITIONS: readonly RulesChange[] = [
  { find: "amendment.diff(before).affectedKeys().hasOnly(['text', 'editedAt'])" },
  { find: "amendment.editedAt == request.time" },
];
const VALID_TEXT: RulesChange = { find: "filledText(amendment.text, 4000)" };
const CREATED_BY: RulesChange = { find: "amendment.createdBy == me().username" };
const CREATED_BY_ID: RulesChange = { find: "amendment.createdById == uid()" };
const CREATED_AT: RulesChange = { find: "amendment.createdAt == request.time" };
/** Two conditions check the update time: one in the report's rules, one in the board's. */
const UPDATED_NOW: readonly RulesChange[] = [
  { find: "request.resource.data.updatedAt == request.time" },
  { find: "getAfter(issuePath(id)).data.updatedAt == request.time" },
];
const VALID_ID: RulesChange = { find: "&& isId(id)", replace: "" };

describeAttacks("an amendment changes no other field of its report", [
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
    refusedAmendment(`an amendment that also changes ${field}`, { report: { [field]: value } }, ONLY_AMENDMENTS),
  ),
  refusedAmendment("an amendment that removes a field", { report: { howItWorks: deleteField() } }, ONLY_AMENDMENTS),
]);

describeAttacks("a new amendment is added alone, and leaves the older amendments as they are", [
  {
    name: "an amendment sent a second time is refused",
    as: MEMBERS,
    run: async (fixtures, actor) => {
      const { id } = await seedReport(fixtures);
      const amendmentId = newId();
      await commit(fixtures.databaseAs(actor), amendmentWrites(IDENTITIES[actor], id, amendmentId));
      return commit(fixtures.databaseAs(actor), amendmentWrites(IDENTITIES[actor], id, amendmentId));
    },
    without: EDIT_CONDITIONS,
  },
  refusedAmendment(
    "a new amendment under the id of a stored one",
    { amendmentId: "old", amendment: { text: "Never said that." } },
    EDIT_CONDITIONS,
  ),
  refusedAmendment(
    "a new amendment that removes an old one",
    { report: { "amendments.old": deleteField() } },
    ONE_AMENDMENT,
  ),
  refusedAmendment(
    "a new amendment that changes an old one",
    { report: { "amendments.old.text": "Never said that." } },
    ONE_AMENDMENT,
  ),
  // The rules check only the amendment that `lastAmendment` names: another one could have any author and time.
  refusedAmendment(
    "a second amendment in the same write",
    { report: { "amendments.second": amendment(anotherMember, { createdAt: A_YEAR_AGO }) } },
    ONE_AMENDMENT,
  ),
  refusedAmendment("an amendment whose lastAmendment names no amendment", { report: { lastAmendment: "none" } }, [
    ONE_AMENDMENT,
    { find: "isAmendment(after[id])" },
    { find: "isNewAmendment(after[id])" },
  ]),
  {
    name: "removing every amendment is refused",
    as: MEMBERS,
    run: async (fixtures, actor) => {
      const { id } = await seedAmendedReport(fixtures);
      const { uid } = IDENTITIES[actor];
      const fields = { amendments: {}, lastAmendment: "", updatedAt: serverTimestamp(), updatedBy: uid };
      return commit(fixtures.databaseAs(actor), [{ update: `issues/${id}`, fields }, boardWrite(id)]);
    },
    without: { find: "|| isOneAmendment()", replace: "|| true" },
  },
]);

describeAttacks("an amendment has its author's identity and the current time", [
  refusedAmendment(
    "an amendment under another member's name",
    (actor) => ({ amendment: { createdBy: otherMember(actor).username } }),
    CREATED_BY,
  ),
  refusedAmendment(
    "an amendment under its author's name in capitals",
    (actor) => ({ amendment: { createdBy: IDENTITIES[actor].username.toUpperCase() } }),
    CREATED_BY,
  ),
  refusedAmendment(
    "an amendment under another member's id",
    (actor) => ({ amendment: { createdById: otherMember(actor).uid } }),
    CREATED_BY_ID,
  ),
  refusedAmendment(
    "an amendment with another member as updatedBy",
    (actor) => ({ report: { updatedBy: otherMember(actor).uid } }),
    {
      find: "request.resource.data.updatedBy == uid()",
    },
  ),
  ...FORGED_TIMES.flatMap(([when, offsetMs]) => [
    refusedAmendment(`an amendment dated ${when}`, () => ({ amendment: { createdAt: fromNow(offsetMs) } }), CREATED_AT),
    refusedAmendment(
      `an amendment whose update time is ${when}`,
      () => ({ report: { updatedAt: fromNow(offsetMs) } }),
      UPDATED_NOW,
    ),
  ]),
]);

describeAttacks("an amendment has a valid text, its stamps and no other field", [
  ...Object.entries({ text: VALID_TEXT, createdBy: CREATED_BY, createdById: CREATED_BY_ID, createdAt: CREATED_AT }).map(
    ([field, without]): Attack => ({
      name: `an amendment without ${field} is refused`,
      as: MEMBERS,
      run: async (fixtures, actor) => {
        const { id } = await seedReport(fixtures);
        const { [field]: _, ...otherFields } = amendment(IDENTITIES[actor]);
        const report = { "amendments.a1": otherFields };
        return commit(fixtures.databaseAs(actor), amendmentWrites(IDENTITIES[actor], id, "a1", { report }));
      },
      without,
    }),
  ),
  refusedAmendment(
    "an amendment with an unknown field",
    { amendment: { isAdmin: true } },
    {
      find: "['text', 'createdBy',",
      replace: "['isAdmin', 'text', 'createdBy',",
    },
  ),
  refusedAmendment("an amendment of 4,001 characters", { amendment: { text: "x".repeat(4_001) } }, VALID_TEXT),
  refusedAmendment("an amendment without any text", { amendment: { text: "" } }, VALID_TEXT),
  refusedAmendment("an amendment of invisible characters", { amendment: { text: "\u00a0\u200b\n" } }, VALID_TEXT),
  refusedAmendment("an amendment with a control character", { amendment: { text: "a\u0007b" } }, VALID_TEXT),
  refusedAmendment("an amendment whose text is a list", { amendment: { text: ["a"] } }, VALID_TEXT),
]);

describeAttacks("amendments have valid ids, stay within the limits and move the board", [
  ...["x", "i".repeat(65), "with space", "ünl"].map((amendmentId) =>
    refusedAmendment(`the amendment id ${JSON.stringify(amendmentId)}`, { amendmentId }, VALID_ID),
  ),
  {
    name: "the 201st amendment is refused",
    as: MEMBERS,
    run: async (fixtures, actor) => {
      const { id } = await seedWithAmendments(fixtures, 200);
      return commit(fixtures.databaseAs(actor), amendmentWrites(IDENTITIES[actor], id, newId()));
    },
    without: { find: "after.size() <= 200" },
  },
  {
    name: "a 26th amendment that has 2,501 bytes is refused",
    as: MEMBERS,
    run: async (fixtures, actor) => {
      const { id } = await seedWithAmendments(fixtures, 25);
      const tooLong = { text: textOfBytes(2_501) };
      return commit(
        fixtures.databaseAs(actor),
        amendmentWrites(IDENTITIES[actor], id, newId(), { amendment: tooLong }),
      );
    },
    without: { find: "after[id].text.toUtf8().size() <= 2500" },
  },
  {
    name: "an amendment that does not move the board is refused",
    as: MEMBERS,
    run: async (fixtures, actor) => {
      const { id } = await seedReport(fixtures);
      // The board already names the report: only the unchanged revision refuses the write.
      await seedBoard(fixtures, id);
      return commit(fixtures.databaseAs(actor), withoutBoardWrite(amendmentWrites(IDENTITIES[actor], id, newId())));
    },
    without: { find: "getAfter(boardPath()).data.revision != get(boardPath()).data.revision" },
  },
]);

describe("allowed amendments", () => {
  const fixtures = useFixtures();

  test("a member may amend another member's closed report", async () => {
    const { id } = await seedReportOf(fixtures(), anotherMember, { status: "CLOSED" });
    await assertSucceeds(commit(fixtures().databaseAs("member"), amendmentWrites(member, id, newId())));
  });

  test("an amendment may have 4,000 characters in any script, and line breaks", async () => {
    const { id } = await seedReport(fixtures());
    // An emoji counts as two characters.
    const text = `語\n${"🦎".repeat(1_999)}`;
    await assertSucceeds(
      commit(fixtures().databaseAs("member"), amendmentWrites(member, id, newId(), { amendment: { text } })),
    );
  });

  test("a report may have 200 amendments", async () => {
    const { id } = await seedWithAmendments(fixtures(), 199);
    await assertSucceeds(commit(fixtures().databaseAs("member"), amendmentWrites(member, id, newId())));
  });

  test("the 25th amendment may have 4,000 characters, the 26th 2,500 bytes", async () => {
    const longText = "語".repeat(4_000);
    const { id } = await seedWithAmendments(fixtures(), 24, longText);
    for (const text of [longText, textOfBytes(2_500)])
      await assertSucceeds(
        commit(fixtures().databaseAs("member"), amendmentWrites(member, id, newId(), { amendment: { text } })),
      );
  });

  test("threat 31: a report of the greatest size that the rules allow can be stepped, deleted and restored", async () => {
    // A uid of Firebase Auth has 28 characters, a username at most 64.
    const author = { uid: "u".repeat(28), username: "語".repeat(64) };
    await seed(fixtures(), "members", memberFields(author.username), author.uid);
    const authorsDatabase = fixtures().databaseAsUser(author.uid);
    const id = newId();

    const longText = "語".repeat(10_000);
    const fileName = `${"語".repeat(196)}.png`;
    const longestReport = {
      ...Object.fromEntries(DETAIL_FIELDS.map((field) => [field, longText])),
      title: "語".repeat(200),
      description: longText,
      websiteUrl: `https://a.example/${"語".repeat(1_900)}`,
      attachments: Array.from({ length: 5 }, () => attachment(author, id, { name: fileName })),
    };
    await assertSucceeds(commit(authorsDatabase, newReportWrites(author, id, longestReport)));

    // Store 199 amendments as the Admin SDK would, each as long as possible. The 200th is sent under the rules.
    const createAmendment = (_: unknown, index: number): [id: string, amendment: Fields] => {
      const text = index < LIMITS.longAmendments ? "語".repeat(4_000) : textOfBytes(2_500);
      const idOf64Characters = `${"i".repeat(60)}-${100 + index}`;
      return [idOf64Characters, storedAmendment(author, { text, byAdmin: true, editedAt: fromNow(0) })];
    };
    const amendments = Object.fromEntries(Array.from({ length: 199 }, createAmendment));
    await updateDoc(doc(fixtures().databaseWithoutRules, "issues", id), { amendments });
    const lastId = "i".repeat(64);
    const lastAmendment = { text: textOfBytes(2_500) };
    await assertSucceeds(commit(authorsDatabase, amendmentWrites(author, id, lastId, { amendment: lastAmendment })));

    await assertSucceeds(commit(authorsDatabase, editWrites(author, id, { title: "文".repeat(200) })));
    const otherText = { text: textOfBytes(2_500).replaceAll("語", "文") };
    await assertSucceeds(commit(authorsDatabase, amendmentEditWrites(author, id, lastId, { amendment: otherText })));
    await assertSucceeds(commit(fixtures().databaseAs("admin"), stepWrites(admin, id, "IN_PROGRESS")));
    const issue = (await getDoc(doc(fixtures().databaseWithoutRules, "issues", id))).data()!;
    await assertSucceeds(commit(fixtures().databaseAs("admin"), deletionWrites(admin, id, issue)));
    await assertSucceeds(commit(fixtures().databaseAs("admin"), restoreWrites(admin, id, issue)));
  });

  test("twelve amendments by three members at once are all stored", async () => {
    const { id } = await seedReport(fixtures());
    const commits = MEMBERS.flatMap((actor) =>
      [1, 2, 3, 4].map(() => commit(fixtures().databaseAs(actor), amendmentWrites(IDENTITIES[actor], id, newId()))),
    );
    await Promise.all(commits);
    const stored = await getDoc(doc(fixtures().databaseWithoutRules, "issues", id));
    expect(Object.keys(stored.get("amendments"))).toHaveLength(12);
  });

  test("an amendment to a report that does not exist is refused and creates no report", async () => {
    const id = newId();
    await assertFails(commit(fixtures().databaseAs("admin"), amendmentWrites(admin, id, newId())));
    expect((await getDoc(doc(fixtures().databaseWithoutRules, "issues", id))).exists()).toBe(false);
  });
});
