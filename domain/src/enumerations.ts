/** The two kinds of report, merged into one list (specification section 1). */
export const ISSUE_TYPES = ["bug", "feature"] as const;
export type IssueType = (typeof ISSUE_TYPES)[number];

/** The name of each type on the page. */
export const TYPE_LABELS: Record<IssueType, string> = { bug: "Bug", feature: "Feature" };

/** All priorities, the lowest first (section 3). */
export const PRIORITIES = ["LOW", "MEDIUM", "HIGH", "CRITICAL"] as const;
export type Priority = (typeof PRIORITIES)[number];

/** The priority of a new report for which none was chosen (section 4). */
export const DEFAULT_PRIORITY: Priority = "MEDIUM";

/** The name of each priority on the page. */
export const PRIORITY_LABELS: Record<Priority, string> = {
  LOW: "Low",
  MEDIUM: "Medium",
  HIGH: "High",
  CRITICAL: "Critical",
};

/** The page's word for the priority: severity of a bug, importance of a feature (section 2). */
export const PRIORITY_TERMS: Record<IssueType, string> = { bug: "Severity", feature: "Importance" };

/** All statuses, in the order of the status filter (sections 3 and 9). */
export const STATUSES = [
  "OPEN",
  "IN_PROGRESS",
  "TESTING",
  "RESOLVED",
  "CLOSED",
  "PLANNED",
  "COMPLETED",
  "CANCELLED",
] as const;
export type Status = (typeof STATUSES)[number];

/** The name of each status on the page. */
export const STATUS_LABELS: Record<Status, string> = {
  OPEN: "Open",
  IN_PROGRESS: "In Progress",
  TESTING: "Testing",
  RESOLVED: "Resolved",
  CLOSED: "Closed",
  PLANNED: "Planned",
  COMPLETED: "Completed",
  CANCELLED: "Cancelled",
};

/** The page's summary has a number for each of these groups of statuses (section 9). CANCELLED is in no group. */
export const STATUS_GROUPS = {
  open: ["OPEN", "PLANNED"],
  inProgress: ["IN_PROGRESS", "TESTING", "RESOLVED"],
  closed: ["COMPLETED", "CLOSED"],
} as const satisfies Record<string, readonly Status[]>;
export type StatusGroup = keyof typeof STATUS_GROUPS;

/** The names of the status groups. The status filter accepts them, so that the summary's numbers can be links. */
export const STATUS_GROUP_NAMES = Object.keys(STATUS_GROUPS) as StatusGroup[];

/** The label of a group, made of the labels of its statuses: `Open, Planned`. */
export const statusGroupLabel = (group: StatusGroup): string =>
  STATUS_GROUPS[group].map((status) => STATUS_LABELS[status]).join(", ");
