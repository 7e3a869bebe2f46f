import { listRegion, SUMMARY_BUTTON } from "./list.ts";
import type { PictureTaker } from "./picture-taker.ts";

/** Takes the pictures of the news: the panel that the button in the header opens, and the line above the list. */
export async function takeNewsPictures({ openWindow, takePicture }: PictureTaker): Promise<void> {
  const page = await openWindow("max", { height: 560 });
  const newsLine = page.getByRole("button", { name: /reports .*changed/ });
  await newsLine.waitFor();
  await page.getByRole("button", { name: SUMMARY_BUTTON }).click();
  await page.getByRole("button", { name: /^News, / }).click();
  await page.getByRole("region", { name: "News" }).getByRole("listitem").first().waitFor();
  await takePicture("news", page, page.getByRole("banner"), listRegion(page));

  const phonePage = await openWindow("max", { isPhone: true });
  await phonePage.getByRole("button", { name: /^News, / }).click();
  await phonePage.getByRole("region", { name: "News" }).getByRole("listitem").first().waitFor();
  await takePicture("phone-news", phonePage);
}
