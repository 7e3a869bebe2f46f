import { randomUUID } from "node:crypto";
import { median } from "../figures/numbers.ts";
import { type Row, row } from "../figures/row.ts";
import { amend, searchReports } from "./members.ts";
import { type MemberSession, type Testbed, VIEWPORT } from "./testbed.ts";
import { recordTraffic } from "./traffic.ts";
import { waitUntilIdle } from "./visit.ts";

const GOAL_MS = 2_000;

/** Amends reports that an open window shows; returns the milliseconds until it shows each amendment. */
export async function measureLiveUpdates(
  { browser, hosting, environment, apiOrigin, member }: Testbed,
  { stored }: MemberSession,
  rounds: number,
): Promise<number[]> {
  const context = await browser.newContext({ viewport: VIEWPORT, storageState: stored });
  const page = await context.newPage();
  const traffic = await recordTraffic(await context.newCDPSession(page), environment.firestoreHost);
  await page.goto(hosting.origin);
  await page.getByRole("article").first().waitFor();
  await waitUntilIdle(traffic);
  const { issues } = await searchReports(apiOrigin, member, "");
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const text = `Seen again, ${randomUUID()}`;
    const shown = page.evaluate(waitForText, text);
    const startedAt = performance.now();
    await amend(apiOrigin, member, issues[round % issues.length]!.id, text);
    await shown;
    // The first round is a warm-up.
    if (round > 0) times.push(performance.now() - startedAt);
  }
  await context.close();
  return times;
}

/** Runs in the page. Resolves as soon as the page contains the text. */
function waitForText(text: string): Promise<void> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.body.textContent.includes(text)) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  });
}

export function liveUpdateRows(times: readonly number[], reports: number): Row[] {
  const figure = "another's amendment until an open window shows it";
  return [
    row({ figure, reports, value: median(times) }),
    row({ figure: `${figure}, slowest`, reports, value: Math.max(...times), goal: GOAL_MS }),
  ];
}
