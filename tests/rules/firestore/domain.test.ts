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
  amendmentWrites,
  amendmentWritesUnderAnyId,
  commit,
  EVERY_ID_CHARACTER,
  NOT_IN_IDS,
  newId,
  newReportWrites,
} from "../shared/builders.ts";
import { IS_MUTANT_RUN } from "../shared/mutant.ts";
import { RULES, useFixtures } from "./fixtures.ts";
import { seedReport } from "./seeds.ts";

const { member } = IDENTITIES;

/** The text in the rules that the pattern's group matches; the pattern must match exactly once. */
function findInRules(pattern: RegExp): string {
  const matches = [...RULES.matchAll(new RegExp(pattern, "g"))];
  if (matches.length !== 1)
    throw new Error(`Found ${matches.length} times in firestore.rules, expected once: ${pattern}`);
  return matches[0]![1]!;
}

/** Finds a list or map in the rules and parses it; it is JSON except for its quotes. */
const parseFromRules = (pattern: RegExp): unknown => JSON.parse(findInRules(pattern).replaceAll("'", '"'));

/** A map from each type to its value. */
const mapOfTypes = <T>(toValue: (type: (typeof ISSUE_TYPES)[number]) => T): Record<string, T> =>
  Object.fromEntries(ISSUE_TYPES.map((type) => [type, toValue(type)]));

// `npm run test:mutants` asks whether tests of decisions notice a change of the rules. These tests compare texts: they
// would notice every change and so hide that tests of decisions are missing.
describe.runIf(!IS_MUTANT_RUN)("the rules have the same tables as the domain", () => {
  test("each status has the domain's forward and back step", () => {
    const steps = mapOfTypes((type) =>
      Object.fromEntries(
        STATUS_CYCLES[type].map((status) => {
          const { next, back } = stepsFrom(type, status)!;
          return [status, [next, back]];
        }),
      ),
    );
    expect(parseFromRules(/function stepsFrom\(type, status\) \{\s+return (\{[^;]+\})\[type\]\[status\];/)).toEqual(
      steps,
    );
  });

  test("a report starts with the first status of its type", () => {
    expect(parseFromRules(/issue\.status == (\{.+?\})\[issue\.type\]/)).toEqual(mapOfTypes(firstStatus));
  });

  test("the priorities are the same", () => {
    expect(parseFromRules(/issue\.priority in (\[.+?\])/)).toEqual([...PRIORITIES]);
  });

  test("the attachment types are the same", () => {
    expect(findInRules(/file\.type\.matches\('(.+?)'\)/).split("|")).toEqual([...ATTACHMENT_TYPES]);
  });

  test("a report has the domain's fields and those that only Firestore stores", () => {
    const texts = ["title", "description", ...DETAIL_FIELDS];
    const domainFields = ["number", "type", "status", "priority", "reporter", "byAdmin", "createdAt", "updatedAt"];
    const lists = ["attachments", "amendments"];
    const onlyStored = ["reporterId", "lastAmendment", "updatedBy"];
    const fieldsInRules = parseFromRules(/issue\.keys\(\)\.hasOnly\((\[[^\]]+\])\)/) as string[];
    expect(fieldsInRules.toSorted()).toEqual([...texts, ...domainFields, ...lists, ...onlyStored].toSorted());
  });

  test("every detail field has the domain's limit", () => {
    const checksInRules = RULES.matchAll(/ (?:text|webAddress)\(issue\.(\w+), (\d+)\)/g);
    const limitsInRules = [...checksInRules].map(([, field, maxLength]) => [field, Number(maxLength)]);
    const domainLimits = DETAIL_FIELDS.map((field) => [field, DETAILS[field].maxLength]);
    expect(Object.fromEntries(limitsInRules)).toEqual(Object.fromEntries(domainLimits));
  });

  const limits: [name: string, pattern: RegExp, limit: number][] = [
    ["the greatest length of a title", /filledText\(issue\.title, (\d+)\)/, LIMITS.titleLength],
    ["the greatest length of a description", /filledText\(issue\.description, (\d+)\)/, LIMITS.textLength],
    ["the greatest length of an amendment", /filledText\(amendment\.text, (\d+)\)/, LIMITS.amendmentLength],
    ["the greatest number of amendments", /after\.size\(\) <= (\d+)\n/, LIMITS.amendmentsPerIssue],
    ["the greatest number of long amendments", /after\.size\(\) <= (\d+) \|\|/, LIMITS.longAmendments],
    ["the greatest size of a later amendment", /text\.toUtf8\(\)\.size\(\) <= (\d+)/, LIMITS.laterAmendmentBytes],
    ["the greatest number of attachments", /files\.size\(\) <= (\d+)/, LIMITS.attachmentsPerIssue],
    ["the greatest size of an attachment", /file\.size <= (\d+)/, LIMITS.attachmentBytes],
    ["the greatest length of an attachment's name", /filledText\(file\.name, (\d+)\)/, LIMITS.attachmentNameLength],
    ["the time for edits in minutes", /function isRecent[^}]+duration\.value\((\d+), 'm'\)/, LIMITS.editMinutes],
    ["the time in the trash in days", /duration\.value\((\d+), 'd'\)/, LIMITS.trashDays],
  ];
  test.each(limits)("%s is the same", (_, pattern, limit) => {
    expect(Number(findInRules(pattern))).toBe(limit);
  });

  test("the fields that a reporter may edit are the domain's", () => {
    const fieldsInRules = parseFromRules(
      /function isOwnEdit\(issue\) \{\s+return changedFields\(\)\.hasOnly\((\[[^\]]+\])\)/,
    );
    expect(fieldsInRules).toEqual([...EDITABLE_FIELDS, "editedAt", "updatedAt", "updatedBy"]);
  });

  test("each attachment of a report is checked", () => {
    const indexes = [...RULES.matchAll(/isAttachment\(files\[(\d+)\], folder\)/g)].map(([, index]) => Number(index));
    expect(indexes).toEqual(Array.from({ length: LIMITS.attachmentsPerIssue }, (_, index) => index));
  });
});

const isAllowed = (attempt: Promise<unknown>): Promise<boolean> =>
  attempt.then(
    () => true,
    () => false,
  );

/** Each sample with whether the rules allow its attempt. */
const collectVerdicts = (
  samples: readonly string[],
  attempt: (sample: string) => Promise<unknown>,
): Promise<[string, boolean][]> =>
  Promise.all(
    samples.map(
      async (sample): Promise<[string, boolean]> => [JSON.stringify(sample), await isAllowed(attempt(sample))],
    ),
  );

const expectedVerdicts = (samples: readonly string[], isValid: (sample: string) => boolean): [string, boolean][] =>
  samples.map((sample) => [JSON.stringify(sample), isValid(sample)]);

describe("the rules and the domain agree", () => {
  const fixtures = useFixtures();
  const amendWithText = async (text: string) => {
    const { id } = await seedReport(fixtures());
    return commit(fixtures().databaseAs("member"), amendmentWrites(member, id, newId(), { amendment: { text } }));
  };

  /** Every character up to U+00A0, others that are invisible or break lines, and some that are visible. */
  const characters = [
    ...Array.from({ length: 0xa1 }, (_, code) => String.fromCharCode(code)),
    ..."\u00ad\u061c\u180e\u2000\u200b\u200d\u200e\u2028\u2029\u202e\u202f\u205f\u2060\u2066\u3000\ufe0f\ufeff\ufffd",
    ..."é語ع🦎",
  ];

  test("on the characters that a text may have", async () => {
    const samples = characters.map((char) => `a${char}b`);
    const actualVerdicts = await collectVerdicts(samples, amendWithText);
    expect(actualVerdicts).toEqual(expectedVerdicts(samples, isPlainText));
  });

  test("on blank texts", async () => {
    // Invisible characters, then unassigned code points, which are in \p{C} in only one engine (suite/engines): hidane.
    const invisible = [
      ..."\u034f\u115f\u1160\u17b4\u17b5\u180b\u180e\u180f\u2800\u3164\ufe00\ufe0f\uffa0\u{1d159}\u{e0100}\u{e01ef}",
      ..."\u2065\ufff0\ufff8\u{e0000}\u{e0fff}",
    ];
    // The characters directly before and after the invisible ones.
    const visible = [
      ..."\u0350\u115e\u1161\u17b3\u17b6\u180a\u1810\u27ff\u2801\u3163\u3165\ufdff\ufe10\uff9f\uffa1\u{1d158}\u{1d15a}",
    ];
    const blank = ["", "  ", " \u00a0\u200b\n", ...invisible, invisible.join(" ")];
    const samples = [...characters, ...blank, ...visible, "\u200b.\u200b", "  \n a", "a  \n "];
    const actualVerdicts = await collectVerdicts(samples, amendWithText);
    expect(actualVerdicts).toEqual(expectedVerdicts(samples, (text) => isPlainText(text) && !isBlank(text)));
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
    const actualVerdicts: [string, boolean][] = [];
    // File the reports one after the other, because each needs the next number.
    for (const sample of samples) {
      const attempt = commit(fixtures().databaseAs("member"), newReportWrites(member, newId(), { websiteUrl: sample }));
      actualVerdicts.push([JSON.stringify(sample), await isAllowed(attempt)]);
    }
    expect(actualVerdicts).toEqual(expectedVerdicts(samples, (url) => isPlainText(url) && isHttpUrl(url)));
  });

  test("on ids", async () => {
    const samples = [
      ...["a", "ab", "A-_9", "-a", "__", "i".repeat(64), "i".repeat(65), "a b", "é1", "a|b", "a$", "a\nb"],
      EVERY_ID_CHARACTER,
      ...NOT_IN_IDS.map((char) => `a${char}b`),
    ];
    const actualVerdicts = await collectVerdicts(samples, async (id) =>
      commit(fixtures().databaseAs("member"), amendmentWritesUnderAnyId(member, (await seedReport(fixtures())).id, id)),
    );
    expect(actualVerdicts).toEqual(expectedVerdicts(samples, isId));
  });
});
