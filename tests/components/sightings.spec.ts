import { expect, type Locator } from "@playwright/test";
import { cardOf, expectHydrated } from "../support/page.ts";
import { call, fileReport, newMember, openReport, type Person, test } from "./fixtures.ts";

/** What the tests' browser says of itself. */
const OWN = "Chrome on Linux";

const see = (as: Person, id: string, browser: string, system: string) =>
  call("PUT", `/api/issues/${id}/sighting`, { as, body: { seen: true, browser, system } });
const buttonIn = (card: Locator) => card.getByRole("button", { name: /^I see it too/ });

test.describe("'I see it too'", () => {
  test("counts a member, says before what it adds, and is taken back by the same button", async ({
    member: { page, person },
    admin,
  }) => {
    const { id } = await fileReport(person, { title: "Seen by some" });
    await see(admin.person, id, "Safari", "iOS");
    await page.reload();
    await expectHydrated(page);
    const card = cardOf(page, "Seen by some");
    const button = buttonIn(card);
    await expect(card.getByText("1 member", { exact: true })).toBeVisible();
    await expect(button).toHaveAttribute("data-tooltip", `adds: ${OWN}`);
    await button.hover();
    await expect(page.getByRole("tooltip", { name: `adds: ${OWN}` })).toBeVisible();
    await button.click();
    await expect(card.getByText("2 members", { exact: true })).toBeVisible();
    await expect(button).toHaveAttribute("aria-pressed", "true");
    await expect(button).toBeFocused();
    await expect(page.getByText("You see this bug too.")).toBeVisible();

    await page.reload();
    await expect(button).toHaveAttribute("aria-pressed", "true");
    await expect(card.getByText("2 members", { exact: true })).toBeVisible();
    await button.press("Enter");
    await expect(card.getByText("1 member", { exact: true })).toBeVisible();
    await expect(button).toHaveAttribute("aria-pressed", "false");
    await expect(page.getByText("You no longer see this bug.")).toBeVisible();
  });

  test("names the browsers from three members on, and the systems on the report's page", async ({
    member: { page, person },
    admin,
  }) => {
    const { id, number } = await fileReport(person, { title: "Seen by many" });
    await see(admin.person, id, "Safari", "iOS");
    await see(await newMember(), id, "Safari", "macOS");
    await page.reload();
    await expectHydrated(page);
    const card = cardOf(page, "Seen by many");
    await expect(card.getByText("2 members", { exact: true })).toBeVisible();
    await buttonIn(card).click();
    await expect(card.getByText("3 members: Safari 2, Chrome 1", { exact: true })).toBeVisible();
    await openReport(page, number);
    await expect(page.getByText("3 members: Safari 2, Chrome 1; iOS 1, Linux 1, macOS 1")).toBeVisible();
    await expect(page.getByRole("button", { name: /^I see it too/ })).toHaveAttribute("aria-pressed", "true");
  });

  test("says by keyboard what it adds; a feature request does not have it", async ({ member: { page, person } }) => {
    await fileReport(person, { title: "Wanted", type: "feature" });
    await fileReport(person, { title: "Broken" });
    await page.reload();
    await expectHydrated(page);
    await expect(buttonIn(cardOf(page, "Wanted"))).toHaveCount(0);
    const card = cardOf(page, "Broken");
    await card.getByRole("button", { name: /^Follow/ }).focus();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("tooltip", { name: `adds: ${OWN}` })).toBeVisible();
    await page.keyboard.press("Space");
    await expect(card.getByText("1 member", { exact: true })).toBeVisible();
    await expect(buttonIn(card)).toBeFocused();
  });

  test("that could not be stored disappears from the page, and a message says why", async ({
    member: { page, person },
  }) => {
    await fileReport(person, { title: "Not now" });
    await page.reload();
    await expectHydrated(page);
    await page.route("**/sighting", (route) =>
      route.fulfill({ status: 429, json: { success: false, error: "Too many changes.", code: "too-many" } }),
    );
    const card = cardOf(page, "Not now");
    await buttonIn(card).click();
    await expect(page.getByText("Nothing was changed. Too many changes.")).toBeVisible();
    await expect(buttonIn(card)).toHaveAttribute("aria-pressed", "false");
    await expect(card.getByText("1 member")).toHaveCount(0);
  });
});

test.describe("on a touch screen, which has no tooltips,", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test("the button's own text says what it adds", async ({ openAs }) => {
    const person = await newMember();
    const { page } = await openAs(person);
    await fileReport(person, { title: "Broken on a phone" });
    await page.reload();
    const card = cardOf(page, "Broken on a phone");
    await expect(buttonIn(card).getByText(`+ ${OWN}`)).toBeVisible();
    await buttonIn(card).tap();
    await expect(card.getByText("1 member", { exact: true })).toBeVisible();
    await expect(buttonIn(card)).toHaveText("I see it too");
  });
});
