import { STATUS_GROUPS, type Status, type StatusGroup } from "./enumerations.ts";
import type { Issue } from "./issue.ts";

/** The numbers of reports (sections 3 and 9). Filters do not change them. */
export interface Stats {
  bugs: number;
  features: number;
  total: number;
  open: number;
  inProgress: number;
  closed: number;
}

/** The group of each status, whose number it increases (section 9). CANCELLED increases only the total. */
const GROUP_OF = Object.fromEntries(
  Object.entries(STATUS_GROUPS).flatMap(([group, statuses]) => statuses.map((status) => [status, group])),
) as Partial<Record<Status, StatusGroup>>;

type Counted = Pick<Issue, "type" | "status">;

/** Counts reports by type and by group of statuses (section 9). */
export function countStats(issues: Iterable<Counted>): Stats {
  const stats: Stats = { bugs: 0, features: 0, total: 0, open: 0, inProgress: 0, closed: 0 };
  for (const { type, status } of issues) {
    stats.total += 1;
    stats[type === "bug" ? "bugs" : "features"] += 1;
    const group = GROUP_OF[status];
    if (group !== undefined) stats[group] += 1;
  }
  return stats;
}

/** The numbers after some of the counted reports were removed and others were added. */
export function changeStats(stats: Stats, removed: Iterable<Counted>, added: Iterable<Counted>): Stats {
  const [removedStats, addedStats] = [countStats(removed), countStats(added)];
  const changed = { ...stats };
  for (const key of Object.keys(changed) as (keyof Stats)[]) changed[key] += addedStats[key] - removedStats[key];
  return changed;
}
