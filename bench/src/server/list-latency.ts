import { latencyRow, type Row } from "../figures/row.ts";
import type { Environment } from "../harness/environment.ts";
import type { Instance } from "../harness/function-process.ts";
import { type InstancePair, warmUp, withInstance } from "./instances.ts";
import { interleave } from "./interleave.ts";
import { type Logbook, viewPaths } from "./logbook.ts";

const GOAL_RATIO = 1.25;
const SIZE_RATIO_GOAL = 1.15;

/** Measures the time of the list's views, one request at a time, as ratios to the limit (bench/README.md). */
export async function measureListLatency(
  logbook: Logbook,
  { real, limit }: InstancePair,
  { quick }: Environment,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [view, path] of Object.entries(viewPaths(logbook))) {
    for (const instance of [real, limit]) await warmUp(instance, path, logbook.memberToken, quick ? 200 : 500);
    const times = await interleave(
      { real: timedRequest(real, path, logbook), limit: timedRequest(limit, path, logbook) },
      { rounds: quick ? 300 : 800 },
    );
    const label = { figure: `list, ${view}`, reports: logbook.reports, goal: GOAL_RATIO };
    rows.push(latencyRow(label, times.real, times.limit));
  }
  return rows;
}

/** Measures the views of the largest logbook as ratios to those of the smallest. */
export async function measureSizeRatio(small: Logbook, large: Logbook, { quick }: Environment): Promise<Row[]> {
  const measure = async (smallApi: Instance, largeApi: Instance): Promise<Row[]> => {
    const rows: Row[] = [];
    const smallPaths = viewPaths(small);
    for (const [view, path] of Object.entries(viewPaths(large)) as [keyof typeof smallPaths, string][]) {
      await warmUp(smallApi, smallPaths[view], small.memberToken, quick ? 200 : 500);
      await warmUp(largeApi, path, large.memberToken, quick ? 200 : 500);
      const times = await interleave(
        { small: timedRequest(smallApi, smallPaths[view], small), large: timedRequest(largeApi, path, large) },
        { rounds: quick ? 300 : 500 },
      );
      const figure = `list, ${view} ÷ the same with ${small.reports.toLocaleString("en")} reports`;
      rows.push(latencyRow({ figure, reports: large.reports, goal: SIZE_RATIO_GOAL }, times.large, times.small));
    }
    return rows;
  };
  return await withInstance(small, (smallApi) => withInstance(large, (largeApi) => measure(smallApi, largeApi)));
}

function timedRequest({ client }: Instance, path: string, { memberToken: token }: Logbook): () => Promise<number> {
  return () => client.time(200, path, { token });
}
