import { gunzipSync } from "node:zlib";
import type { WireList } from "@logbook/domain";
import { rareWordOf, reportAt } from "../data/reports.ts";
import { COMMON_SEARCHES } from "../data/vocabulary.ts";
import { interleave } from "../figures/interleave.ts";
import { median } from "../figures/numbers.ts";
import { newRow, type Row } from "../figures/rows.ts";
import type { Instance } from "./instance.ts";
import { type Logbook, listPath } from "./logbook.ts";

// The goals for the milliseconds that a search adds to a list, by the number of reports. Other numbers have no goal.
const SEARCH_GOALS: Record<number, number> = { 10000: 6, 100000: 60 };
// The goals in milliseconds, by the number of reports. Other numbers have no goal.
const SIMILAR_GOALS: Record<number, number> = { 10000: 50 };

/** Measures how much longer a search takes than the list. No search is repeated while its response may be cached. */
export async function measureSearch(logbook: Logbook, instance: Instance): Promise<Row[]> {
  const { isQuick, reportCount: reports } = logbook;
  const searchPaths = {
    // Every fifth report has a rare word.
    rare: (round: number): string => listPath({ search: rareWordOf((round * 5) % reports) }),
    // The function caches 64 responses, and there are more searches.
    common: (round: number): string => listPath({ search: COMMON_SEARCHES[round % COMMON_SEARCHES.length]! }),
  };
  for (const pathOf of Object.values(searchPaths)) await expectMatches(logbook, instance, pathOf(0));
  const times = await interleave(
    {
      list: () => instance.timeList(),
      rare: (round) => instance.timeList(searchPaths.rare(round)),
      common: (round) => instance.timeList(searchPaths.common(round)),
    },
    { rounds: isQuick ? 60 : 200 },
  );
  return (["rare", "common"] as const).map((kind) => {
    const figure = `search for a ${kind} word, added to the list`;
    const value = median(times[kind]) - median(times.list);
    return newRow({ figure, reports, value, goal: SEARCH_GOALS[reports] ?? null });
  });
}

async function expectMatches({ memberToken: token }: Logbook, { client }: Instance, path: string): Promise<void> {
  const { headers, body } = await client.request(path, { token });
  const text = (headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).toString();
  // `page` is missing only in the response to a request without query parameters.
  const { page } = JSON.parse(text) as Required<WireList>;
  if (page.total === 0) throw new Error(`${path} finds no report, so the figure of this search would be wrong.`);
}

/** Measures the call for similar reports. An instance's first call, a warm-up, builds the index. */
export async function measureSimilar(logbook: Logbook, { client }: Instance): Promise<Row[]> {
  const { isQuick, memberToken: token, reportCount: reports } = logbook;
  const similar = (round: number): Promise<number> => {
    // As a member would type it: a stored title with a typing error and without its last letters. Multiples of 37 are
    // spread over the whole logbook.
    const title = reportAt((round * 37) % reports)
      .title.replace(/[eo]/, "x")
      .slice(0, -3);
    return client.time(`/api/reports/similar?${new URLSearchParams({ title })}`, { token });
  };
  const times = await interleave({ similar }, { rounds: isQuick ? 60 : 200 });
  const goal = SIMILAR_GOALS[reports] ?? null;
  return [newRow({ figure: "similar reports for a typed title", reports, value: median(times.similar), goal })];
}
