import { STATUS_GROUPS, type Status, type StatusGroup } from "./enumerations.ts";
import type { Issue } from "./issue.ts";

/** The numbers of reports (sections 3 and 9), regardless of filters. */
export interface Stats {
  bugs: number;
  features: number;
  total: number;
  open: number;
  inProgress: number;
  closed: number;
}

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
