import { setTimeout as pause } from "node:timers/promises";
import { percentile } from "../numbers.ts";
import { plainRow, type Row } from "../row.ts";
import { searchReports } from "./members.ts";
import { type MemberSession, type Testbed, VIEWPORT } from "./testbed.ts";
import { openThrottledPage, SLOW_CPU, waitUntilIdle } from "./visit.ts";

/** How long the page waits after the last key before it asks (`web/src/shared/paged-list/use-search-draft.ts`); not counted. */
const DEBOUNCE_MS = 250;
const BETWEEN_KEYS_MS = 60;
const WITHIN_MS = 30_000;

/** A search, and the list that it leads to. */
interface Search {
  words: string;
  title: string;
  total: number;
}

declare global {
  interface Window {
    /** Milliseconds from the last key press to the awaited list on the screen. */
    benchPainted: Promise<number>;
  }
}

/** Types `samples` searches with the CPU slowed, and gives each one's time from its last key to the new list, without the debounce. */
export async function measureSearch(testbed: Testbed, { stored }: MemberSession, samples: number): Promise<number[]> {
  const { browser, hosting, environment } = testbed;
  const searches = await chooseSearches(testbed, samples);
  const context = await browser.newContext({ viewport: VIEWPORT, storageState: stored });
  const { page, traffic } = await openThrottledPage(context, SLOW_CPU, environment.firestoreHost);
  await page.goto(hosting.origin);
  const box = page.getByRole("searchbox");
  await page.getByRole("article").first().waitFor();
  await waitUntilIdle(traffic);
  const times: number[] = [];
  for (const [at, search] of searches.entries()) {
    if (at % 10 === 0) environment.log(`search ${at} of ${searches.length}`);
    await box.press("Control+a");
    for (const key of search.words.slice(0, -1)) {
      await page.keyboard.press(key);
      await pause(BETWEEN_KEYS_MS);
    }
    await page.evaluate(awaitList, search);
    await page.keyboard.press(search.words.at(-1)!);
    times.push(
      (await within(
        page.evaluate(() => window.benchPainted),
        search,
      )) - DEBOUNCE_MS,
    );
  }
  await context.close();
  return times;
}

/** The row of these times. */
export function searchRow(times: readonly number[], reports: number): Row {
  const figure = "key press in search to the new list painted, p95, without the debounce";
  return plainRow({ figure, reports, goal: 100 }, percentile(times, 0.95), "ms");
}

async function within(searched: Promise<number>, { words, title, total }: Search): Promise<number> {
  const late = pause(WITHIN_MS, null, { ref: false });
  const time = await Promise.race([searched, late]);
  if (time === null) throw new Error(`The search "${words}" did not show "${title}" first of ${total} reports.`);
  return time;
}

/** Runs in the page: times from the next key press to the frame in which that list is painted. */
function awaitList({ title, total }: Search): void {
  const isThere = (): boolean =>
    document.querySelector("article")?.textContent?.includes(title) === true &&
    [...document.querySelectorAll("[role=status]")].some(({ textContent }) =>
      textContent?.startsWith(`${total.toLocaleString("en")} of`),
    );
  window.benchPainted = new Promise((painted) => {
    const watchFrom = ({ timeStamp }: KeyboardEvent): void => {
      const look = (): void => {
        if (!isThere()) {
          requestAnimationFrame(look);
          return;
        }
        // What a frame's callback finds is painted right after it; a message comes once that is done.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => painted(performance.now() - timeStamp);
        port2.postMessage(null);
      };
      requestAnimationFrame(look);
    };
    addEventListener("keydown", watchFrom, { once: true, capture: true });
  });
}

/**
 * Searches for words of the reports, rare and common ones, such that each list differs from the one before it and from
 * what all but the last letter would find.
 */
async function chooseSearches({ apiOrigin, member }: Testbed, samples: number): Promise<Search[]> {
  const find = async (words: string): Promise<Search | null> => {
    const { issues, total } = await searchReports(apiOrigin, member, words);
    return issues[0] === undefined ? null : { words, title: issues[0].title, total };
  };
  const { issues } = await searchReports(apiOrigin, member, "", 100);
  const words = new Set(
    issues.flatMap(({ title, description }) => `${title} ${description}`.toLowerCase().match(/[a-z]{3,}/g) ?? []),
  );
  const chosen: Search[] = [];
  for (const word of words) {
    const found = await find(word);
    const before = await find(word.slice(0, -1));
    const last = chosen.at(-1);
    if (found === null || [before, last].some((other) => other?.title === found.title && other.total === found.total))
      continue;
    chosen.push(found);
    if (chosen.length === samples) return chosen;
  }
  return chosen;
}
