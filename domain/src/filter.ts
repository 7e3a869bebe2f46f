import { ISSUE_TYPES, type IssueType, PRIORITIES, type Priority } from "./issue.ts";
import { STATUSES, type Status } from "./status.ts";

/** The choice that filters nothing. */
export const ALL = "all";

/** Filter options as the filter bar lists them (section 9). */
export const TYPE_OPTIONS = [ALL, ...ISSUE_TYPES] as const;
export const STATUS_OPTIONS = [ALL, ...STATUSES] as const;
export const PRIORITY_OPTIONS = [ALL, ...PRIORITIES] as const;

/** What the filter bar holds; `search` is what was typed. */
export interface Filters {
  search: string;
  type: typeof ALL | IssueType;
  status: typeof ALL | Status;
  priority: typeof ALL | Priority;
}

/** Filters that let every report through. */
export const NO_FILTERS: Filters = { search: "", type: ALL, status: ALL, priority: ALL };

/** Whether any filter or search narrows the list. */
export function isFiltered(filters: Filters): boolean {
  return filters.search.trim() !== "" || filters.type !== ALL || filters.status !== ALL || filters.priority !== ALL;
}
