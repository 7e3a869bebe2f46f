import { expect, type Page } from "@playwright/test";
import { expectNoNewViolations } from "../support/axe.ts";
import { PHONE_SIZE } from "../support/browser.ts";
import { cardOf } from "../support/page.ts";
import { addAmendment, call, fileReport, newAdmin, openReport, storedReport, test } from "./fixtures.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const statusMessage = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });
const pinned = (page: Page) => page.getByRole("navigation", { name: "Pinned" });

test("an admin takes a report and finds it in 'Mine to do'; members see who has it, and no such buttons", async ({
  admin: { page, person },
  member,
}) => {
  const { number } = await fileReport(member.person, { title: "Taken" });
  await fileReport(member.person, { title: "Free" });
  await openReport(page, number);
  await button(page, "I take it").click();
  await expect(statusMessage(page, "You have taken this report. It is in 'Mine to do'.")).toHaveCount(1);
  await expect(page.getByText(`${person.username} took this`)).toBeVisible();
  await expectNoNewViolations(page, "a taken report's page");
  await page.getByRole("link", { name: "All reports" }).click();
  await page.getByRole("link", { name: "Mine to do" }).click();
  await expect(cardOf(page, "Taken")).toContainText(`Taken by ${person.username}`);
  await expect(cardOf(page, "Free")).toHaveCount(0);
  // The card's details have the button, too.
  await cardOf(page, "Taken").getByRole("button", { name: "View all details" }).click();
  await cardOf(page, "Taken").getByRole("button", { name: "Give it back" }).click();
  // The card stays in its place until the pointer has left it.
  await expect(cardOf(page, "Taken").getByRole("button", { name: "I take it" })).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(cardOf(page, "Taken")).toHaveCount(0);

  await member.page.reload();
  await expect(cardOf(member.page, "Taken")).toBeVisible();
  await expect(member.page.getByRole("link", { name: "Mine", exact: true })).toBeVisible();
  await expect(member.page.getByRole("link", { name: "Mine to do" })).toHaveCount(0);
  await cardOf(member.page, "Taken").getByRole("button", { name: "View all details" }).click();
  await expect(cardOf(member.page, "Taken").locator(".details")).toBeVisible();
  await expect(button(member.page, "I take it")).toHaveCount(0);
  await openReport(member.page, number);
  await expect(member.page.getByText("took this")).toBeVisible();
  await expect(button(member.page, "I take it")).toHaveCount(0);
  await expect(button(member.page, "Pin above the list")).toHaveCount(0);
});

test("a report that another admin has taken meanwhile is not taken; the page shows who has it", async ({
  admin: { page },
  member,
}) => {
  const { id, number } = await fileReport(member.person);
  await openReport(page, number);
  const other = await newAdmin();
  await expect(button(page, "I take it")).toBeVisible();
  await call("PUT", `/api/issues/${id}/assignee`, { as: other, body: { taken: true } });
  await button(page, "I take it").click();
  await expect(page.getByRole("alert").filter({ hasText: `${other.username} has taken this report` })).toBeVisible();
  await button(page, `Free it from ${other.username}`).click();
  await expect(button(page, "I take it")).toBeVisible();
  expect(await storedReport(id)).not.toHaveProperty("assignee");
});

test("pinned reports stand above the first page of the whole list, for everybody and on a phone; a fourth is refused", async ({
  admin: { page },
  member,
}) => {
  const reports = [];
  for (const title of ["One", "Two", "Three", "Four"])
    reports.push(await fileReport(member.person, { title: `${title} ${"long title ".repeat(8)}` }));
  for (const { number } of reports.slice(0, 3)) {
    await openReport(page, number);
    await button(page, "Pin above the list").click();
    await expect(button(page, "Unpin")).toBeVisible();
  }
  await openReport(page, reports[3]!.number);
  await button(page, "Pin above the list").click();
  await expect(page.getByRole("alert").filter({ hasText: "At most 3 reports can be pinned" })).toBeVisible();

  await member.page.reload();
  await expect(pinned(member.page).getByRole("link")).toHaveText([/^One/, /^Two/, /^Three/]);
  await expectNoNewViolations(member.page, "pinned reports");
  await member.page.setViewportSize(PHONE_SIZE);
  await expectNoNewViolations(member.page, "pinned reports on a phone");
  expect(await member.page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE_SIZE.width);
  await member.page.getByRole("searchbox").fill("One");
  await expect(pinned(member.page)).toHaveCount(0);
  await member.page.getByRole("searchbox").fill("");
  await pinned(member.page).getByRole("link", { name: "Two" }).click();
  await expect(member.page.getByRole("heading", { level: 1 })).toContainText("Two");

  await openReport(page, reports[0]!.number);
  await button(page, "Unpin").click();
  await expect(button(page, "Pin above the list")).toBeVisible();
  await page.getByRole("link", { name: "All reports" }).click();
  await expect(pinned(page).getByRole("link")).toHaveText([/^Two/, /^Three/]);
});

test("an admin hides an amendment, reads its text, and shows it again by Undo; its author gets news", async ({
  admin: { page, person: admin },
  member,
}) => {
  const { id, number } = await fileReport(member.person, { title: "Rude words" });
  await addAmendment(member.person, id, "A rude word");
  await openReport(page, number);
  const entry = page.getByRole("listitem").filter({ hasText: member.person.username }).last();
  await entry.getByRole("button", { name: "Hide" }).click();
  await expect(entry.getByText("Hidden by an admin")).toBeVisible();
  await expect(page.getByText("A rude word")).toHaveCount(0);
  await expect(page.getByText(`${admin.username} hid an amendment`)).toBeVisible();
  await entry.getByRole("button", { name: "Read its text" }).click();
  await expect(entry.getByText("A rude word")).toBeVisible();
  await expectNoNewViolations(page, "a hidden amendment");

  await member.page.reload();
  await expect(cardOf(member.page, "Rude words")).toContainText("Hidden by an admin");
  await expect(member.page.getByText("A rude word")).toHaveCount(0);
  await expect(cardOf(member.page, "Rude words").getByRole("button", { name: "Edit", exact: true })).toHaveCount(0);
  await member.page.getByRole("button", { name: /News/ }).click();
  const news = member.page.getByRole("region", { name: "News" });
  await expect(news.getByRole("link", { name: /Rude words.*your amendment hidden/ })).toContainText(admin.username);

  await button(page, "Undo").click();
  await expect(statusMessage(page, "Everybody can read it again.")).toHaveCount(1);
  await expect(page.getByText("A rude word")).toBeVisible();
  await member.page.reload();
  await expect(cardOf(member.page, "Rude words")).toContainText("A rude word");
});
