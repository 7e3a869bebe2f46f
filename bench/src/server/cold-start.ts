import { interleave } from "../figures/interleave.ts";
import { median } from "../figures/numbers.ts";
import { newRow, type Row } from "../figures/rows.ts";
import { type Instance, withInstance } from "./instance.ts";
import type { Logbook } from "./logbook.ts";

// The goals by the number of reports, as ratios to the limit. Other numbers of reports have no goal.
const GOALS: Record<number, number> = { 0: 1.2, 10000: 1.5, 100000: 4 };

/** Measures from a process's start to its first list. The limit is the minimal function's time (`harness/limit.js`). */
export async function measureColdStart(logbook: Logbook): Promise<Row[]> {
  const { isQuick, reportCount: reports } = logbook;
  const timeToFirstList = (kind: "real" | "minimal"): Promise<number> => {
    const startedAt = performance.now();
    const requestList = async ({ timeList }: Instance): Promise<number> => {
      await timeList();
      return performance.now() - startedAt;
    };
    return withInstance(logbook, requestList, kind);
  };
  const times = await interleave(
    { real: () => timeToFirstList("real"), minimal: () => timeToFirstList("minimal") },
    { rounds: isQuick ? 3 : 5 },
  );
  const goal = GOALS[reports] ?? null;
  return [newRow({ figure: "cold start", reports, value: median(times.real), limit: median(times.minimal), goal })];
}
