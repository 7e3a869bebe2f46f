import { type ProbeTarget, recordTimings } from "./page-timings.ts";
import type { Stored } from "./stored-session.ts";
import { type Testbed, VIEWPORT } from "./testbed.ts";
import { openThrottledPage, SLOW_CONNECTION } from "./visit.ts";

const KEY = "e";

/**
 * Holds the probe's idea of a page that is ready for input against a person's: a key pressed into the search box at that
 * very moment, on the slow line, must lead to a search. Throws when it does not.
 */
export async function checkReady(
  { browser, hosting, environment }: Testbed,
  storageState: Stored,
  target: ProbeTarget,
): Promise<void> {
  const context = await browser.newContext({ viewport: VIEWPORT, storageState });
  const { page } = await openThrottledPage(context, SLOW_CONNECTION, environment.firestoreHost);
  await page.addInitScript(recordTimings, target);
  const asked = page.waitForRequest((request) => new URL(request.url()).searchParams.get("search") === KEY, {
    timeout: 60_000,
  });
  await page.goto(hosting.origin, { waitUntil: "commit" });
  await page.waitForFunction(() => window.benchTimings?.ready, null, { polling: "raf" });
  await page.locator(target.field).focus();
  await page.keyboard.press(KEY);
  await asked.catch(() => {
    throw new Error(
      "A key pressed as soon as the page looked ready led to no search: 'ready' means something else now.",
    );
  });
  await context.close();
}
