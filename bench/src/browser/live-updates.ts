import { randomUUID } from "node:crypto";
import { median } from "../figures/numbers.ts";
import { newRow, type Row } from "../figures/row.ts";
import { amendReport, searchReports } from "./members.ts";
import { type MemberSession, openDashboard, type Testbed } from "./testbed.ts";
import { FULL_SPEED } from "./visit.ts";

/** Amends reports that an open window shows, and measures how long the window takes to show each amendment. */
export async function measureLiveUpdates(testbed: Testbed, session: MemberSession, rounds: number): Promise<Row[]> {
  const { apiOrigin, member, reportCount: reports } = testbed;
  const page = await openDashboard(testbed, session, FULL_SPEED);
  // An empty search has the reports that the dashboard shows at first.
  const { issues: shownReports } = await searchReports(apiOrigin, member, "");
  const times: number[] = [];
  // Round 0 is a warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    const text = `Seen again, ${randomUUID()}`;
    const textShown = page.evaluate(waitForText, text);
    const startedAt = performance.now();
    await amendReport(apiOrigin, member, shownReports[round % shownReports.length]!.id, text);
    await textShown;
    if (round > 0) times.push(performance.now() - startedAt);
  }
  await page.context().close();
  const figure = "an amendment from another client until an open window shows it";
  return [
    newRow({ figure, reports, value: median(times) }),
    newRow({ figure: `${figure}, slowest`, reports, value: Math.max(...times), goal: 2_000 }),
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
