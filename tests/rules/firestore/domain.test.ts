import {
  ATTACHMENT_TYPES,
  DETAIL_FIELDS,
  DETAILS,
  EDITABLE_FIELDS,
  firstStatus,
  ISSUE_TYPES,
  isBlank,
  isHttpUrl,
  isId,
  isPlainText,
  LIMITS,
  PRIORITIES,
  STATUS_CYCLES,
  stepsFrom,
} from "@logbook/domain";
import { describe, expect, test } from "vitest";
import { IDENTITIES } from "../shared/actors.ts";
import {
  amend,
  amendUnderAnyId,
  commit,
  EVERY_ID_CHARACTER,
  type Fields,
  fileIssue,
  NOT_IN_IDS,
  newId,
} from "../shared/builders.ts";
import { MAY_EDIT_RULES } from "../shared/mutant.ts";
import { RULES, type RulesFixtures, useFixtures } from "./fixtures.ts";
import { seedIssue } from "./seeds.ts";

const { member } = IDENTITIES;

/** The text in the rules that the pattern's group matches; the pattern must match exactly once. */
function inRules(pattern: RegExp): string {
  const found = [...RULES.matchAll(new RegExp(pattern, "g"))];
  if (found.length !== 1) throw new Error(`Found ${found.length} times in firestore.rules, expected once: ${pattern}`);
  return found[0]![1]!;
}

/** A list or map literal of the rules, which is JSON except for its quotes. */
const literal = (pattern: RegExp): unknown => JSON.parse(inRules(pattern).replaceAll("'", '"'));

const byType = <T>(toValue: (type: (typeof ISSUE_TYPES)[number]) => T): Record<string, T> =>
  Object.fromEntries(ISSUE_TYPES.map((type) => [type, toValue(type)]));

// These tests compare the rules' text, so they would notice each mutant; but tests of behaviour must notice it.
describe.runIf(MAY_EDIT_RULES)("the rules have the same tables as the domain", () => {
  test("each status has the domain's forward and back step", () => {
    const steps = byType((type) =>
      Object.fromEntries(
        STATUS_CYCLES[type].map((status) => {
          const { next, back } = stepsFrom(type, status)!;
          return [status, [next, back]];
        }),
      ),
    );
    expect(literal(/function stepsFrom\(type, status\) \{\s+return (\{[^;]+\})\[type\]\[status\];/)).toEqual(steps);
  });

  test("a report starts with the first status of its type", () => {
    expect(literal(/issue\.status == (\{.+?\})\[issue\.type\]/)).toEqual(byType(firstStatus));
  });

  test("the priorities are the same", () => {
    expect(literal(/issue\.priority in (\[.+?\])/)).toEqual([...PRIORITIES]);
  });

  test("the attachment types are the same", () => {
    expect(inRules(/file\.type\.matches\('(.+?)'\)/).split("|")).toEqual([...ATTACHMENT_TYPES]);
  });

  test("a report has the domain's fields and those that only the store needs", () => {
    const common = [
      "number",
      "byAdmin",
      "type",
      "title",
      "description",
      "status",
      "priority",
      "reporter",
      "attachments",
      "amendments",
    ];
    const stamps = ["createdAt", "updatedAt"];
    const stored = ["reporterId", "lastAmendment", "updatedBy"];
    const listed = literal(/issue\.keys\(\)\.hasOnly\((\[[^\]]+\])\)/) as string[];
    expect(listed.toSorted()).toEqual([...common, ...DETAIL_FIELDS, ...stamps, ...stored].toSorted());
  });

  test("every detail field has its limit", () => {
    const limits = [...RULES.matchAll(/ (?:text|webAddress)\(issue\.(\w+), (\d+)\)/g)].map(([, name, maxLength]) => [
      name,
      Number(maxLength),
    ]);
    const expected = DETAIL_FIELDS.map((name) => [name, DETAILS[name].maxLength]);
    expect(Object.fromEntries(limits)).toEqual(Object.fromEntries(expected));
  });

  const numbers: [string, RegExp, number][] = [
    ["a title's length", /filledText\(issue\.title, (\d+)\)/, LIMITS.titleLength],
    ["a description's length", /filledText\(issue\.description, (\d+)\)/, LIMITS.textLength],
    ["an amendment's length", /filledText\(amendment\.text, (\d+)\)/, LIMITS.amendmentLength],
    ["the number of amendments", /after\.size\(\) <= (\d+)\n/, LIMITS.amendmentsPerIssue],
    ["the number of long amendments", /after\.size\(\) <= (\d+) \|\|/, LIMITS.longAmendments],
    ["the size of a later amendment", /text\.toUtf8\(\)\.size\(\) <= (\d+)/, LIMITS.laterAmendmentBytes],
    ["the number of attachments", /files\.size\(\) <= (\d+)/, LIMITS.attachmentsPerIssue],
    ["an attachment's size", /file\.size <= (\d+)/, LIMITS.attachmentBytes],
    ["the length of an attachment's name", /filledText\(file\.name, (\d+)\)/, LIMITS.attachmentNameLength],
    ["the minutes for edits", /function isRecent[^}]+duration\.value\((\d+), 'm'\)/, LIMITS.editMinutes],
    ["the number of days in the trash", /duration\.value\((\d+), 'd'\)/, LIMITS.trashDays],
  ];
  test.each(numbers)("%s has the same limit", (_, pattern, limit) => {
    expect(Number(inRules(pattern))).toBe(limit);
  });

  test("the fields that a reporter may edit are the domain's", () => {
    const listed = literal(/function isOwnEdit\(issue\) \{\s+return changedFields\(\)\.hasOnly\((\[[^\]]+\])\)/);
    expect(listed).toEqual([...EDITABLE_FIELDS, "editedAt", "updatedAt", "updatedBy"]);
  });

  test("each attachment of a report is checked", () => {
    const indexes = [...RULES.matchAll(/isAttachment\(files\[(\d+)\], folder\)/g)].map(([, place]) => Number(place));
    expect(indexes).toEqual(Array.from({ length: LIMITS.attachmentsPerIssue }, (_, place) => place));
  });
});

const isAllowed = (attempt: Promise<unknown>): Promise<boolean> =>
  attempt.then(
    () => true,
    () => false,
  );

/** Whether the rules allow each sample. */
const verdicts = (
  samples: readonly string[],
  attempt: (sample: string) => Promise<unknown>,
): Promise<[string, boolean][]> =>
  Promise.all(
    samples.map(
      async (sample): Promise<[string, boolean]> => [JSON.stringify(sample), await isAllowed(attempt(sample))],
    ),
  );

const expected = (samples: readonly string[], judge: (sample: string) => boolean): [string, boolean][] =>
  samples.map((sample) => [JSON.stringify(sample), judge(sample)]);

describe("the rules and the domain agree", () => {
  const fixtures = useFixtures();
  const asAmendment = async (fixtures: RulesFixtures, overrides: Fields) =>
    commit(fixtures.as("member"), amend(member, (await seedIssue(fixtures)).id, newId(), overrides));

  /** Every character up to U+00A0, and others that are invisible or break lines. */
  const characters = [
    ...Array.from({ length: 0xa1 }, (_, code) => String.fromCharCode(code)),
    ..."\u00ad\u061c\u180e\u2000\u200b\u200d\u200e\u2028\u2029\u202e\u202f\u205f\u2060\u2066\u3000\ufe0f\ufeff\ufffd",
    ..."é語ع🦎",
  ];

  test("on the characters that a text may have", async () => {
    const samples = characters.map((char) => `a${char}b`);
    const judged = await verdicts(samples, (text) => asAmendment(fixtures(), { text }));
    expect(judged).toEqual(expected(samples, isPlainText));
  });

  test("on blank texts", async () => {
    // Unicode's invisible characters; their visible neighbours are below.
    const invisible = [
      "\u034f",
      "\u115f",
      "\u1160",
      "\u17b4",
      "\u17b5",
      "\u180b",
      "\u180e",
      "\u180f",
      "\u2800",
      "\u3164",
    ];
    invisible.push("\ufe00", "\ufe0f", "\uffa0", "\u{1d159}", "\u{e0100}", "\u{e01ef}");
    // Unassigned code points: hidane's \p{C} matches them, RE2's does not.
    invisible.push("\u2065", "\ufff0", "\ufff8", "\u{e0000}", "\u{e0fff}");
    const visible = [
      "\u0350",
      "\u115e",
      "\u1161",
      "\u17b3",
      "\u17b6",
      "\u180a",
      "\u1810",
      "\u27ff",
      "\u2801",
      "\u3163",
      "\u3165",
    ];
    visible.push("\ufdff", "\ufe10", "\uff9f", "\uffa1", "\u{1d158}", "\u{1d15a}");
    const blank = ["", "  ", " \u00a0\u200b\n", ...invisible, invisible.join(" ")];
    const samples = [...characters, ...blank, ...visible, "\u200b.\u200b", "  \n a", "a  \n "];
    const judged = await verdicts(samples, (text) => asAmendment(fixtures(), { text }));
    expect(judged).toEqual(expected(samples, (text) => isPlainText(text) && !isBlank(text)));
  });

  test("on web addresses", async () => {
    const samples = [
      "http://a",
      "https://example.org/a?b=c#d",
      "HTTPS://EXAMPLE.ORG",
      "https://münchen.example",
      "http://[::1]:80/",
      "https://user@example.org",
      "https://例え.jp/道",
      "http:/a",
      "https//a",
      "http://",
      "https:///a",
      "http://?",
      "http://#a",
      "http://@a",
      "ftp://a",
      "javascript:alert(1)",
      "data:,a",
      "mailto:a@b",
      "//a",
      "a",
      " http://a",
      "http://a b",
      "http://a\n",
      "http://\ta",
      "httpss://a",
      "://a",
      "http://a\u00a0b",
      "http://a\u3000",
      "http://\u2028",
      "http://a\u0000",
      "http://a\tb",
      "https://https://a",
    ];
    const judged: [string, boolean][] = [];
    // File the reports one after the other, because each needs the next number.
    for (const sample of samples)
      judged.push(
        ...(await verdicts([sample], (websiteUrl) =>
          commit(fixtures().as("member"), fileIssue(member, newId(), { websiteUrl })),
        )),
      );
    expect(judged).toEqual(expected(samples, (url) => isPlainText(url) && isHttpUrl(url)));
  });

  test("on ids", async () => {
    const samples = [
      ...["a", "ab", "A-_9", "-a", "__", "i".repeat(64), "i".repeat(65), "a b", "é1", "a|b", "a$", "a\nb"],
      EVERY_ID_CHARACTER,
      ...NOT_IN_IDS.map((char) => `a${char}b`),
    ];
    const judged = await verdicts(samples, async (id) =>
      commit(fixtures().as("member"), amendUnderAnyId(member, (await seedIssue(fixtures())).id, id)),
    );
    expect(judged).toEqual(expected(samples, isId));
  });
});
