import { median } from "../figures/numbers.ts";
import { newRow, type Row } from "../figures/row.ts";
import { type MemberSession, openDashboard, type Testbed } from "./testbed.ts";
import { type MainThreadWork, type TraceEvent, workBetween } from "./trace.ts";
import { SLOW_CPU } from "./visit.ts";

const CARD_COUNT = 100;
const SIZE_CHOSEN_MARK = "bench-chosen";
const CARDS_PAINTED_MARK = "bench-painted";
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
    /** Resolves when `markCardTimes` has marked both of its times. */
    benchCardsPainted: Promise<void>;
  }
}

/** Measures the main thread's work after the page size 100 is chosen, with a slowed-down processor. */
export async function measureCards(testbed: Testbed, session: MemberSession, rounds: number): Promise<Row[]> {
  const { browser, environment, reportCount: reports } = testbed;
  const workOfRounds: MainThreadWork[] = [];
  // Round 0 is a warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    environment.log(`100 cards, round ${round} of ${rounds}`);
    const page = await openDashboard(testbed, session, SLOW_CPU);
    await browser.startTracing(page, { categories: TRACE_CATEGORIES });
    await page.evaluate(markCardTimes, {
      cardCount: CARD_COUNT,
      sizeChosenMark: SIZE_CHOSEN_MARK,
      cardsPaintedMark: CARDS_PAINTED_MARK,
    });
    await page.getByLabel("Page size").selectOption(String(CARD_COUNT));
    await page.evaluate(() => window.benchCardsPainted);
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
    await page.context().close();
    if (round > 0) workOfRounds.push(workBetween(traceEvents, SIZE_CHOSEN_MARK, CARDS_PAINTED_MARK));
  }
  // In milliseconds, like the goals.
  const scripting = median(workOfRounds.map((work) => work.scripting));
  const longestTask = median(workOfRounds.map((work) => work.longestTask));
  return [
    newRow({ figure: "scripting to show 100 cards", reports, value: scripting, goal: 150 }),
    newRow({ figure: "longest task while 100 cards are shown", reports, value: longestTask, goal: 100 }),
  ];
}

interface CardMarks {
  cardCount: number;
  sizeChosenMark: string;
  cardsPaintedMark: string;
}

/** Runs in the page. Marks the time when the page size is chosen, and the time when `cardCount` cards are painted. */
function markCardTimes({ cardCount, sizeChosenMark, cardsPaintedMark }: CardMarks): void {
  window.benchCardsPainted = new Promise((resolve) => {
    const onPageSizeChosen = (): void => {
      performance.mark(sizeChosenMark);
      const checkFrame = (): void => {
        if (document.getElementsByTagName("article").length < cardCount) {
          requestAnimationFrame(checkFrame);
          return;
        }
        // The browser paints after this callback. The message arrives after the paint.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          performance.mark(cardsPaintedMark);
          resolve();
        };
        port2.postMessage(null);
      };
      requestAnimationFrame(checkFrame);
    };
    addEventListener("change", onPageSizeChosen, { once: true, capture: true });
  });
}
