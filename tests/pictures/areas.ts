import type { PictureTaker } from "./picture-taker.ts";

/** The pictures of `docs/guide.md` that show the areas of the website. */
export async function takeAreasPictures({ openWindow, takePicture }: PictureTaker): Promise<void> {
  const page = await openWindow("ada", { height: 720 }, "/members?areas");
  for (const [name, pattern] of [
    ["Gallery", "/gallery/*"],
    ["Calendar", "/events*"],
  ] as const) {
    await page.getByRole("button", { name: "Add an area" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill(name);
    await page.getByRole("textbox", { name: "Pattern" }).fill(pattern);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("listitem").filter({ hasText: pattern }).waitFor();
  }
  await page.getByRole("button", { name: "Add an area" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Settings");
  await page.getByRole("textbox", { name: "Pattern" }).fill("/user/*/settings");
  await takePicture("areas", page, page.getByRole("banner"), page.getByRole("button", { name: "Cancel" }));
  // The browser is closed next, perhaps while the page asks for its news.
  await page.unrouteAll({ behavior: "ignoreErrors" });
}
