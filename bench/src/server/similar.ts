import { reportAt } from "../data/reports.ts";
import { median } from "../figures/numbers.ts";
import { newRow, type Row } from "../figures/row.ts";
import type { Environment } from "../harness/environment.ts";
import type { Instance } from "../harness/function-process.ts";
import { warmUp } from "./instances.ts";
import { type Logbook, listPath } from "./logbook.ts";

// The goals in milliseconds, by the number of reports. Other numbers have no goal.
const GOALS: Record<number, number> = { 10000: 50 };

/** A title as a member would type it: a stored report's title with a typing error and without its last letters. */
const typedTitle = (index: number): string => reportAt(index).title.replace(/[eo]/, "x").slice(0, -3);

/** Measures the call for similar reports: an instance's first call, which builds the index, and later calls. */
export async function measureSimilar(logbook: Logbook, instance: Instance, { isQuick }: Environment): Promise<Row[]> {
  const { memberToken: token, reportCount } = logbook;
  const timeCall = (round: number): Promise<number> => {
    // Multiples of 37 are spread over the whole logbook.
    const title = typedTitle((round * 37) % reportCount);
    // 200 is the expected status.
    return instance.client.timeRequest(200, `/api/reports/similar?${new URLSearchParams({ title })}`, { token });
  };
  await warmUp(instance, listPath(), token, isQuick ? 100 : 300);
  const firstTime = await timeCall(0);
  const times: number[] = [];
  for (let round = 1; round <= (isQuick ? 60 : 200); round += 1) times.push(await timeCall(round));
  const goal = GOALS[reportCount] ?? null;
  return [
    newRow({ figure: "similar reports for a typed title", reports: reportCount, value: median(times), goal }),
    newRow({ figure: "similar reports, first call of an instance", reports: reportCount, value: firstTime }),
  ];
}
