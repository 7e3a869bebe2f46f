import { expect, type Page } from "@playwright/test";
import { PHONE_SIZE } from "../support/browser.ts";
import { cardOf, search } from "../support/page.ts";
import { db } from "../support/suite.ts";
import { call, fileReport, fileReportsWithNewWord, newAdmin, test } from "./fixtures.ts";

const rowOf = (page: Page, title: string) => page.getByRole("listitem").filter({ hasText: title });
const statusMessage = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });
const undoButton = (page: Page) => page.getByRole("button", { name: "Undo" });

/** The message with Undo disappears after 20 s. */
const LONGER_THAN_UNDO_MS = 30_000;

/** Deletes the report with this title by its card's button, which only admins have. */
async function deleteReport(page: Page, title: string): Promise<void> {
  await cardOf(page, title).getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete report" }).click();
  await expect(statusMessage(page, "The report was deleted.")).toHaveCount(1);
}

test("Ctrl+Z undoes a deletion, but in a text box it undoes typing, and in a dialog it does nothing", async ({
  admin,
  member,
}) => {
  const { page } = admin;
  // All titles begin with this word.
  const word = await fileReportsWithNewWord(member.person, 3);
  await search(page, word);
  await deleteReport(page, `${word} 2`);
  await expect(statusMessage(page, "Ctrl+Z takes it back.")).toHaveCount(1);
  let restoreRequests = 0;
  page.on("request", (request) => {
    if (request.url().includes("/restore")) restoreRequests += 1;
  });
  const amendmentBox = cardOf(page, `${word} 1`).getByRole("textbox", { name: "Amendment" });
  await amendmentBox.pressSequentially("typed");
  await amendmentBox.press("Control+z");
  await expect(amendmentBox).not.toHaveValue("typed");
  await cardOf(page, `${word} 1`).getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("button", { name: "Keep it" })).toBeFocused();
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Escape");
  await expect(cardOf(page, `${word} 1`).getByRole("button", { name: "Delete" })).toBeFocused();
  expect(restoreRequests).toBe(0);
  await page.keyboard.press("Control+z");
  await expect(cardOf(page, `${word} 2`).getByRole("heading", { level: 3 })).toBeFocused();
  await expect(statusMessage(page, "The report is back.")).toHaveCount(1);
  // There is nothing left to undo.
  await page.keyboard.press("Control+z");
  await expect(undoButton(page)).toHaveCount(0);
  expect(restoreRequests).toBe(1);
});

test("the message with Undo is closed by its button or Escape, and the focus returns to the list", async ({
  admin,
  member,
}) => {
  const { page } = admin;
  const word = await fileReportsWithNewWord(member.person, 3);
  await search(page, word);
  const closeByButton = () => page.getByRole("button", { name: "Close this message" }).press("Enter");
  const closeByEscape = () => undoButton(page).press("Escape");
  for (const [title, closeMessage] of [
    [`${word} 1`, closeByButton],
    [`${word} 2`, closeByEscape],
  ] as const) {
    await deleteReport(page, title);
    await expect(page.locator("h3:focus")).toHaveText(new RegExp(word));
    const focusedTitle = await page.locator("h3:focus").textContent();
    await closeMessage();
    await expect(undoButton(page)).toHaveCount(0);
    await expect(statusMessage(page, "was deleted")).toHaveCount(0);
    await expect(page.locator(":focus")).toHaveText(focusedTitle!);
  }
});

test("the message with Undo disappears by itself, but not while it is hovered or focused", async ({ openAs }) => {
  const { page, person } = await openAs(await newAdmin());
  const word = await fileReportsWithNewWord(person, 1);
  // Install the clock before the page loads: the installed clock cannot clear a timer of the browser's own clock.
  await page.clock.install();
  await page.goto(`/?search=${word}`);
  await deleteReport(page, `${word} 1`);
  await undoButton(page).hover();
  await page.clock.runFor(LONGER_THAN_UNDO_MS);
  await expect(undoButton(page)).toBeVisible();
  await undoButton(page).focus();
  await page.mouse.move(0, 0);
  await page.clock.runFor(LONGER_THAN_UNDO_MS);
  await expect(undoButton(page)).toBeVisible();
  await undoButton(page).blur();
  await page.clock.runFor(LONGER_THAN_UNDO_MS);
  await expect(undoButton(page)).toHaveCount(0);
});

test("Undo that fails shows the error, and 'Try again' restores the report", async ({ admin, member }) => {
  const { page } = admin;
  const word = await fileReportsWithNewWord(member.person, 1);
  await search(page, word);
  await deleteReport(page, `${word} 1`);
  let isBroken = true;
  await page.route("**/api/trash/*/restore", (route) =>
    isBroken
      ? route.fulfill({ status: 503, json: { success: false, error: "Out of reach for a test.", code: "unavailable" } })
      : route.continue(),
  );
  await undoButton(page).click();
  await expect(statusMessage(page, "The report could not be restored. Out of reach for a test.")).toHaveCount(1);
  isBroken = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("article")).toHaveCount(1);
});

test("the trash shows an error if it cannot be loaded, and 'The trash is empty' if it is empty", async ({
  admin: { page },
}) => {
  // With the status 400 the page shows the error at once; after a 500 it would first try again.
  const failure = { success: false, error: "Broken for a test.", code: "bad-request" };
  await page.route("**/api/trash?*", (route) => route.fulfill({ status: 400, json: failure }));
  await page.goto("/trash");
  await expect(page.getByRole("alert")).toContainText("The deleted reports could not be loaded. Broken for a test.");
  const emptyTrash = { success: true, entries: [], page: { number: 1, size: 25, pages: 1, total: 0 } };
  await page.route("**/api/trash?*", (route) => route.fulfill({ json: emptyTrash }));
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("heading", { name: "The trash is empty" })).toBeVisible();
});

test("Undo on the trash screen removes the restored report from the trash", async ({ admin, member }) => {
  const { page } = admin;
  const word = await fileReportsWithNewWord(member.person, 1);
  await search(page, word);
  await deleteReport(page, `${word} 1`);
  await page.getByRole("link", { name: "Trash" }).click();
  await expect(rowOf(page, `${word} 1`)).toHaveCount(1);
  await undoButton(page).click();
  await expect(statusMessage(page, "The report is back.")).toHaveCount(1);
  await expect(rowOf(page, `${word} 1`)).toHaveCount(0);
});

test("Undo stays while another message is shown, and disappears when Undo is pressed", async ({ admin, member }) => {
  const { page } = admin;
  // After the deletion eleven reports are left: a page of ten and a second page.
  const word = await fileReportsWithNewWord(member.person, 12);
  await search(page, word);
  await deleteReport(page, `${word} 12`);
  await page.getByRole("button", { name: "Next" }).click();
  await expect(statusMessage(page, "Page 2")).toHaveCount(1);
  await undoButton(page).click();
  await expect(statusMessage(page, "The report is back.")).toHaveCount(1);
  expect(await undoButton(page).count()).toBe(0);
});

test("Undo stays visible for about 20 seconds", async ({ admin: { page, person } }) => {
  const word = await fileReportsWithNewWord(person, 1);
  await page.clock.install();
  await search(page, word);
  await deleteReport(page, `${word} 1`);
  await expect(undoButton(page)).toBeVisible();
  await page.clock.runFor(18_000);
  await expect(undoButton(page)).toBeVisible();
  await page.clock.runFor(3_000);
  await expect(undoButton(page)).toHaveCount(0);
});

test("the message with Undo disappears when the user logs out", async ({ openAs }) => {
  const { page, person } = await openAs(await newAdmin());
  const word = await fileReportsWithNewWord(person, 1);
  await search(page, word);
  await deleteReport(page, `${word} 1`);
  await expect(undoButton(page)).toBeVisible();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("heading", { name: /members only/i })).toBeVisible();
  expect(await undoButton(page).count()).toBe(0);
  await expect(statusMessage(page, "was deleted")).toHaveCount(0);
});

test("at 390 px Undo is visible even if the deleted report had a long title", async ({ admin: { page, person } }) => {
  await page.setViewportSize(PHONE_SIZE);
  const title = `https://example.org/${Date.now()}${"x".repeat(100)}`;
  await fileReport(person, { title });
  await search(page, title.slice(0, 40));
  await deleteReport(page, title);
  await expect(undoButton(page)).toBeInViewport({ ratio: 1 });
  expect(await page.getByText(title).count()).toBe(0);
});

test("in a window of 320 × 256 px the message with Undo is less than 100 px high and not cut off", async ({
  admin: { page, person },
}) => {
  const word = await fileReportsWithNewWord(person, 1);
  await search(page, word);
  await deleteReport(page, `${word} 1`);
  await page.setViewportSize({ width: 320, height: 256 });
  const message = statusMessage(page, "The report was deleted.").locator("..");
  await expect(undoButton(page)).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("button", { name: "Close this message" })).toBeInViewport({ ratio: 1 });
  const { x, width, height } = (await message.boundingBox())!;
  expect(height).toBeLessThan(100);
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(320);
});

test("with forced colours the message with Undo has a border on all sides", async ({ admin: { page, person } }) => {
  const word = await fileReportsWithNewWord(person, 1);
  await search(page, word);
  await page.emulateMedia({ forcedColors: "active" });
  await deleteReport(page, `${word} 1`);
  const borderWidths = await statusMessage(page, "The report was deleted.")
    .locator("..")
    .evaluate((message) => {
      const { borderTopWidth, borderRightWidth, borderBottomWidth, borderLeftWidth } = getComputedStyle(message);
      return [borderTopWidth, borderRightWidth, borderBottomWidth, borderLeftWidth];
    });
  expect(borderWidths).toEqual(["1px", "1px", "1px", "1px"]);
  // The fixture `admin` runs axe at the end of the test. With forced colours axe would check the system's colours.
  await page.emulateMedia({ forcedColors: null });
});

test("Undo restores a deleted report, and the report's card in the list gets the focus", async ({ admin, member }) => {
  const { page } = admin;
  const word = await fileReportsWithNewWord(member.person, 3);
  await search(page, word);
  await deleteReport(page, `${word} 2`);
  await expect(page.getByRole("article")).toHaveCount(2);
  await undoButton(page).click();
  await expect(page.getByRole("article")).toHaveCount(3);
  await expect(statusMessage(page, "The report is back.")).toHaveCount(1);
  await expect(cardOf(page, `${word} 2`).getByRole("heading", { level: 3 })).toBeFocused();
  await expect(undoButton(page)).toHaveCount(0);
});

test("the trash shows which report was deleted, by whom, and until when, and restores the report", async ({
  admin,
  member,
}) => {
  const { page, person } = admin;
  const title = `Thrown away ${Date.now()}`;
  await fileReport(member.person, { title, type: "feature" });
  await search(page, title);
  await deleteReport(page, title);
  await page.getByRole("link", { name: "Trash" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Trash" })).toBeFocused();
  const row = rowOf(page, title);
  await expect(row).toContainText("Feature");
  await expect(row).toContainText(`Reported by ${member.person.username}. Deleted by ${person.username} just now.`);
  await expect(row).toContainText("Gone for good in 30 days");
  await row.getByRole("button", { name: "Restore" }).click();
  await expect(row).toHaveCount(0);
  await expect(statusMessage(page, "The report is back in the list.")).toHaveCount(1);
  await expect(page.getByRole("heading", { level: 1, name: "Trash" })).toBeFocused();
  await page.getByRole("link", { name: "Logbook" }).click();
  await search(page, title);
  await expect(cardOf(page, title)).toBeVisible();
});

test("restoring a report whose 30 days have just ended shows an error in the report's row", async ({
  admin,
  member,
}) => {
  const { page } = admin;
  const title = `Too late ${Date.now()}`;
  const { id } = await fileReport(member.person, { title });
  await call("DELETE", `/api/issues/${id}`, { as: admin.person });
  await page.goto("/trash");
  await expect(rowOf(page, title)).toBeVisible();
  await db.doc(`trash/${id}`).update({ purgeAt: new Date(Date.now() - 1000) });
  await rowOf(page, title).getByRole("button", { name: "Restore" }).click();
  await expect(rowOf(page, title).getByRole("alert")).toContainText("no longer in the trash");
});
