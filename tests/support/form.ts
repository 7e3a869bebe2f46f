import { expect, type Locator, type Page } from "@playwright/test";
import { cardOf, search } from "./page.ts";

/** Opens a report form by its button on the dashboard. */
export async function openForm(page: Page, name: "Report Bug" | "Request Feature" = "Report Bug"): Promise<Locator> {
  await page.getByRole("button", { name }).click();
  return page.getByRole("form", { name });
}

/** Opens the bug form. Returns the form, its file input and its drop zone. */
export async function openFileForm(page: Page): Promise<{ form: Locator; input: Locator; zone: Locator }> {
  const form = await openForm(page);
  return { form, input: form.locator("input[type=file]"), zone: form.getByRole("group", { name: "Attachments" }) };
}

/** Submits the form with a new title. Returns the card of the new report, with its details open. */
export async function fileAndOpen(page: Page, form: Locator): Promise<Locator> {
  const title = `With pictures ${Date.now()}`;
  await form.getByLabel("Title").fill(title);
  await form.getByLabel("Description").fill("See the pictures.");
  await form.getByRole("button", { name: /submit/i }).click();
  await expect(form).toBeHidden();
  await search(page, title);
  const card = cardOf(page, title);
  await card.getByRole("button", { name: "View all details" }).click();
  return card;
}
