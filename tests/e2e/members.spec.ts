import { expect, type Page } from "@playwright/test";
import { call, newMember } from "../support/actors.ts";
import { expectHydrated, holdRequests, search, waitForCachedMarkup } from "../support/page.ts";
import { db } from "../support/suite.ts";
import { test } from "./fixtures.ts";

const rowOf = (page: Page, username: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: username, exact: true }) });
const statusMessage = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });

/** Opens the members page by its link and searches for one name. The search ignores upper and lower case. */
async function findMember(page: Page, username: string): Promise<void> {
  // Before hydration the link would load the page anew, and the focus would stay on the body.
  await expectHydrated(page);
  await page.getByRole("link", { name: "Members" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Members" })).toBeFocused();
  await page.getByRole("searchbox", { name: "Search by name" }).fill(username.toUpperCase());
  await expect(page.getByText("1 found")).toBeVisible();
}

test("an admin finds a member, disables the member after a confirmation, and enables the member again", async ({
  admin,
  openAs,
}) => {
  const { page } = admin;
  const { page: memberPage, person: member } = await openAs(await newMember());
  const { username } = member;
  // The member's page requests its markup when idle. After the disabling, that request would end the session too early.
  await waitForCachedMarkup(memberPage);
  await findMember(page, username);
  await expect(rowOf(page, username)).toContainText("Joined just now");

  await rowOf(page, username).getByRole("button", { name: "Disable" }).click();
  const dialog = page.getByRole("alertdialog", { name: `Disable ${username}?` });
  await expect(dialog).toContainText("signed out on all devices");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(rowOf(page, username).getByRole("button", { name: "Disable" })).toBeFocused();
  await rowOf(page, username).getByRole("button", { name: "Disable" }).click();
  await dialog.getByRole("button", { name: "Disable" }).click();
  await expect(dialog).toBeHidden();
  await expect(statusMessage(page, `${username} is disabled and signed out everywhere.`)).toHaveCount(1);
  await expect(rowOf(page, username).getByText("Disabled", { exact: true })).toBeVisible();
  await expect(rowOf(page, username).getByRole("button", { name: "Enable" })).toBeFocused();

  // The member's own window learns of the disabling from its next request.
  await memberPage.getByRole("searchbox").fill("anything");
  await expect(memberPage.getByRole("heading", { name: /members only/i })).toBeVisible();
  await expect(memberPage.getByText("This account has been disabled. Please ask an admin.")).toBeVisible();

  await rowOf(page, username).getByRole("button", { name: "Enable" }).click();
  await expect(statusMessage(page, `${username} is enabled and can log in again.`)).toHaveCount(1);
  await memberPage.getByLabel("Username").fill(username);
  await memberPage.getByLabel("Password", { exact: true }).fill(member.password);
  await memberPage.getByRole("button", { name: "Login" }).click();
  await expect(memberPage.getByText(`Welcome, ${username}!`)).toBeVisible();
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

test("'Sign out everywhere' ends the session at once, and in another browser at its next request", async ({
  openAs,
  browser,
}) => {
  const person = await newMember();
  const { page } = await openAs(person);
  await search(page, "private-search");
  const context = await browser.newContext();
  const otherPage = await context.newPage();
  await otherPage.goto("/");
  await otherPage.getByLabel("Username").fill(person.username);
  await otherPage.getByLabel("Password", { exact: true }).fill(person.password);
  await otherPage.getByRole("button", { name: "Login" }).click();
  await expect(otherPage.getByText(`Welcome, ${person.username}!`)).toBeVisible();
  // The other page requests its markup when idle. After the sign-out, that request would end the session too early.
  await waitForCachedMarkup(otherPage);

  const signOutButton = page.getByRole("button", { name: "Sign out everywhere" });
  await page.getByRole("button", { name: "My account" }).click();
  await signOutButton.click();
  const dialog = page.getByRole("alertdialog", { name: "Sign out everywhere?" });
  await dialog.getByRole("button", { name: "Stay signed in" }).click();
  await expect(page.getByRole("button", { name: "My account" })).toBeFocused();
  expect((await call("GET", "/api/me", { as: person })).status).toBe(200);

  await page.getByRole("button", { name: "My account" }).click();
  await signOutButton.click();
  await dialog.getByRole("button", { name: "Sign out everywhere" }).click();
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

test("a confirmation dialog stays open when an earlier change of the same member has been saved", async ({
  admin: { page },
}) => {
  const { uid, username } = await newMember();
  await db.doc(`members/${uid}`).update({ disabled: true });
  await page.goto(`/members?search=${username}`);
  const release = await holdRequests(page, `**/api/members/${uid}`);
  await page.getByRole("button", { name: "Enable" }).click();
  await page.getByRole("button", { name: "Make admin" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toBeVisible();
  release();
  await expect(page.getByText(`${username} is enabled`)).toBeVisible();
  await expect(dialog).toBeVisible();
});
