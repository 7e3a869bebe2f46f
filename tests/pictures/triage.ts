import { expectHydrated } from "../support/page.ts";
import { addressOf } from "./events.ts";
import { listRegion } from "./list.ts";
import { movePointerAway, type PictureTaker } from "./picture-taker.ts";

/** Takes the pictures of what an admin does with several reports, and with the page of one. */
export async function takeTriagePictures({ openWindow, takePicture }: PictureTaker): Promise<void> {
  const manyPage = await openWindow("ada", { height: 780 }, "/?status=OPEN");
  await expectHydrated(manyPage);
  const boxes = manyPage.getByRole("checkbox", { name: "Select" });
  await boxes.first().click();
  await boxes.nth(2).click({ modifiers: ["Shift"] });
  await manyPage.getByRole("region", { name: "Selected reports" }).getByText("3 selected").waitFor();
  await movePointerAway(manyPage);
  await takePicture("many-at-once", manyPage);

  const closingPage = await openWindow("ada", { height: 760 }, addressOf(14));
  await closingPage.getByRole("button", { name: "Close…" }).click();
  const closingDialog = closingPage.getByRole("dialog", { name: "Close this report" });
  await closingDialog.getByRole("radio", { name: "Duplicate of another report" }).check();
  await closingDialog.getByRole("searchbox", { name: "Which report?" }).fill("calendar");
  await closingDialog.getByRole("radio", { name: /Calendar feed/ }).check();
  await movePointerAway(closingPage);
  await takePicture("close", closingPage, closingDialog);

  const pinPage = await openWindow("ada", { height: 700 }, addressOf(10));
  const press = async (name: string) => {
    await pinPage.getByRole("button", { name, exact: true }).click();
    await pinPage.getByRole("button", { name, exact: true }).waitFor({ state: "detached" });
  };
  await press("Pin above the list");
  await pinPage.goto(addressOf(8));
  await press("I take it");
  await pinPage.goto("/");
  await pinPage.getByRole("navigation", { name: "Pinned" }).getByRole("link").waitFor();
  await takePicture("pinned", pinPage, listRegion(pinPage));

  const hiddenPage = await openWindow("ada", { height: 1200 }, addressOf(17));
  const entry = hiddenPage.getByRole("listitem").filter({ hasText: "Happened to me too" });
  await entry.getByRole("button", { name: "Hide" }).click();
  await hiddenPage.getByText("Hidden by an admin").waitFor();
  await hiddenPage.reload();
  await hiddenPage.getByText("Hidden by an admin").waitFor();
  await takePicture("hidden", hiddenPage, hiddenPage.getByRole("listitem").filter({ hasText: "Hidden by an admin" }));

  const exportPage = await openWindow("ada", { height: 760 }, "/?type=bug");
  await exportPage.getByRole("button", { name: "Export…" }).click();
  const exportDialog = exportPage.getByRole("dialog");
  await exportDialog.getByRole("button", { name: "Export", exact: true }).waitFor();
  await movePointerAway(exportPage);
  await takePicture("export", exportPage, exportDialog);

  const linkPage = await openWindow("ada", { height: 760 }, "/members");
  await linkPage.getByRole("button", { name: "Password link" }).first().click();
  const linkDialog = linkPage.getByRole("dialog");
  await linkDialog.getByRole("button", { name: "Make link" }).waitFor();
  await takePicture("password-link", linkPage, linkDialog);

  const keysPage = await openWindow("ada", { height: 900 });
  await keysPage.keyboard.press("?");
  const keysDialog = keysPage.getByRole("dialog", { name: "Keyboard shortcuts" });
  await keysDialog.waitFor();
  await takePicture("keys", keysPage, keysDialog);
}
