import { expect, type Page } from "@playwright/test";
import { addressOf } from "./events.ts";
import type { Studio } from "./studio.ts";

const article = (page: Page) => page.getByRole("main");

/** A report's page, an edit of it, and a mention of another report. */
export async function takeReportPage({ open, take }: Studio): Promise<void> {
  const page = await open("max", { height: 1500 }, addressOf(8));
  await expect(page.getByRole("button", { name: /^Voted/ })).toBeVisible();
  await page.getByRole("combobox", { name: "News of" }).waitFor();
  await page
    .getByRole("img", { name: /sign-up-form/ })
    .first()
    .waitFor();
  await take("report-page", page, article(page));

  const mention = await open("max", { height: 1500 }, addressOf(6));
  const link = mention.getByRole("link", { name: "#7", exact: true });
  await link.hover();
  const tooltip = mention.getByRole("tooltip");
  await expect(tooltip).toContainText("·");
  await take(
    "mention",
    mention,
    link.locator("xpath=ancestor::ol"),
    mention.getByRole("textbox", { name: "Amendment" }),
  );
}
