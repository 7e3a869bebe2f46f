import { latencyRow, type Row } from "../figures/row.ts";
import type { Environment } from "../harness/environment.ts";
import { type FunctionOptions, startFunction } from "../harness/function-process.ts";
import { recordResponses, withInstance } from "./instances.ts";
import { interleave } from "./interleave.ts";
import { type Logbook, listPath } from "./logbook.ts";

// The goals by the number of reports, as ratios to the limit (bench/README.md).
const GOALS: Record<number, number> = { 0: 1.2, 10000: 1.5, 100000: 4 };

/** Measures the time from starting the process to the last byte of the first list, as a ratio to the limit. */
export async function measureColdStart(logbook: Logbook, { quick }: Environment): Promise<Row> {
  const { functionOptions, reports, memberToken } = logbook;
  const responsesFile = await withInstance(logbook, ({ client }) => recordResponses(logbook, client));
  const times = await interleave(
    {
      real: () => timeToFirstList(functionOptions, memberToken),
      limit: () => timeToFirstList({ ...functionOptions, responsesFile }, memberToken),
    },
    { rounds: quick ? 3 : 5 },
  );
  return latencyRow({ figure: "cold start", reports, goal: GOALS[reports] ?? null }, times.real, times.limit);
}

async function timeToFirstList(options: FunctionOptions, token: string): Promise<number> {
  const startedAt = performance.now();
  const { client, stop } = await startFunction(options);
  try {
    await client.expect(200, listPath(), { token });
    return performance.now() - startedAt;
  } finally {
    await stop();
  }
}
