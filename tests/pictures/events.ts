import type { Page } from "@playwright/test";
import type { SampleName } from "../../suite/data/sample/accounts.ts";
import type { PictureTaker } from "./picture-taker.ts";

/** The numbers of the reports for which each sample member votes. */
const VOTES: [name: SampleName, reportNumbers: number[]][] = [
  ["mia", [7, 8, 11, 17, 22]],
  ["max", [8, 10, 12, 17]],
  ["ada", [10, 13, 17]],
];

export async function castVotes({ openWindow }: PictureTaker): Promise<void> {
  for (const [name, reportNumbers] of VOTES) {
    const page = await openWindow(name);
    for (const reportNumber of reportNumbers) {
      await page.goto(addressOf(reportNumber));
      // The name of the button is 'Voted…' after a vote.
      await page.getByRole("button", { name: /^Vote(?!d)/ }).click();
      await page.getByText("Your vote counts.").waitFor();
    }
  }
}

/** The address of a report's page. */
export const addressOf = (reportNumber: number): string => `/?report=${reportNumber}`;

/** The address of the list with one report only: a search for `#` and the report's number. */
export const searchAddressOf = (reportNumber: number): string => `/?search=%23${reportNumber}`;

/** The member max marks all news as read. Then ada and mia change three of the reports that max follows. */
export async function makeNews({ openWindow }: PictureTaker): Promise<void> {
  const maxPage = await openWindow("max");
  await maxPage.getByRole("button", { name: /^News, \d+ unread$/ }).click();
  await maxPage.getByRole("button", { name: "Mark all read" }).click();
  await maxPage.getByText("All news are marked as read.").waitFor();

  const adaPage = await openWindow("ada", {}, addressOf(11));
  await adaPage.getByRole("button", { name: "Mark as In Progress" }).click();
  await adaPage.getByText("The report is now In Progress.").waitFor();
  await amendReport(adaPage, "The tiles will be cut to their middle, so no picture is stretched.");
  await adaPage.goto(addressOf(6));
  await amendReport(adaPage, "The wrong hour is #7, which is nearly done.");
  const miaPage = await openWindow("mia", {}, addressOf(24));
  await amendReport(miaPage, "I have a ladder and two garden chairs to lend.");
}

async function amendReport(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Amendment" }).fill(text);
  await page.getByRole("button", { name: "Add amendment" }).click();
  await page.getByText("Amendment added.").waitFor();
}
