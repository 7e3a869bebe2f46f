import autocannon from "autocannon";
import { median } from "../numbers.ts";
import type { Row } from "../row.ts";
import type { InstancePair, Instance } from "./instances.ts";
import { type Logbook, listPath, type ServerEnvironment } from "./logbook.ts";

const GOAL = 0.8;
const CONNECTIONS = 16;

/** Requests a second at 16 connections over the limit's, in blocks in turn. */
export async function measureThroughput(logbook: Logbook, pair: InstancePair, { quick }: ServerEnvironment): Promise<Row> {
  const { memberToken: token, reports } = logbook;
  const rates = { real: [] as number[], limit: [] as number[] };
  for (let block = 0; block < (quick ? 2 : 3); block += 1)
    for (const name of ["limit", "real"] as const)
      rates[name].push(await requestRate(pair[name], token, { duration: quick ? 2 : 5 }));
  return {
    figure: `requests a second at ${CONNECTIONS} connections`,
    reports,
    value: median(rates.real),
    unit: "/s",
    limit: median(rates.limit),
    goal: GOAL,
    better: "higher",
  };
}

/** Loads a function with list requests, for so many seconds or requests, and gives how many it answered a second. */
export async function requestRate(
  { functionProcess }: Instance,
  token: string,
  load: { duration: number } | { amount: number },
  addresses: readonly string[] = [listPath()],
): Promise<number> {
  const began = performance.now();
  const result = await autocannon({
    ...load,
    url: `http://127.0.0.1:${functionProcess.port}`,
    connections: CONNECTIONS,
    headers: { authorization: `Bearer ${token}`, "accept-encoding": "gzip, deflate, br, zstd" },
    requests: addresses.map((path) => ({ method: "GET", path })),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`Under load ${result.non2xx} answers were no 200 and ${result.errors} requests failed.`);
  return (result["2xx"] / (performance.now() - began)) * 1000;
}
