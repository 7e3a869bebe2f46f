import type { Status } from "@logbook/domain";
import { expect, type Locator, type Page } from "@playwright/test";
import { cardOf, expectHydrated } from "../support/page.ts";
import { call, fileReport, newMember, openReport, type Person, storedReport, test } from "./fixtures.ts";

const step = async (as: Person, id: string, ...statuses: Status[]) => {
  for (const status of statuses) await call("PUT", `/api/issues/${id}`, { as, body: { status } });
};
const resolve = (as: Person, id: string) => step(as, id, "IN_PROGRESS", "TESTING", "RESOLVED");
const vote = (as: Person, id: string) => call("PUT", `/api/issues/${id}/vote`, { as, body: { voted: true } });
const answer = (as: Person, id: string, fixed: boolean) =>
  call("PUT", `/api/issues/${id}/fix-answer`, { as, body: { fixed } });
const questionIn = (place: Locator | Page) => place.getByRole("group", { name: "Fixed for you?" });

test.describe("'Fixed for you?'", () => {
  test("is on a card only for those who are asked; an answer is counted, stays and can be changed", async ({
    member: { page, person },
    admin,
  }) => {
    const { id } = await fileReport(person, { title: "Mended" });
    await fileReport(person, { title: "Still open" });
    await resolve(admin.person, id);
    await page.reload();
    await expectHydrated(page);
    const card = cardOf(page, "Mended");
    const [yes, no] = ["Yes", "Still happens"].map((name) => questionIn(card).getByRole("button", { name }));
    await yes!.click();
    await expect(page.getByText("Thank you. You say that it is fixed.")).toBeVisible();
    await expect(yes!).toHaveAttribute("aria-pressed", "true");
    await expect(yes!).toBeFocused();
    await expect(card.getByText("Fixed? 1 yes", { exact: true })).toBeVisible();
    await expect(questionIn(cardOf(page, "Still open"))).toHaveCount(0);

    await page.reload();
    await expect(yes!).toHaveAttribute("aria-pressed", "true");
    await no!.click();
    await page.keyboard.press("Escape");
    await expect(no!).toBeFocused();
    await expect(card.getByRole("textbox", { name: /^What still happens/ })).toHaveCount(0);
    await no!.press("Enter");
    await page.keyboard.type("Only in private windows.");
    await page.keyboard.press("Control+Enter");
    await expect(card.getByText("Only in private windows.")).toBeVisible();
    await expect(card.getByText("Fixed? 1 still happens", { exact: true })).toBeVisible();
    await expect(no!).toHaveAttribute("aria-pressed", "true");
    await expect(no!).toBeFocused();
    const { amendments, status } = await storedReport(id);
    expect(amendments).toMatchObject([{ text: "Only in private windows.", createdBy: person.username }]);
    expect(status).toBe("RESOLVED");
    // An admin who has neither filed it nor voted nor seen it is not asked.
    await admin.page.reload();
    await expectHydrated(admin.page);
    await expect(cardOf(admin.page, "Mended").getByText("Fixed? 1 still happens")).toBeVisible();
    await expect(questionIn(admin.page)).toHaveCount(0);
  });

  test("in two windows: both answer on the report's page, without a text, and a reopening begins anew", async ({
    member: { page, person },
    admin,
    openAs,
  }) => {
    const { id, number } = await fileReport(person, { title: "For two" });
    const voter = await openAs(await newMember());
    await vote(voter.person, id);
    await resolve(admin.person, id);
    for (const window of [page, voter.page]) await openReport(window, number);
    await questionIn(page).getByRole("button", { name: "Yes" }).click();
    await expect(page.getByText("Fixed? 1 yes", { exact: true })).toBeVisible();
    await questionIn(voter.page).getByRole("button", { name: "Still happens" }).click();
    await questionIn(voter.page).getByRole("button", { name: "Send" }).click();
    await expect(voter.page.getByText("Fixed? 1 yes, 1 still happens", { exact: true })).toBeVisible();

    // The voter's window does not know of the reopening yet.
    await step(admin.person, id, "TESTING");
    await questionIn(voter.page).getByRole("button", { name: "Yes" }).click();
    await expect(voter.page.getByText(/^Your answer was not stored/)).toBeVisible();
    await expect(questionIn(voter.page)).toHaveCount(0);
    await expect(voter.page.getByText(/^Fixed\?/)).toHaveCount(0);
    await step(admin.person, id, "RESOLVED");
    for (const window of [page, voter.page]) {
      await window.reload();
      const yes = questionIn(window).getByRole("button", { name: "Yes" });
      await expect(yes).toHaveAttribute("aria-pressed", "false");
    }
  });

  test("is in the news until it is answered, and leads to the report", async ({ member: { page, person }, admin }) => {
    const { id, number } = await fileReport(person, { title: "Told" });
    await resolve(admin.person, id);
    await page.reload();
    await expectHydrated(page);
    const openNews = async () => {
      await page.getByRole("button", { name: /^News/ }).click();
      return page.getByRole("region", { name: "News" });
    };
    const news = await openNews();
    const item = news.getByRole("link", { name: /Told.*status Resolved/ });
    await expect(item.getByText(/^Fixed for you\?/)).toBeVisible();
    await item.click();
    await expect(page).toHaveURL(new RegExp(`report=${number}`));
    await questionIn(page).getByRole("button", { name: "Yes" }).click();
    await expect(page.getByText("Thank you. You say that it is fixed.")).toBeVisible();
    await openNews();
    await expect(item).toBeVisible();
    await expect(item.getByText(/^Fixed for you\?/)).toHaveCount(0);
  });

  test("sorts the list by 'Still happens', and a row counts the answers", async ({ admin: { page, person } }) => {
    const [fixed, unfixed] = [
      await fileReport(person, { title: "All is well", priority: "CRITICAL" }),
      await fileReport(person, { title: "All is not well", priority: "LOW" }),
    ];
    for (const { id } of [fixed, unfixed]) await resolve(person, id);
    await answer(person, fixed.id, true);
    await answer(person, unfixed.id, false);
    await page.reload();
    await expectHydrated(page);
    const titles = page.getByRole("heading", { level: 3 });
    await expect(titles).toHaveText(["All is well", "All is not well"]);
    await page.getByRole("combobox", { name: "Sort by" }).selectOption("Still happens");
    await expect(titles).toHaveText(["All is not well", "All is well"]);
    await page.getByRole("button", { name: "Rows", exact: true }).click();
    await expect(cardOf(page, "All is not well").getByText("Fixed? 1 still happens")).toBeVisible();
  });

  test("a text that is being written stays if the report is reopened meanwhile", async ({
    member: { page, person },
    admin,
  }) => {
    const { id, number } = await fileReport(person, { title: "Reopened" });
    await resolve(admin.person, id);
    await openReport(page, number);
    await questionIn(page).getByRole("button", { name: "Still happens" }).click();
    const line = page.getByRole("textbox", { name: /^What still happens/ });
    await expect(line).toBeFocused();
    await line.fill("With the second picture.");
    await step(admin.person, id, "TESTING");
    await questionIn(page).getByRole("button", { name: "Send" }).click();
    await expect(page.getByText(/^Your answer was not stored/)).toBeVisible();
    await expect(page.getByText("Testing", { exact: true }).first()).toBeVisible();
    await expect(line).toHaveValue("With the second picture.");
    expect((await storedReport(id)).amendments).toEqual([]);
  });
});
