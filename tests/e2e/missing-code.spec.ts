import { expect } from "@playwright/test";
import { fileAndSearch, test } from "./fixtures.ts";

const CHUNK_FAILED = "This part of the page could not be loaded.";

test("a form whose code cannot load offline appears once the browser is online, and a typed amendment stays", async ({
  member: { page, person },
}) => {
  const { amendmentBox } = await fileAndSearch(page, person);
  await amendmentBox.fill("typed on the train");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Report Bug" }).click();
  await expect(page.getByRole("alert").filter({ hasText: CHUNK_FAILED })).toContainText(
    "Please check your connection.",
  );
  await expect(page.getByRole("button", { name: "Reload" })).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(page.getByRole("form", { name: "Report Bug" })).toBeVisible();
  await expect(page.getByText(CHUNK_FAILED)).toHaveCount(0);
  await expect(amendmentBox).toHaveValue("typed on the train");
});

test("Retry loads a chunk that failed; Reload is offered only when Retry fails, too", async ({
  member: { page, person },
}) => {
  const { amendmentBox } = await fileAndSearch(page, person);
  await amendmentBox.fill("typed on the train");
  const retryButton = page.getByRole("button", { name: "Retry" });
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  const accountButton = page.getByRole("button", { name: "My account" });
  await accountButton.click();
  const notice = page.getByRole("alert").filter({ hasText: CHUNK_FAILED });
  await expect(notice).toContainText("Please try again.");
  await expect(page.getByRole("button", { name: "Reload" })).toHaveCount(0);
  await retryButton.focus();
  await page.keyboard.press("Enter");
  await expect(notice).toContainText("There may be a new version of the logbook.");
  await expect(page.getByRole("button", { name: "Reload" })).toBeVisible();
  await expect(retryButton).toBeFocused();
  await page.unroute(/\/assets\/.*\.js$/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Change my password" })).toBeVisible();
  await expect(notice).toHaveCount(0);
  // 'Retry', which had the focus, is gone.
  await expect(accountButton).toBeFocused();
  await expect(amendmentBox).toHaveValue("typed on the train");
});

test("a dialog whose code could not load offline opens only by Retry, and until then leaves the focus in a text box", async ({
  admin: { page, person },
}) => {
  const { card, amendmentBox } = await fileAndSearch(page, person);
  await page.context().setOffline(true);
  await card.getByRole("button", { name: "Delete" }).click();
  await expect(card.getByRole("alert")).toContainText(CHUNK_FAILED);
  await amendmentBox.click();
  await page.keyboard.type("half a ");
  await page.context().setOffline(false);
  await page.waitForFunction(() => navigator.onLine);
  await page.keyboard.type("note");
  await expect(amendmentBox).toHaveValue("half a note");
  await card.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(card.getByRole("button", { name: "Delete" })).toBeFocused();
});

test("a screen whose code cannot load offline shows an error, and appears once the browser is online", async ({
  admin: { page },
}) => {
  await page.getByRole("button", { name: "Report Bug" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill("Half a report");
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Members" }).click();
  await expect(page.getByRole("alert")).toContainText("Please check your connection.");
  await page.context().setOffline(false);
  await expect(page.getByRole("heading", { level: 1, name: "Members" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
  await page.goBack();
  await page.getByRole("button", { name: "Report Bug" }).click();
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("Half a report");
});
