import { median } from "../figures/numbers.ts";
import { newRow, type Row } from "../figures/rows.ts";
import { openDashboard, type Testbed } from "./testbed.ts";

/** An event of a Chromium trace. Times are microseconds of processor time of the event's thread. */
interface TraceEvent {
  name: string;
  /** The process and the thread. */
  pid: number;
  tid: number;
  /** When the event began, and its duration. */
  tts: number;
  tdur: number;
}

const CARD_COUNT = 100;
const MARKS = { chosen: "bench-chosen", painted: "bench-painted" };
const TRACE_CATEGORIES = ["disabled-by-default-devtools.timeline", "blink.user_timing"];

/** Measures the main thread's work after the page size 100 is chosen, with a slowed-down processor. */
export async function measureCards(testbed: Testbed, rounds: number): Promise<Row[]> {
  const { browser, reportCount: reports, log } = testbed;
  const scripting: number[] = [];
  const longestTasks: number[] = [];
  // Round 0 is a warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    log(`100 cards, round ${round} of ${rounds}`);
    const page = await openDashboard(testbed, "slow CPU");
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
    // Chromium's own sum of the time of scripts, without the style and layout that they cause.
    const readScriptMs = async (): Promise<number> => {
      const { metrics } = await cdp.send("Performance.getMetrics");
      return metrics.find(({ name }) => name === "ScriptDuration")!.value * 1000;
    };
    await browser.startTracing(page, { categories: TRACE_CATEGORIES });
    const marks = await page.evaluateHandle(markCardTimes, { cardCount: CARD_COUNT, ...MARKS });
    const scriptMsBefore = await readScriptMs();
    await page.getByLabel("Page size").selectOption(String(CARD_COUNT));
    await marks.evaluate(({ areSet }) => areSet);
    const scriptMs = (await readScriptMs()) - scriptMsBefore;
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
    await page.context().close();
    if (round === 0) continue;
    scripting.push(scriptMs);
    longestTasks.push(longestTask(traceEvents));
  }
  // In milliseconds, like the goals.
  return [
    newRow({ figure: "scripting to show 100 cards", reports, value: median(scripting), goal: 150 }),
    newRow({ figure: "longest task while 100 cards are shown", reports, value: median(longestTasks), goal: 100 }),
  ];
}

/** Runs in the page. Marks the time when the page size is chosen, and the time when `cardCount` cards are painted. */
function markCardTimes({ cardCount, chosen, painted }: { cardCount: number; chosen: string; painted: string }) {
  const pageSizeChosen = new Promise<void>((resolve) => {
    addEventListener("change", () => resolve(void performance.mark(chosen)), { once: true, capture: true });
  });
  const cards = document.getElementsByTagName("article");
  const areSet = pageSizeChosen
    .then(() => window.whenPainted(() => cards.length >= cardCount))
    .then(() => void performance.mark(painted));
  return { areSet };
}

/** The longest task between the marks, with its whole length, on the thread of the marks: the page's main thread. */
function longestTask(events: readonly TraceEvent[]): number {
  const [start, end] = [MARKS.chosen, MARKS.painted].map((mark) => events.find(({ name }) => name === mark)!);
  const tasks = events.filter(({ name, pid, tid }) => name === "RunTask" && pid === start!.pid && tid === start!.tid);
  const tasksBetween = tasks.filter(({ tts, tdur }) => tts < end!.tts && tts + tdur > start!.tts);
  return Math.max(...tasksBetween.map(({ tdur }) => tdur)) / 1000;
}
