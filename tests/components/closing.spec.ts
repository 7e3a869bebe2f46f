import { expect, type Page } from "@playwright/test";
import { PHONE_SIZE } from "../support/browser.ts";
import { cardOf, search } from "../support/page.ts";
import { call, fileReport, fileReportsWithNewWord, test, uniqueId } from "./fixtures.ts";

const statusMessage = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });
const closeButton = (page: Page, title: string) => cardOf(page, title).getByRole("button", { name: "Close…" });
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Close this report" });

test("an admin closes a report as a duplicate, found by its number, and takes it back by Ctrl+Z and by a button", async ({
  admin,
  member,
}) => {
  const { page } = admin;
  const word = uniqueId("merge");
  const target = await fileReport(member.person, { title: `${word} target` });
  const duplicate = await fileReport(member.person, { title: `${word} duplicate` });
  await call("PUT", `/api/issues/${duplicate.id}/vote`, { as: member.person, body: { voted: true } });
  await search(page, word);
  const [card, targetCard] = [cardOf(page, duplicate.title), cardOf(page, target.title)];
  await closeButton(page, duplicate.title).press("Enter");
  const dialog = dialogOf(page);
  await expect(dialog.getByRole("radio", { name: "Duplicate of another report" })).toBeFocused();
  await dialog.getByRole("button", { name: "Close report" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Please choose why the report is closed.");
  await dialog.getByRole("radio", { name: "Duplicate of another report" }).check();
  const box = dialog.getByRole("searchbox", { name: "Which report?" });
  // Without a text, the reports with a similar title are offered, but not the report itself.
  await expect(dialog.getByRole("radio", { name: target.title })).toBeVisible();
  await expect(dialog.getByRole("radio", { name: duplicate.title })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Close report" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Please find and choose the report that this one repeats.");
  await box.fill(`#${duplicate.number}`);
  await expect(dialog.getByRole("status")).toHaveText("This is the report itself.");
  await box.fill("987654");
  await expect(dialog.getByRole("status")).toHaveText("There is no report #987654.");
  await box.fill(`${target.number}`);
  await expect(dialog.getByRole("radio", { name: target.title })).toBeChecked();
  await box.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(statusMessage(page, "The report is closed as a duplicate.")).toHaveCount(1);
  await expect(card.getByRole("link", { name: `Duplicate of #${target.number}` })).toBeVisible();
  await expect(card.getByText("Open", { exact: true })).toBeVisible();
  await expect(targetCard.getByText("1 vote", { exact: true })).toBeVisible();
  await expect(card.getByRole("button", { name: "Not a duplicate" })).toBeFocused();

  await page.keyboard.press("Control+z");
  await expect(statusMessage(page, "The report is as it was.")).toHaveCount(1);
  await expect(card.getByRole("link", { name: `Duplicate of #${target.number}` })).toHaveCount(0);
  await expect(targetCard.getByText("1 vote", { exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).waitFor({ state: "detached" });

  await call("PUT", `/api/issues/${duplicate.id}/closing`, {
    as: admin.person,
    body: { reason: "duplicate", of: target.id },
  });
  await page.reload();
  await card.getByRole("button", { name: "Not a duplicate" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Not a duplicate" }).click();
  await expect(statusMessage(page, "The report is no duplicate any more.")).toHaveCount(1);
  await expect(card.getByRole("link", { name: `Duplicate of #${target.number}` })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(card.getByRole("link", { name: `Duplicate of #${target.number}` })).toBeVisible();
});

test("a duplicate's target is found by words too; a failed search and a refused closing say so", async ({
  admin,
  member,
}) => {
  const { page } = admin;
  const target = await fileReport(member.person, { title: "The calendar exports the wrong month" });
  const other = await fileReport(member.person, { title: "Nothing like it" });
  await search(page, "Nothing like it");
  await closeButton(page, other.title).click();
  const dialog = dialogOf(page);
  await dialog.getByRole("radio", { name: "Duplicate of another report" }).check();
  const box = dialog.getByRole("searchbox", { name: "Which report?" });
  await box.fill("nowhere to be found");
  await expect(dialog.getByRole("status")).toHaveText("No report found.");
  await box.fill("calender exports");
  await dialog.getByRole("radio", { name: target.title }).check();
  await call("DELETE", `/api/issues/${target.id}`, { as: admin.person });
  await dialog.getByRole("button", { name: "Close report" }).click();
  await expect(dialog.getByRole("alert")).toContainText("The report was not changed. There is no such report");
  await page.keyboard.press("Escape");
  await expect(closeButton(page, other.title)).toBeFocused();
});

test("an admin closes a report with a reason, which the next step takes away, on a phone too", async ({
  admin,
  member,
}) => {
  const { page } = admin;
  await page.setViewportSize(PHONE_SIZE);
  const word = await fileReportsWithNewWord(member.person, 1);
  const title = `${word} 1`;
  await search(page, word);
  await closeButton(page, title).click();
  await dialogOf(page).getByRole("radio", { name: "Not planned" }).check();
  await dialogOf(page).getByRole("button", { name: "Close report" }).click();
  await expect(cardOf(page, title).getByText("Not planned", { exact: true })).toBeVisible();
  await expect(cardOf(page, title).getByRole("button", { name: "Reopen" })).toBeVisible();
  await cardOf(page, title).getByRole("button", { name: "Mark as In Progress" }).click();
  await expect(cardOf(page, title).getByText("Not planned", { exact: true })).toHaveCount(0);
  await expect(closeButton(page, title)).toBeVisible();
});

test("the page of a duplicate leads to its target, which lists it and shows its amendments in place", async ({
  member,
  admin,
}) => {
  const { page } = member;
  const target = await fileReport(member.person, { title: "The target" });
  const duplicate = await fileReport(member.person, { title: "The duplicate" });
  await call("POST", "/api/issues/amendment", {
    as: member.person,
    body: { issueId: duplicate.id, text: "On Safari too." },
  });
  await call("PUT", `/api/issues/${duplicate.id}/vote`, { as: admin.person, body: { voted: true } });
  await call("PUT", `/api/issues/${duplicate.id}/closing`, {
    as: admin.person,
    body: { reason: "duplicate", of: target.id },
  });
  await page.goto(`/?report=${duplicate.number}`);
  const main = page.getByRole("main");
  await expect(main.getByText(/^This is a duplicate of/)).toBeVisible();
  await expect(main.getByRole("listitem").filter({ hasText: "closed this as a duplicate of" })).toContainText(
    `#${target.number} The target`,
  );
  await expect(main.getByRole("button", { name: "Not a duplicate" })).toHaveCount(0);
  await main.getByRole("paragraph").filter({ hasText: "This is a duplicate of" }).getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The target");
  const list = page.getByRole("region", { name: "Duplicates" });
  await expect(list.getByRole("link", { name: `#${duplicate.number} The duplicate` })).toBeVisible();
  await expect(main.getByRole("button", { name: "Vote" })).toContainText("1 vote");
  await page.route(`**/api/issues/${duplicate.id}`, (route) =>
    route.fulfill({ status: 404, json: { success: false, code: "not-found", error: "Gone for a test." } }),
  );
  await list.getByRole("button", { name: "Show 1 amendment" }).press("Enter");
  await expect(list.getByRole("alert")).toContainText("The amendments could not be loaded. Gone for a test.");
  await page.unroute(`**/api/issues/${duplicate.id}`);
  await list.getByRole("button", { name: "Retry" }).click();
  await expect(list.getByText("On Safari too.")).toBeVisible();
  await list.getByRole("button", { name: "Hide 1 amendment" }).click();
  await expect(list.getByText("On Safari too.")).toHaveCount(0);
});
