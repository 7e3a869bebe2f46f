import { DETAIL_FIELDS, type Issue, recordOf, TEXT_FIELD_NAMES, type TextFieldName } from "@logbook/domain";

/** The texts that may be shortened: not the title, and no web address, which would lead to another page. */
const LIMITED_FIELDS = ["description", ...DETAIL_FIELDS.filter((field) => field !== "websiteUrl")] as const;
type Texts = { [Name in TextFieldName]: string };

/** Shortens the texts of a report to a number of UTF-16 units. */
export function limitTexts<Report extends Texts>(report: Report, letters: number): Report {
  return { ...report, ...recordOf(LIMITED_FIELDS, (field) => limitText(report[field], letters)) };
}

/** Shortens a text to a number of UTF-16 units, without dividing a surrogate pair. */
export function limitText(text: string, letters: number): string {
  if (text.length <= letters) return text;
  return `${text.slice(0, letters).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

// More than all texts of a report take in Latin letters. In other scripts a letter takes up to three bytes.
const MAX_TEXT_BYTES_IN_MEMORY = 64 * 1024;
const LETTERS_IN_MEMORY = 2_000;

/**
 * The report as an instance keeps it in memory. Lists show the beginning of very long texts, marked as in `shorten.ts`;
 * a report's own calls read its document. Amendments stay whole, because searches look through them.
 */
export function forMemory(issue: Issue): Issue {
  const bytes = TEXT_FIELD_NAMES.reduce((sum, name) => sum + Buffer.byteLength(issue[name]), 0);
  return bytes > MAX_TEXT_BYTES_IN_MEMORY ? { ...limitTexts(issue, LETTERS_IN_MEMORY), shortened: true } : issue;
}
