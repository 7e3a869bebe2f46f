import {
  PRIORITY_LABELS,
  STATUS_GROUP_NAMES,
  STATUS_GROUPS,
  STATUS_LABELS,
  type Status,
  type StatusGroup,
  statusGroupLabel,
  TYPE_LABELS,
} from "./enumerations.ts";
import { keysOf, recordOf } from "./fields.ts";
import type { Issue } from "./issue.ts";
import { LIMITS } from "./limits.ts";
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from "./page.ts";
import { DEFAULT_SORT, SORT_LABELS, type Sort } from "./sort.ts";
import { TURN_LABELS, type Turn } from "./turn.ts";

/** The filter option that shows every report. */
export const ALL = "all" as const;

/** Says that a report has no area: as the choice of its reporter, and as the option of the filter. */
export const NO_AREA = "none" as const;

/** The id of an area, for a regular expression. An id is random and never used again. */
export const AREA_ID = "[a-z\\d]{8}";

/** A parameter of the list that has a select in the filter bar. */
export interface SelectParameter {
  label: string;
  default: string | number;
  /** Each value with its name on the page, in the select's order. */
  options: Readonly<Record<string, string>>;
  /** Options that the select offers only while they are chosen. */
  hiddenOptions?: readonly string[];
  /** A regular expression for all values, if there are others than `options`: the ids of areas. */
  pattern?: string;
}

/** The fields of a report that the filters test. */
export type FilteredFields = Pick<Issue, "type" | "status" | "priority" | "area"> & { turn?: Turn | null };

interface Filter extends SelectParameter {
  /** The test for the reports that an option other than `ALL` shows. */
  testFor: (option: string) => (report: FilteredFields) => boolean;
}

/** The filters that have a select, in the order of the filter bar (section 9). */
export const FILTERS = {
  type: {
    label: "Type",
    default: ALL,
    options: { [ALL]: "All", ...TYPE_LABELS },
    testFor: (type) => (report) => report.type === type,
  },
  status: {
    label: "Status",
    default: ALL,
    options: { [ALL]: "All", ...STATUS_LABELS, ...recordOf(STATUS_GROUP_NAMES, statusGroupLabel) },
    // A group of statuses is chosen by a link of the summary.
    hiddenOptions: STATUS_GROUP_NAMES,
    testFor: (option) => {
      // `undefined` if the option is one status.
      const group: readonly Status[] | undefined = STATUS_GROUPS[option as StatusGroup];
      const statuses = group ?? [option as Status];
      return (report) => statuses.includes(report.status);
    },
  },
  priority: {
    label: "Priority",
    default: ALL,
    options: { [ALL]: "All", ...PRIORITY_LABELS },
    testFor: (priority) => (report) => report.priority === priority,
  },
  turn: {
    label: "Waiting for",
    default: ALL,
    options: { [ALL]: "All", ...TURN_LABELS },
    testFor: (who) => (report) => report.turn?.who === who,
  },
  area: {
    label: "Area",
    default: ALL,
    options: { [ALL]: "All", [NO_AREA]: "None" },
    pattern: `^(${ALL}|${NO_AREA}|${AREA_ID})$`,
    testFor: (area) => (report) => (report.area || NO_AREA) === area,
  },
} satisfies Record<string, Filter>;
export type FilterName = keyof typeof FILTERS;
export const FILTER_NAMES = keysOf(FILTERS);

/**
 * The tabs above the list, each with its name. No admin has reacted to an `unanswered` report yet; `todo` are the
 * reports that the viewer, an admin, has taken; `mine-unanswered` are both `mine` and `unanswered`.
 */
export const SHOW_LABELS = {
  [ALL]: "All",
  mine: "Mine",
  following: "Following",
  unanswered: "Unanswered",
  todo: "Mine to do",
  "mine-unanswered": "Mine · unanswered",
};
export type Show = keyof typeof SHOW_LABELS;
export const SHOW_OPTIONS = keysOf(SHOW_LABELS);

/** How many reports each tab has, with the other filters as they are; without the tabs that were not counted. */
export type TabCounts = Partial<Record<Show, number>>;

/** The tabs that have an order of their own until another is chosen. The other tabs have `DEFAULT_SORT`. */
export const TAB_SORTS: Partial<Record<Show, Sort>> = { unanswered: "unanswered", "mine-unanswered": "unanswered" };

// Do not rename or move parameters: a cached page of the last build still sends them, in this order.
/** All parameters of the list (section 9), in the order of the API's query. The page's address has them too. */
export const LIST_PARAMETERS = {
  page: { default: 1, pattern: "^[1-9]\\d{0,8}$" },
  pageSize: { label: "Page size", default: DEFAULT_PAGE_SIZE, options: recordOf(PAGE_SIZES, String) },
  // A longer search is cut.
  search: { default: "", pattern: `^.{1,${LIMITS.searchLength}}` },
  ...FILTERS,
  show: { default: ALL, options: SHOW_LABELS },
  sort: { label: "Sort by", default: DEFAULT_SORT, tabDefaults: TAB_SORTS, options: SORT_LABELS },
};
export type ListParameterName = keyof typeof LIST_PARAMETERS;

/** A parameter's name, its default, the pattern of its values (for the flag `s`), and the tabs with another default. */
type ListPattern = [
  name: ListParameterName,
  defaultValue: string,
  pattern: string,
  tabDefaults?: Record<string, string>,
];

/** The page's first script reads the address by this list before any module has loaded. `show` comes before `sort`. */
export const LIST_PATTERNS = keysOf(LIST_PARAMETERS).map((name): ListPattern => {
  const parameter = LIST_PARAMETERS[name];
  const pattern = "pattern" in parameter ? parameter.pattern : `^(${Object.keys(parameter.options).join("|")})$`;
  const defaultValue = String(parameter.default);
  return "tabDefaults" in parameter
    ? [name, defaultValue, pattern, parameter.tabDefaults]
    : [name, defaultValue, pattern];
});

/** The values of the filter bar and the tabs; `search` is the text as typed. */
export type Filters = { search: string; show: Show } & {
  [Name in FilterName]: Name extends "area" ? string : keyof (typeof FILTERS)[Name]["options"];
};

/** The filters that show every report. */
export const NO_FILTERS: Filters = { search: "", ...recordOf(FILTER_NAMES, () => ALL), show: ALL };

/** Whether a filter or a search is set. */
export function isFiltered(filters: Filters): boolean {
  const { search, ...selectedOptions } = filters;
  return search.trim() !== "" || Object.values(selectedOptions).some((option) => option !== ALL);
}
