import { fileURLToPath } from "node:url";
import { expect, type Page } from "@playwright/test";
import { newAdmin, newMember } from "../support/actors.ts";
import { cardOf } from "../support/page.ts";
import { test } from "../support/page-errors.ts";

const fixturePath = (name: string): string => fileURLToPath(new URL(`../support/fixtures/${name}`, import.meta.url));

/** Presses Tab until the focused element has this name; each focused element on the way must show its focus. */
async function tabTo(page: Page, name: string | RegExp, key = "Tab"): Promise<void> {
  const matches = (text: string): boolean => (typeof name === "string" ? text === name : name.test(text));
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press(key);
    const { text, isFocusVisible } = await page.evaluate(() => {
      const focused = document.activeElement as HTMLElement | null;
      if (focused === null || focused === document.body) return { text: "", isFocusVisible: true };
      const label =
        focused.getAttribute("aria-label") ??
        (focused as HTMLInputElement).labels?.[0]?.textContent ??
        focused.textContent;
      const { outlineStyle, boxShadow } = getComputedStyle(focused);
      return { text: label ?? "", isFocusVisible: outlineStyle !== "none" || boxShadow !== "none" };
    });
    if (text !== "") expect({ text, isFocusVisible }).toEqual({ text, isFocusVisible: true });
    if (matches(text.trim())) return;
  }
  throw new Error(`Tab never came to ${name}.`);
}

async function logIn(page: Page, { username, password }: { username: string; password: string }): Promise<void> {
  await page.goto("/");
  await tabTo(page, "Username");
  await page.keyboard.type(username);
  await tabTo(page, "Password");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await expect(page.getByText(`Welcome, ${username}!`)).toBeVisible();
}

test("the whole journey by keyboard alone: report, read, amend, change the status, delete, sign out", async ({
  browser,
}) => {
  test.setTimeout(150_000);
  const member = await newMember();
  const admin = await newAdmin();
  const page = await (await browser.newContext()).newPage();
  const title = `By keyboard ${member.username}`;

  await test.step("a member logs in and reports a bug with a picture", async () => {
    await logIn(page, member);
    await tabTo(page, "Report Bug");
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Title")).toBeFocused();
    await page.keyboard.type(title);
    await tabTo(page, /^Description/);
    await page.keyboard.type("Written without a mouse.");
    // Wait for the event before Enter is pressed: the browser must know by then that the test chooses the files.
    const chooser = page.waitForEvent("filechooser");
    await tabTo(page, "Add screenshot or file");
    await page.keyboard.press("Enter");
    await (await chooser).setFiles([fixturePath("broken-form.png")]);
    await expect(page.getByText("broken-form.jpg")).toBeVisible();
    await tabTo(page, "Severity");
    await page.keyboard.press("ArrowDown");
    await tabTo(page, /^Submit/);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("form", { name: "Report Bug" })).toBeHidden();
    await expect(page.getByRole("heading", { name: title })).toBeFocused();
  });

  await test.step("finds it, opens its details and picture, and comes back to where they were", async () => {
    await tabTo(page, "Search");
    await page.keyboard.type(title);
    await expect(page.getByRole("article")).toHaveCount(1);
    await tabTo(page, "View all details");
    await page.keyboard.press("Enter");
    await tabTo(page, /broken-form\.jpg/);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog").getByRole("img")).toBeVisible();
    for (let presses = 0; presses < 6; presses += 1) {
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null)).toBe(true);
    }
    await page.keyboard.press("Escape");
    await expect(cardOf(page, title).getByRole("button", { name: /broken-form\.jpg/ })).toBeFocused();
  });

  await test.step("amends it", async () => {
    await tabTo(page, "Amendment");
    await page.keyboard.type("Still without a mouse.");
    await tabTo(page, "Add amendment");
    await page.keyboard.press("Enter");
    await expect(cardOf(page, title).getByRole("listitem").filter({ hasText: "Still without" })).toBeVisible();
    await expect(cardOf(page, title).getByRole("textbox", { name: "Amendment" })).toBeFocused();
  });

  await test.step("signs out", async () => {
    await tabTo(page, "Logout", "Shift+Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: /members only/i })).toBeVisible();
  });

  await test.step("an admin moves it along and back, and deletes it", async () => {
    await logIn(page, admin);
    await tabTo(page, "Search");
    await page.keyboard.type(title);
    await expect(page.getByRole("article")).toHaveCount(1);
    await tabTo(page, "Mark as In Progress");
    await page.keyboard.press("Enter");
    await expect(cardOf(page, title).getByRole("button", { name: "Mark as Testing" })).toBeFocused();
    await tabTo(page, "Back to Open", "Shift+Tab");
    await page.keyboard.press("Enter");
    await expect(cardOf(page, title).getByRole("button", { name: "Mark as In Progress" })).toBeVisible();
    await tabTo(page, "Delete");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await tabTo(page, "Delete report");
    await page.keyboard.press("Enter");
    await expect(cardOf(page, title)).toHaveCount(0);
    await expect(page.locator(":focus")).toHaveCount(1);
  });
});
