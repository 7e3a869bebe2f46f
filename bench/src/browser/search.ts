import { setTimeout as pause } from "node:timers/promises";
import { percentile } from "../figures/numbers.ts";
import { newRow, type Row } from "../figures/row.ts";
import { searchReports } from "./members.ts";
import { type MemberSession, openDashboard, type Testbed } from "./testbed.ts";
import { SLOW_CPU } from "./visit.ts";

/** The page sends a search only after this pause (`web/src/shared/paged-list/use-debounced-search.ts`). */
const DEBOUNCE_MS = 250;
const KEY_INTERVAL_MS = 60;
const TIMEOUT_MS = 30_000;

/** A search, and the list that it must show. */
interface Search {
  text: string;
  firstTitle: string;
  /** The number of reports that match. */
  total: number;
}

declare global {
  interface Window {
    /** Milliseconds from the last key press until the list of the search is painted. */
    benchSearchPainted: Promise<number>;
  }
}

/** Types searches with a slowed-down processor. Measures from the last key to the new list, without the debounce. */
export async function measureSearch(testbed: Testbed, session: MemberSession, searchCount: number): Promise<Row> {
  const searches = await chooseSearches(testbed, searchCount);
  const page = await openDashboard(testbed, session, SLOW_CPU);
  const searchField = page.getByRole("searchbox");
  const times: number[] = [];
  for (const [index, search] of searches.entries()) {
    if (index % 10 === 0) testbed.environment.log(`search ${index} of ${searches.length}`);
    await searchField.press("Control+a");
    for (const key of search.text.slice(0, -1)) {
      await page.keyboard.press(key);
      await pause(KEY_INTERVAL_MS);
    }
    await page.evaluate(observeSearch, search);
    await page.keyboard.press(search.text.at(-1)!);
    const paintTime = page.evaluate(() => window.benchSearchPainted);
    times.push((await withTimeout(paintTime, search)) - DEBOUNCE_MS);
  }
  await page.context().close();
  const figure = "key press in search to the new list painted, p95, without the debounce";
  return newRow({ figure, reports: testbed.reportCount, value: percentile(times, 0.95), goal: 100 });
}

async function withTimeout(paintTime: Promise<number>, { text, firstTitle, total }: Search): Promise<number> {
  // With `ref: false`, the timer does not keep the bench running.
  const time = await Promise.race([paintTime, pause(TIMEOUT_MS, null, { ref: false })]);
  if (time === null) throw new Error(`The search "${text}" did not show "${firstTitle}" first of ${total} reports.`);
  return time;
}

/** Runs in the page. Measures from the next key press until the list of this search is painted. */
function observeSearch({ firstTitle, total }: Search): void {
  // The page says, for example, '12 of 1,000 match'.
  const countText = `${total.toLocaleString("en")} of`;
  const isShown = (): boolean => {
    const firstCard = document.querySelector("article");
    const statuses = [...document.querySelectorAll("[role=status]")];
    const showsCount = statuses.some(({ textContent }) => textContent?.startsWith(countText));
    return showsCount && firstCard?.textContent?.includes(firstTitle) === true;
  };
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

/**
 * Chooses words whose list differs from the list of the word without its last letter and from the previous word's list:
 * the time until a list appears that is already shown could not be measured.
 */
async function chooseSearches({ apiOrigin, member }: Testbed, searchCount: number): Promise<Search[]> {
  const runSearch = async (text: string): Promise<Search | null> => {
    const { issues, total } = await searchReports(apiOrigin, member, text);
    return issues[0] === undefined ? null : { text, firstTitle: issues[0].title, total };
  };
  const { issues } = await searchReports(apiOrigin, member, "", 100);
  const words = new Set(
    issues.flatMap(({ title, description }) => `${title} ${description}`.toLowerCase().match(/[a-z]{3,}/g) ?? []),
  );
  const chosenSearches: Search[] = [];
  for (const word of words) {
    if (chosenSearches.length === searchCount) break;
    const wholeWord = await runSearch(word);
    if (wholeWord === null) continue;
    const withoutLastLetter = await runSearch(word.slice(0, -1));
    const previousWord = chosenSearches.at(-1);
    if (!showsSameList(wholeWord, withoutLastLetter) && !showsSameList(wholeWord, previousWord))
      chosenSearches.push(wholeWord);
  }
  return chosenSearches;
}

function showsSameList(search: Search, otherSearch: Search | null | undefined): boolean {
  return search.firstTitle === otherSearch?.firstTitle && search.total === otherSearch.total;
}
