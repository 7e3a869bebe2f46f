import { expect, type Page } from "@playwright/test";
import { PHONE_SIZE } from "../support/browser.ts";
import { cardOf, search } from "../support/page.ts";
import { db } from "../support/suite.ts";
import { call, fileReport, newAdmin, newMember, test, uniqueId } from "./fixtures.ts";

async function openDialog(page: Page) {
  await page.getByRole("button", { name: "My account" }).click();
  await page.getByRole("button", { name: "Delete account" }).click();
  return page.getByRole("dialog", { name: "Delete account?" });
}

test("a member deletes their account: password asked, signed out in all windows, others read 'former member'", async ({
  openAs,
  member: { page: othersPage, person: other },
}) => {
  const leaver = await newMember();
  const { page, log } = await openAs(leaver);
  const title = uniqueId("Left");
  const { id } = await fileReport(leaver, { title });
  await call("PUT", `/api/issues/${id}/vote`, { as: leaver, body: { voted: true } });
  await call("PUT", `/api/issues/${id}/vote`, { as: other, body: { voted: true } });
  const secondWindow = await page.context().newPage();
  await secondWindow.goto("/");
  await secondWindow.getByText(`Welcome, ${leaver.username}!`).waitFor();

  const dialog = await openDialog(page);
  const submit = dialog.getByRole("button", { name: "Delete account" });
  await submit.click();
  await expect(dialog.getByRole("alert")).toHaveText("Please fill in all fields");
  await dialog.getByLabel("Your password").fill("not the password");
  await submit.click();
  await expect(dialog.getByRole("alert")).toContainText(
    "Your account was not deleted. The current password is not right.",
  );
  await expect(dialog.getByLabel("Your password")).toBeFocused();
  await dialog.getByLabel("Your password").fill(leaver.password);
  await submit.click();
  await expect(page.getByText("Your account is deleted.")).toBeVisible();
  await expect(secondWindow.getByRole("button", { name: "Login" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("logbook.user"))).toBeNull();

  await search(othersPage, title);
  await expect(cardOf(othersPage, title).getByText("former member")).toBeVisible();
  await expect(cardOf(othersPage, title).getByText(leaver.username)).toHaveCount(0);
  expect((await db.doc(`issues/${id}`).get()).get("votes")).toBe(1);
  // The browser logs the refused password.
  log.length = 0;
});

test("the dialog says what goes and stays, offers the download, and at 390 px everything can be reached", async ({
  openAs,
}) => {
  const { page } = await openAs(await newMember());
  await page.setViewportSize(PHONE_SIZE);
  const dialog = await openDialog(page);
  await expect(dialog).toContainText("In 30 days somebody else can register your name.");
  await expect(dialog).toContainText("as those of a ‘former member’");
  const box = (await dialog.boundingBox())!;
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(PHONE_SIZE.width);
  await dialog.getByRole("button", { name: "Download my data first" }).click();
  const download = page.getByRole("dialog", { name: "Download my data" });
  await expect(download).toBeVisible();
  await download.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("button", { name: "My account" })).toBeFocused();
});

test("threat 41: the only admin is told to make another admin first, and stays", async ({ openAs }) => {
  const admin = await newAdmin();
  const admins = await db.collection("members").where("isAdmin", "==", true).get();
  await Promise.all(admins.docs.filter(({ id }) => id !== admin.uid).map(({ ref }) => ref.update({ isAdmin: false })));
  const { page, log } = await openAs(admin);
  const dialog = await openDialog(page);
  await dialog.getByLabel("Your password").fill(admin.password);
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await expect(dialog.getByRole("alert")).toContainText("You are the only admin");
  await dialog.getByRole("button", { name: "Keep my account" }).click();
  await expect(page.getByText(`Welcome, ${admin.username}!`)).toBeVisible();
  log.length = 0;
});
