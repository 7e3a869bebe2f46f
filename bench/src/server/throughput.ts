import autocannon from "autocannon";
import { median } from "../figures/numbers.ts";
import { type Row, row } from "../figures/row.ts";
import type { Environment } from "../harness/environment.ts";
import type { Instance } from "../harness/function-process.ts";
import type { InstancePair } from "./instances.ts";
import { type Logbook, listPath } from "./logbook.ts";

const GOAL_RATIO = 0.8;
const CONNECTION_COUNT = 16;

/** Measures the requests a second at 16 connections, and those of the limit, in turn. */
export async function measureThroughput(logbook: Logbook, pair: InstancePair, { quick }: Environment): Promise<Row> {
  const { memberToken: token, reports } = logbook;
  const rates = { real: [] as number[], limit: [] as number[] };
  for (let block = 0; block < (quick ? 2 : 3); block += 1)
    for (const name of ["limit", "real"] as const)
      rates[name].push(await measureRequestRate(pair[name], token, { duration: quick ? 2 : 5 }));
  return row({
    figure: `requests a second at ${CONNECTION_COUNT} connections`,
    reports,
    value: median(rates.real),
    unit: "/s",
    limit: median(rates.limit),
    goal: GOAL_RATIO,
    better: "higher",
  });
}

/** Sends list requests for `duration` seconds or until `amount` are sent. Returns the responses a second. */
export async function measureRequestRate(
  { port }: Instance,
  token: string,
  load: { duration: number } | { amount: number },
  paths: readonly string[] = [listPath()],
): Promise<number> {
  const startedAt = performance.now();
  const result = await autocannon({
    ...load,
    url: `http://127.0.0.1:${port}`,
    connections: CONNECTION_COUNT,
    headers: { authorization: `Bearer ${token}`, "accept-encoding": "gzip, deflate, br, zstd" },
    requests: paths.map((path) => ({ method: "GET", path })),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`Under load ${result.non2xx} responses were not 2xx and ${result.errors} requests failed.`);
  return (result["2xx"] / (performance.now() - startedAt)) * 1000;
}
