import {
  ISSUE_TYPES,
  type IssueType,
  PRIORITIES,
  type Priority,
  STATUS_GROUPS,
  STATUS_LABELS,
  STATUSES,
  type Status,
  type StatusGroup,
} from "./enumerations.ts";

/** The filter option that shows every report. */
export const ALL = "all";

/** The options of each filter, in the order of the filter bar (section 9). */
export const TYPE_OPTIONS = [ALL, ...ISSUE_TYPES] as const;
export const STATUS_OPTIONS = [ALL, ...STATUSES] as const;
export const PRIORITY_OPTIONS = [ALL, ...PRIORITIES] as const;

/** The names of the status groups. The status filter accepts them, so that the summary's numbers can be links. */
export const STATUS_GROUP_NAMES = Object.keys(STATUS_GROUPS) as StatusGroup[];

/** The label of a group, made of the labels of its statuses: `Open, Planned`. */
export const statusGroupLabel = (group: StatusGroup): string =>
  STATUS_GROUPS[group].map((status) => STATUS_LABELS[status]).join(", ");

/** The options of the filter `show`. No admin has reacted to an `unanswered` report yet. */
export const SHOW_OPTIONS = [ALL, "mine", "following", "unanswered"] as const;
export type Show = (typeof SHOW_OPTIONS)[number];

export const SHOW_LABELS: Record<Show, string> = {
  all: "All",
  mine: "Mine",
  following: "Following",
  unanswered: "Unanswered",
};

/** The values of the filter bar; `search` is the text as typed. */
export interface Filters {
  search: string;
  type: typeof ALL | IssueType;
  status: typeof ALL | Status | StatusGroup;
  priority: typeof ALL | Priority;
  show: Show;
}

/** The filters that show every report. */
export const NO_FILTERS: Filters = { search: "", type: ALL, status: ALL, priority: ALL, show: ALL };

/** Whether a filter or a search is set. */
export function isFiltered(filters: Filters): boolean {
  const { search, ...selectedOptions } = filters;
  return search.trim() !== "" || Object.values(selectedOptions).some((option) => option !== ALL);
}
