import { randomUUID } from "node:crypto";
import { median } from "../numbers.ts";
import { plainRow, type Row } from "../row.ts";
import { amend, searchReports } from "./members.ts";
import { type MemberSession, type Testbed, VIEWPORT } from "./testbed.ts";
import { recordTraffic } from "./traffic.ts";
import { waitUntilIdle } from "./visit.ts";

const GOAL_MS = 2_000;

/**
 * Amends the reports that an open window shows, one after the other, past the window, and gives how long each took from
 * asking the API until the window showed it, in milliseconds. Neither the machine nor the line is slowed.
 */
export async function measureLiveUpdates(
  testbed: Testbed,
  { stored }: MemberSession,
  rounds: number,
): Promise<number[]> {
  const { browser, hosting, environment, apiOrigin, member } = testbed;
  const context = await browser.newContext({ viewport: VIEWPORT, storageState: stored });
  const page = await context.newPage();
  const traffic = await recordTraffic(await context.newCDPSession(page), environment.firestoreHost);
  await page.goto(hosting.origin);
  await page.getByRole("article").first().waitFor();
  await waitUntilIdle(traffic);
  const { issues } = await searchReports(apiOrigin, member, "");
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const text = `PageTimings again, ${randomUUID()}`;
    const shown = page.evaluate(untilShown, text);
    const began = performance.now();
    await amend(apiOrigin, member, issues[round % issues.length]!.id, text);
    await shown;
    // The first one finds everything cold.
    if (round > 0) times.push(performance.now() - began);
  }
  await context.close();
  return times;
}

/** Runs in the page: waits for a text, without looking for it any later than it is there. */
function untilShown(text: string): Promise<void> {
  return new Promise((shown) => {
    const observer = new MutationObserver(() => {
      if (!document.body.textContent.includes(text)) return;
      observer.disconnect();
      shown();
    });
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  });
}

/** The rows of these times. */
export function liveUpdateRows(times: readonly number[], reports: number): Row[] {
  const figure = "another's amendment until an open window shows it";
  return [
    plainRow({ figure, reports }, median(times), "ms"),
    plainRow({ figure: `${figure}, slowest`, reports, goal: GOAL_MS }, Math.max(...times), "ms"),
  ];
}
