import {
  DETAIL_FIELDS,
  type DetailField,
  FORM_FIELDS,
  type IssueType,
  PRIORITIES,
  STATUS_CYCLES,
} from "@logbook/domain";
import { pick, type Random, seededRandom } from "./random.ts";
import { randomWord } from "./vocabulary.ts";

type Amendments = Record<string, { text: string; createdBy: string; createdById: string; createdAt: Date }>;

const REPORTER_COUNT = 500;
const FIRST_CREATED_AT = Date.UTC(2024, 0, 1);
const CREATED_WITHIN_MINUTES = 1_200_000;
const EMOJI = ["🎉", "😀", "🐞", "👍", "🚀"];
const CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ";

/** The report with index `n`, as Firestore stores it. It is the same in every run and at every size of the logbook. */
export function reportAt(n: number) {
  const random = seededRandom(n * 7919 + 11);
  const type: IssueType = random(10) < 7 ? "bug" : "feature";
  const reporter = random(REPORTER_COUNT);
  const createdAt = new Date(FIRST_CREATED_AT + random(CREATED_WITHIN_MINUTES) * 60_000);
  const amendments = amendmentsOf(random, createdAt);
  const lastAmendment = Object.keys(amendments).at(-1) ?? "";
  return {
    number: n + 1,
    type,
    title: sentence(random, 25 + random(30), false),
    description: descriptionOf(random, n),
    status: pick(random, STATUS_CYCLES[type]),
    priority: pick(random, PRIORITIES),
    reporterId: `reporter-${reporter}`,
    reporter: `${pick(seededRandom(reporter), ["ada", "björn", "chloé", "dörte", "emil", "frida"])}-${reporter}`,
    ...details(random, type),
    attachments: [],
    amendments,
    lastAmendment,
    createdAt,
    updatedAt: lastAmendment === "" ? createdAt : amendments[lastAmendment]!.createdAt,
    updatedBy: `reporter-${reporter}`,
  };
}

/** A word of six letters that only the report with index `n` contains, if `hasCode(n)`. */
export function codeOf(n: number): string {
  const random = seededRandom(n * 104_729 + 3);
  return Array.from({ length: 6 }, () => CODE_LETTERS[random(CODE_LETTERS.length)]).join("");
}

export const hasCode = (n: number): boolean => n % 5 === 0;

function descriptionOf(random: Random, n: number): string {
  // The length is the smaller of two random numbers, so that most descriptions are short.
  const length = 200 + Math.min(random(1300), random(1300));
  let text = "";
  while (text.length < length) text += `${sentence(random, 30 + random(90), true)} `;
  return `${text.slice(0, 1450).trim()}${hasCode(n) ? ` Ref. ${codeOf(n)}.` : ""}`;
}

function sentence(random: Random, length: number, hasFullStop: boolean): string {
  let text = randomWord(random);
  while (text.length < length) text += ` ${randomWord(random)}`;
  const ending = hasFullStop ? "." : "";
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${random(20) === 0 ? ` ${pick(random, EMOJI)}` : ""}${ending}`;
}

function details(random: Random, type: IssueType): Record<DetailField, string> {
  const formFields: readonly string[] = FORM_FIELDS[type];
  const entries = DETAIL_FIELDS.map((field) => {
    if (!formFields.includes(field) || random(2) === 0) return [field, ""];
    return [
      field,
      field === "websiteUrl" ? `https://example.org/${randomWord(random)}` : sentence(random, 60 + random(120), true),
    ];
  });
  return Object.fromEntries(entries) as Record<DetailField, string>;
}

function amendmentsOf(random: Random, createdAt: Date): Amendments {
  const count = random(4) === 0 ? 1 + random(3) : 0;
  const entries = Array.from({ length: count }, (_, at) => {
    const author = random(REPORTER_COUNT);
    const text = sentence(random, 40 + random(200), true);
    const amendedAt = new Date(createdAt.getTime() + (at + 1) * 3_600_000);
    return [
      `amendment-${at}`,
      { text, createdBy: `member-${author}`, createdById: `reporter-${author}`, createdAt: amendedAt },
    ];
  });
  return Object.fromEntries(entries) as Amendments;
}
