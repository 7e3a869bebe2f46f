import autocannon from "autocannon";
import { interleave } from "../figures/interleave.ts";
import { median } from "../figures/numbers.ts";
import { newRow, type Row } from "../figures/rows.ts";
import { ENCODINGS } from "../harness/http-client.ts";
import { type Instance, withInstance } from "./instance.ts";
import { type Logbook, listPath, listPaths } from "./logbook.ts";

const CONNECTION_COUNT = 16;
// The goals of an instance's memory in MB, by the number of reports. Other logbooks have no goal.
const MEMORY_GOALS: Record<number, number> = { 100000: 300 };
const BYTES_PER_MB = 1_000_000;

/** Measures the requests a second at 16 connections. The limit is the minimal function's rate (`harness/limit.js`). */
export async function measureThroughput(logbook: Logbook, real: Instance, minimal: Instance): Promise<Row[]> {
  const { isQuick, reportCount: reports } = logbook;
  const load = { duration: isQuick ? 2 : 5 };
  const rates = await interleave(
    {
      minimal: () => runLoad(minimal, logbook, load, [listPath()]),
      real: () => runLoad(real, logbook, load, [listPath()]),
    },
    { rounds: isQuick ? 2 : 3, warmUpRounds: 0 },
  );
  const figure = `requests a second at ${CONNECTION_COUNT} connections`;
  const value = median(rates.real);
  return [newRow({ figure, reports, value, unit: "/s", limit: median(rates.minimal), goal: 0.8, better: "higher" })];
}

/** Measures how much memory an instance needs for its reports, and how much that memory grows over many requests. */
export async function measureMemory(emptyLogbook: Logbook, logbooks: readonly Logbook[]): Promise<Row[]> {
  const { isQuick } = emptyLogbook;
  const amount = isQuick ? 1_000 : 5_000;
  const empty = await withInstance(emptyLogbook, (instance) => memoryAfter(instance, emptyLogbook, amount));
  const memoryRow = (figure: string, reports: number, bytes: number, goal: number | null = null): Row =>
    newRow({ figure, reports, value: bytes / BYTES_PER_MB, unit: "MB", goal });
  const rows = [memoryRow("memory of an instance", 0, empty.rss)];
  for (const logbook of logbooks) {
    const { reportCount: reports } = logbook;
    await withInstance(logbook, async (instance) => {
      const { rss, peakRss } = await memoryAfter(instance, logbook, amount);
      const goal = MEMORY_GOALS[reports] ?? null;
      rows.push(
        memoryRow("memory of an instance, over an empty one", reports, rss - empty.rss, goal),
        memoryRow("memory of an instance at its peak", reports, peakRss),
      );
      // Only for the largest logbook.
      if (logbook === logbooks.at(-1)) rows.push(await measureGrowth(instance, logbook));
    });
  }
  return rows;
}

async function measureGrowth(instance: Instance, logbook: Logbook): Promise<Row> {
  const { isQuick, reportCount: reports } = logbook;
  // The first requests fill caches and compile code, which is no growth.
  const before = await memoryAfter(instance, logbook, isQuick ? 1_000 : 10_000);
  const amount = isQuick ? 5_000 : 100_000;
  const after = await memoryAfter(instance, logbook, amount);
  const figure = `growth of its memory over ${amount.toLocaleString("en")} requests`;
  return newRow({ figure, reports, value: (after.rss / before.rss - 1) * 100, unit: "%", goal: 5 });
}

/** Sends `amount` requests, of which 98 % are lists and 2 % searches that find nothing. Then measures the memory. */
async function memoryAfter(instance: Instance, logbook: Logbook, amount: number) {
  const paths = Object.values(listPaths(logbook));
  const requestMix = Array.from({ length: 100 }, (_, index) =>
    index % 50 === 49 ? listPath({ search: `word${index}` }) : paths[index % paths.length]!,
  );
  await runLoad(instance, logbook, { amount }, requestMix);
  return await instance.readMemory();
}

/** Sends requests for `duration` seconds, or `amount` requests. Returns the number of responses a second. */
async function runLoad(
  { port }: Instance,
  { memberToken }: Logbook,
  load: { duration: number } | { amount: number },
  paths: readonly string[],
): Promise<number> {
  const startedAt = performance.now();
  const result = await autocannon({
    ...load,
    url: `http://127.0.0.1:${port}`,
    connections: CONNECTION_COUNT,
    headers: { authorization: `Bearer ${memberToken}`, "accept-encoding": ENCODINGS },
    requests: paths.map((path) => ({ method: "GET", path })),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`Under load ${result.non2xx} responses were not 2xx and ${result.errors} requests failed.`);
  return (result["2xx"] / (performance.now() - startedAt)) * 1000;
}
