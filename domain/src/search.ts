import { ISSUE_TYPES, STATUS_GROUPS, STATUSES, type Status } from "./enumerations.ts";
import { foldText } from "./fold.ts";
import type { Amendment, Issue } from "./issue.ts";
import { ALL, FILTER_NAMES, FILTERS, type FilteredFields, type FilterName, type Filters } from "./list-parameters.ts";

/** The text in which a search looks (section 9): title, description and reporter, folded, separated by NUL. */
export function searchText(issue: Pick<Issue, "title" | "description" | "reporter">): string {
  return foldText([issue.title, issue.description, issue.reporter].join("\0"));
}

/** The text in which a search of amendments looks: the texts of a report's amendments, folded, separated by NUL. */
export function amendmentText(amendments: readonly Pick<Amendment, "text">[]): string {
  return foldText(amendments.map(({ text }) => text).join("\0"));
}

/** A search, folded like `searchText` and trimmed. `""` finds every report. */
export function foldSearch(search: string): string {
  return foldText(search).trim();
}

/** A predicate for the reports that match the filters with a select (section 9). It ignores the search and the tab. */
export function filterMatcher(filters: Pick<Filters, FilterName>): (report: FilteredFields) => boolean {
  const chosen = FILTER_NAMES.filter((name) => filters[name] !== ALL);
  const tests = chosen.map((name) => FILTERS[name].testFor(filters[name]));
  return (report) => tests.every((test) => test(report));
}

/** The fields of a report that `is:` and `#142` test. */
type TestedFields = Pick<Issue, "number" | "type" | "status">;

/** The operators of a search and the text beside them. A report must fit all of them. */
export interface SearchOperators {
  /** The search without its operators, in the form of `foldSearch`; `""` finds every report. */
  text: string;
  /** Whether the search has `in:amendments`: then it looks for the text in amendments only. */
  inAmendments: boolean;
  /** The names after `by:`, in the form of `foldSearch`. One of them must be the reporter's; empty for any reporter. */
  reporters: readonly string[];
  /** Whether a report fits all operators `is:…` and one of the numbers after `#`, if there are any. */
  fits: (report: TestedFields) => boolean;
}

/** A parsed search. A report matches if it contains the whole `text` (section 9), or fits the operators. */
export interface Search {
  /** The whole search, in the form of `foldSearch`; `""` finds every report. */
  text: string;
  /** `null` if the search has no operators. */
  operators: SearchOperators | null;
}

// `by:max`, `by:"a name with spaces"`, `is:open`, `#142` or `in:amendments`. Numbers have at most 15 digits, because
// JavaScript rounds longer ones.
const OPERATOR =
  /(?<=^|\s)(?:by:(?:"(?<quoted>[^"]+)"|(?<name>[^\s"]+))|is:(?<typeOrStatus>[a-z_-]+)|#(?<number>[1-9]\d{0,14})|(?<inAmendments>in:amendments))(?=\s|$)/giu;

/** The test for a word after `is:`: a type, a status or a group of statuses; `undefined` for other words. */
function testForWord(word: string): ((report: TestedFields) => boolean) | undefined {
  const normalizedWord = normalizeWord(word);
  const type = ISSUE_TYPES.find((issueType) => issueType === normalizedWord);
  if (type !== undefined) return (report) => report.type === type;
  // Groups come before statuses, so that `is:open` finds all reports that the summary counts as open.
  const group = Object.entries<readonly Status[]>(STATUS_GROUPS).find(
    ([name]) => normalizeWord(name) === normalizedWord,
  )?.[1];
  const statuses = group ?? STATUSES.filter((status) => normalizeWord(status) === normalizedWord);
  return statuses.length === 0 ? undefined : (report) => statuses.includes(report.status);
}

/** The form in which words are compared: `in-progress`, `IN_PROGRESS` and `inProgress` are the same word. */
const normalizeWord = (word: string): string => word.toLowerCase().replace(/[-_]/g, "");

/** Splits a search (`unifyText`) into operators and text, in their order. `is:nonsense` and `by: the way` are text. */
export function splitSearch(search: string): { text: string; isOperator: boolean }[] {
  const parts: { text: string; isOperator: boolean }[] = [];
  let lastOperatorEnd = 0;
  for (const match of search.matchAll(OPERATOR)) {
    const [operator] = match;
    const word = match.groups?.typeOrStatus;
    if (word !== undefined && testForWord(word) === undefined) continue;
    parts.push(
      { text: search.slice(lastOperatorEnd, match.index), isOperator: false },
      { text: operator, isOperator: true },
    );
    lastOperatorEnd = match.index + operator.length;
  }
  parts.push({ text: search.slice(lastOperatorEnd), isOperator: false });
  return parts.filter(({ text }) => text !== "");
}

/** Parses a search in the form in which the user typed it. */
export function parseSearch(search: string): Search {
  const text = foldSearch(search);
  const parts = splitSearch(text);
  const operatorTexts = parts.filter(({ isOperator }) => isOperator).map((part) => part.text);
  if (operatorTexts.length === 0) return { text, operators: null };
  const otherTexts = parts.filter(({ isOperator }) => !isOperator).map((part) => part.text.trim());
  return { text, operators: { text: foldSearch(otherTexts.join(" ")), ...readOperators(operatorTexts) } };
}

function readOperators(operatorTexts: readonly string[]): Omit<SearchOperators, "text"> {
  // Not `OPERATOR.exec()`: because of the flag `g`, it would begin where its match in the last text ended.
  const matchedGroups = operatorTexts.map((operator) => [...operator.matchAll(OPERATOR)][0]?.groups ?? {});
  const valuesOf = (name: string) => matchedGroups.map((groups) => groups[name]).filter((value) => value !== undefined);
  const numbers = valuesOf("number").map(Number);
  // `splitSearch` takes `is:` for an operator only if there is a test for its word.
  const tests = valuesOf("typeOrStatus").map((word) => testForWord(word)!);
  return {
    reporters: [...valuesOf("quoted"), ...valuesOf("name")].map(foldSearch),
    inAmendments: valuesOf("inAmendments").length > 0,
    fits: (report) =>
      tests.every((test) => test(report)) &&
      (numbers.length === 0 || numbers.some((number) => number === report.number)),
  };
}

/** Returns a search that looks in amendments for the text of this search. */
export const toAmendmentSearch = (search: string): string => `in:amendments ${search.trim()}`;

/** A predicate for the reports that match a search, for lists in memory. */
export function searchMatcher(search: string): (report: Issue) => boolean {
  const { text, operators } = parseSearch(search);
  return (report) => searchText(report).includes(text) || (operators !== null && fitsOperators(report, operators));
}

function fitsOperators(report: Issue, { text, inAmendments, reporters, fits }: SearchOperators): boolean {
  // An empty `text` in amendments finds every report that has an amendment.
  const hasText = inAmendments
    ? report.amendments.length > 0 && amendmentText(report.amendments).includes(text)
    : searchText(report).includes(text);
  return hasText && fits(report) && (reporters.length === 0 || reporters.includes(foldSearch(report.reporter)));
}
