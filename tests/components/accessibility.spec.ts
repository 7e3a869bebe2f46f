import { fileURLToPath } from "node:url";
import { expect, type Page } from "@playwright/test";
import { expectNoViolations } from "../support/axe.ts";
import { DESKTOP_SIZE, PHONE_SIZE } from "../support/browser.ts";
import { cardOf, search } from "../support/page.ts";
import { patient } from "../support/patience.ts";
import { call, fileReport, test } from "./fixtures.ts";

const fixturePath = (name: string): string => fileURLToPath(new URL(`../support/fixtures/${name}`, import.meta.url));

/** By how many pixels the page is wider than its window. */
const horizontalOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Expects no axe violation on a phone and on a desktop, light and dark, and no horizontal scrolling at 320 px. */
async function expectAccessible(page: Page, state: string): Promise<void> {
  for (const viewport of [PHONE_SIZE, DESKTOP_SIZE]) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await expectNoViolations(page, `${state}, ${colorScheme}, ${viewport.width} px`);
    }
  }
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await horizontalOverflow(page), `${state} scrolls sideways at 320 px`).toBe(0);
  await page.setViewportSize(DESKTOP_SIZE);
}

test.setTimeout(patient(180_000));

test("the login form, a login error, the register form and the 404 page are accessible", async ({ page }) => {
  await page.goto("/");
  await expectAccessible(page, "login");
  // With empty fields the login fails.
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expectAccessible(page, "login error");
  await page.getByRole("button", { name: "Register" }).click();
  await expectAccessible(page, "register");
  await page.goto("/nowhere");
  await expect(page.getByText("Oops! Page not found")).toBeVisible();
  await expectAccessible(page, "404");
});

test("a member's list, forms, report details, image viewer and account panel are accessible", async ({
  member: { page, person },
}) => {
  const title = `Accessible ${Date.now()}`;
  await page.getByRole("button", { name: "Report Bug" }).click();
  const form = page.getByRole("form", { name: "Report Bug" });
  // Submitting the empty form shows the errors of its fields.
  await form.getByRole("button", { name: /submit/i }).click();
  await form
    .locator("input[type=file]")
    .setInputFiles([
      fixturePath("broken-form.png"),
      fixturePath("error-report.pdf"),
      fixturePath("browser-console.log"),
      fixturePath("page.html"),
    ]);
  // The page converts pictures to JPEG.
  await expect(form.getByText("broken-form.jpg")).toBeVisible();
  await expectAccessible(page, "form with field errors and attached files");
  await form.getByLabel("Title").fill(title);
  await form.getByLabel("Description").fill("With https://example.org in it.");
  await form.getByRole("button", { name: /submit/i }).click();
  await expect(form).toBeHidden();
  await fileReport(person, { title: `${title} feature`, type: "feature" });
  await search(page, title);
  await expectAccessible(page, "list");
  const card = cardOf(page, title).filter({ hasText: "Bug" }).first();
  await card.getByRole("button", { name: "View all details" }).click();
  await card.getByRole("textbox", { name: "Amendment" }).fill("A note.");
  await card.getByRole("button", { name: "Add amendment" }).click();
  await expect(card.getByRole("listitem").filter({ hasText: "A note." })).toBeVisible();
  await expectAccessible(page, "details and amendments");
  await card.getByRole("button", { name: /View image/ }).click();
  await expect(page.getByRole("dialog").getByRole("img")).toBeVisible();
  await expectAccessible(page, "image viewer");
  await page.keyboard.press("Escape");
  await search(page, "nothing-is-called-like-this");
  await expectAccessible(page, "list without matches");
  await page.getByRole("button", { name: "My account" }).click();
  await expect(page.getByRole("button", { name: "Change my password" })).toBeVisible();
  await expectAccessible(page, "account panel");
  await page.getByRole("button", { name: "Change my password" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Change password" }).click();
  await expect(page.getByRole("dialog").getByRole("alert")).toBeVisible();
  await expectAccessible(page, "password dialog with an error");
});

test("an admin's list, the delete dialog and a failed load of the list are accessible", async ({
  admin: { page, person },
}) => {
  const title = `Admins' ${Date.now()}`;
  await fileReport(person, { title });
  await search(page, title);
  await expectAccessible(page, "admin's list");
  await cardOf(page, title).getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await expectAccessible(page, "delete dialog");
  // With the status 400 the page shows the error at once; after a 500 it would first try again.
  await page.route("**/api/issues?*", (route) =>
    route.fulfill({ status: 400, json: { success: false, error: "Broken for a test.", code: "bad-request" } }),
  );
  await page.reload();
  await expect(page.getByRole("alert")).toBeVisible();
  await expectAccessible(page, "failed load");
});

test("an admin's members page, trash and confirmation dialogs are accessible", async ({
  admin: { page, person },
  actors,
}) => {
  const { id } = await fileReport(person, { title: `Binned ${Date.now()}`, type: "feature" });
  await call("DELETE", `/api/issues/${id}`, { as: person });
  await page.goto(`/members?search=${actors.member.username}`);
  await page.getByRole("button", { name: "Disable" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await expectAccessible(page, "dialog that confirms disabling a member");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("searchbox").fill(person.username);
  await expect(page.getByText("You", { exact: true })).toBeVisible();
  await expectAccessible(page, "members");
  await page.getByRole("searchbox").fill("nobody-is-called-like-this");
  await expect(page.getByRole("heading", { name: "Nobody by that name" })).toBeVisible();
  await expectAccessible(page, "no member found");
  await page.goto("/trash");
  await expect(page.getByRole("button", { name: "Restore" }).first()).toBeVisible();
  await expectAccessible(page, "trash");
  await page.goto("/");
  await page.getByRole("button", { name: "My account" }).click();
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await expectAccessible(page, "dialog that confirms signing out everywhere");
});

test("the dashboard is accessible while the list is loading", async ({ member: { page } }) => {
  // The request never gets a response.
  await page.route("**/api/issues?*", () => undefined);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Entries" })).toBeVisible();
  await expectAccessible(page, "loading");
});

test("at 200 % zoom everything is visible without horizontal scrolling", async ({ member: { page, person } }) => {
  const title = `Zoomed ${Date.now()}`;
  await fileReport(person, { title });
  // A window of 1440 px at 200 % zoom is 720 CSS px wide.
  await page.setViewportSize({ width: 720, height: 450 });
  await search(page, title);
  await page.getByRole("button", { name: "Report Bug" }).click();
  await expect(page.getByRole("form", { name: "Report Bug" })).toBeVisible();
  await cardOf(page, title).getByRole("button", { name: "View all details" }).click();
  expect(await horizontalOverflow(page)).toBe(0);
});

test("at 400 % zoom a dialog shows its heading and its buttons completely", async ({ admin: { page, person } }) => {
  const title = `${"Zoomed in ".repeat(10)}${Date.now()}`;
  await fileReport(person, { title });
  // A window of 1280 × 1024 px at 400 % zoom.
  await page.setViewportSize({ width: 320, height: 256 });
  await search(page, title);
  await cardOf(page, title).getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByRole("button", { name: "Keep it" })).toBeFocused();
  for (const name of ["Keep it", "Delete report"])
    await expect(dialog.getByRole("button", { name })).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByRole("heading")).toBeInViewport({ ratio: 1 });
  // The dialog ends right below the buttons, so nothing is left to scroll to.
  const spaceBelowButtons = await dialog
    .getByRole("button", { name: "Keep it" })
    .locator("..")
    .evaluate((row) => row.parentElement!.getBoundingClientRect().bottom - row.getBoundingClientRect().bottom);
  // Less than two pixels may come from a border or from rounding.
  expect(spaceBelowButtons).toBeLessThan(2);
});

test("search results, added files, amendments and status changes are announced to screen readers", async ({
  admin: { page, person },
}) => {
  const title = `Announced ${Date.now()}`;
  const announcement = (text: string | RegExp) => page.getByRole("status").filter({ hasText: text });
  await fileReport(person, { title });
  await search(page, title);
  await expect(announcement(/^1 of \d+ match$/)).toHaveCount(1);
  const card = cardOf(page, title);
  await card.getByRole("button", { name: "Mark as In Progress" }).click();
  await expect(announcement("The report is now In Progress.")).toHaveCount(1);
  await card.getByRole("textbox", { name: "Amendment" }).fill("A note.");
  await card.getByRole("button", { name: "Add amendment" }).click();
  await expect(announcement("Amendment added.")).toHaveCount(1);
  await page.getByRole("button", { name: "Report Bug" }).click();
  const form = page.getByRole("form", { name: "Report Bug" });
  await form.locator("input[type=file]").setInputFiles([fixturePath("browser-console.log")]);
  await expect(announcement(/1 file/i)).toHaveCount(1);
});

test("closed reports, the dialog that closes one, and the pages of a duplicate and its target are accessible", async ({
  admin,
  member,
}) => {
  const { page } = admin;
  const target = await fileReport(member.person, { title: "Calendar exports the wrong month" });
  const duplicate = await fileReport(member.person, { title: "Export of the calendar is wrong" });
  const other = await fileReport(member.person, { title: "Calendar export is late" });
  await call("POST", "/api/issues/amendment", { as: member.person, body: { issueId: duplicate.id, text: "Me too." } });
  const closings = [
    [duplicate.id, { reason: "duplicate", of: target.id }],
    [other.id, { reason: "not-planned" }],
  ] as const;
  for (const [id, body] of closings) await call("PUT", `/api/issues/${id}/closing`, { as: admin.person, body });
  await page.goto("/");
  await cardOf(page, duplicate.title).getByRole("button", { name: "View all details" }).click();
  await expect(page.getByText("This is a duplicate of")).toBeVisible();
  await expectAccessible(page, "closed reports");
  await cardOf(page, target.title).getByRole("button", { name: "Close…" }).click();
  await page.getByRole("button", { name: "Close report" }).click();
  await page.getByRole("radio", { name: "Duplicate of another report" }).check();
  await page.getByRole("searchbox", { name: "Which report?" }).fill("calendar export");
  await expect(page.getByRole("radio", { name: other.title })).toBeVisible();
  await page.getByRole("button", { name: "Close report" }).click();
  await expect(page.getByRole("dialog").getByRole("alert")).toBeVisible();
  await expectAccessible(page, "the dialog that closes a report");
  await page.goto(`/?report=${duplicate.number}`);
  await expect(page.getByText("This is a duplicate of")).toBeVisible();
  await expectAccessible(page, "the page of a duplicate");
  await page.goto(`/?report=${target.number}`);
  await page.getByRole("button", { name: "Show 1 amendment" }).click();
  await expect(page.getByText("Me too.")).toBeVisible();
  await expectAccessible(page, "the page of a target");
});

test("What's new with a draft, its form with errors, and the line above the list are accessible", async ({
  member: { page, person },
  admin,
}) => {
  const reports = [await fileReport(person, { title: "Photo upload fails" }), await fileReport(person)];
  const body = { title: "Uploads work again", text: `See #${reports[0]!.number}.`, publish: true, from: "" };
  const numbers = reports.map(({ number }) => number);
  await call("PUT", "/api/changelog/published", { as: admin.person, body: { ...body, reports: numbers } });
  const draft = { ...body, title: "A draft", reports: [], publish: false };
  await call("PUT", "/api/changelog/draft", { as: admin.person, body: draft });
  await call("DELETE", `/api/issues/${reports[1]!.id}`, { as: admin.person, body: {} });
  await page.reload();
  await expect(page.getByRole("link", { name: "New: Uploads work again" })).toBeVisible();
  await expectAccessible(page, "the line above the list");
  await admin.page.goto("/?news");
  await expect(admin.page.getByRole("heading", { name: "A draft" })).toBeVisible();
  await expect(admin.page.getByText(`#${numbers[1]}, which is deleted`)).toBeVisible();
  await expectAccessible(admin.page, "What's new");
  await admin.page.getByRole("button", { name: "Write an entry" }).click();
  await admin.page.getByRole("button", { name: "Publish" }).click();
  await expect(admin.page.getByText("Text is required. Please fill it in.")).toBeVisible();
  await expectAccessible(admin.page, "the form of an entry");
});
