import { expect, type Page } from "@playwright/test";
import { openFileForm, openForm } from "../support/form.ts";
import { cardOf, expectHydrated } from "../support/page.ts";
import { addAmendment, changeStoredReport, fileReport, openReport, test } from "./fixtures.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const KEPT = "The form is closed. Your draft is kept.";

test.describe("Escape", () => {
  for (const [name, closeName] of [
    ["Report Bug", "Close Bug Form"],
    ["Request Feature", "Close Feature Form"],
  ] as const)
    test(`closes the form of ${name}, says that the draft is kept, and returns the focus to its button`, async ({
      member: { page },
    }) => {
      const form = await openForm(page, name);
      await form.getByLabel("Title").fill("Half a title");
      await form.getByLabel("Description").press("Escape");
      await expect(form).toBeHidden();
      await expect(page.getByText(KEPT)).toBeVisible();
      await expect(button(page, name)).toBeFocused();
      await expect(button(page, name)).toHaveAttribute("aria-expanded", "false");
      await page.keyboard.press("Enter");
      await expect(button(page, closeName)).toBeVisible();
      await expect(form.getByLabel("Title")).toHaveValue("Half a title");
      await expect(form.getByLabel("Title")).toBeFocused();
    });

  test("closes an empty form without a message", async ({ member: { page } }) => {
    const form = await openForm(page);
    await form.getByLabel("Title").press("Escape");
    await expect(form).toBeHidden();
    await expect(button(page, "Report Bug")).toBeFocused();
    // At once: a message would disappear after some seconds.
    expect(await page.getByText(KEPT).count()).toBe(0);
  });

  test("in a select, a tooltip, a picture or another dialog, or of an input method, leaves the form open", async ({
    member: { page },
  }) => {
    const { form, input } = await openFileForm(page);
    await form.getByLabel("Title").fill("Half a title");
    for (const composition of [{ isComposing: true }, { keyCode: 229 }])
      await form.getByLabel("Title").dispatchEvent("keydown", { key: "Escape", ...composition });
    await form.getByLabel("Severity").press("Escape");
    await expect(form).toBeVisible();
    await input.setInputFiles("tests/support/fixtures/broken-form.png");
    await form.getByRole("button", { name: "Mark up" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(form).toBeVisible();
    // The focus of the keyboard shows the tooltip of a button.
    await form.getByRole("button", { name: "Mark up" }).focus();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("tooltip")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("tooltip")).toHaveCount(0);
    await expect(form).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(form).toBeHidden();
  });

  test("closes the forms for edits, whose changes Undo brings back", async ({ member: { page, person } }) => {
    const { id, title, number } = await fileReport(person);
    await addAmendment(person, id, "As stored.");
    await page.reload();
    await expectHydrated(page);
    const card = cardOf(page, title);
    await card.getByRole("button", { name: /^Edit/ }).first().click();
    const textBox = card.getByRole("textbox", { name: "Text of your amendment" });
    await textBox.fill("As changed.");
    await textBox.press("Escape");
    await expect(textBox).toHaveCount(0);
    await expect(page.getByText("Your changes were discarded.")).toBeVisible();
    await page.keyboard.press("Control+z");
    await expect(textBox).toHaveValue("As changed.");

    await openReport(page, number);
    await button(page, "Edit").first().click();
    const form = page.getByRole("form", { name: "Edit this report" });
    await form.getByLabel("Title").fill("As changed");
    await form.getByLabel("Title").press("Escape");
    await expect(form).toHaveCount(0);
    await expect(button(page, "Edit").first()).toBeFocused();
    await page.keyboard.press("Control+z");
    await expect(form.getByLabel("Title")).toHaveValue("As changed");
  });

  test("closes the line for what still happens, which keeps its text", async ({ member: { page, person } }) => {
    const { id, title } = await fileReport(person);
    await changeStoredReport(id, { status: "RESOLVED" });
    await page.reload();
    const card = cardOf(page, title);
    await card.getByRole("button", { name: "Still happens" }).click();
    const line = card.getByRole("textbox", { name: /^What still happens/ });
    await line.fill("On the phone");
    await line.press("Escape");
    await expect(line).toHaveCount(0);
    await expect(card.getByRole("button", { name: "Still happens" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(line).toHaveValue("On the phone");
  });
});
