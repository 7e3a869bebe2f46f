import { expect, type Locator, type Page } from "@playwright/test";
import { fileReport, newMember } from "../support/actors.ts";
import { cardOf, expectHydrated, holdRequests, REACT_SCRIPT, reloadFromCache, search } from "../support/page.ts";
import { uniqueId } from "../support/suite.ts";
import { fileReportsWithNewWord, test } from "./fixtures.ts";

/** The cards with these headings in the summary above the list. */
const summaryCards = (page: Page, name: RegExp) => page.getByRole("heading", { level: 2, name }).locator("..");

test.describe("section 2: the dashboard", () => {
  test("the cards 'Reports' and 'Status' count the reports, including one filed just before", async ({
    member: { page, person },
  }) => {
    const readNumbers = async () => {
      const numbers = summaryCards(page, /^(Reports|Status)$/).locator("dd");
      await expect(numbers).toHaveCount(6);
      await expect(numbers.first()).toHaveText(/\d/);
      return (await numbers.allInnerTexts()).map((text) => Number(text.replaceAll(",", "")));
    };
    const [bugs, features, total, open, inProgress, closed] = await readNumbers();
    expect(bugs! + features!).toBe(total);
    await fileReport(person, { type: "feature" });
    await page.reload();
    await expect.poll(readNumbers).toEqual([bugs, features! + 1, total! + 1, open! + 1, inProgress, closed]);
  });
});

test("a report that is printed before hydration gets its details once React has loaded", async ({
  member: { page, person },
}) => {
  const word = uniqueId("w");
  await fileReport(person, { title: word, reproductionSteps: "Turn it over." });
  const release = await reloadFromCache(page, word, REACT_SCRIPT);
  await page.emulateMedia({ media: "print" });
  await expect(cardOf(page, word)).toBeVisible();
  release();
  await expectHydrated(page);
  await expect(cardOf(page, word).getByText("Turn it over.")).toBeVisible();
});

test("with forced colours the current page number and an upload's progress have their own colours", async ({
  member: { page, person },
}) => {
  const word = await fileReportsWithNewWord(person, 11);
  await page.emulateMedia({ forcedColors: "active" });
  await search(page, word);
  const pagination = page.getByRole("navigation", { name: "Pagination" });
  const currentPage = pagination.getByRole("button", { name: "1", exact: true });
  const otherPage = pagination.getByRole("button", { name: "2", exact: true });
  const backgroundOf = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).backgroundColor);
  await expect(currentPage).toHaveAttribute("aria-current", "page");
  expect(await backgroundOf(currentPage)).not.toBe(await backgroundOf(otherPage));

  const uploadUrl = /\/v0\/b\//;
  const release = await holdRequests(page, uploadUrl);
  await page.getByRole("button", { name: "Report Bug" }).click();
  const form = page.getByRole("form", { name: "Report Bug" });
  const buffer = Buffer.from("It broke.");
  await form.locator("input[type=file]").setInputFiles([{ name: "a.log", mimeType: "text/plain", buffer }]);
  await form.getByLabel("Title").fill("With a file");
  await form.getByLabel("Description").fill("On a slow connection");
  await form.getByRole("button", { name: "Submit bug report" }).click();
  const progressBar = form.getByRole("progressbar");
  await expect(progressBar).toBeVisible();
  expect(await backgroundOf(progressBar.locator("> *"))).not.toBe(await backgroundOf(progressBar));
  release();
  await expect(form).toBeHidden();
});

test.describe("section 9: filters, search and pages", () => {
  test("search matches title, description and reporter, whatever the case", async ({ member: { page } }) => {
    const reporter = await newMember();
    const word = await fileReportsWithNewWord(reporter, 1, { description: "Zebra CROSSING ahead" });
    await search(page, word.toUpperCase());
    await expect(page.getByRole("article")).toHaveCount(1);
    await search(page, reporter.username.toUpperCase());
    await expect(page.getByRole("article")).toHaveCount(1);
    await search(page, "zebra crossing");
    await expect(page.getByRole("article").filter({ hasText: word })).toHaveCount(1);
  });

  test("filters narrow by type, status and priority", async ({ member: { page, person } }) => {
    const word = await fileReportsWithNewWord(person, 1, { type: "bug", priority: "CRITICAL" });
    await fileReport(person, { type: "feature", title: `${word} feature`, priority: "LOW" });
    await search(page, word);
    await expect(page.getByRole("article")).toHaveCount(2);
    for (const [name, value] of [
      ["Type", "feature"],
      ["Status", "PLANNED"],
      ["Priority", "LOW"],
    ] as const) {
      await page.getByRole("combobox", { name, exact: true }).selectOption(value);
      await expect(page.getByRole("article")).toHaveCount(1);
      await expect(page.getByRole("article")).toContainText("feature");
      await page.getByRole("combobox", { name, exact: true }).selectOption("all");
      await expect(page.getByRole("article")).toHaveCount(2);
    }
  });

  test("the list is sorted by status and then by priority", async ({ member: { page, person } }) => {
    const word = await fileReportsWithNewWord(person, 1, { priority: "LOW" });
    await fileReport(person, { title: `${word} critical`, priority: "CRITICAL" });
    await fileReport(person, { title: `${word} feature`, type: "feature", priority: "CRITICAL" });
    await search(page, word);
    await expect(page.getByRole("article").getByRole("heading", { level: 3 })).toHaveText([
      `${word} critical`,
      `${word} 1`,
      `${word} feature`,
    ]);
  });
});
