import type { Issue } from "./issue.ts";
import type { Status } from "./status.ts";

/** Counts over all reports (sections 3 and 9). */
export interface Stats {
  bugs: number;
  features: number;
  total: number;
  open: number;
  inProgress: number;
  closed: number;
}

/** Which count each status adds to (section 9); CANCELLED adds to the total alone. */
export const STATS_GROUP: Record<Status, "open" | "inProgress" | "closed" | null> = {
  OPEN: "open",
  PLANNED: "open",
  IN_PROGRESS: "inProgress",
  TESTING: "inProgress",
  RESOLVED: "inProgress",
  COMPLETED: "closed",
  CLOSED: "closed",
  CANCELLED: null,
};

type Counted = Pick<Issue, "type" | "status">;

/** Counts the reports by type and by group of statuses. */
export function countStats(issues: Iterable<Counted>): Stats {
  const stats: Stats = { bugs: 0, features: 0, total: 0, open: 0, inProgress: 0, closed: 0 };
  for (const { type, status } of issues) {
    stats.total += 1;
    stats[type === "bug" ? "bugs" : "features"] += 1;
    const group = STATS_GROUP[status];
    if (group !== null) stats[group] += 1;
  }
  return stats;
}

/** The counts after some of the counted reports have gone and others have come. */
export function changeStats(stats: Stats, gone: Iterable<Counted>, come: Iterable<Counted>): Stats {
  const [less, more] = [countStats(gone), countStats(come)];
  const changed = { ...stats };
  for (const count of Object.keys(changed) as (keyof Stats)[]) changed[count] += more[count] - less[count];
  return changed;
}
