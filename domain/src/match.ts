import { STATUS_GROUPS, type Status, type StatusGroup } from "./enumerations.ts";
import { ALL, type Filters } from "./filter.ts";
import type { Amendment, Issue } from "./issue.ts";

// `normalize` takes quadratic time for many accents on one letter, so a search could keep the server busy for seconds.
// Therefore only the first 30 accents of a letter are kept.
const LONG_NON_LATIN_RUN = /[\u0300-\uffff]{31}/;
const NON_LATIN = /[\u0300-\uffff]/;
const TOO_MANY_ACCENTS = /(\p{M}{30})\p{M}+/gu;

/** Folds case and Unicode form, so that the search can compare texts. */
function foldText(text: string): string {
  const bounded = LONG_NON_LATIN_RUN.test(text) ? text.replace(TOO_MANY_ACCENTS, "$1") : text;
  const lower = bounded.normalize("NFC").toLowerCase();
  if (!NON_LATIN.test(lower)) return lower;
  // Final sigma equals sigma. A second NFC composes letters that exist with their accent only in lower case.
  return lower.replaceAll("ς", "σ").normalize("NFC");
}

/** The text in which a search looks (section 9): title, description and reporter, folded, separated by NUL. */
export function searchText({
  title,
  description,
  reporter,
}: Pick<Issue, "title" | "description" | "reporter">): string {
  return foldText([title, description, reporter].join("\0"));
}

/** The text in which a search of amendments looks: the texts of a report's amendments, folded, separated by NUL. */
export function amendmentText(amendments: readonly Pick<Amendment, "text">[]): string {
  return foldText(amendments.map(({ text }) => text).join("\0"));
}

/** The end of the search text of each report by this reporter. The name must be folded. */
export const reporterEnd = (reporter: string): string => `\0${reporter}`;

/** A search, trimmed and folded like `searchText`. `""` finds every report. */
export function foldSearch(search: string): string {
  return foldText(search.trim());
}

/** A predicate for the reports that match type, status and priority (section 9). `searchMatcher` tests the search. */
export function filterMatcher({
  type,
  status,
  priority,
}: Omit<Filters, "search" | "show">): (report: Pick<Issue, "type" | "status" | "priority">) => boolean {
  const statuses: readonly Status[] | null = status === ALL ? null : (STATUS_GROUPS[status as StatusGroup] ?? [status]);
  return (report) =>
    (type === ALL || report.type === type) &&
    (statuses === null || statuses.includes(report.status)) &&
    (priority === ALL || report.priority === priority);
}
