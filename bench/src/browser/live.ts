import { randomUUID } from "node:crypto";
import { median } from "../numbers.ts";
import type { Row } from "../row.ts";
import { plainRow } from "../rows.ts";
import { amend, findReports } from "./people.ts";
import { type SignedIn, type Stage, VIEWPORT } from "./stage.ts";
import { recordTraffic } from "./traffic.ts";
import { quiet } from "./visit.ts";

const GOAL_MS = 2_000;

/**
 * Amends the reports that an open window shows, one after the other, past the window, and gives how long each took from
 * asking the API until the window showed it, in milliseconds. Neither the machine nor the line is slowed.
 */
export async function measureLive(stage: Stage, { stored }: SignedIn, rounds: number): Promise<number[]> {
  const { browser, front, world, apiOrigin, member } = stage;
  const context = await browser.newContext({ viewport: VIEWPORT, storageState: stored });
  const page = await context.newPage();
  const traffic = await recordTraffic(await context.newCDPSession(page), world.firestoreHost);
  await page.goto(front.origin);
  await page.getByRole("article").first().waitFor();
  await quiet(traffic);
  const { issues } = await findReports(apiOrigin, member, "");
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const text = `Seen again, ${randomUUID()}`;
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
export function liveRows(times: readonly number[], reports: number): Row[] {
  const figure = "another's amendment until an open window shows it";
  return [
    plainRow({ figure, reports }, median(times), "ms"),
    plainRow({ figure: `${figure}, slowest`, reports, goal: GOAL_MS }, Math.max(...times), "ms"),
  ];
}
