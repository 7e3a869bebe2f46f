import { expect, type Page } from "@playwright/test";
import { openForm } from "../support/form.ts";
import { cardOf, expectHydrated, search, waitForCachedMarkup } from "../support/page.ts";
import { type Translator, translate, translateFromStart } from "../support/translator.ts";
import { addAmendment, call, fileReport, newMember, openReport, test } from "./fixtures.ts";

const TRANSLATORS: Translator[] = ["wraps", "replaces"];
const FILE = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("It broke.") };

const button = (page: Page, name: string) => page.getByRole("button", { name });
const message = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });
const alert = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text });

async function logIn(page: Page, { username, password }: { username: string; password: string }): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password").fill(password);
  await button(page, "Login").click();
}

// No names are exact here: a translated text begins with a mark (translator.ts).
for (const translator of TRANSLATORS)
  test.describe(`a translator that ${translator} texts does not break`, () => {
    test("logging in after wrong credentials, and logging out", async ({ page }) => {
      const person = await newMember();
      await page.goto("/");
      await translate(page, translator);
      await button(page, "Login").click();
      await expect(alert(page, "Please fill in all fields")).toBeVisible();
      await button(page, "Register").click();
      await expect(page.getByText("Already a member?")).toBeVisible();
      await expect(alert(page, "Please fill in all fields")).toHaveCount(0);
      await button(page, "Login").click();
      await logIn(page, { ...person, password: "wrong password" });
      await expect(alert(page, "Invalid credentials")).toBeVisible();
      await logIn(page, person);
      await expect(page.getByText(`Welcome, ${person.username}!`)).toBeVisible();
      await button(page, "Logout").click();
      await expect(page.getByRole("heading", { name: /members only/ })).toBeVisible();
    });

    test("filing a report after errors, amending it, voting for it and reading its details", async ({
      member: { page, person },
    }) => {
      await fileReport(person, { title: "Grey buttons on the map" });
      await expectHydrated(page);
      await translate(page, translator);
      const form = await openForm(page);
      await form.getByRole("button", { name: "Submit bug report" }).click();
      await expect(form.getByRole("textbox", { name: "Title" })).toHaveAccessibleDescription(/./);
      await expect(form.getByRole("textbox", { name: "Title" })).toBeFocused();
      await form.locator("input[type=file]").setInputFiles(FILE);
      await form.getByRole("textbox", { name: "Title" }).fill("Grey buttons on the page");
      await form.getByRole("button", { name: "This is mine too" }).click();
      await expect(form.getByRole("button", { name: "Voted" })).toBeVisible();
      await form.getByRole("textbox", { name: "Description" }).fill("See #1 and https://example.org.");
      // The first attempt fails, so that the form shows an error beside its button.
      await page.route("**/api/issues", (route) => route.abort(), { times: 1 });
      await form.getByRole("button", { name: "Submit bug report" }).click();
      await expect(alert(page, "Your report was not added.")).toBeVisible();
      await form.getByRole("button", { name: "Submit bug report" }).click();
      await expect(message(page, "Bug report added.")).toBeVisible();
      await expect(form).toHaveCount(0);
      await expect(button(page, "Report Bug")).toBeVisible();

      const card = cardOf(page, "Grey buttons on the page");
      await expect(card.getByRole("link", { name: "#1" })).toBeVisible();
      await card.getByRole("textbox", { name: "Amendment" }).fill("On a phone too");
      await card.getByRole("button", { name: "Add amendment" }).click();
      await expect(message(page, "Amendment added.")).toBeVisible();
      await expect(card.getByRole("listitem").filter({ hasText: "On a phone too" })).toBeVisible();
      await card.getByRole("listitem").getByRole("button", { name: "Edit" }).click();
      await card.getByRole("textbox", { name: "Text of your amendment" }).fill("On a tablet too");
      await card.getByRole("button", { name: "Save" }).click();
      await expect(message(page, "Amendment saved.")).toBeVisible();
      await expect(card.getByRole("listitem")).toContainText(", edited ");

      await card.getByRole("button", { name: "Vote" }).click();
      await expect(card.getByRole("button", { name: "Voted" })).toHaveText(/1 vote$/);
      await expect(message(page, "Your vote counts.")).toBeVisible();
      await card.getByRole("button", { name: "Voted" }).click();
      await expect(card.getByRole("button", { name: "Vote" })).toHaveText(/Vote$/);
      await card.getByRole("button", { name: "View all details" }).click();
      await expect(card.getByRole("button", { name: "notes.txt" })).toBeVisible();
      await card.getByRole("button", { name: "View all details" }).click();
      await expect(card.getByRole("button", { name: "notes.txt" })).toHaveCount(0);
    });

    test("filtering, clearing the filters, and saving and deleting a view", async ({ member: { page, person } }) => {
      await fileReport(person, { title: "A bug" });
      await fileReport(person, { title: "A feature", type: "feature" });
      await page.reload();
      await expectHydrated(page);
      await translate(page, translator);
      const count = page.getByRole("status").filter({ hasText: /match|in the log/ });
      await page.getByRole("combobox", { name: "Type" }).selectOption("feature");
      await expect(count).toHaveText(/1 of 2 match$/);
      await button(page, "Save this view").click();
      await page.getByRole("textbox", { name: "Name of the view" }).fill("Wishes");
      await button(page, "Save").click();
      await expect(message(page, "“Wishes” is saved.")).toBeVisible();
      await button(page, "Clear filters").click();
      await expect(count).toHaveText(/2 in the log$/);
      await expect(button(page, "Clear filters")).toHaveCount(0);
      await search(page, "nothing has this text");
      await expect(page.getByRole("heading", { name: "No entries match" })).toBeVisible();
      await button(page, "Reset filters").click();
      await page.getByRole("link", { name: "Wishes" }).click();
      await expect(count).toHaveText(/1 of 2 match$/);
      await button(page, "Delete the view").click();
      await expect(page.getByRole("link", { name: "Wishes" })).toHaveCount(0);
      await button(page, "Undo").click();
      await expect(page.getByRole("link", { name: "Wishes" })).toBeVisible();
      await page.getByRole("link", { name: "Unanswered" }).click();
      await expect(count).toHaveText(/1 of 2 match$|2 of 2 match$/);
    });

    test("moving a report, deleting it, undoing the deletion, and restoring it from the trash", async ({
      admin: { page, person },
    }) => {
      await fileReport(person, { title: "A bug" });
      await page.reload();
      await expectHydrated(page);
      await translate(page, translator);
      const card = cardOf(page, "A bug");
      await card.getByRole("button", { name: "Mark as In Progress" }).click();
      await expect(message(page, "The report is now In Progress.")).toBeVisible();
      await expect(card.getByRole("button", { name: "Mark as" })).toHaveText(/Mark as Testing$/);
      await expect(card.getByRole("button", { name: "Back to" })).toHaveText(/Back to Open$/);
      await card.getByRole("button", { name: "Back to Open" }).click();
      await expect(card.getByRole("button", { name: "Mark as" })).toHaveText(/Mark as In Progress$/);
      for (const undo of [true, false]) {
        await card.getByRole("button", { name: "Delete" }).click();
        await page.getByRole("alertdialog").getByRole("button", { name: "Delete report" }).click();
        await expect(message(page, "The report was deleted.")).toBeVisible();
        if (undo) await button(page, "Undo").click();
        await expect(card).toHaveCount(undo ? 1 : 0);
      }
      await page.getByRole("link", { name: "Trash" }).click();
      await button(page, "Restore").click();
      await expect(page.getByRole("heading", { name: "The trash is empty" })).toBeVisible();
    });

    test("editing a report on its page, and following it", async ({ member: { page, person } }) => {
      const { number } = await fileReport(person, { title: "Grey butons" });
      await openReport(page, number);
      await translate(page, translator);
      await button(page, "Edit").click();
      const form = page.getByRole("form", { name: "Edit this report" });
      await form.getByRole("textbox", { name: "Title" }).fill("");
      await form.getByRole("button", { name: "Save" }).click();
      await expect(form.getByRole("textbox", { name: "Title" })).toHaveAttribute("aria-invalid", "true");
      await form.getByRole("textbox", { name: "Title" }).fill("Grey buttons");
      await form.getByRole("textbox", { name: "Description" }).fill("Of the map");
      await form.getByRole("button", { name: "Save" }).click();
      await expect(message(page, "Report saved.")).toBeVisible();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^.?Grey buttons$/);
      const entry = page.locator("main ol > li").last();
      await expect(entry).toContainText(/edited .?the title: .?“Grey butons”/);
      await entry.getByRole("button", { name: "Former text" }).click();
      await expect(entry.getByRole("definition").first()).toHaveText(/Grey butons$/);
      await button(page, "Following, every change").click();
      await page.getByRole("menuitemradio", { name: "Status only" }).click();
      await expect(message(page, "You get news of this report's status only.")).toBeVisible();
    });

    test("reading the news, and the dialogs of the account", async ({ member: { page, person }, admin }) => {
      const { id } = await fileReport(person, { title: "Photo upload fails" });
      await addAmendment(admin.person, id, "Which browser?");
      await call("PUT", `/api/issues/${id}`, { as: admin.person, body: { status: "IN_PROGRESS" } });
      await page.reload();
      await expect(button(page, "News, 1 unread")).toBeVisible();
      await translate(page, translator);
      await button(page, "News, 1 unread").click();
      const panel = page.getByRole("region", { name: "News" });
      await expect(panel.getByRole("listitem")).toHaveText([/status In Progress.*1 amendment/]);
      await panel.getByRole("button", { name: "Mark all read" }).click();
      await expect(panel.getByText("Unread:")).toHaveCount(0);
      await expect(panel.getByRole("button", { name: "Mark all read" })).toHaveCount(0);
      await page.keyboard.press("Escape");
      await button(page, "My account").click();
      await button(page, "Change my password").click();
      const dialog = page.getByRole("dialog", { name: "Change my password" });
      await dialog.getByRole("textbox", { name: "Current password" }).fill("wrong password");
      await dialog.getByRole("textbox", { name: "New password" }).fill("battery staple");
      await dialog.getByRole("button", { name: "Change password" }).click();
      await expect(dialog.getByRole("alert")).toContainText("Your password was not changed.");
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await expect(dialog).toHaveCount(0);
    });
  });

test("a page that was translated before React was ready can be used", async ({ member: { page, person } }) => {
  await fileReport(person, { title: "A bug" });
  await page.reload();
  await waitForCachedMarkup(page);
  await translateFromStart(page, "wraps");
  await page.reload();
  await expectHydrated(page);
  await cardOf(page, "A bug").getByRole("button", { name: "Vote" }).click();
  await expect(cardOf(page, "A bug").getByRole("button", { name: "Voted" })).toHaveText(/1 vote$/);
});
