import { expect, type Locator, type Page } from "@playwright/test";
import { call, fileReport, newAdmin } from "../support/actors.ts";
import { cardOf, search } from "../support/page.ts";
import { db, uniqueId } from "../support/suite.ts";
import { fileReportsWithNewWord, test } from "./fixtures.ts";

/**
 * Makes code in the page click a button one animation frame after the button's text becomes `label`; Playwright itself
 * would click later. The returned function waits for the click.
 */
async function prepareClick(card: Locator, label: string): Promise<() => Promise<void>> {
  const preparation = await card.evaluateHandle((element, label) => {
    const clicked = new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        const button = [...element.querySelectorAll("button")].find(({ textContent }) => textContent.includes(label));
        if (button === undefined) return;
        observer.disconnect();
        requestAnimationFrame(() => {
          button.click();
          resolve();
        });
      });
      observer.observe(element, { subtree: true, childList: true, characterData: true });
    });
    // Return the promise in an object, because `evaluateHandle` would wait for a promise itself.
    return { clicked };
  }, label);
  return () => preparation.evaluate(({ clicked }) => clicked);
}

test.describe("sections 4 and 6: admin actions with live updates", () => {
  test("a step's button ignores a click right after its text was changed by another admin's step, and a message says so", async ({
    admin: { page, person },
  }) => {
    const title = uniqueId("Card");
    const { id } = await fileReport(person, { title });
    await search(page, title);
    const otherAdmin = await newAdmin();
    const card = cardOf(page, title);
    await expect(card.getByRole("button", { name: "Mark as In Progress" })).toBeVisible();
    const waitForClick = await prepareClick(card, "Mark as Testing");
    await call("PUT", `/api/issues/${id}`, { as: otherAdmin, body: { status: "IN_PROGRESS" } });
    await waitForClick();
    await expect(page.getByText("has just become In Progress. Please look again.")).toBeVisible();
    const list = await call("GET", `/api/issues?search=${encodeURIComponent(title)}`, { as: person });
    expect(list.body.bugs[0].status).toBe("IN_PROGRESS");
    // The page ignores clicks for 800 ms after the change.
    await expect(async () => {
      await card.getByRole("button", { name: "Mark as Testing" }).click();
      await expect(card.getByRole("button", { name: "Mark as Resolved" })).toBeVisible({ timeout: 2_000 });
    }).toPass();
  });

  test("a step's button ignores a click right after its text was changed by the admin's own step that seemed to have failed", async ({
    admin: { page, person },
  }) => {
    const title = uniqueId("Card");
    const { id } = await fileReport(person, { title });
    await search(page, title);
    const card = cardOf(page, title);
    await page.route(`**/api/issues/${id}`, (route) => route.abort());
    await card.getByRole("button", { name: "Mark as In Progress" }).click();
    await expect(card.getByRole("alert")).toBeVisible();
    await page.unroute(`**/api/issues/${id}`);
    // Pretend that the aborted request has made the step: the page learns of the step only now, by its listener.
    const waitForClick = await prepareClick(card, "Mark as Testing");
    await call("PUT", `/api/issues/${id}`, { as: person, body: { status: "IN_PROGRESS" } });
    await waitForClick();
    await expect(page.getByText("has just become In Progress. Please look again.")).toBeVisible();
    expect((await db.doc(`issues/${id}`).get()).get("status")).toBe("IN_PROGRESS");
  });

  test("the error message of a step disappears when the status changes", async ({ admin: { page, person } }) => {
    const title = uniqueId("Card");
    const { id } = await fileReport(person, { title });
    await search(page, title);
    await page.route(
      `**/api/issues/${id}`,
      (route) => route.fulfill({ status: 409, json: { success: false, error: "Too late." } }),
      { times: 1 },
    );
    const card = cardOf(page, title);
    await card.getByRole("button", { name: "Mark as In Progress" }).click();
    await expect(card.getByRole("alert")).toHaveText("The status was not changed. Too late.");
    await call("PUT", `/api/issues/${id}`, { as: person, body: { status: "IN_PROGRESS" } });
    await expect(card.getByRole("button", { name: "Mark as Testing" })).toBeVisible();
    await expect(card.getByRole("alert")).toHaveCount(0);
  });
});

/** Deletes the report with this title by its card's button, which only admins have. */
async function deleteReport(page: Page, title: string): Promise<void> {
  await cardOf(page, title).getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete report" }).click();
}

test("Undo turns a card marked as deleted back into a report in another member's window", async ({ admin, member }) => {
  const word = await fileReportsWithNewWord(member.person, 2);
  for (const { page } of [admin, member]) await search(page, word);
  await deleteReport(admin.page, `${word} 1`);
  await expect(member.page.getByText("This entry has been deleted")).toBeVisible();
  await admin.page.getByRole("button", { name: "Undo" }).click();
  await expect(member.page.getByText("This entry has been deleted")).toBeHidden();
  await expect(cardOf(member.page, `${word} 1`).getByRole("button", { name: "View all details" })).toBeVisible();
});
