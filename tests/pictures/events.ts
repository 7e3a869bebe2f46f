import type { Page } from "@playwright/test";
import type { SampleName } from "../../suite/data/sample/accounts.ts";
import { SAMPLE_REPORTS } from "../../suite/data/sample/reports.ts";
import { statusPath } from "../../suite/data/sample/status-path.ts";
import { db, eventually } from "../support/suite.ts";
import type { Studio } from "./studio.ts";

/** The votes of the sample members, by report number. */
const VOTES: [name: SampleName, numbers: number[]][] = [
  ["mia", [7, 8, 11, 17, 22]],
  ["max", [8, 10, 12, 17]],
  ["ada", [10, 13, 17]],
];

/** Waits until the triggers have recorded every event of the sample data. */
export async function waitForHistory(): Promise<void> {
  const events = SAMPLE_REPORTS.map(
    ({ type, status, amendments = [] }) => 1 + amendments.length + (status ? statusPath(type, status).length : 0),
  );
  await waitForEvents(events.reduce((sum, count) => sum + count, 0));
}

async function waitForEvents(count: number): Promise<void> {
  await eventually(
    `A history of ${count} events`,
    async () => ((await db.collection("history").count().get()).data().count >= count ? true : null),
    120,
  );
}

export async function castVotes({ open }: Studio): Promise<void> {
  for (const [name, numbers] of VOTES) {
    const page = await open(name);
    for (const number of numbers) {
      await page.goto(addressOf(number));
      await page.getByRole("button", { name: /^Vote(?!d)/ }).click();
      await page.getByText("Your vote counts.").waitFor();
    }
  }
}

export const addressOf = (number: number): string => `/?report=${number}`;

/** Max marks all news as read; then others change three of the reports that he follows. */
export async function makeNews({ open }: Studio): Promise<void> {
  const max = await open("max");
  await max.getByRole("button", { name: /^News, \d+ unread$/ }).click();
  await max.getByRole("button", { name: "Mark all read" }).click();
  await max.getByText("All news are marked as read.").waitFor();

  const before = (await db.collection("history").count().get()).data().count;
  const ada = await open("ada", {}, addressOf(11));
  await ada.getByRole("button", { name: "Mark as In Progress" }).click();
  await ada.getByText("The report is now In Progress.").waitFor();
  await amend(ada, "The tiles will be cut to their middle, so no picture is stretched.");
  await ada.goto(addressOf(6));
  await amend(ada, "The wrong hour is #7, which is nearly done.");
  const mia = await open("mia", {}, addressOf(24));
  await amend(mia, "I have a ladder and two garden chairs to lend.");
  await waitForEvents(before + 4);
}

async function amend(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Amendment" }).fill(text);
  await page.getByRole("button", { name: "Add amendment" }).click();
  await page.getByText("Amendment added.").waitFor();
}
