import { ALL, type Filters } from "./filter.ts";
import type { Issue } from "./issue.ts";

// Accents upon one letter are put in order one by one: ten thousand would take as long as ten thousand reports.
const LONG_RUN = /[\u0300-\uffff]{31}/;
const BEYOND_LATIN = /[\u0300-\uffff]/;
const TOO_MANY_ACCENTS = /(\p{M}{30})\p{M}+/gu;

/** The form of a text that the case-insensitive search compares. */
function foldText(text: string): string {
  const orderly = LONG_RUN.test(text) ? text.replace(TOO_MANY_ACCENTS, "$1") : text;
  const lower = orderly.normalize("NFC").toLowerCase();
  if (!BEYOND_LATIN.test(lower)) return lower;
  // A sigma is another at the end of a word; some letters are one with their accents only in lower case.
  return lower.replaceAll("ς", "σ").normalize("NFC");
}

/** All that a search looks through (section 9), folded: title, description and reporter, apart by NUL, which no search holds. */
export function searchText({
  title,
  description,
  reporter,
}: Pick<Issue, "title" | "description" | "reporter">): string {
  return foldText([title, description, reporter].join("\0"));
}

/** A typed search as it is looked for in `searchText`: without blanks around it, folded; `""` finds everything. */
export function foldSearch(search: string): string {
  return foldText(search.trim());
}

/** A predicate for the reports that the choices among these filters show, whatever the search (section 9). */
export function matcher({
  type,
  status,
  priority,
}: Omit<Filters, "search">): (report: Pick<Issue, "type" | "status" | "priority">) => boolean {
  return (report) =>
    (type === ALL || report.type === type) &&
    (status === ALL || report.status === status) &&
    (priority === ALL || report.priority === priority);
}
