import { ISSUE_TYPES, STATUS_GROUPS, STATUSES, type Status } from "./enumerations.ts";
import type { Issue } from "./issue.ts";
import { amendmentText, foldSearch, searchText } from "./match.ts";

/** The fields of a report that `is:` and `#142` test. */
type TestedFields = Pick<Issue, "number" | "type" | "status">;

/** The operators of a search and the text beside them. A report must fit all of them. */
export interface SearchOperators {
  /** The search without its operators, folded; `""` finds every report. */
  text: string;
  /** `in:amendments`: the text is looked for in amendments, and reports without any are not found. */
  inAmendments: boolean;
  /** `by:max`: the folded names, one of which must be the reporter's; empty for any reporter. */
  reporters: readonly string[];
  /** Whether a report fits all operators `is:…` and `#…`, such as `is:open` and `#142`. */
  fits: (report: TestedFields) => boolean;
}

/** A search, parsed. A report matches if it contains the whole `text` (section 9), or fits the operators. */
export interface Search {
  /** The search as typed, folded like `searchText`; `""` finds every report. */
  text: string;
  /** `null` if the search has no operators. */
  operators: SearchOperators | null;
}

// A username with spaces is quoted. Phones type curly quotation marks.
const OPERATOR =
  /(?<=^|\s)(?:by:(?:["“”](?<quoted>[^"“”]+)["“”]|(?<name>[^\s"“”]+))|is:(?<state>[a-z_-]+)|#(?<number>[1-9]\d{0,14})|(?<place>in:amendments))(?=\s|$)/giu;

/** The test for a word after `is:`: a type, a status or a group of statuses; `undefined` for other words. */
function stateTest(word: string): ((report: TestedFields) => boolean) | undefined {
  const key = stateKey(word);
  const type = ISSUE_TYPES.find((each) => each === key);
  if (type !== undefined) return (report) => report.type === type;
  // Groups come before statuses, so that `is:open` finds all reports that the summary counts as open.
  const group = Object.entries<readonly Status[]>(STATUS_GROUPS).find(([name]) => stateKey(name) === key);
  const statuses = group?.[1] ?? STATUSES.filter((status) => stateKey(status) === key);
  return statuses.length === 0 ? undefined : (report) => statuses.includes(report.status);
}

/** The form in which words are compared: `in-progress`, `IN_PROGRESS` and `inProgress` are the same word. */
const stateKey = (name: string): string => name.toLowerCase().replace(/[-_]/g, "");

/** A part of a search as typed: an operator, or text. */
export interface SearchPart {
  text: string;
  isOperator: boolean;
}

/**
 * Splits a search as typed into its parts, in order; joined they give the search again. `is:nonsense` and `by: the way`
 * are text.
 */
export function splitSearch(search: string): SearchPart[] {
  const parts: SearchPart[] = [];
  let end = 0;
  for (const { 0: text, index, groups } of search.matchAll(OPERATOR)) {
    if (groups?.state !== undefined && stateTest(groups.state) === undefined) continue;
    parts.push({ text: search.slice(end, index), isOperator: false }, { text, isOperator: true });
    end = index + text.length;
  }
  parts.push({ text: search.slice(end), isOperator: false });
  return parts.filter(({ text }) => text !== "");
}

/** Parses a search as typed. */
export function parseSearch(search: string): Search {
  const text = foldSearch(search);
  const parts = splitSearch(text);
  const operators = parts.filter(({ isOperator }) => isOperator).map((part) => part.text);
  if (operators.length === 0) return { text, operators: null };
  const texts = parts.filter(({ isOperator }) => !isOperator).map((part) => part.text.trim());
  return { text, operators: { text: foldSearch(texts.join(" ")), ...readOperators(operators) } };
}

function readOperators(operators: readonly string[]): Omit<SearchOperators, "text"> {
  const matches = operators.map((text) => [...text.matchAll(OPERATOR)][0]?.groups ?? {});
  const valuesOf = (group: string) => matches.map((match) => match[group]).filter((value) => value !== undefined);
  const numbers = valuesOf("number").map(Number);
  const stateTests = valuesOf("state").map((state) => stateTest(state)!);
  return {
    reporters: [...valuesOf("quoted"), ...valuesOf("name")].map(foldSearch),
    inAmendments: valuesOf("place").length > 0,
    fits: (report) =>
      stateTests.every((test) => test(report)) && (numbers.length === 0 || numbers.includes(report.number ?? 0)),
  };
}

/** Returns the search that looks for the same in amendments. */
export const toAmendmentSearch = (search: string): string => `in:amendments ${search.trim()}`;

/** A predicate for the reports that match a search, for lists in memory. */
export function searchMatcher(search: string): (report: Issue) => boolean {
  const { text, operators } = parseSearch(search);
  return (report) => searchText(report).includes(text) || (operators !== null && fitsOperators(report, operators));
}

function fitsOperators(report: Issue, { text, inAmendments, reporters, fits }: SearchOperators): boolean {
  const hasText = inAmendments
    ? report.amendments.length > 0 && amendmentText(report.amendments).includes(text)
    : searchText(report).includes(text);
  return hasText && fits(report) && (reporters.length === 0 || reporters.includes(foldSearch(report.reporter)));
}
