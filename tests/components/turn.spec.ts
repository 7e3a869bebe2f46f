import { expect } from "@playwright/test";
import { cardOf, search } from "../support/page.ts";
import { addAmendment, fileReport, newAdmin, test, uniqueId } from "./fixtures.ts";

test("a card says for whom its report waits; 'Waiting for' filters by it, and 'Waiting longest' sorts by it", async ({
  member: { page, person },
}) => {
  const word = uniqueId("turn");
  const first = await fileReport(person, { title: `${word} first` });
  await fileReport(person, { title: `${word} second`, priority: "LOW" });
  await addAmendment(await newAdmin(), first.id, "Which browser do you use?");
  await search(page, word);
  await expect(cardOf(page, `${word} first`)).toContainText(`Waiting for ${person.username}, 1 min`);
  await expect(cardOf(page, `${word} second`)).toContainText("Waiting for admins, 1 min");

  await page.getByRole("combobox", { name: "Waiting for" }).selectOption("Its reporter");
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(cardOf(page, `${word} first`)).toBeVisible();
  await cardOf(page, `${word} first`).getByRole("textbox", { name: "Amendment" }).fill("Firefox");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Amendment added.")).toBeVisible();
  await page.getByRole("combobox", { name: "Waiting for" }).selectOption("Admins");
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(cardOf(page, `${word} first`)).toContainText("Waiting for admins, 1 min");

  const titles = page.getByRole("heading", { level: 3 });
  await expect(titles).toHaveText([`${word} first`, `${word} second`]);
  // The second report has waited since it was filed, the first one since it was answered.
  await page.getByRole("combobox", { name: "Sort by" }).selectOption("Waiting longest");
  await expect(titles).toHaveText([`${word} second`, `${word} first`]);
});
