import { cardOf } from "../support/page.ts";
import { addressOf } from "./events.ts";
import { listRegion } from "./list.ts";
import type { Studio } from "./studio.ts";

/** An admin's actions and screens. */
export async function takeAdmin({ open, take }: Studio): Promise<void> {
  const steps = await open("ada", { height: 1200 }, "/?search=%237");
  await steps.getByText(/1 of \d+ match/).waitFor();
  await take("steps", steps, cardOf(steps, "Calendar feed"));

  const correction = await open("ada", { height: 1200 }, addressOf(14));
  await correction.getByRole("button", { name: "Correct title or priority" }).click();
  await correction.mouse.move(0, 0);
  const form = correction.getByRole("form", { name: "Correct title or priority" });
  await form.getByLabel("Title").fill("Search finds nothing if the text ends with a blank");
  await take("correct", correction, correction.getByRole("button", { name: "Copy link" }), form);

  const deletion = await open("ada", { height: 640 }, "/?type=bug&priority=LOW");
  await cardOf(deletion, "summer fair").getByRole("button", { name: "Delete" }).click();
  await deletion.getByRole("button", { name: "Delete report" }).click();
  await deletion.getByText("The report was deleted.").waitFor();
  await deletion.mouse.move(0, 0);
  await take("undo", deletion, listRegion(deletion), deletion.getByText("The report was deleted."));

  const trash = await open("ada", { height: 560 }, "/trash");
  await trash.getByRole("button", { name: "Restore" }).waitFor();
  await take("trash", trash, trash.getByRole("banner"), trash.getByRole("listitem").last());

  const members = await open("ada", { height: 640 }, "/members");
  await members.getByRole("button", { name: "Disable" }).first().waitFor();
  await take("members", members, members.getByRole("banner"), members.getByRole("listitem").last());
}
