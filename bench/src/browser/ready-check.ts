import { type Sought, watchPage } from "./probe.ts";
import { type Stage, VIEWPORT } from "./stage.ts";
import type { Stored } from "./stored-session.ts";
import { openSlowed, SLOW_LINE } from "./visit.ts";

const KEY = "e";

/**
 * Holds the probe's idea of a page that is ready for input against a person's: a key pressed into the search box at that
 * very moment, on the slow line, must lead to a search. Throws when it does not.
 */
export async function checkReady(
  { browser, front, world }: Stage,
  storageState: Stored,
  sought: Sought,
): Promise<void> {
  const context = await browser.newContext({ viewport: VIEWPORT, storageState });
  const { page } = await openSlowed(context, SLOW_LINE, world.firestoreHost);
  await page.addInitScript(watchPage, sought);
  const asked = page.waitForRequest((request) => new URL(request.url()).searchParams.get("search") === KEY, {
    timeout: 60_000,
  });
  await page.goto(front.origin, { waitUntil: "commit" });
  await page.waitForFunction(() => window.benchSeen?.ready, null, { polling: "raf" });
  await page.locator(sought.field).focus();
  await page.keyboard.press(KEY);
  await asked.catch(() => {
    throw new Error(
      "A key pressed as soon as the page looked ready led to no search: 'ready' means something else now.",
    );
  });
  await context.close();
}
