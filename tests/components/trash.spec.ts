import { expect, type Page } from "@playwright/test";
import { cardOf, search } from "../support/page.ts";
import { fileReport, fileReports, newAdmin, test } from "./fixtures.ts";

const rowOf = (page: Page, title: string) => page.getByRole("listitem").filter({ hasText: title });
const statusMessage = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });
const undoButton = (page: Page) => page.getByRole("button", { name: "Undo" });

/** Deletes the report that a card shows, as an admin does. */
async function deleteReport(page: Page, title: string): Promise<void> {
  await cardOf(page, title).getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete report" }).click();
  await expect(statusMessage(page, "The report was deleted.")).toHaveCount(1);
}

test("Ctrl+Z triggers Undo wherever the focus is, except in a text box, where it undoes typing", async ({
  admin,
  member,
}) => {
  const { page } = admin;
  const word = fileReports(member.person, 3);
  await search(page, word);
  await deleteReport(page, `${word} 2`);
  await expect(statusMessage(page, "Ctrl+Z takes it back.")).toHaveCount(1);
  const restored: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/restore")) restored.push(request.url());
  });
  const note = cardOf(page, `${word} 1`).getByRole("textbox", { name: "Amendment" });
  await note.pressSequentially("typed");
  await note.press("Control+z");
  await expect(note).not.toHaveValue("typed");
  await cardOf(page, `${word} 1`).getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("button", { name: "Keep it" })).toBeFocused();
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Escape");
  await expect(cardOf(page, `${word} 1`).getByRole("button", { name: "Delete" })).toBeFocused();
  expect(restored).toEqual([]);
  await page.keyboard.press("Control+z");
  await expect(cardOf(page, `${word} 2`).getByRole("heading", { level: 3 })).toBeFocused();
  await expect(statusMessage(page, "The report is back.")).toHaveCount(1);
  await page.keyboard.press("Control+z");
  await expect(undoButton(page)).toHaveCount(0);
  expect(restored).toHaveLength(1);
});

test("the message with Undo is closed by its button or Escape, and the focus goes back", async ({ admin, member }) => {
  const { page } = admin;
  const word = fileReports(member.person, 3);
  await search(page, word);
  for (const [title, close] of [
    [`${word} 1`, () => page.getByRole("button", { name: "Close this message" }).press("Enter")],
    [`${word} 2`, () => undoButton(page).press("Escape")],
  ] as const) {
    await deleteReport(page, title);
    await expect(page.locator("h3:focus")).toHaveText(new RegExp(word));
    const next = await page.locator("h3:focus").textContent();
    await close();
    await expect(undoButton(page)).toHaveCount(0);
    await expect(statusMessage(page, "was deleted")).toHaveCount(0);
    await expect(page.locator(":focus")).toHaveText(next!);
  }
});

test("the message with Undo disappears by itself, but not while it is hovered or focused", async ({ open }) => {
  const { page, person } = await open(newAdmin());
  const word = fileReports(person, 1);
  // Install this clock before the page loads: it cannot clear a timer that the browser's own clock has started.
  await page.clock.install();
  await page.goto(`/?search=${word}`);
  await deleteReport(page, `${word} 1`);
  await undoButton(page).hover();
  await page.clock.runFor(30_000);
  await expect(undoButton(page)).toBeVisible();
  await undoButton(page).focus();
  await page.mouse.move(0, 0);
  await page.clock.runFor(30_000);
  await expect(undoButton(page)).toBeVisible();
  await undoButton(page).blur();
  await page.clock.runFor(30_000);
  await expect(undoButton(page)).toHaveCount(0);
});

test("Undo that fails says so and can be tried again", async ({ admin, member }) => {
  const { page } = admin;
  const word = fileReports(member.person, 1);
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

test("a trash that is empty or cannot be loaded says so", async ({ admin: { page } }) => {
  let status = 400;
  await page.route("**/api/trash?*", (route) =>
    route.fulfill({
      status,
      json:
        status === 200
          ? { success: true, entries: [], page: { number: 1, size: 25, pages: 1, total: 0 } }
          : { success: false, error: "Broken for a test.", code: "bad-request" },
    }),
  );
  await page.goto("/trash");
  await expect(page.getByRole("alert")).toContainText("The deleted reports could not be loaded. Broken for a test.");
  status = 200;
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("heading", { name: "The trash is empty" })).toBeVisible();
});

test("Undo pressed on the page of the trash removes the report's row", async ({ admin, member }) => {
  const { page } = admin;
  const word = fileReports(member.person, 1);
  await search(page, word);
  await deleteReport(page, `${word} 1`);
  await page.getByRole("link", { name: "Trash" }).click();
  await expect(rowOf(page, `${word} 1`)).toHaveCount(1);
  await undoButton(page).click();
  await expect(statusMessage(page, "The report is back.")).toHaveCount(1);
  await expect(rowOf(page, `${word} 1`)).toHaveCount(0);
});

test("Undo stays while another message is shown, and disappears once it is used", async ({ admin, member }) => {
  const { page } = admin;
  const word = fileReports(member.person, 12);
  await search(page, word);
  await deleteReport(page, `${word} 12`);
  await page.getByRole("button", { name: "Next" }).click();
  await expect(statusMessage(page, "Page 2")).toHaveCount(1);
  await undoButton(page).click();
  await expect(statusMessage(page, "The report is back.")).toHaveCount(1);
  expect(await undoButton(page).count()).toBe(0);
});

test("Undo can be reached for 20 s", async ({ admin: { page, person } }) => {
  const word = fileReports(person, 1);
  await page.clock.install();
  await search(page, word);
  await deleteReport(page, `${word} 1`);
  await expect(undoButton(page)).toBeVisible();
  await page.clock.runFor(18_000);
  await expect(undoButton(page)).toBeVisible();
  await page.clock.runFor(3_000);
  await expect(undoButton(page)).toHaveCount(0);
});

test("the message with Undo disappears when the user logs out", async ({ open }) => {
  const { page, person } = await open(newAdmin());
  const word = fileReports(person, 1);
  await search(page, word);
  await deleteReport(page, `${word} 1`);
  await expect(undoButton(page)).toBeVisible();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("heading", { name: /members only/i })).toBeVisible();
  expect(await undoButton(page).count()).toBe(0);
  await expect(statusMessage(page, "was deleted")).toHaveCount(0);
});

test("at 390 px Undo is visible, and the deleted report's title is no longer on the page", async ({
  admin: { page, person },
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const title = `https://example.org/${Date.now()}${"x".repeat(100)}`;
  fileReport(person, { title });
  await search(page, title.slice(0, 40));
  await deleteReport(page, title);
  await expect(undoButton(page)).toBeInViewport({ ratio: 1 });
  expect(await page.getByText(title).count()).toBe(0);
});

test("in a low window the message does not cover the page", async ({ admin: { page, person } }) => {
  const word = fileReports(person, 1);
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

test("in forced colours the message has a border on all sides", async ({ admin: { page, person } }) => {
  const word = fileReports(person, 1);
  await search(page, word);
  await page.emulateMedia({ forcedColors: "active" });
  await deleteReport(page, `${word} 1`);
  const edges = await statusMessage(page, "The report was deleted.")
    .locator("..")
    .evaluate((message) => {
      const { borderTopWidth, borderRightWidth, borderBottomWidth, borderLeftWidth } = getComputedStyle(message);
      return [borderTopWidth, borderRightWidth, borderBottomWidth, borderLeftWidth];
    });
  expect(edges).toEqual(["1px", "1px", "1px", "1px"]);
  // With forced colours axe would check colours that the system chooses, not the page.
  await page.emulateMedia({ forcedColors: null });
});
