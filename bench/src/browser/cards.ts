import { median } from "../figures/numbers.ts";
import { type Row, row } from "../figures/row.ts";
import { type MemberSession, openDashboard, type Testbed } from "./testbed.ts";
import { type MainThreadWork, type TraceEvent, workBetween } from "./trace.ts";
import { SLOW_CPU } from "./visit.ts";

const CARD_COUNT = 100;
const CHOSEN_MARK = "bench-chosen";
const PAINTED_MARK = "bench-painted";
const TRACE_CATEGORIES = [
  "devtools.timeline",
  "disabled-by-default-devtools.timeline",
  "v8",
  "v8.execute",
  "blink.user_timing",
  "toplevel",
];

declare global {
  interface Window {
    /** Resolves when the cards are painted and marked. */
    benchCardsPainted: Promise<void>;
  }
}

/** Measures the main thread's work after choosing 100 reports a page, with CPU throttling, each time in a new page. */
export async function measureCards(testbed: Testbed, session: MemberSession, rounds: number): Promise<Row[]> {
  const { browser, environment } = testbed;
  const results: MainThreadWork[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    environment.log(`100 cards, round ${round} of ${rounds}`);
    const page = await openDashboard(testbed, session, SLOW_CPU);
    await browser.startTracing(page, { categories: TRACE_CATEGORIES });
    await page.evaluate(markCards, { cardCount: CARD_COUNT, chosenMark: CHOSEN_MARK, paintedMark: PAINTED_MARK });
    await page.getByLabel("Page size").selectOption(String(CARD_COUNT));
    await page.evaluate(() => window.benchCardsPainted);
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
    await page.context().close();
    // The first round is a warm-up.
    if (round > 0) results.push(workBetween(traceEvents, CHOSEN_MARK, PAINTED_MARK));
  }
  const { reportCount: reports } = testbed;
  const medianOf = (figure: keyof MainThreadWork): number => median(results.map((result) => result[figure]));
  return [
    row({ figure: "scripting to show 100 cards", reports, value: medianOf("scripting"), goal: 150 }),
    row({ figure: "longest task while 100 cards are shown", reports, value: medianOf("longestTask"), goal: 100 }),
  ];
}

interface CardMarks {
  cardCount: number;
  chosenMark: string;
  paintedMark: string;
}

/** Runs in the page. Marks the time when the page size is chosen, and the time when `cardCount` cards are painted. */
function markCards({ cardCount, chosenMark, paintedMark }: CardMarks): void {
  window.benchCardsPainted = new Promise((resolve) => {
    const onChange = (): void => {
      performance.mark(chosenMark);
      const checkFrame = (): void => {
        if (document.getElementsByTagName("article").length < cardCount) {
          requestAnimationFrame(checkFrame);
          return;
        }
        // The browser paints after this callback. The message arrives after the paint.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          performance.mark(paintedMark);
          resolve();
        };
        port2.postMessage(null);
      };
      requestAnimationFrame(checkFrame);
    };
    addEventListener("change", onChange, { once: true, capture: true });
  });
}
