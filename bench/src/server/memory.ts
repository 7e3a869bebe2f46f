import { newRow, type Row } from "../figures/row.ts";
import type { Environment } from "../harness/environment.ts";
import type { Instance } from "../harness/function-process.ts";
import { warmUp, withInstance } from "./instances.ts";
import { type Logbook, listPath, listPaths } from "./logbook.ts";
import { runLoad } from "./throughput.ts";

// The goals in MB, by the number of reports. Other logbooks have no goal.
const GOALS: Record<number, number> = { 100000: 300 };
const GROWTH_GOAL_PERCENT = 5;
const BYTES_PER_MB = 1_000_000;

/** Measures how much memory an instance needs for its reports, and how much that memory grows over many requests. */
export async function measureMemory(
  emptyLogbook: Logbook,
  logbooks: Logbook[],
  { isQuick }: Environment,
): Promise<Row[]> {
  const emptyMemory = await withInstance(emptyLogbook, (instance) =>
    memoryAfterRequests(instance, emptyLogbook, isQuick),
  );
  const emptyMegabytes = emptyMemory.rss / BYTES_PER_MB;
  const rows = [newRow({ figure: "memory of an instance", reports: 0, value: emptyMegabytes, unit: "MB" })];
  for (const logbook of logbooks) {
    const { reportCount: reports } = logbook;
    await withInstance(logbook, async (instance) => {
      const { rss, peakRss } = await memoryAfterRequests(instance, logbook, isQuick);
      // The memory of an empty logbook's instance is subtracted.
      const value = (rss - emptyMemory.rss) / BYTES_PER_MB;
      const goal = GOALS[reports] ?? null;
      rows.push(
        newRow({ figure: "memory of an instance, over an empty one", reports, value, unit: "MB", goal }),
        newRow({ figure: "memory of an instance at its peak", reports, value: peakRss / BYTES_PER_MB, unit: "MB" }),
      );
      // Only for the largest logbook.
      if (logbook === logbooks.at(-1)) rows.push(await measureGrowth(instance, logbook, isQuick));
    });
  }
  return rows;
}

async function measureGrowth(instance: Instance, logbook: Logbook, isQuick: boolean): Promise<Row> {
  const { memberToken, reportCount: reports } = logbook;
  // The first requests fill caches and compile code, which is no growth.
  await runLoad(instance, memberToken, { amount: isQuick ? 1_000 : 10_000 }, requestMix(logbook));
  const memoryBefore = await instance.readMemory();
  const amount = isQuick ? 5_000 : 100_000;
  await runLoad(instance, memberToken, { amount }, requestMix(logbook));
  const memoryAfter = await instance.readMemory();
  const figure = `growth of its memory over ${amount.toLocaleString("en")} requests`;
  const value = (memoryAfter.rss / memoryBefore.rss - 1) * 100;
  return newRow({ figure, reports, value, unit: "%", goal: GROWTH_GOAL_PERCENT });
}

async function memoryAfterRequests(instance: Instance, logbook: Logbook, isQuick: boolean) {
  await warmUp(instance, listPath(), logbook.memberToken, 200);
  await runLoad(instance, logbook.memberToken, { amount: isQuick ? 1_000 : 5_000 }, requestMix(logbook));
  return await instance.readMemory();
}

/** The paths of a hundred requests: 98 lists and 2 searches, which find nothing. */
function requestMix(logbook: Logbook): string[] {
  const paths = Object.values(listPaths(logbook));
  return Array.from({ length: 100 }, (_, index) =>
    index % 50 === 49 ? listPath({ search: `word${index}` }) : paths[index % paths.length]!,
  );
}
