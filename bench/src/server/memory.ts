import { type Row, row } from "../figures/row.ts";
import type { Environment } from "../harness/environment.ts";
import type { Instance } from "../harness/function-process.ts";
import { warmUp, withInstance } from "./instances.ts";
import { type Logbook, listPath, viewPaths } from "./logbook.ts";
import { measureRequestRate } from "./throughput.ts";

// The goals in MB, by the number of reports.
const GOALS: Record<number, number> = { 100000: 300 };
const GROWTH_GOAL_PERCENT = 5;
const BYTES_PER_MB = 1_000_000;

/** Measures how much more memory an instance needs than with an empty logbook, and its growth over many requests. */
export async function measureMemory(
  empty: Logbook,
  logbooks: readonly Logbook[],
  { quick }: Environment,
): Promise<Row[]> {
  const emptyMemory = await withInstance(empty, (instance) => memoryAfterLoad(instance, empty, quick));
  const emptyMegabytes = emptyMemory.rss / BYTES_PER_MB;
  const rows = [row({ figure: "memory of an instance", reports: 0, value: emptyMegabytes, unit: "MB" })];
  for (const logbook of logbooks) {
    const { reports } = logbook;
    await withInstance(logbook, async (instance) => {
      const { rss, peak } = await memoryAfterLoad(instance, logbook, quick);
      const value = (rss - emptyMemory.rss) / BYTES_PER_MB;
      const goal = GOALS[reports] ?? null;
      rows.push(
        row({ figure: "memory of an instance, over an empty one", reports, value, unit: "MB", goal }),
        row({ figure: "memory of an instance at its peak", reports, value: peak / BYTES_PER_MB, unit: "MB" }),
      );
      if (logbook === logbooks.at(-1)) rows.push(await measureGrowth(instance, logbook, quick));
    });
  }
  return rows;
}

async function measureGrowth(instance: Instance, logbook: Logbook, quick: boolean): Promise<Row> {
  const { memberToken, reports } = logbook;
  await measureRequestRate(instance, memberToken, { amount: quick ? 1_000 : 10_000 }, requestMix(logbook));
  const before = await instance.readMemory();
  const amount = quick ? 5_000 : 100_000;
  await measureRequestRate(instance, memberToken, { amount }, requestMix(logbook));
  const after = await instance.readMemory();
  const figure = `growth of its memory over ${amount.toLocaleString("en")} requests`;
  return row({ figure, reports, value: (after.rss / before.rss - 1) * 100, unit: "%", goal: GROWTH_GOAL_PERCENT });
}

async function memoryAfterLoad(instance: Instance, logbook: Logbook, quick: boolean) {
  await warmUp(instance, listPath(), logbook.memberToken, 200);
  await measureRequestRate(instance, logbook.memberToken, { amount: quick ? 1_000 : 5_000 }, requestMix(logbook));
  return await instance.readMemory();
}

/** The paths of a hundred requests: 98 views and 2 searches. */
function requestMix(logbook: Logbook): string[] {
  const paths = Object.values(viewPaths(logbook));
  return Array.from({ length: 100 }, (_, at) =>
    at % 50 === 49 ? listPath({ search: `word${at}` }) : paths[at % paths.length]!,
  );
}
