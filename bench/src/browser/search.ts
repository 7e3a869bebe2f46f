import { setTimeout as pause } from "node:timers/promises";
import { percentile } from "../figures/numbers.ts";
import { type Row, row } from "../figures/row.ts";
import { searchReports } from "./members.ts";
import { type MemberSession, openDashboard, type Testbed } from "./testbed.ts";
import { SLOW_CPU } from "./visit.ts";

/** The page's search debounce (`web/src/shared/paged-list/use-debounced-search.ts`), subtracted from each time. */
const DEBOUNCE_MS = 250;
const KEY_INTERVAL_MS = 60;
const TIMEOUT_MS = 30_000;

/** A search, the title of its first report, and the number of reports that match. */
interface Search {
  words: string;
  title: string;
  total: number;
}

declare global {
  interface Window {
    /** Milliseconds from the last key press until the list of the search is painted. */
    benchSearchPainted: Promise<number>;
  }
}

/** Types searches with CPU throttling. Measures from the last key press to the new list, without the debounce. */
export async function measureSearch(testbed: Testbed, session: MemberSession, samples: number): Promise<Row> {
  const searches = await chooseSearches(testbed, samples);
  const page = await openDashboard(testbed, session, SLOW_CPU);
  const field = page.getByRole("searchbox");
  const times: number[] = [];
  for (const [at, search] of searches.entries()) {
    if (at % 10 === 0) testbed.environment.log(`search ${at} of ${searches.length}`);
    await field.press("Control+a");
    for (const key of search.words.slice(0, -1)) {
      await page.keyboard.press(key);
      await pause(KEY_INTERVAL_MS);
    }
    await page.evaluate(observeSearch, search);
    await page.keyboard.press(search.words.at(-1)!);
    const painted = page.evaluate(() => window.benchSearchPainted);
    times.push((await withTimeout(painted, search)) - DEBOUNCE_MS);
  }
  await page.context().close();
  const figure = "key press in search to the new list painted, p95, without the debounce";
  return row({ figure, reports: testbed.reportCount, value: percentile(times, 0.95), goal: 100 });
}

async function withTimeout(painted: Promise<number>, { words, title, total }: Search): Promise<number> {
  const time = await Promise.race([painted, pause(TIMEOUT_MS, null, { ref: false })]);
  if (time === null) throw new Error(`The search "${words}" did not show "${title}" first of ${total} reports.`);
  return time;
}

/** Runs in the page. Measures from the next key press until the list of this search is painted. */
function observeSearch({ title, total }: Search): void {
  const isShown = (): boolean =>
    document.querySelector("article")?.textContent?.includes(title) === true &&
    [...document.querySelectorAll("[role=status]")].some(({ textContent }) =>
      textContent?.startsWith(`${total.toLocaleString("en")} of`),
    );
  window.benchSearchPainted = new Promise((resolve) => {
    const onKeyDown = ({ timeStamp }: KeyboardEvent): void => {
      const checkFrame = (): void => {
        if (!isShown()) {
          requestAnimationFrame(checkFrame);
          return;
        }
        // The browser paints after this callback. The message arrives after the paint.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - timeStamp);
        port2.postMessage(null);
      };
      requestAnimationFrame(checkFrame);
    };
    addEventListener("keydown", onKeyDown, { once: true, capture: true });
  });
}

/** Chooses words whose last letter changes the list, and whose list differs from that of the previous word. */
async function chooseSearches({ apiOrigin, member }: Testbed, samples: number): Promise<Search[]> {
  const search = async (words: string): Promise<Search | null> => {
    const { issues, total } = await searchReports(apiOrigin, member, words);
    return issues[0] === undefined ? null : { words, title: issues[0].title, total };
  };
  const { issues } = await searchReports(apiOrigin, member, "", 100);
  const words = new Set(
    issues.flatMap(({ title, description }) => `${title} ${description}`.toLowerCase().match(/[a-z]{3,}/g) ?? []),
  );
  const chosen: Search[] = [];
  for (const word of words) {
    if (chosen.length === samples) break;
    const result = await search(word);
    const others = [await search(word.slice(0, -1)), chosen.at(-1)];
    if (result === null || others.some((other) => other?.title === result.title && other.total === result.total))
      continue;
    chosen.push(result);
  }
  return chosen;
}
