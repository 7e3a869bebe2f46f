import type { Row } from "../row.ts";
import { plainRow } from "../rows.ts";
import { type Party, startReal, stopAll, warmUp } from "./pair.ts";
import { requestRate } from "./throughput.ts";
import { type Logbook, listAddress, type ServerWorld, viewsOf } from "./world.ts";

const GOALS: Record<number, number> = { 100000: 300 };
const GROWTH_GOAL = 5;
const MB = 1_000_000;

/** What an instance holds at a size over an empty logbook's, and how that grows over many requests. */
export async function measureMemory(
  empty: Logbook,
  logbooks: readonly Logbook[],
  { quick }: ServerWorld,
): Promise<Row[]> {
  const rows: Row[] = [];
  const base = await withInstance(empty, async (party) => await settled(party, empty, quick));
  rows.push(plainRow({ figure: "memory of an instance", reports: 0 }, base.rss / MB, "MB"));
  for (const logbook of logbooks) {
    const { reports } = logbook;
    await withInstance(logbook, async (party) => {
      const held = await settled(party, logbook, quick);
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
      await requestRate(party, logbook.memberToken, { amount: quick ? 1_000 : 10_000 }, mixOf(logbook));
      const before = await party.served.memory();
      const amount = quick ? 5_000 : 100_000;
      await requestRate(party, logbook.memberToken, { amount }, mixOf(logbook));
      const after = await party.served.memory();
      const figure = `growth of its memory over ${amount.toLocaleString("en")} requests`;
      rows.push(plainRow({ figure, reports, goal: GROWTH_GOAL }, (after.rss / before.rss - 1) * 100, "%"));
    });
  }
  return rows;
}

async function settled(party: Party, logbook: Logbook, quick: boolean) {
  await warmUp([party], listAddress(), logbook.memberToken, 200);
  await requestRate(party, logbook.memberToken, { amount: quick ? 1_000 : 5_000 }, mixOf(logbook));
  return await party.served.memory();
}

/** What a hundred requests ask for: pages in the main, a search now and then. */
function mixOf(logbook: Logbook): string[] {
  const views = Object.values(viewsOf(logbook));
  return Array.from({ length: 100 }, (_, at) =>
    at % 50 === 49 ? listAddress({ search: `word${at}` }) : views[at % views.length]!,
  );
}

async function withInstance<T>(logbook: Logbook, work: (party: Party) => Promise<T>): Promise<T> {
  const party = await startReal(logbook);
  return await work(party).finally(() => stopAll([party]));
}
