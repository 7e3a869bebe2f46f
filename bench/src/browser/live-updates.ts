import { randomUUID } from "node:crypto";
import { median } from "../figures/numbers.ts";
import { type Row, row } from "../figures/row.ts";
import { amend, searchReports } from "./members.ts";
import { type MemberSession, openDashboard, type Testbed } from "./testbed.ts";
import { FULL_SPEED } from "./visit.ts";

const GOAL_MS = 2_000;

/** Amends reports that an open window shows, and measures until it shows each amendment. */
export async function measureLiveUpdates(testbed: Testbed, session: MemberSession, rounds: number): Promise<Row[]> {
  const { apiOrigin, member, reportCount: reports } = testbed;
  const page = await openDashboard(testbed, session, FULL_SPEED);
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
  await page.context().close();
  const figure = "an amendment from another client until an open window shows it";
  return [
    row({ figure, reports, value: median(times) }),
    row({ figure: `${figure}, slowest`, reports, value: Math.max(...times), goal: GOAL_MS }),
  ];
}

/** Runs in the page. Resolves as soon as the page contains the text. */
function waitForText(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`The window did not show "${text}" within 30 s.`)), 30_000);
    const observer = new MutationObserver(() => {
      if (!document.body.textContent.includes(text)) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  });
}
