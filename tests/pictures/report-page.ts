import { addressOf } from "./events.ts";
import type { Studio } from "./studio.ts";

/** A report's page, an edit of it, and a mention of another report. */
export async function takeReportPage({ open, take }: Studio): Promise<void> {
  const page = await open("max", { height: 1500 }, addressOf(8));
  await page.getByRole("button", { name: /^Voted/ }).waitFor();
  await page.getByRole("combobox", { name: "News of" }).waitFor();
  await page
    .getByRole("button", { name: /View image/ })
    .locator("img")
    .waitFor();
  const card = page.getByRole("main").locator(":scope > :last-child");
  await take("report-page", page, page.getByRole("button", { name: "Copy link" }), card);

  const mention = await open("max", { height: 1500 }, addressOf(6));
  const link = mention.getByRole("link", { name: "#7", exact: true });
  await link.hover();
  await mention.getByRole("tooltip").getByText("·").waitFor();
  await take(
    "mention",
    mention,
    mention.getByRole("heading", { name: "What happened" }),
    mention.getByRole("textbox", { name: "Amendment" }),
  );
}
