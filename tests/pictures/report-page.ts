import { addressOf } from "./events.ts";
import type { PictureTaker } from "./picture-taker.ts";

/** The sample report with a picture, for which max has voted. */
const REPORT_WITH_PICTURE = 8;
/** The sample report whose page mentions #7. */
const REPORT_WITH_MENTION = 6;

/** Takes the pictures of a report's page, and of a mention of another report. */
export async function takeReportPagePictures({ openWindow, takePicture }: PictureTaker): Promise<void> {
  const page = await openWindow("max", { height: 1500 }, addressOf(REPORT_WITH_PICTURE));
  await page.getByRole("button", { name: /^Voted/ }).waitFor();
  await page.getByRole("button", { name: /^Follow/ }).waitFor();
  await page
    .getByRole("button", { name: /View image/ })
    .locator("img")
    .waitFor();
  // The picture reaches from the button 'Copy link' to the end of the report's card, the last element of `main`.
  const card = page.getByRole("main").locator(":scope > :last-child");
  await takePicture("report-page", page, page.getByRole("button", { name: "Copy link" }), card);

  const mentionPage = await openWindow("max", { height: 1500 }, addressOf(REPORT_WITH_MENTION));
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
