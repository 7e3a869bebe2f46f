import { listRegion, SUMMARY } from "./list.ts";
import type { Studio } from "./studio.ts";

/** The bell with its panel, and the line above the list. */
export async function takeNews({ open, take }: Studio): Promise<void> {
  const page = await open("max", { height: 560 });
  const line = page.getByRole("button", { name: /that you follow changed/ });
  await line.waitFor();
  await page.getByRole("button", { name: SUMMARY }).click();
  await page.getByRole("button", { name: /^News, / }).click();
  await page.getByRole("region", { name: "News" }).getByRole("listitem").first().waitFor();
  await take("news", page, page.getByRole("banner"), listRegion(page));

  const phone = await open("max", { phone: true });
  await phone.getByRole("button", { name: /^News, / }).click();
  await phone.getByRole("region", { name: "News" }).getByRole("listitem").first().waitFor();
  await take("phone-news", phone);
}
