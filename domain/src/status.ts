import type { IssueType, Status } from "./enumerations.ts";

/** The statuses of each type in forward order; the first follows the last (section 4). CANCELLED is in no cycle. */
export const STATUS_CYCLES: Record<IssueType, readonly Status[]> = {
  bug: ["OPEN", "IN_PROGRESS", "TESTING", "RESOLVED", "CLOSED"],
  feature: ["PLANNED", "IN_PROGRESS", "TESTING", "COMPLETED"],
};

/** The status of a new report of this type: the first of its cycle (section 4). */
export function firstStatus(type: IssueType): Status {
  return STATUS_CYCLES[type][0]!;
}

/** The two statuses to which an admin may move a report from its current status (section 4). `back` is the previous. */
export interface Steps {
  next: Status;
  back: Status;
}

/** The next and the previous status in the type's cycle, or `null` if `status` is not in that cycle (section 4). */
export function stepsFrom(type: IssueType, status: Status): Steps | null {
  const cycle = STATUS_CYCLES[type];
  const index = cycle.indexOf(status);
  if (index < 0) return null;
  return { next: cycle[(index + 1) % cycle.length]!, back: cycle.at(index - 1)! };
}

/** Whether `to` is exactly one step forward or back from `from` in the type's cycle (section 4). */
export function isStep(type: IssueType, from: Status, to: Status): boolean {
  const steps = stepsFrom(type, from);
  return steps !== null && (to === steps.next || to === steps.back);
}
