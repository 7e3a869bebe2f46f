import { median } from "../numbers.ts";
import { plainRow, type Row } from "../row.ts";
import { type MemberSession, type Testbed, VIEWPORT } from "./testbed.ts";
import { type MainThreadWork, type TraceEvent, workBetween } from "./trace.ts";
import { openThrottledPage, SLOW_CPU, waitUntilIdle } from "./visit.ts";

const CARDS = 100;
const CHOSEN = "bench-chosen";
const PAINTED = "bench-painted";
const CATEGORIES = [
  "devtools.timeline",
  "disabled-by-default-devtools.timeline",
  "v8",
  "v8.execute",
  "blink.user_timing",
  "toplevel",
];

declare global {
  interface Window {
    /** Resolves once the cards are marked as painted. */
    benchMarked: Promise<void>;
  }
}

/** Chooses 100 reports a page with the CPU slowed, `rounds` times in a new window, and gives the main thread's work of each. */
export async function measureCards(
  testbed: Testbed,
  { stored }: MemberSession,
  rounds: number,
): Promise<MainThreadWork[]> {
  const { browser, hosting, environment } = testbed;
  const works: MainThreadWork[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    environment.log(`100 cards, ${round} of ${rounds}`);
    const context = await browser.newContext({ viewport: VIEWPORT, storageState: stored });
    const { page, traffic } = await openThrottledPage(context, SLOW_CPU, environment.firestoreHost);
    await page.goto(hosting.origin);
    await page.getByRole("article").first().waitFor();
    await waitUntilIdle(traffic);
    await browser.startTracing(page, { categories: CATEGORIES });
    await page.evaluate(markCards, { cards: CARDS, chosen: CHOSEN, painted: PAINTED });
    await page.getByLabel("Page size").selectOption(String(CARDS));
    await page.evaluate(() => window.benchMarked);
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
    await context.close();
    // The first round warms up Chromium and the function.
    if (round > 0) works.push(workBetween(traceEvents, CHOSEN, PAINTED));
  }
  return works;
}

/** The rows of this work. */
export function cardRows(works: readonly MainThreadWork[], reports: number): Row[] {
  const of = (figure: keyof MainThreadWork): number => median(works.map((work) => work[figure]));
  return [
    plainRow({ figure: "scripting to show 100 cards", reports, goal: 150 }, of("scripting"), "ms"),
    plainRow({ figure: "longest task while 100 cards are shown", reports, goal: 100 }, of("longestTask"), "ms"),
  ];
}

/** Runs in the page: marks the choice, and the moment at which that many cards were painted. */
function markCards({ cards, chosen, painted }: { cards: number; chosen: string; painted: string }): void {
  window.benchMarked = new Promise((done) => {
    const watch = (): void => {
      performance.mark(chosen);
      const look = (): void => {
        if (document.getElementsByTagName("article").length < cards) {
          requestAnimationFrame(look);
          return;
        }
        // What a frame's callback finds is painted right after it; a message comes once that is done.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          performance.mark(painted);
          done();
        };
        port2.postMessage(null);
      };
      requestAnimationFrame(look);
    };
    addEventListener("change", watch, { once: true, capture: true });
  });
}
