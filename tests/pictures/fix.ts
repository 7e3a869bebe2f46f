import type { SampleName } from "../../suite/data/sample/accounts.ts";
import { cardOf } from "../support/page.ts";
import { searchAddressOf } from "./events.ts";
import { movePointerAway, type PictureTaker } from "./picture-taker.ts";

/** A bug that is in progress, and one that is resolved, with a part of the title. */
const SEEN = { number: 8, title: "Sign-up form" };
const RESOLVED = { number: 4, title: "Links in the forum" };

/** Takes the pictures of 'I see it too' and 'Fixed for you?'. */
export async function takeFixPictures({ openWindow, takePicture }: PictureTaker): Promise<void> {
  const openCard = async (name: SampleName, { number, title }: typeof SEEN) => {
    const page = await openWindow(name, { height: 1200 }, searchAddressOf(number));
    const card = cardOf(page, title);
    // Loaded with the member's votes.
    await card.locator("[data-tooltip^='adds: ']").waitFor();
    return { page, card };
  };
  const see = async (name: SampleName, report: typeof SEEN) => {
    const { page, card } = await openCard(name, report);
    await card.getByRole("button", { name: "I see it too" }).click();
    await page.getByText("You see this bug too.").waitFor();
    return { page, card };
  };

  await see("ada", SEEN);
  await see("mia", SEEN);
  const seen = await see("max", SEEN);
  await movePointerAway(seen.page);
  await takePicture("see-too", seen.page, seen.card);

  const { page: miaPage, card: miaCard } = await see("mia", RESOLVED);
  await miaCard.getByRole("group", { name: "Fixed for you?" }).getByRole("button", { name: "Yes" }).click();
  await miaPage.getByText("Thank you.").waitFor();
  const { page, card } = await openCard("max", RESOLVED);
  await card.getByRole("button", { name: "Still happens" }).click();
  await card.getByRole("textbox", { name: "What still happens" }).fill("In quotations the links are still dark blue.");
  await movePointerAway(page);
  await takePicture("fixed", page, card);
}
