import type { WireEntry } from "@logbook/domain";
import { expect, type Page } from "@playwright/test";
import { PHONE_SIZE } from "../support/browser.ts";
import { db } from "../support/suite.ts";
import { call, fileReport, newAdmin, newMember, type Person, test, uniqueId } from "./fixtures.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1, name: "What’s new" });
const entryTitled = (page: Page, title: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 2, name: title }) });
const form = (page: Page) => page.getByRole("form");
const bell = (page: Page) => page.getByRole("button", { name: /^News/ });
const panel = (page: Page) => page.getByRole("region", { name: "News" });
const undoButton = (page: Page) => page.getByRole("button", { name: "Undo" });

async function saveEntry(as: Person, overrides: object = {}): Promise<WireEntry> {
  const body = {
    title: "Uploads work again",
    text: "All of them.",
    reports: [],
    publish: true,
    from: "",
    ...overrides,
  };
  return (await call("PUT", `/api/changelog/${uniqueId("e")}`, { as, body })).body.entry;
}

async function openPage(page: Page): Promise<void> {
  await page.goto("/?news");
  await expect(heading(page)).toBeVisible();
}

test("members read the entries, newest first, with links to the reports, and have no buttons to write", async ({
  member: { page, person },
  admin,
}) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await openPage(page);
  // The page starts without the list.
  expect(requests).not.toContain("/api/issues");
  await expect(page.getByRole("heading", { name: "Nothing yet" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Write an entry" })).toHaveCount(0);
  const { number, id } = await fileReport(person, { title: "Photo upload fails" });
  const deleted = await fileReport(person, { title: "Soon gone" });
  await saveEntry(admin.person, { title: "The first" });
  const text = `<b>no markup</b> https://example.org/a and #${number}`;
  await saveEntry(admin.person, { text, reports: [number, deleted.number] });
  await saveEntry(admin.person, { title: "A draft", publish: false });
  await call("DELETE", `/api/issues/${deleted.id}`, { as: admin.person, body: {} });
  await page.reload();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["Uploads work again", "The first"]);
  const entry = entryTitled(page, "Uploads work again");
  await expect(entry).toContainText("ada");
  await expect(entry).toContainText("<b>no markup</b>");
  await expect(entry.getByRole("link", { name: "https://example.org/a" })).toHaveAttribute("rel", /noopener/);
  await expect(entry.getByText(`#${deleted.number}, which is deleted`)).toBeVisible();
  await expect(page.getByRole("button", { name: /^(Edit|Delete) “/ })).toHaveCount(0);
  await entry.getByRole("link", { name: `#${number} Photo upload fails` }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Photo upload fails" })).toBeFocused();
  await expect(page.locator(`[data-report-page="${id}"]`)).toBeVisible();
  // The report's history has the entry too, and leads back.
  await expect(page.getByText("wrote about this in")).toBeVisible();
  await page.getByRole("link", { name: "What’s new", exact: true }).click();
  await expect(heading(page)).toBeFocused();
  await page.getByRole("link", { name: "All reports" }).click();
  await expect(page.getByRole("heading", { name: "Entries" })).toBeVisible();
});

test("an admin writes a draft by keyboard, and publishes it; then members see it", async ({ admin, member }) => {
  const { page } = admin;
  const { number } = await fileReport(member.person, { title: "Photo upload fails" });
  await openPage(page);
  await page.getByRole("button", { name: "Write an entry" }).press("Enter");
  await expect(form(page).getByRole("textbox", { name: "Title" })).toBeFocused();
  await page.keyboard.press("Control+Enter");
  await expect(form(page).getByText("Title is required. Please fill it in.")).toBeVisible();
  await expect(form(page).getByRole("textbox", { name: "Title" })).toBeFocused();
  await page.keyboard.type("Uploads work again");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Large photos too.");
  await page.keyboard.press("Tab");
  await page.keyboard.type("all of them");
  await page.keyboard.press("Control+Enter");
  await expect(form(page).getByText("Please write the numbers of reports only")).toBeVisible();
  const reportsBox = form(page).getByRole("textbox", { name: "Reports" });
  await expect(reportsBox).toBeFocused();
  await reportsBox.fill(`#${number}, 999`);
  await page.keyboard.press("Control+Enter");
  await expect(form(page).getByRole("alert")).toContainText("There is no report #999");
  await reportsBox.fill(`#${number}`);
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Draft saved.")).toBeVisible();
  await expect(heading(page)).toBeFocused();
  await expect(entryTitled(page, "Uploads work again")).toContainText("Draft");
  await openPage(member.page);
  await expect(member.page.getByRole("heading", { name: "Nothing yet" })).toBeVisible();

  await page.getByRole("button", { name: "Edit “Uploads work again”" }).click();
  await expect(reportsBox).toHaveValue(`#${number}`);
  await form(page).getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("The entry is published.")).toBeVisible();
  await expect(entryTitled(page, "Uploads work again")).not.toContainText("Draft");
  await member.page.reload();
  await expect(entryTitled(member.page, "Uploads work again")).toContainText("Photo upload fails");
});

test("an entry is edited; deleted it is gone at once, and Undo brings it back", async ({ admin: { page, person } }) => {
  await saveEntry(person, { title: "Wrong" });
  await openPage(page);
  await page.getByRole("button", { name: "Edit “Wrong”" }).click();
  await form(page).getByRole("textbox", { name: "Title" }).fill("Right");
  await form(page).getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Entry saved.")).toBeVisible();
  await expect(entryTitled(page, "Right")).toContainText("edited");
  await page.getByRole("button", { name: "Delete “Right”" }).click();
  await expect(page.getByText("The entry was deleted.")).toBeVisible();
  await expect(heading(page)).toBeFocused();
  await expect(entryTitled(page, "Right")).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(page.getByText("The entry is back.")).toBeVisible();
  await expect(entryTitled(page, "Right")).toBeVisible();
});

test("a text that is not saved stays through a reload and another screen; Cancel discards it, and Undo brings it back", async ({
  admin: { page },
}) => {
  await openPage(page);
  await page.getByRole("button", { name: "Write an entry" }).click();
  const titleBox = form(page).getByRole("textbox", { name: "Title" });
  await titleBox.fill("Half a title");
  await page.reload();
  await expect(titleBox).toHaveValue("Half a title");
  await page.getByRole("link", { name: "All reports" }).click();
  await page.goBack();
  await expect(titleBox).toHaveValue("Half a title");
  await form(page).getByRole("button", { name: "Cancel" }).click();
  await expect(titleBox).toHaveCount(0);
  await undoButton(page).click();
  await expect(titleBox).toHaveValue("Half a title");
});

test("of two admins who edit an entry, the second sees a conflict with the stored text, and saves again on purpose", async ({
  admin: { page, person },
}) => {
  const other = await newAdmin();
  const { id, savedAt } = await saveEntry(person, { title: "As it was" });
  await openPage(page);
  await page.getByRole("button", { name: "Edit “As it was”" }).click();
  await form(page).getByRole("textbox", { name: "Title" }).fill("Mine");
  const theirs = { title: "Theirs", text: "Their text.", reports: [], publish: true, from: savedAt };
  await call("PUT", `/api/changelog/${id}`, { as: other, body: theirs });
  await form(page).getByRole("button", { name: "Save" }).click();
  await expect(form(page).getByRole("alert")).toContainText("Somebody else has changed this entry");
  await expect(form(page).getByText("Their text.")).toBeVisible();
  await expect(form(page).getByRole("textbox", { name: "Title" })).toHaveValue("Mine");
  expect((await db.doc(`changelog/${id}`).get()).get("title")).toBe("Theirs");
  await form(page).getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Entry saved.")).toBeVisible();
  expect((await db.doc(`changelog/${id}`).get()).get("title")).toBe("Mine");
});

test("a line above the list names the newest entry until it is closed, on all devices", async ({ openAs, admin }) => {
  const person = await newMember();
  const first = await openAs(person);
  const { page } = first;
  await saveEntry(admin.person, { title: "Before" });
  await saveEntry(admin.person, { title: "Uploads work again" });
  await page.reload();
  const line = page.getByRole("link", { name: "New: Uploads work again and 1 more" });
  await expect(line).toBeVisible();
  await page.getByRole("button", { name: "Close this line" }).press("Enter");
  await expect(line).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Entries" })).toBeFocused();
  const second = await openAs(person);
  await expect(second.page.getByRole("heading", { name: "Entries" })).toBeVisible();
  await Promise.all([second.page.waitForResponse("**/api/me/news"), second.page.reload()]);
  await expect(second.page.getByRole("heading", { name: "Entries" })).toBeVisible();
  await expect(second.page.getByText("Uploads work again")).toHaveCount(0);
});

test("on a phone the line leads to What’s new and is gone after that; the list's filters stay", async ({
  openAs,
  admin,
}) => {
  const { page } = await openAs(await newMember());
  await page.setViewportSize(PHONE_SIZE);
  const title = `<img src=x onerror=alert(1)>${"x".repeat(92)}`;
  await saveEntry(admin.person, { title });
  await page.goto("/?type=bug");
  const line = page.getByRole("link", { name: `New: ${title}` });
  await line.click();
  await expect(heading(page)).toBeFocused();
  await expect(page.getByRole("heading", { level: 2, name: title })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE_SIZE.width);
  await page.getByRole("link", { name: "All reports" }).click();
  await expect(page).toHaveURL(/type=bug/);
  await expect(page.getByRole("heading", { name: "Entries" })).toBeVisible();
  await expect(line).toHaveCount(0);
  await Promise.all([page.waitForResponse("**/api/me/news"), page.reload()]);
  await expect(line).toHaveCount(0);
});

test("the bell tells the reporter of a linked report once, and leads to the entry", async ({ member, admin }) => {
  const { page, person } = member;
  const { number } = await fileReport(person, { title: "Photo upload fails" });
  const entry = await saveEntry(admin.person, { reports: [number] });
  await page.reload();
  await expect(bell(page)).toHaveAccessibleName("News, 1 unread");
  // The report itself has not changed.
  await expect(page.getByRole("button", { name: /reports? .*changed/ })).toHaveCount(0);
  await bell(page).click();
  const item = panel(page).getByRole("listitem");
  await expect(item).toHaveText(/^Unread: Uploads work again ?What’s new, about a report that you follow ?ada, /);
  await item.getByRole("link").click();
  await expect(page).toHaveURL(/\?news=?#news-/);
  await expect(page.locator(`#news-${entry.id}`)).toBeFocused();
  await expect(bell(page)).toHaveAccessibleName("News");
  const body = { title: "Edited", text: "Again.", reports: [number], publish: true, from: entry.savedAt };
  await call("PUT", `/api/changelog/${entry.id}`, { as: admin.person, body });
  await page.reload();
  await bell(page).click();
  await expect(item).toHaveText(/^Edited ?What’s new/);
  await expect(bell(page)).toHaveAccessibleName("News");
  await panel(page).getByRole("link", { name: "What’s new in the logbook" }).press("Enter");
  await expect(panel(page)).toBeHidden();
});

test("entries are paged when there are many", async ({ member: { page }, admin }) => {
  for (let number = 1; number <= 11; number += 1) await saveEntry(admin.person, { title: `Entry ${number}` });
  await openPage(page);
  await expect(page.getByRole("heading", { level: 2 })).toHaveCount(10);
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["Entry 1"]);
  await expect(page).toHaveURL(/news=2/);
  await page.reload();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["Entry 1"]);
});
