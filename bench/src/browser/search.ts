import { fromWire, sortIssues, type WireList } from "@logbook/domain";
import { COMMON_SEARCHES } from "../data/vocabulary.ts";
import { percentile } from "../figures/numbers.ts";
import { newRow, type Row } from "../figures/rows.ts";
import { openDashboard, type Testbed } from "./testbed.ts";

/** The page sends a search only after this pause (`web/src/shared/paged-list/use-debounced-search.ts`). */
const DEBOUNCE_MS = 250;
const KEY_INTERVAL_MS = 60;

/** Types searches with a slowed-down processor. Measures from the last key to the new list, without the debounce. */
export async function measureSearch(testbed: Testbed, searchCount: number): Promise<Row> {
  const page = await openDashboard(testbed, "slow CPU");
  const times: number[] = [];
  // Playwright presses keys only for these letters.
  const searches = COMMON_SEARCHES.filter((text) => /^[a-z]+$/.test(text)).slice(0, searchCount);
  for (const [index, text] of searches.entries()) {
    if (index % 10 === 0) testbed.log(`search ${index} of ${searches.length}`);
    const list = await expectedList(testbed, text);
    await page.getByRole("searchbox").press("Control+a");
    await page.keyboard.type(text.slice(0, -1), { delay: KEY_INTERVAL_MS });
    const timer = await page.evaluateHandle(startTimer, list);
    await page.keyboard.press(text.at(-1)!);
    times.push((await timer.evaluate(({ paintTime }) => paintTime)) - DEBOUNCE_MS);
  }
  await page.context().close();
  const figure = "key press in search to the new list painted, p95, without the debounce";
  return newRow({ figure, reports: testbed.reportCount, value: percentile(times, 0.95), goal: 100 });
}

/** The list that a search must show: the title of its first report, and the number of all reports that match. */
interface ExpectedList {
  firstTitle: string;
  total: number;
}

async function expectedList({ callApi }: Testbed, search: string): Promise<ExpectedList> {
  const query = new URLSearchParams({ page: "1", pageSize: "10", search });
  // `page` is missing only in the response to a request without query parameters.
  const { bugs, features, page } = await callApi<Required<WireList>>(`/api/issues?${query}`);
  const [firstIssue] = sortIssues([...bugs, ...features].map(fromWire));
  return { firstTitle: firstIssue!.title, total: page.total };
}

/** Runs in the page. `paintTime` is the milliseconds from the next key press until this list is painted. */
function startTimer({ firstTitle, total }: ExpectedList): { paintTime: Promise<number> } {
  // The page says, for example, '12 of 1,000 match'.
  const countText = `${total.toLocaleString("en")} of`;
  const isShown = (): boolean => {
    const statuses = [...document.querySelectorAll("[role=status]")];
    const showsCount = statuses.some(({ textContent }) => textContent?.startsWith(countText));
    return showsCount && document.querySelector("article")?.textContent?.includes(firstTitle) === true;
  };
  const paintTime = new Promise<number>((resolve, reject) => {
    const onKeyDown = ({ timeStamp }: KeyboardEvent): void =>
      void window.whenPainted(isShown).then((paintedAt) => resolve(paintedAt - timeStamp), reject);
    addEventListener("keydown", onKeyDown, { once: true, capture: true });
  });
  return { paintTime };
}
