import { expect, type Page } from "@playwright/test";
import { newMember } from "../support/actors.ts";
import { holdRequests, logIn } from "../support/page.ts";
import { test } from "./fixtures.ts";

test.describe("section 4: signed in and out", () => {
  test("the browser stores the signed-in user, who stays signed in after a reload", async ({
    member: { page, person },
  }) => {
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem("logbook.user") ?? "null"))).toEqual({
      id: person.uid,
      username: person.username,
      isAdmin: false,
    });
    await page.reload();
    await expect(page.getByText(`Welcome, ${person.username}!`)).toBeVisible();
  });

  test("logout clears the stored user and shows the members-only notice", async ({ openAs }) => {
    const { page } = await openAs(await newMember());
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page.getByRole("heading", { name: /members only/i })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem("logbook.user"))).toBeNull();
    await page.reload();
    await expect(page.getByLabel("Username")).toBeVisible();
  });

  test("a login as another user in another window ends the first user's session and keeps the other's", async ({
    browser,
    contextOptions,
  }) => {
    const context = await browser.newContext(contextOptions);
    const [firstPage, otherPage] = [await context.newPage(), await context.newPage()];
    const [firstUser, otherUser] = [await newMember(), await newMember()];
    for (const page of [firstPage, otherPage]) await page.goto("/");
    await logIn(firstPage, firstUser);
    await expect(firstPage.getByText(`Welcome, ${firstUser.username}!`)).toBeVisible();
    await logIn(otherPage, otherUser);
    await expect(otherPage.getByText(`Welcome, ${otherUser.username}!`)).toBeVisible();
    await expect(firstPage.getByRole("heading", { name: /members only/i })).toBeVisible();
    await expect(firstPage.getByText("Your session has ended")).toBeVisible();
    const sessionResponse = otherPage.waitForResponse("**/api/me");
    await otherPage.reload();
    expect((await sessionResponse).status()).toBe(200);
    await expect(otherPage.getByText(`Welcome, ${otherUser.username}!`)).toBeVisible();
    expect(await otherPage.evaluate(() => localStorage.getItem("logbook.user"))).toContain(otherUser.uid);
    await context.close();
  });

  test("a member changes their password, stays signed in, and later logs in with the new password", async ({
    openAs,
  }) => {
    const person = await newMember();
    const { page } = await openAs(person);
    await page.getByRole("button", { name: "My account" }).click();
    await page.getByRole("button", { name: "Change my password" }).click();
    const dialog = page.getByRole("dialog", { name: "Change my password" });
    await dialog.getByRole("button", { name: "Change password" }).click();
    await expect(dialog.getByRole("alert")).toHaveText("Please fill in all fields");
    await dialog.getByLabel("Current password").fill("not this one");
    await dialog.getByLabel("New password").fill("battery staple");
    await dialog.getByRole("button", { name: "Change password" }).click();
    await expect(dialog.getByRole("alert")).toContainText("current password is not right");
    await dialog.getByLabel("Current password").fill(person.password);
    await dialog.getByRole("button", { name: "Change password" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("button", { name: "My account" })).toBeFocused();
    await page.reload();
    await expect(page.getByText(`Welcome, ${person.username}!`)).toBeVisible();
    await page.getByRole("button", { name: "Logout" }).click();
    await page.getByLabel("Username").fill(person.username);
    await page.getByLabel("Password", { exact: true }).fill("battery staple");
    await page.getByRole("button", { name: "Login" }).click();
    await expect(page.getByText(`Welcome, ${person.username}!`)).toBeVisible();
  });

  /** Searches in the other window. The password change has ended this window's token, so the request gets a 401. */
  async function searchWithOldToken(otherPage: Page): Promise<void> {
    const refusal = otherPage.waitForResponse((response) => response.status() === 401);
    await otherPage.getByRole("searchbox", { name: "Search" }).fill("anything");
    await refusal;
  }

  /** Clears localStorage, which all windows share. This ends the session in each of them. */
  async function endSession(otherPage: Page, page: Page): Promise<void> {
    await otherPage.evaluate(() => localStorage.clear());
    await expect(page.getByRole("heading", { name: /members only/i })).toBeVisible();
  }

  for (const [event, causeEvent, otherStaysSignedIn] of [
    ["gets a 401 once, and stays signed in, too", searchWithOldToken, true],
    ["ends the session", endSession, false],
  ] as const)
    test(`a member changes their password and stays signed in, while another window ${event}`, async ({ openAs }) => {
      const person = await newMember();
      const { page } = await openAs(person);
      const otherPage = await page.context().newPage();
      const sessionConfirmed = otherPage.waitForResponse("**/api/me");
      await otherPage.goto("/");
      await sessionConfirmed;
      // When the page signs in again, with the API's new token, the API has already changed the password.
      const release = await holdRequests(page, /signInWithCustomToken/);
      const signInRequest = page.waitForRequest(/signInWithCustomToken/);
      await page.getByRole("button", { name: "My account" }).click();
      await page.getByRole("button", { name: "Change my password" }).click();
      const dialog = page.getByRole("dialog", { name: "Change my password" });
      await dialog.getByLabel("Current password").fill(person.password);
      await dialog.getByLabel("New password").fill("battery staple");
      await dialog.getByRole("button", { name: "Change password" }).click();
      await signInRequest;
      await causeEvent(otherPage, page);
      release();
      await expect(page.getByText(`Welcome, ${person.username}!`)).toBeVisible();
      await expect(dialog).toBeHidden();
      if (otherStaysSignedIn) {
        await expect(otherPage.getByText(/\d+ of [\d,]+ match/)).toBeVisible();
        await expect(otherPage.getByRole("button", { name: "My account" })).toBeVisible();
      }
      const sessionResponse = page.waitForResponse("**/api/me");
      await page.reload();
      expect((await sessionResponse).status()).toBe(200);
      await expect(page.getByText(`Welcome, ${person.username}!`)).toBeVisible();
    });
});
