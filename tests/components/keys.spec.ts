import { expect, type Page } from "@playwright/test";
import { cardOf, expectHydrated, holdRequests, SCRIPTS, search, waitForCachedMarkup } from "../support/page.ts";
import { fileReport, fileReportsWithNewWord, openReport, storedReport, test } from "./fixtures.ts";

const helpDialog = (page: Page) => page.getByRole("dialog", { name: "Keyboard shortcuts" });
const searchBox = (page: Page) => page.getByRole("searchbox", { name: "Search" });
const focusedTitle = (page: Page) => page.locator("h3:focus");

/** Presses `j` and waits until its code, which loads with the first key, has moved the focus. */
async function goToFirstReport(page: Page): Promise<void> {
  await page.keyboard.press("j");
  await expect(focusedTitle(page)).toHaveCount(1);
}

test("j and k move between the reports, Enter opens one, and Back returns to it", async ({
  member: { page, person },
}) => {
  const word = await fileReportsWithNewWord(person, 3);
  await page.goto(`/?search=${word}`);
  await expect(page.getByRole("article")).toHaveCount(3);
  const titles = await page.getByRole("heading", { level: 3 }).allTextContents();
  await goToFirstReport(page);
  await expect(focusedTitle(page)).toHaveText(titles[0]!);
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(focusedTitle(page)).toHaveText(titles[2]!);
  await page.keyboard.press("j");
  await expect(page.getByText("This is the last report here.")).toBeVisible();
  await expect(focusedTitle(page)).toHaveText(titles[2]!);
  await page.keyboard.press("k");
  await expect(focusedTitle(page)).toHaveText(titles[1]!);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: titles[1]! })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole("link", { name: titles[1]!, exact: true })).toBeFocused();
  await page.keyboard.press("k");
  await expect(focusedTitle(page)).toHaveText(titles[0]!);
});

test("keys that are pressed before the page has loaded its code count once it has", async ({
  member: { page, person },
}) => {
  const word = await fileReportsWithNewWord(person, 3);
  await page.goto(`/?search=${word}`);
  await waitForCachedMarkup(page);
  const release = await holdRequests(page, SCRIPTS);
  await page.reload({ waitUntil: "commit" });
  await expect(page.getByRole("article")).toHaveCount(3);
  const titles = await page.getByRole("heading", { level: 3 }).allTextContents();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  release();
  await expect(focusedTitle(page)).toHaveText(titles[1]!);
  await page.keyboard.press("k");
  await expect(focusedTitle(page)).toHaveText(titles[0]!);
});

test("an admin's ] and [ step a report forward and back, in the list and on its page, and x selects it", async ({
  admin: { page, person },
}) => {
  const { id, number, title } = await fileReport(person);
  await page.reload();
  await expect(cardOf(page, title)).toBeVisible();
  await expectHydrated(page);
  await page.keyboard.press("]");
  await expect(page.getByText("Go to a report first, with the key j.")).toBeVisible();
  await goToFirstReport(page);
  await page.keyboard.press("]");
  await expect(page.getByText("The report is now In Progress.")).toBeVisible();
  await expect(focusedTitle(page)).toHaveText(title);
  await page.keyboard.press("[");
  await expect(page.getByText("The report is now Open.")).toBeVisible();
  await page.keyboard.press("x");
  await expect(page.getByRole("checkbox", { name: "Select" })).toBeChecked();
  await page.keyboard.press("x");
  await expect(page.getByRole("checkbox", { name: "Select" })).not.toBeChecked();
  await openReport(page, number);
  await expect(page.getByRole("button", { name: "Mark as In Progress" })).toBeVisible();
  await page.keyboard.press("]");
  await expect(page.getByText("The report is now In Progress.")).toBeVisible();
  expect((await storedReport(id)).status).toBe("IN_PROGRESS");
});

test("for members ] and x do nothing, v votes and . follows", async ({ member: { page, person } }) => {
  const { id, title } = await fileReport(person);
  await page.reload();
  await expect(cardOf(page, title)).toBeVisible();
  const writes: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== "GET" && pathname.startsWith("/api/")) writes.push(`${request.method()} ${pathname}`);
  });
  await goToFirstReport(page);
  for (const key of ["]", "[", "x", "X"]) await page.keyboard.press(key);
  await page.keyboard.press("v");
  await expect(page.getByText("Your vote counts.")).toBeVisible();
  await expect(focusedTitle(page)).toHaveText(title);
  // Members follow what they have filed.
  await page.keyboard.press(".");
  await expect(page.getByText("You get no more news of this report.")).toBeVisible();
  await page.keyboard.press(".");
  await expect(page.getByText("You get news of every change of this report.")).toBeVisible();
  await page.keyboard.press("v");
  await expect(page.getByText("Your vote is taken back.")).toBeVisible();
  expect(writes).toEqual([
    `PUT /api/issues/${id}/vote`,
    `PUT /api/issues/${id}/follow`,
    `PUT /api/issues/${id}/follow`,
    `PUT /api/issues/${id}/vote`,
  ]);
});

test("/ goes to the search, b and f open the forms, and while one types no key is a shortcut", async ({
  member: { page },
}) => {
  await page.keyboard.press("/");
  await expect(searchBox(page)).toBeFocused();
  await page.keyboard.type("/jkbfv.?");
  await expect(searchBox(page)).toHaveValue("/jkbfv.?");
  await searchBox(page).fill("");
  await page.getByRole("heading", { name: "Entries", exact: true }).focus();
  await page.keyboard.press("b");
  await expect(page.getByRole("textbox", { name: /^Title/ })).toBeFocused();
  await page.keyboard.type("b?f");
  await expect(page.getByRole("textbox", { name: /^Title/ })).toHaveValue("b?f");
  await page.getByRole("heading", { name: "Entries", exact: true }).focus();
  // The form is open already: the key goes there.
  await page.keyboard.press("b");
  await expect(page.getByRole("textbox", { name: /^Title/ })).toBeFocused();
  await page.getByRole("heading", { name: "Entries", exact: true }).focus();
  await page.keyboard.press("f");
  await expect(page.getByRole("button", { name: "Close Feature Form" })).toBeVisible();
  await expect(helpDialog(page)).toHaveCount(0);
  // In a select the letter chooses an option.
  await page.getByRole("combobox", { name: "Type" }).focus();
  await page.keyboard.press("b");
  await expect(page.getByRole("combobox", { name: "Type" })).toHaveValue("bug");
  await expect(page.getByRole("button", { name: "Close Feature Form" })).toBeVisible();
});

test("with Ctrl, Alt or Meta, and while a dialog is open, no key is a shortcut; AltGr types a character", async ({
  admin: { page, person },
}) => {
  const { title } = await fileReport(person);
  await page.reload();
  await expect(cardOf(page, title)).toBeVisible();
  await goToFirstReport(page);
  for (const modifier of ["ctrlKey", "altKey", "metaKey"])
    await focusedTitle(page).dispatchEvent("keydown", { key: "x", code: "KeyX", [modifier]: true });
  await cardOf(page, title).getByRole("button", { name: "Delete" }).press("Enter");
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await page.keyboard.press("x");
  await page.keyboard.press("?");
  await expect(helpDialog(page)).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(page.getByRole("checkbox", { name: "Select" })).not.toBeChecked();
  // A Cyrillic layout has another letter in this place.
  await cardOf(page, title).getByRole("heading", { level: 3 }).dispatchEvent("keydown", { key: "ч", code: "KeyX" });
  await expect(page.getByRole("checkbox", { name: "Select" })).toBeChecked();
  await cardOf(page, title)
    .getByRole("heading", { level: 3 })
    .dispatchEvent("keydown", { key: "x", code: "KeyX", ctrlKey: true, altKey: true, modifierAltGraph: true });
  await expect(page.getByRole("checkbox", { name: "Select" })).not.toBeChecked();
});

test("? lists the keys that the user may press, an admin's for admins only", async ({ admin, member }) => {
  await member.page.keyboard.press("?");
  await expect(helpDialog(member.page)).toContainText("Vote for the report, or take the vote back");
  await expect(helpDialog(member.page)).not.toContainText("Select the report");
  await expect(helpDialog(member.page)).not.toContainText("One step");
  await member.page.keyboard.press("Escape");
  await expect(helpDialog(member.page)).toHaveCount(0);
  await admin.page.goto("/members");
  await expect(admin.page.getByRole("heading", { level: 1, name: "Members" })).toBeVisible();
  await admin.page.keyboard.press("?");
  await expect(helpDialog(admin.page)).toContainText("Select the report");
  await expect(helpDialog(admin.page)).toContainText("One step forward");
});

test("the account panel opens the list of keys, where one turns them off, also for the next visit", async ({
  member: { page, person },
}) => {
  const word = await fileReportsWithNewWord(person, 1);
  await search(page, word);
  await page.getByRole("button", { name: "My account" }).click();
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  const setting = helpDialog(page).getByRole("checkbox", { name: /^Use single keys/ });
  await expect(setting).toBeChecked();
  await setting.click();
  await helpDialog(page).getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("button", { name: "My account" })).toBeFocused();
  await page.keyboard.press("j");
  await page.keyboard.press("?");
  await page.reload();
  await expect(cardOf(page, word)).toBeVisible();
  await expectHydrated(page);
  await page.keyboard.press("j");
  await page.keyboard.press("?");
  await expect(focusedTitle(page)).toHaveCount(0);
  await expect(helpDialog(page)).toHaveCount(0);
  await page.getByRole("button", { name: "My account" }).click();
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await setting.click();
  await page.keyboard.press("Escape");
  await goToFirstReport(page);
});
