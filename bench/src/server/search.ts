import { gunzipSync } from "node:zlib";
import type { WireList } from "@logbook/domain";
import { rareWordOf } from "../data/reports.ts";
import { COMMON_WORDS } from "../data/vocabulary.ts";
import { median } from "../figures/numbers.ts";
import { newRow, type Row } from "../figures/row.ts";
import type { Environment } from "../harness/environment.ts";
import type { Instance } from "../harness/function-process.ts";
import { warmUp } from "./instances.ts";
import { interleave } from "./interleave.ts";
import { type Logbook, listPath } from "./logbook.ts";

// The function caches 64 responses. With parts of the words there are more than 64 searches.
const COMMON_SEARCHES = [...new Set(COMMON_WORDS.flatMap((word) => [word, word.slice(1), word.slice(0, -1)]))];

// How many milliseconds a search may add to the list, by the number of reports. Other logbooks have no goal.
const GOALS: Record<number, number> = { 10000: 6, 100000: 60 };

/** Measures how much longer a search takes than the list. No search is repeated while its response may be cached. */
export async function measureSearch(logbook: Logbook, instance: Instance, { isQuick }: Environment): Promise<Row[]> {
  const { memberToken: token, reportCount } = logbook;
  // Every fifth report has a rare word. Warm-up rounds have negative numbers.
  const rareWord = (round: number): string => rareWordOf((Math.abs(round) * 5) % reportCount);
  const commonWord = (round: number): string => COMMON_SEARCHES[Math.abs(round) % COMMON_SEARCHES.length]!;
  const timeRequest = (path: string): Promise<number> => instance.client.timeRequest(200, path, { token });

  for (const word of [rareWord(0), commonWord(0)]) await expectMatches(instance, word, token);
  await warmUp(instance, listPath(), token, isQuick ? 100 : 300);
  const times = await interleave(
    {
      list: () => timeRequest(listPath()),
      rare: (round) => timeRequest(listPath({ search: rareWord(round) })),
      common: (round) => timeRequest(listPath({ search: commonWord(round) })),
    },
    { rounds: isQuick ? 60 : 200 },
  );
  return (["rare", "common"] as const).map((kind) => {
    const figure = `search for a ${kind} word, added to the list`;
    const value = median(times[kind]) - median(times.list);
    return newRow({ figure, reports: reportCount, value, goal: GOALS[reportCount] ?? null });
  });
}

async function expectMatches({ client }: Instance, search: string, token: string): Promise<void> {
  const { headers, body } = await client.request(200, listPath({ search }), { token });
  const text = (headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).toString();
  // `page` is missing only in the response to a request without query parameters.
  const { page } = JSON.parse(text) as Required<WireList>;
  if (page.total === 0) throw new Error(`No report contains "${search}", so the figure of this search would be wrong.`);
}
