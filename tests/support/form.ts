import { expect, type Locator, type Page } from "@playwright/test";
import { cardOf, search } from "./page.ts";

/** Opens the bug form; returns it with its file picker and drop zone. */
export async function openForm(page: Page): Promise<{ form: Locator; input: Locator; zone: Locator }> {
  await page.getByRole("button", { name: "Report Bug" }).click();
  const form = page.getByRole("form", { name: "Report Bug" });
  return { form, input: form.locator("input[type=file]"), zone: form.getByRole("group", { name: "Attachments" }) };
}

/** Submits the form with a new title; returns the report's card with its details open. */
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
