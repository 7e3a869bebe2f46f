import { randomUUID } from "node:crypto";
import type { WireList } from "@logbook/domain";
import { interleave } from "../figures/interleave.ts";
import { newRow, type Row } from "../figures/rows.ts";
import { openDashboard, type Testbed } from "./testbed.ts";

/** Amends reports that an open window shows, and measures how long the window takes to show each amendment. */
export async function measureLiveUpdates(testbed: Testbed, rounds: number): Promise<Row> {
  const page = await openDashboard(testbed, "full speed");
  const { bugs, features } = await testbed.callApi<WireList>("/api/issues?page=1&pageSize=10");
  const shownReports = [...bugs, ...features];
  const amendment = async (round: number): Promise<number> => {
    const text = `Seen again, ${randomUUID()}`;
    const textShown = page.evaluate(
      (shownText) => window.whenPainted(() => document.body.textContent.includes(shownText)),
      text,
    );
    const startedAt = performance.now();
    await testbed.callApi("/api/issues/amendment", { issueId: shownReports[round % shownReports.length]!.id, text });
    await textShown;
    return performance.now() - startedAt;
  };
  const times = await interleave({ amendment }, { rounds, warmUpRounds: 1 });
  await page.context().close();
  const figure = "an amendment from another client until an open window shows it, slowest";
  return newRow({ figure, reports: testbed.reportCount, value: Math.max(...times.amendment), goal: 2_000 });
}
