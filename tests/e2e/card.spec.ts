import { expect, type Locator } from "@playwright/test";
import { call, fileReport, newAdmin } from "../support/actors.ts";
import { cardOf, search } from "../support/page.ts";
import { db, uniqueId } from "../support/suite.ts";
import { test } from "./fixtures.ts";

/**
 * Clicks a button of the card in the frame after its text becomes `label`, by code in the page, since Playwright's
 * click would come too late. Resolves once the page watches the card; `pressed()` resolves after the click.
 */
async function watchToPress(card: Locator, label: string): Promise<{ pressed: () => Promise<void> }> {
  const watch = await card.evaluateHandle((element, label) => {
    const pressed = new Promise<void>((done) => {
      const watcher = new MutationObserver(() => {
        const button = Array.from(element.querySelectorAll("button")).find((one) => one.textContent?.includes(label));
        if (button === undefined) return;
        watcher.disconnect();
        requestAnimationFrame(() => {
          button.click();
          done();
        });
      });
      watcher.observe(element, { subtree: true, childList: true, characterData: true });
    });
    return { pressed };
  }, label);
  return { pressed: () => watch.evaluate(({ pressed }) => pressed) };
}

test.describe("sections 4 and 6: admin actions with live updates", () => {
  test("a button that changes under the pointer ignores clicks until the user has had time to see the change", async ({
    admin: { page, person },
  }) => {
    const title = uniqueId("Card");
    const { id } = await fileReport(person, { title });
    await search(page, title);
    const other = await newAdmin();
    const card = cardOf(page, title);
    await expect(card.getByRole("button", { name: "Mark as In Progress" })).toBeVisible();
    const button = await watchToPress(card, "Mark as Testing");
    await call("PUT", `/api/issues/${id}`, { as: other, body: { status: "IN_PROGRESS", userId: other.uid } });
    await button.pressed();
    await expect(page.getByText("has just become In Progress. Please look again.")).toBeVisible();
    expect(
      (await call("GET", `/api/issues?search=${encodeURIComponent(title)}`, { as: person })).body.bugs[0].status,
    ).toBe("IN_PROGRESS");
    await expect(async () => {
      await card.getByRole("button", { name: "Mark as Testing" }).click();
      await expect(card.getByRole("button", { name: "Mark as Resolved" })).toBeVisible({ timeout: 2_000 });
    }).toPass();
  });

  test("a step whose response was lost arrives through the listener, and its changed button ignores clicks at that moment", async ({
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
    // The listener delivers the lost request's change after the error.
    const button = await watchToPress(card, "Mark as Testing");
    await call("PUT", `/api/issues/${id}`, { as: person, body: { status: "IN_PROGRESS", userId: person.uid } });
    await button.pressed();
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
      {
        times: 1,
      },
    );
    const card = cardOf(page, title);
    await card.getByRole("button", { name: "Mark as In Progress" }).click();
    await expect(card.getByRole("alert")).toHaveText("The status was not changed. Too late.");
    await call("PUT", `/api/issues/${id}`, { as: person, body: { status: "IN_PROGRESS" } });
    await expect(card.getByRole("button", { name: "Mark as Testing" })).toBeVisible();
    await expect(card.getByRole("alert")).toHaveCount(0);
  });
});
