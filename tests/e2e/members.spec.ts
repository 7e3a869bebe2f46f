import { expect, type Page } from "@playwright/test";
import { call, newMember } from "../support/actors.ts";
import { expectHydrated, search, waitForCachedMarkup } from "../support/page.ts";
import { db } from "../support/suite.ts";
import { test } from "./fixtures.ts";

const rowOf = (page: Page, username: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: username, exact: true }) });
const statusMessage = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });

/** Opens the members page by its link and searches for one name. */
async function findMember(page: Page, username: string): Promise<void> {
  // Before, the link loads a new page, which leaves the focus alone.
  await expectHydrated(page);
  await page.getByRole("link", { name: "Members" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Members" })).toBeFocused();
  await page.getByRole("searchbox", { name: "Search by name" }).fill(username.toUpperCase());
  await expect(page.getByText("1 found")).toBeVisible();
}

test("an admin finds a member, disables them after a question, and enables them again", async ({ admin, open }) => {
  const { page } = admin;
  const target = await open(await newMember());
  const { username } = target.person;
  // If the page still had to request its markup, it would learn that the member is disabled before they do anything.
  await waitForCachedMarkup(target.page);
  await findMember(page, username);
  await expect(rowOf(page, username)).toContainText("Joined just now");

  await rowOf(page, username).getByRole("button", { name: "Disable" }).click();
  const question = page.getByRole("alertdialog", { name: `Disable ${username}?` });
  await expect(question).toContainText("signed out on all devices");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(rowOf(page, username).getByRole("button", { name: "Disable" })).toBeFocused();
  await rowOf(page, username).getByRole("button", { name: "Disable" }).click();
  await question.getByRole("button", { name: "Disable" }).click();
  await expect(question).toBeHidden();
  await expect(statusMessage(page, `${username} is disabled and signed out everywhere.`)).toHaveCount(1);
  await expect(rowOf(page, username).getByText("Disabled", { exact: true })).toBeVisible();
  await expect(rowOf(page, username).getByRole("button", { name: "Enable" })).toBeFocused();

  // The member's own window shows that at their next action.
  await target.page.getByRole("searchbox").fill("anything");
  await expect(target.page.getByRole("heading", { name: /members only/i })).toBeVisible();
  await expect(target.page.getByText("This account has been disabled. Please ask an admin.")).toBeVisible();

  await rowOf(page, username).getByRole("button", { name: "Enable" }).click();
  await expect(statusMessage(page, `${username} is enabled and can log in again.`)).toHaveCount(1);
  await target.page.getByLabel("Username").fill(username);
  await target.page.getByLabel("Password", { exact: true }).fill(target.person.password);
  await target.page.getByRole("button", { name: "Login" }).click();
  await expect(target.page.getByText(`Welcome, ${username}!`)).toBeVisible();
});

test("an admin gives and takes the admin role, and cannot change their own", async ({ admin }) => {
  const { page, person } = admin;
  const { uid, username } = await newMember();
  await findMember(page, username);
  const row = rowOf(page, username);
  await row.getByRole("button", { name: "Make admin" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Make admin" }).click();
  await expect(row.getByText("Admin", { exact: true })).toBeVisible();
  expect((await db.doc(`members/${uid}`).get()).get("isAdmin")).toBe(true);
  await row.getByRole("button", { name: "Remove as admin" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove as admin" }).click();
  await expect(row.getByRole("button", { name: "Make admin" })).toBeVisible();
  expect((await db.doc(`members/${uid}`).get()).get("isAdmin")).toBe(false);

  await page.getByRole("searchbox").fill(person.username);
  await expect(rowOf(page, person.username).getByText("You", { exact: true })).toBeVisible();
  await expect(rowOf(page, person.username).getByRole("button")).toHaveCount(0);
});

test("signing out everywhere ends the session here, and in another browser at its next request", async ({
  open,
  browser,
}) => {
  const person = await newMember();
  const { page } = await open(person);
  await search(page, "what the next person need not read");
  const context = await browser.newContext();
  const otherPage = await context.newPage();
  await otherPage.goto("/");
  await otherPage.getByLabel("Username").fill(person.username);
  await otherPage.getByLabel("Password", { exact: true }).fill(person.password);
  await otherPage.getByRole("button", { name: "Login" }).click();
  await expect(otherPage.getByText(`Welcome, ${person.username}!`)).toBeVisible();
  // If the page still had to request its markup, it would learn by itself that the session has ended.
  await waitForCachedMarkup(otherPage);

  const signOutButton = page.getByRole("button", { name: "Sign out everywhere" });
  await page.getByRole("button", { name: "My account" }).click();
  await signOutButton.click();
  const question = page.getByRole("alertdialog", { name: "Sign out everywhere?" });
  await question.getByRole("button", { name: "Stay signed in" }).click();
  await expect(page.getByRole("button", { name: "My account" })).toBeFocused();
  expect((await call("GET", "/api/me", { as: person })).status).toBe(200);

  await page.getByRole("button", { name: "My account" }).click();
  await signOutButton.click();
  await question.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page.getByText("You are signed out on all devices.")).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("logbook.user"))).toBeNull();
  expect(new URL(page.url()).search).toBe("");
  await otherPage.getByRole("searchbox").fill("anything");
  await expect(otherPage.getByText("Your session has ended. Please sign in again.")).toBeVisible();
  await context.close();

  await page.getByLabel("Username").fill(person.username);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByText(`Welcome, ${person.username}!`)).toBeVisible();
});
