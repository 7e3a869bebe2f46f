import { type IssueType, STATUS_GROUPS, type Status, type StatusGroup } from "./enumerations.ts";
import type { Issue } from "./issue.ts";

/** The statuses of each type in forward order; the first follows the last (section 4). CANCELLED is in no cycle. */
export const STATUS_CYCLES: Record<IssueType, readonly Status[]> = {
  bug: ["OPEN", "IN_PROGRESS", "TESTING", "RESOLVED", "CLOSED"],
  feature: ["PLANNED", "IN_PROGRESS", "TESTING", "COMPLETED"],
};

/** The status of a new report of this type: the first of its cycle (section 4). */
export function firstStatus(type: IssueType): Status {
  return STATUS_CYCLES[type][0]!;
}

/** The next and the previous status in the type's cycle, or `null` if `status` is not in that cycle (section 4). */
export function stepsFrom(type: IssueType, status: Status): { next: Status; back: Status } | null {
  const cycle = STATUS_CYCLES[type];
  const index = cycle.indexOf(status);
  if (index < 0) return null;
  // `at(-1)` is the last status.
  return { next: cycle[(index + 1) % cycle.length]!, back: cycle.at(index - 1)! };
}

/** Whether `to` is exactly one step forward or back from `from` in the type's cycle (section 4). */
export function isStep(type: IssueType, from: Status, to: Status): boolean {
  const steps = stepsFrom(type, from);
  return steps !== null && (to === steps.next || to === steps.back);
}

/** How many reports there are of each type and group of statuses (sections 3 and 9), regardless of filters. */
export type Stats = Record<"bugs" | "features" | "total" | StatusGroup, number>;

/** The group that counts each status (section 9). CANCELLED counts only in the total. */
const GROUP_OF_STATUS = Object.fromEntries(
  Object.entries(STATUS_GROUPS).flatMap(([group, statuses]) => statuses.map((status) => [status, group])),
) as Partial<Record<Status, StatusGroup>>;

type CountedFields = Pick<Issue, "type" | "status">;

/** Counts reports by type and by group of statuses (section 9). */
export function countStats(issues: Iterable<CountedFields>): Stats {
  const stats: Stats = { bugs: 0, features: 0, total: 0, open: 0, inProgress: 0, closed: 0 };
  for (const { type, status } of issues) {
    stats.total += 1;
    stats[type === "bug" ? "bugs" : "features"] += 1;
    const group = GROUP_OF_STATUS[status];
    if (group !== undefined) stats[group] += 1;
  }
  return stats;
}

/** The numbers after some of the counted reports were removed and others were added. */
export function changeStats(stats: Stats, removed: Iterable<CountedFields>, added: Iterable<CountedFields>): Stats {
  const [removedStats, addedStats] = [countStats(removed), countStats(added)];
  const newStats = { ...stats };
  for (const key of Object.keys(newStats) as (keyof Stats)[]) newStats[key] += addedStats[key] - removedStats[key];
  return newStats;
}
