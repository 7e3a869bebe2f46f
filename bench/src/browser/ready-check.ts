import { recordTimings, type TimingTarget } from "./page-timings.ts";
import type { StoredSession } from "./stored-session.ts";
import { type Testbed, VIEWPORT } from "./testbed.ts";
import { openThrottledPage, SLOW_CONNECTION } from "./visit.ts";

const KEY = "e";
const TIMEOUT_MS = 60_000;

/** Checks what `ready` means: a key pressed at that time, on the slow connection, must start a search. Throws otherwise. */
export async function checkReady(
  { browser, hosting, environment }: Testbed,
  storageState: StoredSession,
  target: TimingTarget,
): Promise<void> {
  const context = await browser.newContext({ viewport: VIEWPORT, storageState });
  const { page } = await openThrottledPage(context, SLOW_CONNECTION, environment.firestoreHost);
  await page.addInitScript(recordTimings, target);
  const search = page.waitForRequest((request) => new URL(request.url()).searchParams.get("search") === KEY, {
    timeout: TIMEOUT_MS,
  });
  await page.goto(hosting.origin, { waitUntil: "commit" });
  await page.waitForFunction(() => window.benchTimings?.ready, null, { polling: "raf" });
  await page.locator(target.field).focus();
  await page.keyboard.press(KEY);
  await search.catch(() => {
    throw new Error("A key pressed when the page was ready for input started no search, so the figure is wrong.");
  });
  await context.close();
}
