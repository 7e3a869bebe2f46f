import { assertSucceeds } from "@firebase/rules-unit-testing";
import { DETAIL_FIELDS, firstStatus, ISSUE_TYPES, PRIORITIES, STATUSES } from "@logbook/domain";
import { doc, type Firestore, getDoc } from "firebase/firestore";
import { describe, expect, test } from "vitest";
import {
  type Actor,
  IDENTITIES,
  MEMBER_AND_ADMIN,
  MEMBERS,
  type MemberFields,
  memberFields,
  otherMember,
} from "../shared/actors.ts";
import {
  attachment,
  boardWriteForNewReport,
  commit,
  EVERY_ID_CHARACTER,
  type Fields,
  FORGED_TIMES,
  fromNow,
  NOT_IN_IDS,
  newId,
  newReport,
  newReportWrites,
  type Write,
} from "../shared/builders.ts";
import { type Attack, describeAttacks, type RulesChange } from "./expectations.ts";
import { RULES, type RulesFixtures, useFixtures } from "./fixtures.ts";
import { seed, seedBoard, seedReport } from "./seeds.ts";

const { member, "another member": anotherMember } = IDENTITIES;
const LONG_TEXT_FIELDS = DETAIL_FIELDS.filter((field) => field !== "websiteUrl");

const fileReportAs = (actor: Actor, fixtures: RulesFixtures, id: string, overrides: Fields = {}) =>
  commit(fixtures.databaseAs(actor), newReportWrites(IDENTITIES[actor], id, overrides));

/** A report that is valid except for these fields, tried as a member and an admin. */
const refusedReport = (
  name: string,
  overrides: Fields | ((actor: Actor) => Fields),
  without: Attack["without"],
): Attack => ({
  name: `${name} is refused`,
  as: MEMBER_AND_ADMIN,
  run: (fixtures, actor) =>
    fileReportAs(actor, fixtures, newId(), typeof overrides === "function" ? overrides(actor) : overrides),
  without,
});

// Conditions of firestore.rules, each named after what it checks or after its field. Tests replace each by `replace`,
// by default `true`.
const NUMBER_IS_WHOLE = { find: "issue.number is int" };
const NUMBER_IS_NEXT = { find: "issue.number == lastNumber(get(boardPath())) + 1" };
const NUMBER_IS_COUNTED = { find: "issue.number == lastNumber(getAfter(boardPath()))" };
const REPORT_HAS_LAST_NUMBER = { find: "getAfter(issuePath(board.issueId)).data.number == board.lastNumber" };

/** For each field of a new report, the conditions without which the field may be missing or wrong. */
const CHECKS = {
  title: { find: "filledText(issue.title, 200)" },
  description: { find: "filledText(issue.description, 10000)" },
  websiteUrl: { find: "webAddress(issue.websiteUrl, 2000)" },
  status: { find: "issue.status == {'bug': 'OPEN', 'feature': 'PLANNED'}[issue.type]" },
  priority: { find: "issue.priority in ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL']" },
  reporterId: { find: "issue.reporterId == uid()" },
  reporter: { find: "issue.reporter == me().username" },
  amendments: { find: "issue.amendments == {}" },
  number: [NUMBER_IS_WHOLE, NUMBER_IS_NEXT, NUMBER_IS_COUNTED, REPORT_HAS_LAST_NUMBER],
  lastAmendment: { find: "issue.lastAmendment == ''" },
  attachments: { find: "areAttachments(issue.attachments, 'attachments/' + uid() + '/' + id + '/')" },
  createdAt: { find: "issue.createdAt == request.time" },
  updatedBy: { find: "request.resource.data.updatedBy == uid()" },
} satisfies Record<string, RulesChange | RulesChange[]>;
/** Two conditions check the update time: one in the report's rules, one in the board's. */
const UPDATED_NOW: readonly RulesChange[] = [
  { find: "request.resource.data.updatedAt == request.time" },
  { find: "getAfter(issuePath(id)).data.updatedAt == request.time" },
];
const VALID_ID: RulesChange = { find: "isId(id) && uid().matches", replace: "uid().matches" };
const VALID_UID: RulesChange = { find: "uid().matches('[A-Za-z0-9_-]{1,128}')" };
/** The condition's pattern is long, so the whole condition is read from the rules' text. */
const HAS_VISIBLE_CHARACTER = { find: /value\.matches\('\(\?s\).*'\)/.exec(RULES)![0] };
const NO_CONTROL_CHARACTER = { find: String.raw`value.matches('[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]*')` };
const IS_WEB_ADDRESS = { find: String.raw`value.matches('(?i)(https?://[^/?#@\\s\\p{Z}][^\\s\\p{Z}]*)?')` };
/** The check of a long text field. */
const textCheck = (field: string): RulesChange => ({ find: `text(issue.${field}, 10000)` });

const REQUIRED_FIELDS: [string, Attack["without"]][] = [
  ...Object.entries(CHECKS),
  // The check of the status also reads the type.
  ["type", CHECKS.status],
  ["updatedAt", UPDATED_NOW],
  ...LONG_TEXT_FIELDS.map((field): [string, RulesChange] => [field, textCheck(field)]),
];

describeAttacks(
  "a report has every field",
  REQUIRED_FIELDS.map(
    ([field, without]): Attack => ({
      name: `a report without ${field} is refused`,
      as: MEMBER_AND_ADMIN,
      run: (fixtures, actor) => {
        const { [field]: _, ...fields } = newReport(IDENTITIES[actor]);
        const id = newId();
        return commit(fixtures.databaseAs(actor), [{ set: `issues/${id}`, fields }, boardWriteForNewReport(id)]);
      },
      without,
    }),
  ),
);

describeAttacks("a report has no unknown field", [
  refusedReport(
    "an extra field isAdmin",
    { isAdmin: true },
    { find: "['number', 'type',", replace: "['isAdmin', 'number', 'type'," },
  ),
  refusedReport(
    "an extra field userId",
    { userId: member.uid },
    { find: "['number', 'type',", replace: "['userId', 'number', 'type'," },
  ),
]);

describeAttacks("a report has its reporter's identity and the current time", [
  refusedReport(
    "a report under another member's id",
    (actor) => ({ reporterId: otherMember(actor).uid }),
    CHECKS.reporterId,
  ),
  refusedReport(
    "a report under another member's name",
    (actor) => ({ reporter: otherMember(actor).username }),
    CHECKS.reporter,
  ),
  refusedReport(
    "a report under its reporter's name in lower case",
    (actor) => ({ reporter: IDENTITIES[actor].username.toLowerCase() }),
    CHECKS.reporter,
  ),
  refusedReport(
    "a report with another member as updatedBy",
    (actor) => ({ updatedBy: otherMember(actor).uid }),
    CHECKS.updatedBy,
  ),
  ...FORGED_TIMES.flatMap(([when, offsetMs]) => [
    refusedReport(`a report dated ${when}`, () => ({ createdAt: fromNow(offsetMs) }), CHECKS.createdAt),
    refusedReport(`a report whose update time is ${when}`, () => ({ updatedAt: fromNow(offsetMs) }), UPDATED_NOW),
  ]),
]);

describeAttacks("a report has a known type and priority, its first status and no amendments", [
  ...ISSUE_TYPES.flatMap((type) =>
    STATUSES.filter((status) => status !== firstStatus(type)).map((status) =>
      refusedReport(`a ${type} that starts as ${status}`, { type, status }, CHECKS.status),
    ),
  ),
  refusedReport("a report of an unknown type", { type: "task" }, CHECKS.status),
  refusedReport("an unknown priority", { priority: "URGENT" }, CHECKS.priority),
  refusedReport("a new report with an amendment", { amendments: { a1: { text: "x" } } }, CHECKS.amendments),
  refusedReport("a new report that names a last amendment", { lastAmendment: "a1" }, CHECKS.lastAmendment),
]);

describeAttacks("a report's texts have allowed lengths and characters", [
  refusedReport("a title of 201 characters", { title: "t".repeat(201) }, CHECKS.title),
  refusedReport("a title of 100,000 characters", { title: "t".repeat(100_000) }, CHECKS.title),
  refusedReport("a title of 101 emoji (202 UTF-16 units)", { title: "🦎".repeat(101) }, CHECKS.title),
  refusedReport("a description of 10,001 characters", { description: "d".repeat(10_001) }, CHECKS.description),
  refusedReport("a web address of 2,001 characters", { websiteUrl: `https://${"a".repeat(1_993)}` }, CHECKS.websiteUrl),
  ...LONG_TEXT_FIELDS.map((field) =>
    refusedReport(`the field ${field} with 10,001 characters`, { [field]: "x".repeat(10_001) }, textCheck(field)),
  ),
  refusedReport("an empty title", { title: "" }, HAS_VISIBLE_CHARACTER),
  refusedReport("a title of blanks and line breaks", { title: " \t\r\n" }, HAS_VISIBLE_CHARACTER),
  refusedReport("a title of a no-break space and a zero-width space", { title: "\u00a0\u200b" }, HAS_VISIBLE_CHARACTER),
  refusedReport("a title of a Hangul filler", { title: "\u3164" }, HAS_VISIBLE_CHARACTER),
  refusedReport("a title of an empty braille pattern", { title: "\u2800" }, HAS_VISIBLE_CHARACTER),
  refusedReport("a description of blanks", { description: "   " }, HAS_VISIBLE_CHARACTER),
  refusedReport("a description of a halfwidth Hangul filler", { description: "\uffa0" }, HAS_VISIBLE_CHARACTER),
  refusedReport("a title with a NUL", { title: "a\u0000b" }, NO_CONTROL_CHARACTER),
  refusedReport("a description with an escape character", { description: "a\u001b[31mb" }, NO_CONTROL_CHARACTER),
  refusedReport("a text with a delete character", { actualResult: "a\u007fb" }, NO_CONTROL_CHARACTER),
  refusedReport("a text with a C1 control character", { actualResult: "a\u009b2Jb" }, NO_CONTROL_CHARACTER),
  refusedReport("a title that is a list", { title: ["a"] }, [NO_CONTROL_CHARACTER, HAS_VISIBLE_CHARACTER]),
  refusedReport("a text that is a map", { howItWorks: {} }, NO_CONTROL_CHARACTER),
  refusedReport("a text that is null", { howItWorks: null }, textCheck("howItWorks")),
]);

describeAttacks(
  "a web address is http or https",
  [
    "javascript:alert(1)",
    "data:text/html,x",
    "ftp://example.org",
    "example.org",
    "https://",
    "https:///x",
    "https://exa mple.org",
    "https://example.org\njavascript:alert(1)",
    "https://example.org\u00a0x",
    " https://example.org",
  ].map((websiteUrl) => refusedReport(`the web address ${JSON.stringify(websiteUrl)}`, { websiteUrl }, IS_WEB_ADDRESS)),
);

/** Without the condition, the first actor's report takes the id, so the second actor's report is refused anyway. */
const FIRST_ACTOR = ["member"] as const;

describeAttacks("a report's id has an allowed length and allowed characters", [
  ...["x", "i".repeat(65), "with space", "dot.dot", "ünl", "x|.*|y"].map(
    (id): Attack => ({
      name: `a report with the id ${JSON.stringify(id)} is refused`,
      as: MEMBER_AND_ADMIN,
      allowedWithout: FIRST_ACTOR,
      run: (fixtures, actor) => fileReportAs(actor, fixtures, id),
      without: VALID_ID,
    }),
  ),
  {
    name: "a report whose id is a regular expression cannot have another member's file as an attachment",
    as: MEMBER_AND_ADMIN,
    allowedWithout: FIRST_ACTOR,
    run: (fixtures, actor) =>
      fileReportAs(actor, fixtures, "y|.*|y", { attachments: [attachment(otherMember(actor), newId())] }),
    without: VALID_ID,
  },
  {
    name: "a member whose uid is a regular expression cannot attach another member's file",
    run: async (fixtures) => {
      const reporter = { uid: "x|.*|y", username: "Pat" };
      await seed(fixtures, "members", memberFields(reporter.username), reporter.uid);
      const attachments = [attachment(anotherMember, newId())];
      return commit(fixtures.databaseAsUser(reporter.uid), newReportWrites(reporter, newId(), { attachments }));
    },
    without: VALID_UID,
  },
]);

/** Stores a member with this uid, whose document has `overrides`, and files a report as this member. */
const fileAsNewMember = async (
  fixtures: RulesFixtures,
  uid: string,
  overrides: Partial<MemberFields> = {},
): Promise<void> => {
  const reporter = { uid, username: "Nele" };
  await seed(fixtures, "members", memberFields(reporter.username, overrides), uid);
  return commit(fixtures.databaseAsUser(uid), newReportWrites(reporter, newId()));
};

// A uid cannot contain a slash, because it is the id of the member document.
const INVALID_UIDS = [
  "u".repeat(129),
  "u.v",
  "u v",
  ...NOT_IN_IDS.filter((char) => char !== "/").map((char) => `u${char}v`),
];

describeAttacks("a reporter's uid has an allowed length and allowed characters", [
  ...INVALID_UIDS.flatMap((uid): Attack[] => [
    {
      name: `a report of a member with the uid ${JSON.stringify(uid)} is refused`,
      run: (fixtures) => fileAsNewMember(fixtures, uid),
      without: VALID_UID,
    },
    {
      name: `a report of an admin with the uid ${JSON.stringify(uid)} is refused`,
      run: (fixtures) => fileAsNewMember(fixtures, uid, { isAdmin: true }),
      without: VALID_UID,
    },
  ]),
]);

describeAttacks("a new report moves the board and replaces no report", [
  {
    name: "a report that does not move the board is refused",
    as: MEMBER_AND_ADMIN,
    run: async (fixtures, actor) => {
      const id = newId();
      // The board already names the report: only its unchanged revision and last number refuse the write.
      await seedBoard(fixtures, id);
      // The seeded board's last number is 1.
      return commit(fixtures.databaseAs(actor), [
        { set: `issues/${id}`, fields: newReport(IDENTITIES[actor], { number: 2 }) },
      ]);
    },
    without: [{ find: "getAfter(boardPath()).data.revision != get(boardPath()).data.revision" }, NUMBER_IS_COUNTED],
  },
  {
    name: "a report filed under the id of another report is refused",
    as: MEMBER_AND_ADMIN,
    run: async (fixtures, actor) =>
      fileReportAs(actor, fixtures, (await seedReport(fixtures)).id, { title: "Something else" }),
    // For the rules the write is an update of the stored report, and it is refused because it is no amendment either.
    without: { find: "|| isOneAmendment()", replace: "|| true" },
  },
]);

/** Files a report. A refused report is tried up to 100 times more, because another report may have taken its number. */
async function fileWithRetries(db: Firestore, writes: Write[], retries = 100): Promise<void> {
  try {
    await commit(db, writes);
  } catch (error) {
    if (retries === 0) throw error;
    await fileWithRetries(db, writes, retries - 1);
  }
}

describe("allowed reports", () => {
  const fixtures = useFixtures();
  const VALID_REPORTS: [string, Fields][] = [
    ["a bug with only a title and a description", {}],
    ["a feature", { type: "feature", status: "PLANNED", problemItSolves: "Slow.", howItWorks: "Fast." }],
    [
      "a report with each text at its limit",
      {
        title: "t".repeat(200),
        ...Object.fromEntries(["description", ...LONG_TEXT_FIELDS].map((field) => [field, "x".repeat(10_000)])),
      },
    ],
    ["a report with a title of 100 emoji (200 UTF-16 units)", { title: "🦎".repeat(100) }],
    ["a report with tabs and line breaks", { description: "one\r\n\ttwo\nthree" }],
    ["a report with text in any script", { title: "भाषा العربية 日本語" }],
    ["a report with a web address at its limit", { websiteUrl: `HTTPS://${"a".repeat(1_992)}` }],
    ...PRIORITIES.map((priority): [string, Fields] => [`a report with priority ${priority}`, { priority }]),
  ];
  test.each(VALID_REPORTS)("a member may file %s", async (_, overrides) => {
    const id = newId();
    await assertSucceeds(fileReportAs("member", fixtures(), id, overrides));
    const stored = await getDoc(doc(fixtures().databaseWithoutRules, "issues", id));
    expect(stored.data()).toMatchObject(overrides);
  });

  test.each(["ab", "A-Z_09", "i".repeat(64)])("a member may file a report under the id %s", async (id) => {
    await assertSucceeds(fileReportAs("member", fixtures(), id));
  });

  test.each(["u", EVERY_ID_CHARACTER, "u".repeat(128)])("a member with the uid %s may file a report", (uid) =>
    assertSucceeds(fileAsNewMember(fixtures(), uid)),
  );

  test("thirty reports at once are all stored, and each raises the board's revision", async () => {
    const readRevision = async () =>
      (await getDoc(doc(fixtures().databaseWithoutRules, "boards/main"))).get("revision") as number;
    const revisionBefore = await readRevision();
    const commits = MEMBERS.flatMap((actor) => {
      const [db, reporter] = [fixtures().databaseAs(actor), IDENTITIES[actor]];
      return Array.from({ length: 10 }, () => fileWithRetries(db, newReportWrites(reporter, newId())));
    });
    await Promise.all(commits);
    expect(await readRevision()).toBe(revisionBefore + 30);
  });
});
