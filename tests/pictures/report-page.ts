import { addressOf } from "./events.ts";
import type { PictureTaker } from "./picture-taker.ts";

/** Takes the pictures of a report's page, and of a mention of another report. */
export async function takeReportPagePictures({ openWindow, takePicture }: PictureTaker): Promise<void> {
  const page = await openWindow("max", { height: 1500 }, addressOf(8));
  await page.getByRole("button", { name: /^Voted/ }).waitFor();
  await page.getByRole("combobox", { name: "News of" }).waitFor();
  await page
    .getByRole("button", { name: /View image/ })
    .locator("img")
    .waitFor();
  const card = page.getByRole("main").locator(":scope > :last-child");
  await takePicture("report-page", page, page.getByRole("button", { name: "Copy link" }), card);

  const mentionPage = await openWindow("max", { height: 1500 }, addressOf(6));
  const link = mentionPage.getByRole("link", { name: "#7", exact: true });
  await link.hover();
  // Once the mentioned report has loaded, the tooltip says 'title · status'.
  await mentionPage.getByRole("tooltip").getByText("·").waitFor();
  await takePicture(
    "mention",
    mentionPage,
    mentionPage.getByRole("heading", { name: "What happened" }),
    mentionPage.getByRole("textbox", { name: "Amendment" }),
  );
}
