import type { Row } from "../row.ts";
import { plainRow } from "../rows.ts";
import { type Instance, startInstance, stopInstances, warmUp } from "./instances.ts";
import { requestRate } from "./throughput.ts";
import { type Logbook, listPath, type ServerEnvironment, viewPaths } from "./logbook.ts";

const GOALS: Record<number, number> = { 100000: 300 };
const GROWTH_GOAL = 5;
const MB = 1_000_000;

/** What an instance holds at a size over an empty logbook's, and how that grows over many requests. */
export async function measureMemory(
  empty: Logbook,
  logbooks: readonly Logbook[],
  { quick }: ServerEnvironment,
): Promise<Row[]> {
  const rows: Row[] = [];
  const base = await withInstance(empty, async (instance) => await settled(instance, empty, quick));
  rows.push(plainRow({ figure: "memory of an instance", reports: 0 }, base.rss / MB, "MB"));
  for (const logbook of logbooks) {
    const { reports } = logbook;
    await withInstance(logbook, async (instance) => {
      const held = await settled(instance, logbook, quick);
      const goal = GOALS[reports] ?? null;
      rows.push(
        plainRow(
          { figure: "memory of an instance, over an empty one", reports, goal },
          (held.rss - base.rss) / MB,
          "MB",
        ),
      );
      rows.push(plainRow({ figure: "memory of an instance at its peak", reports }, held.peak / MB, "MB"));
      if (logbook !== logbooks.at(-1)) return;
      await requestRate(instance, logbook.memberToken, { amount: quick ? 1_000 : 10_000 }, mixOf(logbook));
      const before = await instance.functionProcess.memory();
      const amount = quick ? 5_000 : 100_000;
      await requestRate(instance, logbook.memberToken, { amount }, mixOf(logbook));
      const after = await instance.functionProcess.memory();
      const figure = `growth of its memory over ${amount.toLocaleString("en")} requests`;
      rows.push(plainRow({ figure, reports, goal: GROWTH_GOAL }, (after.rss / before.rss - 1) * 100, "%"));
    });
  }
  return rows;
}

async function settled(instance: Instance, logbook: Logbook, quick: boolean) {
  await warmUp([instance], listPath(), logbook.memberToken, 200);
  await requestRate(instance, logbook.memberToken, { amount: quick ? 1_000 : 5_000 }, mixOf(logbook));
  return await instance.functionProcess.memory();
}

/** What a hundred requests ask for: pages in the main, a search now and then. */
function mixOf(logbook: Logbook): string[] {
  const views = Object.values(viewPaths(logbook));
  return Array.from({ length: 100 }, (_, at) =>
    at % 50 === 49 ? listPath({ search: `word${at}` }) : views[at % views.length]!,
  );
}

async function withInstance<T>(logbook: Logbook, work: (instance: Instance) => Promise<T>): Promise<T> {
  const instance = await startInstance(logbook);
  return await work(instance).finally(() => stopInstances([instance]));
}
