import type { PictureTaker } from "./picture-taker.ts";

const ENTRIES = [
  {
    title: "The gallery takes large photos",
    text: "Photos of any size are scaled in the browser now.",
    reports: "#10",
  },
  {
    title: "A calendar for your phone",
    text: "Subscribe to the events of the community: the address is below the calendar.\n\nThe hour of #7 is right, too.",
    reports: "#6, #7",
  },
];

/** Takes the pictures of What's new. It comes last, because a published entry is named above each list. */
export async function takeWhatsNewPictures({ openWindow, takePicture }: PictureTaker): Promise<void> {
  const page = await openWindow("ada", { height: 900 }, "/?news");
  const form = page.getByRole("form");
  const fillIn = async ({ title, text, reports }: (typeof ENTRIES)[number]) => {
    await page.getByRole("button", { name: "Write an entry" }).click();
    await form.getByLabel("Title").fill(title);
    await form.getByLabel("Text").fill(text);
    await form.getByLabel("Reports").fill(reports);
  };
  for (const entry of ENTRIES) {
    await fillIn(entry);
    if (entry === ENTRIES.at(-1)) await takePicture("whats-new-form", page, form);
    await form.getByRole("button", { name: "Publish" }).click();
    await form.waitFor({ state: "detached" });
  }
  await fillIn({ title: "A darker dark theme", text: "Not yet announced.", reports: "" });
  await form.getByRole("button", { name: "Save draft" }).click();
  await form.waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("heading", { name: "Drafts, which only admins see" }).waitFor();
  await page.getByRole("heading", { name: ENTRIES[0]!.title }).waitFor();
  await takePicture("whats-new", page, page.getByRole("banner"), page.getByRole("listitem").last());
}
