import { STATUS_GROUPS, type Status, type StatusGroup } from "./enumerations.ts";
import { ALL, type Filters } from "./filter.ts";
import type { Amendment, Issue } from "./issue.ts";

// `normalize` takes quadratic time for many accents on one letter, so a search could keep the server busy for seconds.
// Therefore only the first 30 accents of a letter are kept. Looking for accents is slow, but every accent is U+0300 or
// above, so only texts with 31 such characters in a row are searched for accents.
const LONG_NON_LATIN_RUN = /[\u0300-\uffff]{31}/;
const NON_LATIN = /[\u0300-\uffff]/;
const TOO_MANY_ACCENTS = /(\p{M}{30})\p{M}+/gu;

/** Folds case and Unicode form, so that the search can compare texts. */
function foldText(text: string): string {
  const withFewAccents = LONG_NON_LATIN_RUN.test(text) ? text.replace(TOO_MANY_ACCENTS, "$1") : text;
  const lowerCase = withFewAccents.normalize("NFC").toLowerCase();
  if (!NON_LATIN.test(lowerCase)) return lowerCase;
  // Final sigma equals sigma. This second `normalize` composes accented letters that Unicode has only in lower case.
  return lowerCase.replaceAll("ς", "σ").normalize("NFC");
}

/** The text in which a search looks (section 9): title, description and reporter, folded, separated by NUL. */
export function searchText(issue: Pick<Issue, "title" | "description" | "reporter">): string {
  return foldText([issue.title, issue.description, issue.reporter].join("\0"));
}

/** The text in which a search of amendments looks: the texts of a report's amendments, folded, separated by NUL. */
export function amendmentText(amendments: readonly Pick<Amendment, "text">[]): string {
  return foldText(amendments.map(({ text }) => text).join("\0"));
}

/** The search text of every report by a reporter ends with this text. */
export const reporterEnd = (foldedReporter: string): string => `\0${foldedReporter}`;

/** A search, trimmed and folded like `searchText`. `""` finds every report. */
export function foldSearch(search: string): string {
  return foldText(search.trim());
}

type FilteredFields = Pick<Issue, "type" | "status" | "priority">;

/** A predicate for the reports that match type, status and priority (section 9), but not the search. */
export function filterMatcher(filters: Omit<Filters, "search" | "show">): (report: FilteredFields) => boolean {
  const { type, status, priority } = filters;
  // `undefined` if the filter is one status or `all`.
  const group: readonly Status[] | undefined = STATUS_GROUPS[status as StatusGroup];
  const statuses = group ?? [status as Status];
  return (report) =>
    (type === ALL || report.type === type) &&
    (status === ALL || statuses.includes(report.status)) &&
    (priority === ALL || report.priority === priority);
}
