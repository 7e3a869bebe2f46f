import { gunzipSync } from "node:zlib";
import type { WireList } from "@logbook/domain";
import { codeOf } from "../data/reports.ts";
import { COMMON_WORDS } from "../data/vocabulary.ts";
import { median } from "../figures/numbers.ts";
import { type Row, row } from "../figures/row.ts";
import type { Environment } from "../harness/environment.ts";
import type { Instance } from "../harness/function-process.ts";
import { warmUp } from "./instances.ts";
import { interleave } from "./interleave.ts";
import { type Logbook, listPath } from "./logbook.ts";

// Parts of the words are added, so that there are more searches than responses in the function's cache (64).
const COMMON_SEARCHES = [...new Set(COMMON_WORDS.flatMap((word) => [word, word.slice(1), word.slice(0, -1)]))];

// The goals in milliseconds, by the number of reports.
const GOALS: Record<number, number> = { 10000: 6, 100000: 60 };

/** Measures how much longer a search takes than the list. The searches take turns, so that none comes from a cache. */
export async function measureSearch(logbook: Logbook, real: Instance, { quick }: Environment): Promise<Row[]> {
  const { memberToken: token, reports } = logbook;
  // Every fifth report has a code.
  const rare = (round: number): string => codeOf((Math.abs(round) * 5) % (reports - (reports % 5)));
  const common = (round: number): string => COMMON_SEARCHES[Math.abs(round) % COMMON_SEARCHES.length]!;
  const request = (path: string): Promise<number> => real.client.time(200, path, { token });

  for (const word of [rare(0), common(0)]) await assertFinds(real, word, token);
  await warmUp(real, listPath(), token, quick ? 100 : 300);
  const times = await interleave(
    {
      list: () => request(listPath()),
      rare: (round) => request(listPath({ search: rare(round) })),
      common: (round) => request(listPath({ search: common(round) })),
    },
    { rounds: quick ? 60 : 200 },
  );
  return (["rare", "common"] as const).map((kind) => {
    const figure = `search for a ${kind} word, added to the list`;
    return row({ figure, reports, value: median(times[kind]) - median(times.list), goal: GOALS[reports] ?? null });
  });
}

async function assertFinds({ client }: Instance, search: string, token: string): Promise<void> {
  const { headers, body } = await client.expect(200, listPath({ search }), { token });
  const text = (headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).toString();
  const { page } = JSON.parse(text) as Required<WireList>;
  if (page.total === 0) throw new Error(`No report contains "${search}", so the figure of this search would be wrong.`);
}
