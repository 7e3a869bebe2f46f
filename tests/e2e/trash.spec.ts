import { expect, type Page } from "@playwright/test";
import { call, fileReport } from "../support/actors.ts";
import { cardOf, search } from "../support/page.ts";
import { db } from "../support/suite.ts";
import { fileReportsWithNewWord, test } from "./fixtures.ts";

const rowOf = (page: Page, title: string) => page.getByRole("listitem").filter({ hasText: title });
const statusMessage = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });
const undoButton = (page: Page) => page.getByRole("button", { name: "Undo" });

/** Deletes the report with this title by its card's button, which only admins have. */
async function deleteReport(page: Page, title: string): Promise<void> {
  await cardOf(page, title).getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete report" }).click();
  await expect(statusMessage(page, "The report was deleted.")).toHaveCount(1);
}

test("Undo restores a deleted report, and the report's card in the list gets the focus", async ({ admin, member }) => {
  const { page } = admin;
  const word = await fileReportsWithNewWord(member.person, 3);
  await search(page, word);
  await deleteReport(page, `${word} 2`);
  await expect(page.getByRole("article")).toHaveCount(2);
  await undoButton(page).click();
  await expect(page.getByRole("article")).toHaveCount(3);
  await expect(statusMessage(page, "The report is back.")).toHaveCount(1);
  await expect(cardOf(page, `${word} 2`).getByRole("heading", { level: 3 })).toBeFocused();
  await expect(undoButton(page)).toHaveCount(0);
});

test("Undo turns a card marked as deleted back into a report in another member's window", async ({ admin, member }) => {
  const word = await fileReportsWithNewWord(member.person, 2);
  for (const { page } of [admin, member]) await search(page, word);
  await deleteReport(admin.page, `${word} 1`);
  await expect(member.page.getByText("This entry has been deleted")).toBeVisible();
  await undoButton(admin.page).click();
  await expect(member.page.getByText("This entry has been deleted")).toBeHidden();
  await expect(cardOf(member.page, `${word} 1`).getByRole("button", { name: "View all details" })).toBeVisible();
});

test("the trash shows which report was deleted, by whom, and until when, and restores the report", async ({
  admin,
  member,
}) => {
  const { page, person } = admin;
  const title = `Thrown away ${Date.now()}`;
  await fileReport(member.person, { title, type: "feature" });
  await search(page, title);
  await deleteReport(page, title);
  await page.getByRole("link", { name: "Trash" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Trash" })).toBeFocused();
  const row = rowOf(page, title);
  await expect(row).toContainText("Feature");
  await expect(row).toContainText(`Reported by ${member.person.username}. Deleted by ${person.username} just now.`);
  await expect(row).toContainText("Gone for good in 30 days");
  await row.getByRole("button", { name: "Restore" }).click();
  await expect(row).toHaveCount(0);
  await expect(statusMessage(page, "The report is back in the list.")).toHaveCount(1);
  await expect(page.getByRole("heading", { level: 1, name: "Trash" })).toBeFocused();
  await page.getByRole("link", { name: "Logbook" }).click();
  await search(page, title);
  await expect(cardOf(page, title)).toBeVisible();
});

test("restoring a report whose 30 days have just ended shows an error in the report's row", async ({
  admin,
  member,
}) => {
  const { page } = admin;
  const title = `Too late ${Date.now()}`;
  const { id } = await fileReport(member.person, { title });
  await call("DELETE", `/api/issues/${id}`, { as: admin.person });
  await page.goto("/trash");
  await expect(rowOf(page, title)).toBeVisible();
  await db.doc(`trash/${id}`).update({ purgeAt: new Date(Date.now() - 1000) });
  await rowOf(page, title).getByRole("button", { name: "Restore" }).click();
  await expect(rowOf(page, title).getByRole("alert")).toContainText("no longer in the trash");
});
