import { fileURLToPath } from "node:url";
import { expect, type Page } from "@playwright/test";
import { newAdmin, newMember } from "../support/actors.ts";
import { cardOf } from "../support/page.ts";
import { test } from "../support/page-errors.ts";
import { patient } from "../support/patience.ts";

const fixturePath = (name: string): string => fileURLToPath(new URL(`../support/fixtures/${name}`, import.meta.url));

/** More presses than any screen in this test has controls. */
const MAX_PRESSES = 120;

/** Presses the key until the focused element has this name. Expects each element on the way to show its focus. */
async function tabTo(page: Page, name: string | RegExp, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
    await page.keyboard.press(key);
    const { focusedName, isFocusVisible } = await page.evaluate(() => {
      const focused = document.activeElement as HTMLElement | null;
      if (focused === null || focused === document.body) return { focusedName: "", isFocusVisible: true };
      const label = (focused as HTMLInputElement).labels?.[0]?.textContent;
      const { outlineStyle, boxShadow } = getComputedStyle(focused);
      return {
        focusedName: focused.getAttribute("aria-label") ?? label ?? focused.textContent,
        isFocusVisible: outlineStyle !== "none" || boxShadow !== "none",
      };
    });
    if (focusedName !== "") expect(isFocusVisible, focusedName).toBe(true);
    const isReached = typeof name === "string" ? focusedName.trim() === name : name.test(focusedName.trim());
    if (isReached) return;
  }
  throw new Error(`${key} did not reach ${name}.`);
}

async function logInByKeyboard(
  page: Page,
  { username, password }: { username: string; password: string },
): Promise<void> {
  await page.goto("/");
  await tabTo(page, "Username");
  await page.keyboard.type(username);
  await tabTo(page, "Password");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await expect(page.getByText(`Welcome, ${username}!`)).toBeVisible();
}

test("with the keyboard alone a member reports, reads and amends a bug, and an admin moves and deletes it", async ({
  browser,
}) => {
  test.setTimeout(patient(150_000));
  const member = await newMember();
  const admin = await newAdmin();
  const page = await (await browser.newContext()).newPage();
  const title = `By keyboard ${member.username}`;

  await test.step("a member logs in and reports a bug with a picture", async () => {
    await logInByKeyboard(page, member);
    await tabTo(page, "Report Bug");
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Title")).toBeFocused();
    await page.keyboard.type(title);
    await tabTo(page, /^Description/);
    await page.keyboard.type("Written without a mouse.");
    // Wait for this event before Enter is pressed. Otherwise Enter would open the browser's own file chooser.
    const fileChooser = page.waitForEvent("filechooser");
    await tabTo(page, "Add screenshot or file");
    await page.keyboard.press("Enter");
    await (await fileChooser).setFiles([fixturePath("broken-form.png")]);
    // The page converts pictures to JPEG.
    await expect(page.getByText("broken-form.jpg")).toBeVisible();
    await tabTo(page, "Severity");
    await page.keyboard.press("ArrowDown");
    await tabTo(page, /^Submit/);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("form", { name: "Report Bug" })).toBeHidden();
    await expect(page.getByRole("heading", { name: title })).toBeFocused();
  });

  await test.step("the member opens the report's details and picture, and Escape returns the focus to the picture's button", async () => {
    await tabTo(page, "Search");
    await page.keyboard.type(title);
    await expect(page.getByRole("article")).toHaveCount(1);
    await tabTo(page, "View all details");
    await page.keyboard.press("Enter");
    await tabTo(page, /broken-form\.jpg/);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog").getByRole("img")).toBeVisible();
    // Tab does not move the focus out of the dialog, which has fewer than six controls.
    for (let presses = 0; presses < 6; presses += 1) {
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null)).toBe(true);
    }
    await page.keyboard.press("Escape");
    await expect(cardOf(page, title).getByRole("button", { name: /broken-form\.jpg/ })).toBeFocused();
  });

  await test.step("the member amends the report", async () => {
    await tabTo(page, "Amendment");
    await page.keyboard.type("Still without a mouse.");
    await tabTo(page, "Add amendment");
    await page.keyboard.press("Enter");
    await expect(cardOf(page, title).getByRole("listitem").filter({ hasText: "Still without" })).toBeVisible();
    await expect(cardOf(page, title).getByRole("textbox", { name: "Amendment" })).toBeFocused();
  });

  await test.step("the member signs out", async () => {
    await tabTo(page, "Logout", "Shift+Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: /members only/i })).toBeVisible();
  });

  await test.step("an admin moves the report one step forward and back, and deletes the report", async () => {
    await logInByKeyboard(page, admin);
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
