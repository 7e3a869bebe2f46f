import autocannon from "autocannon";
import { median } from "../figures/numbers.ts";
import { newRow, type Row } from "../figures/row.ts";
import type { Environment } from "../harness/environment.ts";
import type { Instance } from "../harness/function-process.ts";
import type { InstancePair } from "./instances.ts";
import { type Logbook, listPath } from "./logbook.ts";

// The wanted share of the minimal function's rate.
const GOAL_RATIO = 0.8;
const CONNECTION_COUNT = 16;

/** Measures the requests a second at 16 connections. The limit is the minimal function's rate (`harness/limit.ts`). */
export async function measureThroughput(logbook: Logbook, pair: InstancePair, { isQuick }: Environment): Promise<Row> {
  const { memberToken: token, reportCount: reports } = logbook;
  const rates = { realFunction: [] as number[], minimalFunction: [] as number[] };
  for (let round = 0; round < (isQuick ? 2 : 3); round += 1)
    for (const name of ["minimalFunction", "realFunction"] as const)
      rates[name].push(await runLoad(pair[name], token, { duration: isQuick ? 2 : 5 }));
  return newRow({
    figure: `requests a second at ${CONNECTION_COUNT} connections`,
    reports,
    value: median(rates.realFunction),
    unit: "/s",
    limit: median(rates.minimalFunction),
    goal: GOAL_RATIO,
    better: "higher",
  });
}

/** Sends list requests for `duration` seconds, or `amount` requests. Returns the number of responses a second. */
export async function runLoad(
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
