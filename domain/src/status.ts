import type { IssueType, Status } from "./enumerations.ts";

/** The statuses of each type in forward order; after the last comes the first (section 4). CANCELLED is on no cycle. */
export const STATUS_CYCLES: Record<IssueType, readonly Status[]> = {
  bug: ["OPEN", "IN_PROGRESS", "TESTING", "RESOLVED", "CLOSED"],
  feature: ["PLANNED", "IN_PROGRESS", "TESTING", "COMPLETED"],
};

/** The status of a new report of this type: the first of its cycle (section 4). */
export function firstStatus(type: IssueType): Status {
  return STATUS_CYCLES[type][0]!;
}

/** The two statuses to which an admin may move a report from its present one (section 4). */
export interface Steps {
  next: Status;
  back: Status;
}

/** The next and the previous status on the type's cycle, or `null` if `status` is not on it (section 4). */
export function stepsFrom(type: IssueType, status: Status): Steps | null {
  const cycle = STATUS_CYCLES[type];
  const at = cycle.indexOf(status);
  if (at < 0) return null;
  return { next: cycle[(at + 1) % cycle.length]!, back: cycle[(at + cycle.length - 1) % cycle.length]! };
}

/** Whether `to` is exactly one step forward or back from `from` on the type's cycle (section 4). */
export function isStep(type: IssueType, from: Status, to: Status): boolean {
  const steps = stepsFrom(type, from);
  return steps !== null && (to === steps.next || to === steps.back);
}
