import type { IssueType } from "./issue.ts";

/** Every status, in the order the status filter lists them (sections 3 and 9). */
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

/** Each type's statuses in forward order; the last leads back to the first (section 4). CANCELLED is on no cycle. */
export const STATUS_CYCLES: Record<IssueType, readonly Status[]> = {
  bug: ["OPEN", "IN_PROGRESS", "TESTING", "RESOLVED", "CLOSED"],
  feature: ["PLANNED", "IN_PROGRESS", "TESTING", "COMPLETED"],
};

/** The status a new report of this type starts with: the first of its cycle. */
export function firstStatus(type: IssueType): Status {
  return STATUS_CYCLES[type][0]!;
}

/** The two steps an admin may take from a status (section 4). */
export interface Steps {
  next: Status;
  back: Status;
}

/** The forward and back step from `status`, or `null` where the type's cycle does not hold it (CANCELLED, or the other type's). */
export function stepsFrom(type: IssueType, status: Status): Steps | null {
  const cycle = STATUS_CYCLES[type];
  const at = cycle.indexOf(status);
  if (at < 0) return null;
  return { next: cycle[(at + 1) % cycle.length]!, back: cycle[(at + cycle.length - 1) % cycle.length]! };
}

/** Whether `to` is exactly one step forward or back from `from` on the type's cycle: 18 of the 128 cells are. */
export function isStep(type: IssueType, from: Status, to: Status): boolean {
  const steps = stepsFrom(type, from);
  return steps !== null && (to === steps.next || to === steps.back);
}
