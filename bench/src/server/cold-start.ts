import { latencyRow, type Row } from "../figures/row.ts";
import type { Environment } from "../harness/environment.ts";
import { type FunctionOptions, startFunction } from "../harness/function-process.ts";
import { recordResponses, withInstance } from "./instances.ts";
import { interleave } from "./interleave.ts";
import { type Logbook, listPath } from "./logbook.ts";

// The goals by the number of reports, as ratios to the limit. Other numbers of reports have no goal.
const GOALS: Record<number, number> = { 0: 1.2, 10000: 1.5, 100000: 4 };

/** Measures from a process's start to its first list. The limit is the minimal function's time (`harness/limit.ts`). */
export async function measureColdStart(logbook: Logbook, { isQuick }: Environment): Promise<Row[]> {
  const { functionOptions, reportCount, memberToken } = logbook;
  const responsesFile = await withInstance(logbook, ({ client }) => recordResponses(logbook, client));
  const times = await interleave(
    {
      real: () => timeToFirstList(functionOptions, memberToken),
      // With `responsesFile` the minimal function starts, and sends these responses.
      minimal: () => timeToFirstList({ ...functionOptions, responsesFile }, memberToken),
    },
    { rounds: isQuick ? 3 : 5 },
  );
  const fields = { figure: "cold start", reports: reportCount, goal: GOALS[reportCount] ?? null };
  return [latencyRow(fields, times.real, times.minimal)];
}

async function timeToFirstList(options: FunctionOptions, token: string): Promise<number> {
  const startedAt = performance.now();
  const { client, stop } = await startFunction(options);
  try {
    await client.request(200, listPath(), { token });
    return performance.now() - startedAt;
  } finally {
    await stop();
  }
}
