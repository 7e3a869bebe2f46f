import { expect, type Page } from "@playwright/test";
import { PHONE_SIZE } from "../support/browser.ts";
import { expectHydrated, holdRequests, runUntilVisible, search, waitForCachedMarkup } from "../support/page.ts";
import { db } from "../support/suite.ts";
import { call, fileReport, newAdmin, newMember, test } from "./fixtures.ts";

const rowOf = (page: Page, username: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: username, exact: true }) });

/** Opens the members page by its link and searches for one name. The search ignores upper and lower case. */
async function findMember(page: Page, username: string): Promise<void> {
  // Before hydration the link would load the page anew, and the focus would stay on the body.
  await expectHydrated(page);
  await page.getByRole("link", { name: "Members" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Members" })).toBeFocused();
  await page.getByRole("searchbox", { name: "Search by name" }).fill(username.toUpperCase());
  await expect(page.getByText("1 found")).toBeVisible();
}

test("a failed change of a member shows the error in the dialog, or without a dialog in the member's row", async ({
  admin,
}) => {
  const { page } = admin;
  const { username, uid } = await newMember();
  await findMember(page, username);
  await page.route("**/api/members/*", (route) =>
    route.fulfill({ status: 503, json: { success: false, error: "Out of reach for a test.", code: "unavailable" } }),
  );
  await rowOf(page, username).getByRole("button", { name: "Disable" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disable" }).click();
  await expect(page.getByRole("alertdialog").getByRole("alert")).toHaveText(
    "The member was not changed. Out of reach for a test.",
  );
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(rowOf(page, username).getByRole("button", { name: "Disable" })).toBeVisible();

  // Enabling a member opens no dialog, so the error is in the row.
  await call("PUT", `/api/members/${uid}`, { as: await newAdmin(), body: { disabled: true } });
  await page.reload();
  await rowOf(page, username).getByRole("button", { name: "Enable" }).click();
  await expect(rowOf(page, username).getByRole("alert")).toHaveText(
    "The member was not changed. Out of reach for a test.",
  );
});

test("the URL contains page and search; a search without results says so and offers all members", async ({ admin }) => {
  const { page } = admin;
  // A page of the list has 25 members.
  for (let count = 0; count < 26; count += 1) await newMember();
  await page.goto("/members");
  await page.getByRole("navigation", { name: "Pagination" }).getByRole("button", { name: "2", exact: true }).click();
  await expect(page).toHaveURL(/\/members\?page=2$/);
  await page.reload();
  await expect(page.getByRole("button", { name: "2", exact: true })).toHaveAttribute("aria-current", "page");
  await page.getByRole("searchbox").fill("nobody-is-called-like-this");
  await expect(page.getByRole("heading", { name: "Nobody by that name" })).toBeVisible();
  await page.getByRole("button", { name: "Show all members" }).click();
  await expect(page.getByRole("listitem").first()).toBeVisible();
  await expect(page.getByRole("searchbox")).toHaveValue("");
});

test("the window is named after its screen", async ({ openAs }) => {
  const { page } = await openAs(await newAdmin());
  await expect(page).toHaveTitle(/.+ · Logbook$/);
  for (const name of ["Members", "Trash"]) {
    await page.getByRole("link", { name, exact: true }).click();
    await expect(page).toHaveTitle(`${name} · Logbook`);
  }
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveTitle("Members only · Logbook");
  await page.goto("/nothing-is-here");
  await expect(page).toHaveTitle("Page not found · Logbook");
});

test("a role that was changed since the last visit shows at the next visit", async ({ openAs }) => {
  const { page, person } = await openAs(await newMember());
  for (const isAdmin of [true, false]) {
    await call("PUT", `/api/members/${person.uid}`, { as: await newAdmin(), body: { isAdmin } });
    await page.reload();
    const heading = `Welcome, ${person.username}!${isAdmin ? " (Admin)" : ""}`;
    await expect(page.getByRole("heading", { name: heading, exact: true })).toBeVisible();
  }
});

test("Back to a search by name restores the name in the search box and in the URL", async ({ admin: { page } }) => {
  await page.goto("/members");
  const box = page.getByRole("searchbox", { name: "Search by name" });
  await box.fill("m");
  await expect(page).toHaveURL(/search=m/);
  await page.getByRole("link", { name: "Members" }).click();
  await expect(page).toHaveURL(/\/members$/);
  await expect(box).toHaveValue("");
  await page.clock.install();
  await page.goBack();
  await expect(box).toHaveValue("m");
  // The search box changes the URL after a short delay; after Back it must not change the URL once more.
  await page.clock.runFor(2_000);
  await expect(page).toHaveURL(/search=m/);
  await expect(box).toHaveValue("m");
});

test("the admin screens show members the 404 page, and visitors the login", async ({ member, browser }) => {
  const { page } = member;
  await expect(page.getByRole("link", { name: "Members" })).toHaveCount(0);
  for (const path of ["/members", "/trash"]) {
    await page.goto(path);
    await expect(page.getByText("Oops! Page not found")).toBeVisible();
  }
  const admin = await newAdmin();
  const context = await browser.newContext();
  const visitor = await context.newPage();
  await visitor.goto("/members");
  await expect(visitor.getByRole("heading", { name: /members only/i })).toBeVisible();
  await visitor.getByLabel("Username").fill(admin.username);
  await visitor.getByLabel("Password", { exact: true }).fill(admin.password);
  await visitor.getByRole("button", { name: "Login" }).click();
  await expect(visitor.getByRole("heading", { level: 1, name: "Members" })).toBeVisible();
  // The logo leads to the dashboard.
  await visitor.getByRole("link", { name: "Logbook" }).click();
  await expect(visitor.getByRole("heading", { name: `Welcome, ${admin.username}! (Admin)` })).toBeVisible();
  await context.close();
});

test("the account panel closes on Escape, on a click outside, and on Tab after its last control", async ({
  member: { page },
}) => {
  const accountButton = page.getByRole("button", { name: "My account" });
  const panelItem = page.getByRole("button", { name: "Change my password" });
  await accountButton.click();
  await expect(panelItem).toBeVisible();
  await expect(accountButton).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("Escape");
  await expect(panelItem).toBeHidden();
  await expect(accountButton).toBeFocused();
  await accountButton.click();
  // A text takes no focus, so only the click itself can close the panel.
  await page.getByText("Current project").click();
  await expect(panelItem).toBeHidden();
  await accountButton.focus();
  await page.keyboard.press("Enter");
  await expect(panelItem).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "What’s new" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(panelItem).toBeFocused();
  await page.getByRole("button", { name: "Delete account" }).focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Logout" })).toBeFocused();
  await expect(panelItem).toBeHidden();
});

test("at 390 px Logout is beside the account button, whose panel links to the admin screens", async ({
  admin: { page },
}) => {
  await page.setViewportSize(PHONE_SIZE);
  const verticalMiddleOf = async (name: string) => {
    const box = (await page.getByRole("banner").getByRole("button", { name }).boundingBox())!;
    return Math.round(box.y + box.height / 2);
  };
  await expect(async () => {
    expect(await verticalMiddleOf("Logout")).toBe(await verticalMiddleOf("My account"));
  }).toPass();
  await page.getByRole("button", { name: "My account" }).click();
  await page.getByRole("link", { name: "Trash" }).click();
  await expect(page).toHaveURL(/\/trash$/);
  await expect(page.getByRole("heading", { level: 1, name: "Trash" })).toBeFocused();
  await expect(page.getByRole("link", { name: "Members" })).toBeHidden();
});

test("members and trash that could not be loaded offline are loaded once the browser is online", async ({
  admin: { page, person },
}) => {
  const { username } = await newMember();
  await page.goto("/trash");
  await expect(page.getByText(/Restore|The trash is empty/).first()).toBeVisible();
  await page.getByRole("link", { name: "Members" }).click();
  await expect(page.getByRole("heading", { name: "Members" })).toBeFocused();
  const loadError = (name: string) => page.getByRole("alert").filter({ hasText: `The ${name} could not be loaded.` });

  // The page tries several times before it shows an error; advancing the clock makes these tries quick.
  await page.clock.install();
  await page.context().setOffline(true);
  await page.getByRole("searchbox", { name: "Search by name" }).fill(username);
  await runUntilVisible(page, loadError("members"));
  await page.context().setOffline(false);
  await expect(rowOf(page, username)).toBeVisible();
  await expect(loadError("members")).toHaveCount(0);

  // The trash page shows the list that it has loaded before, with a message that it could not be loaded again.
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Trash" }).click();
  await runUntilVisible(page, loadError("deleted reports"));
  await page.context().setOffline(false);
  await expect(loadError("deleted reports")).toHaveCount(0);
  // The failed requests have not signed the admin out.
  await expect(page.getByRole("banner")).toContainText(person.username);
});

test("printed, members and trash show none of the controls", async ({ admin: { page, person } }) => {
  const { username } = await newMember();
  const { id } = await fileReport(person, { title: "Thrown away" });
  expect((await call("DELETE", `/api/issues/${id}`, { as: person })).status).toBe(200);
  await page.goto(`/members?search=${username}`);
  await expect(rowOf(page, username)).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("searchbox")).toBeHidden();
  await expect(page.getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: username, exact: true })).toBeVisible();
  await page.goto("/trash");
  await expect(page.getByRole("listitem").first()).toBeVisible();
  await expect(page.getByRole("button")).toHaveCount(0);
});

const statusMessage = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });

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
