import { gunzipSync } from "node:zlib";
import type { WireList } from "@logbook/domain";
import { codeOf } from "../data/reports.ts";
import { COMMON_WORDS } from "../data/vocabulary.ts";
import { median } from "../numbers.ts";
import type { Row } from "../row.ts";
import { plainRow } from "../rows.ts";
import { interleave } from "./interleave.ts";
import { type Instance, warmUp } from "./instances.ts";
import { type Logbook, listPath, type ServerEnvironment } from "./logbook.ts";

/** Common words and parts of them, which are as common: more of them than answers are remembered (64). */
const COMMON_SEARCHES = [...new Set(COMMON_WORDS.flatMap((word) => [word, word.slice(1), word.slice(0, -1)]))];

const GOALS: Record<number, number> = { 10000: 6, 100000: 60 };

/**
 * What a search adds to the list. A rare word stands in one report, a common one in a quarter of them or more. Each is
 * asked for in turn with enough others that no instance still remembers what it found.
 */
export async function measureSearch(logbook: Logbook, real: Instance, { quick }: ServerEnvironment): Promise<Row[]> {
  const { memberToken: token, reports } = logbook;
  const rare = (round: number): string => codeOf((Math.abs(round) * 5) % reports);
  const common = (round: number): string => COMMON_SEARCHES[Math.abs(round) % COMMON_SEARCHES.length]!;
  const ask = async (search: string): Promise<number> =>
    (await real.client.expect(200, listPath({ search }), { token })).ms;

  for (const word of [rare(0), common(0)]) await expectFound(real, word, token);
  await warmUp([real], listPath(), token, quick ? 100 : 300);
  const times = await interleave(
    {
      list: async () => (await real.client.expect(200, listPath(), { token })).ms,
      rare: (round) => ask(rare(round)),
      common: (round) => ask(common(round)),
    },
    { rounds: quick ? 60 : 200 },
  );
  return (["rare", "common"] as const).map((kind) => {
    const about = { figure: `search for a ${kind} word, added to the list`, reports, goal: GOALS[reports] ?? null };
    return plainRow(about, median(times[kind]) - median(times.list), "ms");
  });
}

/** Finding nothing would be another figure. */
async function expectFound({ client }: Instance, search: string, token: string): Promise<void> {
  const { headers, body } = await client.expect(200, listPath({ search }), { token });
  const text = (headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).toString();
  const { page } = JSON.parse(text) as Required<WireList>;
  if (page.total === 0) throw new Error(`No report holds "${search}", so its search would mean nothing.`);
}
