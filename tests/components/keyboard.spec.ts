import { expect, type Locator, type Page } from "@playwright/test";
import { cardOf } from "../support/page.ts";
import { fileReport, storedReport, test } from "./fixtures.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Sends the key events with which the input method for a language ends a composition: Chrome's, then Safari's. */
async function endComposition(element: Locator, key: "Escape" | "Enter", modifiers = {}): Promise<void> {
  for (const composition of [{ isComposing: true }, { keyCode: 229 }])
    await element.dispatchEvent("keydown", { key, code: key, ...modifiers, ...composition });
}

test("Ctrl+Z on a Cyrillic layout undoes a deletion, the key beside it on a German one does not", async ({
  admin: { page, person },
}) => {
  await fileReport(person, { title: "A bug" });
  await page.reload();
  await cardOf(page, "A bug").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete report" }).click();
  await expect(button(page, "Undo")).toBeVisible();
  // The letter Y of a German layout is in the place of Z.
  await page.locator("body").dispatchEvent("keydown", { key: "y", code: "KeyZ", ctrlKey: true });
  await expect(button(page, "Undo")).toBeVisible();
  await page.locator("body").dispatchEvent("keydown", { key: "я", code: "KeyZ", ctrlKey: true });
  await expect(page.getByText("The report is back.")).toBeVisible();
  await expect(cardOf(page, "A bug")).toBeVisible();
});

test.describe("a key that ends an input method's composition", () => {
  test("closes neither the form for a view's name nor a panel or a dialog", async ({ member: { page } }) => {
    await page.goto("/?type=bug");
    await button(page, "Save this view").click();
    const nameBox = page.getByRole("textbox", { name: "Name of the view" });
    await endComposition(nameBox, "Escape");
    await expect(nameBox).toBeVisible();
    await nameBox.press("Escape");
    await expect(nameBox).toHaveCount(0);

    await button(page, "My account").click();
    await endComposition(button(page, "My account"), "Escape");
    await button(page, "Change my password").click();
    const dialog = page.getByRole("dialog", { name: "Change my password" });
    await endComposition(dialog.getByLabel("Current password"), "Escape");
    await expect(dialog).toBeVisible();
    await dialog.getByLabel("Current password").press("Escape");
    await expect(dialog).toHaveCount(0);
  });

  test("sends no amendment", async ({ member: { page, person } }) => {
    const { id } = await fileReport(person);
    await page.reload();
    const amendmentBox = page.getByRole("textbox", { name: "Amendment", exact: true });
    await amendmentBox.fill("日本");
    await endComposition(amendmentBox, "Enter", { ctrlKey: true });
    await amendmentBox.pressSequentially("語");
    await amendmentBox.press("Control+Enter");
    await expect(page.getByText("Amendment added.")).toBeVisible();
    expect((await storedReport(id)).amendments.map(({ text }) => text)).toEqual(["日本語"]);
  });
});
