import {
  DETAIL_FIELDS,
  type DetailField,
  FORM_FIELDS,
  type IssueType,
  PRIORITIES,
  recordOf,
  STATUS_CYCLES,
  TEXT_FIELDS,
} from "@logbook/domain";
import { pick, type Random, seededRandom } from "./random.ts";
import { randomWord } from "./vocabulary.ts";

type Amendments = Record<string, { text: string; createdBy: string; createdById: string; createdAt: Date }>;

const REPORTER_COUNT = 500;
const FIRST_CREATED_AT = Date.UTC(2024, 0, 1);
// The reports are spread over 833 days.
const CREATED_WITHIN_MINUTES = 1_200_000;
const EMOJI = ["🎉", "😀", "🐞", "👍", "🚀"];
// The letters of a rare word. Each word of the vocabulary has a vowel, so it is no rare word.
const CONSONANTS = "BCDFGHJKLMNPQRSTVWXZ";
const REPORTER_NAMES = ["ada", "björn", "chloé", "dörte", "emil", "frida"];

/** The report with this index, as Firestore stores it. It is the same in every run and at every size of the logbook. */
export function reportAt(index: number) {
  // The prime number gives each report another seed.
  const random = seededRandom(index * 7919 + 11);
  const type: IssueType = random(10) < 7 ? "bug" : "feature";
  const reporterIndex = random(REPORTER_COUNT);
  const createdAt = new Date(FIRST_CREATED_AT + random(CREATED_WITHIN_MINUTES) * 60_000);
  const amendments = randomAmendments(random, createdAt);
  const lastAmendment = Object.keys(amendments).at(-1) ?? "";
  return {
    number: index + 1,
    type,
    title: randomPhrase(random, 25 + random(30)),
    description: randomDescription(random, index),
    status: pick(random, STATUS_CYCLES[type]),
    priority: pick(random, PRIORITIES),
    reporterId: `reporter-${reporterIndex}`,
    // The seed is the reporter's index, so all reports of a reporter have the same name.
    reporter: `${pick(seededRandom(reporterIndex), REPORTER_NAMES)}-${reporterIndex}`,
    ...randomDetails(random, type),
    attachments: [],
    amendments,
    createdAt,
    updatedAt: lastAmendment === "" ? createdAt : amendments[lastAmendment]!.createdAt,
    updatedBy: `reporter-${reporterIndex}`,
  };
}

/** A word of six letters that only the report with this index contains, if `hasRareWord(index)`. */
export function rareWordOf(index: number): string {
  // The prime number gives each word another seed.
  const random = seededRandom(index * 104_729 + 3);
  return Array.from({ length: 6 }, () => CONSONANTS[random(CONSONANTS.length)]).join("");
}

export const hasRareWord = (index: number): boolean => index % 5 === 0;

function randomDescription(random: Random, index: number): string {
  // The length is the smaller of two random numbers, so that most descriptions are short.
  const minLength = 200 + Math.min(random(1300), random(1300));
  let text = "";
  while (text.length < minLength) text += `${randomSentence(random, 30 + random(90))} `;
  const ending = hasRareWord(index) ? ` Ref. ${rareWordOf(index)}.` : "";
  // With the ending, the description must not have more than 1,500 characters.
  return text.slice(0, 1450).trim() + ending;
}

/** Words without a full stop; in one of 20 cases with an emoji at the end. */
function randomPhrase(random: Random, minLength: number): string {
  let text = randomWord(random);
  while (text.length < minLength) text += ` ${randomWord(random)}`;
  const ending = random(20) === 0 ? ` ${pick(random, EMOJI)}` : "";
  return text.charAt(0).toUpperCase() + text.slice(1) + ending;
}

const randomSentence = (random: Random, minLength: number): string => `${randomPhrase(random, minLength)}.`;

function randomDetails(random: Random, type: IssueType): Record<DetailField, string> {
  const formFields: readonly string[] = FORM_FIELDS[type];
  return recordOf(DETAIL_FIELDS, (field) => {
    if (!formFields.includes(field) || random(2) === 0) return "";
    if (TEXT_FIELDS[field].kind === "address") return `https://example.org/${randomWord(random)}`;
    return randomSentence(random, 60 + random(120));
  });
}

function randomAmendments(random: Random, reportCreatedAt: Date): Amendments {
  const count = random(4) === 0 ? 1 + random(3) : 0;
  const entries = Array.from({ length: count }, (_, index) => {
    const authorIndex = random(REPORTER_COUNT);
    const text = randomSentence(random, 40 + random(200));
    const createdAt = new Date(reportCreatedAt.getTime() + (index + 1) * 3_600_000);
    const author = { createdBy: `member-${authorIndex}`, createdById: `reporter-${authorIndex}` };
    return [`amendment-${index}`, { text, ...author, createdAt }];
  });
  return Object.fromEntries(entries) as Amendments;
}
