import { expect, type Page } from "@playwright/test";
import { newMember } from "../support/actors.ts";
import { holdRequests, logIn } from "../support/page.ts";
import { test } from "./fixtures.ts";

test.describe("section 4: signed in and out", () => {
  test("the signed-in user is kept locally and a reload stays signed in", async ({ member: { page, person } }) => {
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem("logbook.user") ?? "null"))).toEqual({
      id: person.uid,
      username: person.username,
      isAdmin: false,
    });
    await page.reload();
    await expect(page.getByText(`Welcome, ${person.username}!`)).toBeVisible();
  });

  test("logout clears the stored user and shows the members-only notice", async ({ open }) => {
    const { page } = await open(await newMember());
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page.getByRole("heading", { name: /members only/i })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem("logbook.user"))).toBeNull();
    await page.reload();
    await expect(page.getByLabel("Username")).toBeVisible();
  });

  test("signing in as another user in another window ends the session here and keeps the new one", async ({
    browser,
    contextOptions,
  }) => {
    const context = await browser.newContext(contextOptions);
    const [thisPage, otherPage] = [await context.newPage(), await context.newPage()];
    for (const page of [thisPage, otherPage]) await page.goto("/");
    const [first, second] = [await newMember(), await newMember()];
    for (const [page, person] of [
      [thisPage, first],
      [otherPage, second],
    ] as const) {
      await logIn(page, person);
      await expect(page.getByText(`Welcome, ${person.username}!`)).toBeVisible();
    }
    await expect(thisPage.getByRole("heading", { name: /members only/i })).toBeVisible();
    await expect(thisPage.getByText("Your session has ended")).toBeVisible();
    const restored = otherPage.waitForResponse("**/api/me");
    await otherPage.reload();
    expect((await restored).status()).toBe(200);
    await expect(otherPage.getByText(`Welcome, ${second.username}!`)).toBeVisible();
    expect(await otherPage.evaluate(() => localStorage.getItem("logbook.user"))).toContain(second.uid);
    await context.close();
  });

  test("a member changes their password, stays signed in, and later logs in with the new one", async ({ open }) => {
    const person = await newMember();
    const { page } = await open(person);
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

  for (const [what, meanwhile] of [
    [
      "another of their windows gets a 401 once, and stays signed in too",
      async (other: Page) => {
        const refused = other.waitForResponse((response) => response.status() === 401);
        await other.getByRole("searchbox", { name: "Search" }).fill("anything");
        await refused;
        return async () => {
          await expect(other.getByText(/\d+ of [\d,]+ match/)).toBeVisible();
          await expect(other.getByRole("button", { name: "My account" })).toBeVisible();
        };
      },
    ],
    [
      "another of their windows ends the session",
      async (other: Page, page: Page) => {
        await other.evaluate(() => localStorage.clear());
        await expect(page.getByRole("heading", { name: /members only/i })).toBeVisible();
        return async () => undefined;
      },
    ],
  ] as const)
    test(`a member changes their password and stays signed in, while ${what}`, async ({ open }) => {
      const person = await newMember();
      const { page } = await open(person);
      const other = await page.context().newPage();
      const restored = other.waitForResponse("**/api/me");
      await other.goto("/");
      await restored;
      const release = await holdRequests(page, /signInWithCustomToken/);
      const changed = page.waitForRequest(/signInWithCustomToken/);
      await page.getByRole("button", { name: "My account" }).click();
      await page.getByRole("button", { name: "Change my password" }).click();
      const dialog = page.getByRole("dialog", { name: "Change my password" });
      await dialog.getByLabel("Current password").fill(person.password);
      await dialog.getByLabel("New password").fill("battery staple");
      await dialog.getByRole("button", { name: "Change password" }).click();
      await changed;
      const expectGoesOn = await meanwhile(other, page);
      release();
      await expect(page.getByText(`Welcome, ${person.username}!`)).toBeVisible();
      await expect(dialog).toBeHidden();
      await expectGoesOn();
      const refreshed = page.waitForResponse("**/api/me");
      await page.reload();
      expect((await refreshed).status()).toBe(200);
      await expect(page.getByText(`Welcome, ${person.username}!`)).toBeVisible();
    });
});
