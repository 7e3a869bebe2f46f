import { assertSucceeds } from "@firebase/rules-unit-testing";
import { firstStatus, ISSUE_TYPES, PRIORITIES, STATUSES } from "@logbook/domain";
import { doc, type Firestore, getDoc } from "firebase/firestore";
import { describe, expect, test } from "vitest";
import { type Actor, IDENTITIES, MEMBERS, memberFields, otherMember, ROLES } from "../shared/actors.ts";
import {
  attachment,
  commit,
  countWrite,
  EVERY_ID_CHARACTER,
  type Fields,
  fileIssue,
  fromNow,
  NOT_IN_IDS,
  newId,
  newIssue,
  OTHER_TIMES,
  type Write,
} from "../shared/builders.ts";
import { type Attack, describeAttacks, type RulesChange } from "./expectations.ts";
import { RULES, type RulesFixtures, useFixtures } from "./fixtures.ts";
import { seed, seedBoard, seedIssue } from "./seeds.ts";

const { member, "another member": other } = IDENTITIES;
const TEXTS = [
  "reproductionSteps",
  "environmentInfo",
  "expectedResult",
  "actualResult",
  "problemItSolves",
  "howItWorks",
];

const fileReport = (fixtures: RulesFixtures, overrides: Fields, id = newId(), actor: Actor = "member") =>
  commit(fixtures.as(actor), fileIssue(IDENTITIES[actor], id, overrides));

/** A report with these fields is refused to everyone who may file one, unless the rules lack `without`. */
const refused = (name: string, overrides: Fields | ((actor: Actor) => Fields), without: Attack["without"]): Attack => ({
  name: `${name} is refused`,
  as: ROLES,
  run: (fixtures, actor) =>
    fileReport(fixtures, typeof overrides === "function" ? overrides(actor) : overrides, newId(), actor),
  without,
});

const NUMBER_IS_WHOLE = { find: "issue.number is int" };
const NUMBER_IS_NEXT = { find: "issue.number == lastNumber(get(boardPath())) + 1" };
const NUMBER_IS_COUNTED = { find: "issue.number == lastNumber(getAfter(boardPath()))" };
const BOARD_COUNTS = { find: "getAfter(issuePath(board.issueId)).data.number == board.lastNumber" };

const CHECKS = {
  title: { find: "filledText(issue.title, 200)" },
  description: { find: "filledText(issue.description, 10000)" },
  websiteUrl: { find: "webAddress(issue.websiteUrl, 2000)" },
  status: { find: "issue.status == {'bug': 'OPEN', 'feature': 'PLANNED'}[issue.type]" },
  priority: { find: "issue.priority in ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL']" },
  reporterId: { find: "issue.reporterId == uid()" },
  reporter: { find: "issue.reporter == me().username" },
  amendments: { find: "issue.amendments == {}" },
  number: [NUMBER_IS_WHOLE, NUMBER_IS_NEXT, NUMBER_IS_COUNTED, BOARD_COUNTS],
  lastAmendment: { find: "issue.lastAmendment == ''" },
  attachments: { find: "areAttachments(issue.attachments, 'attachments/' + uid() + '/' + id + '/')" },
  createdAt: { find: "issue.createdAt == request.time" },
  updatedBy: { find: "request.resource.data.updatedBy == uid()" },
} satisfies Record<string, RulesChange | RulesChange[]>;
const STAMPED = { find: "request.resource.data.updatedAt == request.time" };
const BOARD_SEES_STAMP = {
  find: "getAfter(issuePath(id)).data.updatedAt == request.time",
};
const FILLED = { find: /value\.matches\('\(\?s\).*'\)/.exec(RULES)![0] };
const NO_CONTROLS = { find: String.raw`value.matches('[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]*')` };
const HTTP = { find: String.raw`value.matches('(?i)(https?://[^/?#@\\s\\p{Z}][^\\s\\p{Z}]*)?')` };
const textCheck = (field: string): RulesChange => ({ find: `text(issue.${field}, 10000)` });

const missing: [string, Attack["without"]][] = [
  ...Object.entries(CHECKS),
  ["type", CHECKS.status],
  ["updatedAt", [STAMPED, BOARD_SEES_STAMP]],
  ...TEXTS.map((field): [string, RulesChange] => [field, textCheck(field)]),
];

describeAttacks(
  "a report has every field",
  missing.map(
    ([field, without]): Attack => ({
      name: `a report without ${field} is refused`,
      as: ROLES,
      run: (fixtures, actor) => {
        const { [field]: _, ...fields } = newIssue(IDENTITIES[actor]);
        const id = newId();
        return commit(fixtures.as(actor), [{ set: `issues/${id}`, fields }, countWrite(id)]);
      },
      without,
    }),
  ),
);

describeAttacks("a report has no other field", [
  refused(
    "an extra field isAdmin",
    { isAdmin: true },
    { find: "['number', 'type',", replace: "['isAdmin', 'number', 'type'," },
  ),
  refused(
    "an extra field userId",
    { userId: member.uid },
    { find: "['number', 'type',", replace: "['userId', 'number', 'type'," },
  ),
]);

describeAttacks("a report has its reporter's identity and the current time", [
  refused("a report under another member's id", (actor) => ({ reporterId: otherMember(actor).uid }), CHECKS.reporterId),
  refused(
    "a report under another member's name",
    (actor) => ({ reporter: otherMember(actor).username }),
    CHECKS.reporter,
  ),
  refused(
    "a report under its reporter's name in lower case",
    (actor) => ({ reporter: IDENTITIES[actor].username.toLowerCase() }),
    CHECKS.reporter,
  ),
  refused(
    "a report with another member as updatedBy",
    (actor) => ({ updatedBy: otherMember(actor).uid }),
    CHECKS.updatedBy,
  ),
  ...OTHER_TIMES.flatMap(([when, offMs]) => [
    refused(`a report dated ${when}`, () => ({ createdAt: fromNow(offMs) }), CHECKS.createdAt),
    refused(`a report whose update time is ${when}`, () => ({ updatedAt: fromNow(offMs) }), [
      STAMPED,
      BOARD_SEES_STAMP,
    ]),
  ]),
]);

describeAttacks("a report has a known type and priority, its first status and no amendments", [
  ...ISSUE_TYPES.flatMap((type) =>
    STATUSES.filter((status) => status !== firstStatus(type)).map((status) =>
      refused(`a ${type} that starts as ${status}`, { type, status }, CHECKS.status),
    ),
  ),
  refused("a report of an unknown type", { type: "task" }, CHECKS.status),
  refused("an unknown priority", { priority: "URGENT" }, CHECKS.priority),
  refused("a new report with an amendment", { amendments: { a1: { text: "x" } } }, CHECKS.amendments),
  refused("a new report that names a last amendment", { lastAmendment: "a1" }, CHECKS.lastAmendment),
]);

describeAttacks("a report's texts have allowed lengths and characters", [
  refused("a title of 201 characters", { title: "t".repeat(201) }, CHECKS.title),
  refused("a title of 100,000 characters", { title: "t".repeat(100_000) }, CHECKS.title),
  refused("a title of 101 emoji (202 UTF-16 units)", { title: "🦎".repeat(101) }, CHECKS.title),
  refused("a description of 10,001 characters", { description: "d".repeat(10_001) }, CHECKS.description),
  refused("a web address of 2,001 characters", { websiteUrl: `https://${"a".repeat(1_993)}` }, CHECKS.websiteUrl),
  ...TEXTS.map((field) =>
    refused(`the field ${field} with 10,001 characters`, { [field]: "x".repeat(10_001) }, textCheck(field)),
  ),
  refused("an empty title", { title: "" }, FILLED),
  refused("a title of blanks and line breaks", { title: " \t\r\n" }, FILLED),
  refused("a title of a no-break space and a zero-width space", { title: "\u00a0\u200b" }, FILLED),
  refused("a title of a Hangul filler", { title: "\u3164" }, FILLED),
  refused("a title of an empty braille pattern", { title: "\u2800" }, FILLED),
  refused("a description of blanks", { description: "   " }, FILLED),
  refused("a description of a halfwidth Hangul filler", { description: "\uffa0" }, FILLED),
  refused("a title with a NUL", { title: "a\u0000b" }, NO_CONTROLS),
  refused("a description with an escape character", { description: "a\u001b[31mb" }, NO_CONTROLS),
  refused("a text with a delete character", { actualResult: "a\u007fb" }, NO_CONTROLS),
  refused("a text with a C1 control character", { actualResult: "a\u009b2Jb" }, NO_CONTROLS),
  refused("a title that is a list", { title: ["a"] }, [NO_CONTROLS, FILLED]),
  refused("a text that is a map", { howItWorks: {} }, NO_CONTROLS),
  refused("a text that is null", { howItWorks: null }, textCheck("howItWorks")),
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
  ].map((websiteUrl) => refused(`the web address ${JSON.stringify(websiteUrl)}`, { websiteUrl }, HTTP)),
);

describeAttacks("a report's id has only allowed characters", [
  ...["x", "i".repeat(65), "with space", "dot.dot", "ünl", "x|.*|y"].map(
    (id): Attack => ({
      name: `a report with the id ${JSON.stringify(id)} is refused`,
      as: ROLES,
      allowedWithout: ["member"],
      run: (fixtures, actor) => fileReport(fixtures, {}, id, actor),
      without: { find: "isId(id) && uid().matches", replace: "uid().matches" },
    }),
  ),
  {
    name: "a report whose id is a regular expression cannot list another member's files",
    as: ROLES,
    allowedWithout: ["member"],
    run: (fixtures, actor) =>
      fileReport(fixtures, { attachments: [attachment(otherMember(actor), newId())] }, "y|.*|y", actor),
    without: { find: "isId(id) && uid().matches", replace: "uid().matches" },
  },
  {
    name: "a member whose uid is a regular expression cannot list another member's files",
    run: async (fixtures) => {
      const pat = { uid: "x|.*|y", username: "Pat" };
      await seed(fixtures, "members", { ...memberFields(pat.username) }, pat.uid);
      const [id, attachments] = [newId(), [attachment(other, newId())]];
      return commit(fixtures.signedIn(pat.uid), fileIssue(pat, id, { attachments }));
    },
    without: { find: "uid().matches('[A-Za-z0-9_-]{1,128}')" },
  },
]);

/** Creates a member with this uid, who files a report. */
const fileAsNewMember = async (fixtures: RulesFixtures, uid: string, isAdmin = false): Promise<void> => {
  const reporter = { uid, username: "Nele" };
  await seed(fixtures, "members", { ...memberFields(reporter.username, { isAdmin }) }, uid);
  return commit(fixtures.signedIn(uid), fileIssue(reporter, newId()));
};

describeAttacks("a reporter's uid has only allowed characters", [
  ...["u".repeat(129), "u.v", "u v", ...NOT_IN_IDS.filter((char) => char !== "/").map((char) => `u${char}v`)].map(
    (uid): Attack => ({
      name: `a report of a member with the uid ${JSON.stringify(uid)} is refused`,
      as: ROLES,
      allowedWithout: ["member"],
      run: (fixtures, actor) =>
        fileAsNewMember(fixtures, actor === "admin" ? `${uid}${uid.at(-1)}` : uid, actor === "admin"),
      without: { find: "uid().matches('[A-Za-z0-9_-]{1,128}')" },
    }),
  ),
]);

describeAttacks("a report is filed once and moves the board", [
  {
    name: "a report that does not move the board is refused",
    as: ROLES,
    run: async (fixtures, actor) => {
      const id = newId();
      await seedBoard(fixtures, id);
      return commit(fixtures.as(actor), [{ set: `issues/${id}`, fields: newIssue(IDENTITIES[actor], { number: 2 }) }]);
    },
    without: [{ find: "getAfter(boardPath()).data.revision != get(boardPath()).data.revision" }, NUMBER_IS_COUNTED],
  },
  {
    name: "a report filed under another's id is refused",
    as: ROLES,
    run: async (fixtures, actor) =>
      fileReport(fixtures, { title: "Something else" }, (await seedIssue(fixtures)).id, actor),
    without: { find: "|| isOneAmendment()", replace: "|| true" },
  },
]);

/** Files a report; tries again while other reports take its number first. */
async function fileWhenNext(db: Firestore, writes: Write[]): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await commit(db, writes);
    } catch (error) {
      if (attempt === 100) throw error;
    }
  }
}

describe("allowed reports", () => {
  const fixtures = useFixtures();
  const filed: [string, Fields][] = [
    ["a bug with only a title and a description", {}],
    ["a feature", { type: "feature", status: "PLANNED", problemItSolves: "Slow.", howItWorks: "Fast." }],
    [
      "a report with each text at its limit",
      {
        title: "t".repeat(200),
        ...Object.fromEntries(["description", ...TEXTS].map((field) => [field, "x".repeat(10_000)])),
      },
    ],
    ["a report with a title of 100 emoji (200 UTF-16 units)", { title: "🦎".repeat(100) }],
    ["a report with tabs and line breaks", { description: "one\r\n\ttwo\nthree" }],
    ["a report with text in any script", { title: "भाषा العربية 日本語" }],
    ["a report with a web address at its limit", { websiteUrl: `HTTPS://${"a".repeat(1_992)}` }],
    ...PRIORITIES.map((priority): [string, Fields] => [`a report with priority ${priority}`, { priority }]),
  ];
  test.each(filed)("a member may file %s", async (_, overrides) => {
    const id = newId();
    await assertSucceeds(fileReport(fixtures(), overrides, id));
    const stored = await getDoc(doc(fixtures().stored, "issues", id));
    expect(stored.data()).toMatchObject(overrides);
  });

  test.each(["ab", "A-Z_09", "i".repeat(64)])("a member may choose the id %s", async (id) => {
    await assertSucceeds(fileReport(fixtures(), {}, id));
  });

  test.each(["u", EVERY_ID_CHARACTER, "u".repeat(128)])("a member with the uid %s may file a report", (uid) =>
    assertSucceeds(fileAsNewMember(fixtures(), uid)),
  );

  test("thirty reports at once are all stored, and the board counts each", async () => {
    const revision = async () => (await getDoc(doc(fixtures().stored, "boards/main"))).get("revision") as number;
    const before = await revision();
    const filing = MEMBERS.flatMap((actor) => {
      const [db, reporter] = [fixtures().as(actor), IDENTITIES[actor]];
      return Array.from({ length: 10 }, () => fileWhenNext(db, fileIssue(reporter, newId())));
    });
    await Promise.all(filing);
    expect(await revision()).toBe(before + 30);
  });
});
