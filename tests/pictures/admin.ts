import { cardOf } from "../support/page.ts";
import { addressOf, searchAddressOf } from "./events.ts";
import { listRegion } from "./list.ts";
import { movePointerAway, type PictureTaker } from "./picture-taker.ts";

/** Takes the pictures of an admin's actions and screens. */
export async function takeAdminPictures({ openWindow, takePicture }: PictureTaker): Promise<void> {
  const stepPage = await openWindow("ada", { height: 1200 }, searchAddressOf(7));
  await stepPage.getByText(/1 of \d+ match/).waitFor();
  await takePicture("steps", stepPage, cardOf(stepPage, "Calendar feed"));

  const correctionPage = await openWindow("ada", { height: 1200 }, addressOf(14));
  await correctionPage.getByRole("button", { name: "Correct title or priority" }).click();
  await movePointerAway(correctionPage);
  const form = correctionPage.getByRole("form", { name: "Correct title or priority" });
  await form.getByLabel("Title").fill("Search finds nothing if the text ends with a blank");
  await takePicture("correct", correctionPage, correctionPage.getByRole("button", { name: "Copy link" }), form);

  const deletionPage = await openWindow("ada", { height: 640 }, "/?type=bug&priority=LOW");
  await cardOf(deletionPage, "summer fair").getByRole("button", { name: "Delete" }).click();
  await deletionPage.getByRole("button", { name: "Delete report" }).click();
  await deletionPage.getByText("The report was deleted.").waitFor();
  await movePointerAway(deletionPage);
  await takePicture("undo", deletionPage, listRegion(deletionPage), deletionPage.getByText("The report was deleted."));

  const trashPage = await openWindow("ada", { height: 560 }, "/trash");
  await trashPage.getByRole("button", { name: "Restore" }).waitFor();
  await takePicture("trash", trashPage, trashPage.getByRole("banner"), trashPage.getByRole("listitem").last());

  const membersPage = await openWindow("ada", { height: 640 }, "/members");
  await membersPage.getByRole("button", { name: "Disable" }).first().waitFor();
  await takePicture("members", membersPage, membersPage.getByRole("banner"), membersPage.getByRole("listitem").last());

  const chatPage = await openWindow("ada", { height: 640 });
  // The suite has no chat.
  await chatPage.route("**/api/members?**", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), chat: { service: "discord", titles: true } } });
  });
  await chatPage.goto("/members");
  const chatSetting = chatPage.getByRole("region", { name: "Chat" });
  await chatSetting.waitFor();
  await movePointerAway(chatPage);
  await takePicture("chat", chatPage, chatSetting);
}
