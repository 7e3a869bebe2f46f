import { reportAt } from "../data/reports.ts";
import { median } from "../figures/numbers.ts";
import { type Row, row } from "../figures/row.ts";
import type { Environment } from "../harness/environment.ts";
import type { Instance } from "../harness/function-process.ts";
import { warmUp } from "./instances.ts";
import { type Logbook, listPath } from "./logbook.ts";

// The goals in milliseconds, by the number of reports.
const GOALS: Record<number, number> = { 10000: 50 };

/** A title as a member would type it: a stored report's title with a typing error and without its last letters. */
const typedTitle = (n: number): string => reportAt(n).title.replace(/[eo]/, "x").slice(0, -3);

/** Measures the call for similar reports: the first one of an instance, which builds the index, and later ones. */
export async function measureSimilar(logbook: Logbook, real: Instance, { quick }: Environment): Promise<Row[]> {
  const { memberToken: token, reports } = logbook;
  const request = (round: number): Promise<number> => {
    const title = typedTitle((round * 37) % reports);
    return real.client.time(200, `/api/reports/similar?${new URLSearchParams({ title })}`, { token });
  };
  await warmUp(real, listPath(), token, quick ? 100 : 300);
  const first = await request(0);
  const times: number[] = [];
  for (let round = 1; round <= (quick ? 60 : 200); round += 1) times.push(await request(round));
  return [
    row({ figure: "similar reports for a typed title", reports, value: median(times), goal: GOALS[reports] ?? null }),
    row({ figure: "similar reports, first call of an instance", reports, value: first }),
  ];
}
