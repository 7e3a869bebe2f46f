import { median, percentile } from "./numbers.ts";
import type { Row } from "./row.ts";

/** What a figure says beside its numbers. */
interface About {
  figure: string;
  reports: number | null;
  goal?: number | null;
}

/** Three rows of latencies in milliseconds: the median, which has the goal, then p95 and p99 to look at. */
export function latencyRows(about: About, real: readonly number[], limit: readonly number[]): Row[] {
  const row = (figure: string, of: (values: readonly number[]) => number, goal: number | null): Row => ({
    figure,
    reports: about.reports,
    value: of(real),
    unit: "ms",
    limit: of(limit),
    goal,
    better: "lower",
  });
  return [
    row(about.figure, median, about.goal ?? null),
    row(`${about.figure}, p95`, (values) => percentile(values, 0.95), null),
    row(`${about.figure}, p99`, (values) => percentile(values, 0.99), null),
  ];
}

/** A row without a limit, of which less is better. */
export function plainRow({ figure, reports, goal = null }: About, value: number, unit: string): Row {
  return { figure, reports, value, unit, limit: null, goal, better: "lower" };
}
