import { expect, type Page } from "@playwright/test";
import { expectHydrated, search } from "../support/page.ts";
import { fileReport, newMember, test, uniqueId } from "./fixtures.ts";

/** Moves the mouse to the window's corner in steps, as a hand does: the page notices each element on the way. */
const moveMouseAway = (page: Page) => page.mouse.move(0, 0, { steps: 4 });

test("section 9: a tooltip shows after 700 ms, or at once within 300 ms after the previous tooltip", async ({
  member: { page, person },
}) => {
  const title = uniqueId("Card");
  await fileReport(person, { title: `${title} one` });
  await fileReport(person, { title: `${title} two` });
  await search(page, title);
  const [firstTime, secondTime] = [page.locator("article time").nth(0), page.locator("article time").nth(1)];
  const tooltip = page.getByRole("tooltip");
  await page.clock.install();
  // The first hover loads the tooltips' code, and the clock must run meanwhile.
  await firstTime.hover();
  await expect(tooltip).toHaveCount(1);
  await moveMouseAway(page);
  await expect(tooltip).toHaveCount(0);
  // A minute after the previous tooltip, the next tooltip has the delay of 700 ms.
  await page.clock.pauseAt(Date.now() + 60_000);
  await firstTime.hover();
  await page.clock.runFor(699);
  await expect(tooltip).toHaveCount(0);
  await page.clock.runFor(2);
  await expect(tooltip).toHaveCount(1);
  // 200 ms after that tooltip, the next tooltip shows at once.
  await moveMouseAway(page);
  await page.clock.runFor(200);
  await expect(tooltip).toHaveCount(0);
  await secondTime.hover();
  await page.clock.runFor(20);
  await expect(tooltip).toHaveCount(1);
  // 400 ms after that tooltip, the next tooltip has the delay again.
  await moveMouseAway(page);
  await page.clock.runFor(400);
  await firstTime.hover();
  await page.clock.runFor(600);
  await expect(tooltip).toHaveCount(0);
  await moveMouseAway(page);
});

test.describe("section 9: the theme switch and the account button have the page's tooltip instead of the browser's", () => {
  const expectTooltip = async (page: Page, name: RegExp, text: string) => {
    const button = page.getByRole("button", { name });
    await expect(button).not.toHaveAttribute("title");
    await page.clock.install();
    // The first hover loads the tooltips' code, and the clock must run meanwhile.
    await button.hover();
    await expect(page.getByRole("tooltip", { name: text })).toHaveCount(1);
    await moveMouseAway(page);
    await expect(page.getByRole("tooltip")).toHaveCount(0);
    await page.clock.pauseAt(Date.now() + 60_000);
    await button.hover();
    await page.clock.runFor(699);
    await expect(page.getByRole("tooltip")).toHaveCount(0);
    await page.clock.runFor(2);
    await expect(page.getByRole("tooltip", { name: text })).toHaveCount(1);
    await moveMouseAway(page);
  };

  test("when logged out", async ({ page }) => {
    await page.goto("/");
    await expectTooltip(page, /theme/, "Switch to the dark theme");
  });

  test("on the dashboard", async ({ openAs }) => {
    const { page } = await openAs(await newMember());
    await expectTooltip(page, /theme/, "Switch to the dark theme");
    const account = page.getByRole("button", { name: "My account" });
    await expect(account).not.toHaveAttribute("title");
    // The code of the arrow keys loads with the first Tab.
    await page.keyboard.press("Tab");
    await account.focus();
    await expect(async () => {
      await page.keyboard.press("ArrowLeft");
      await expect(account).not.toBeFocused({ timeout: 500 });
    }).toPass();
    await expect(page.getByRole("tooltip", { name: /^Switch to the dark theme/ })).toHaveCount(1);
    await page.keyboard.press("ArrowRight");
    // The fixture `openAs` runs axe at the end of the test, so this tooltip stays visible until then.
    await expect(page.getByRole("tooltip", { name: /^My account/ })).toHaveCount(1);
  });
});

test.describe("a touch or a letter key does not load the tooltips' code", () => {
  const INTERACTIONS: Record<string, (page: Page) => Promise<void>> = {
    "but a mouse movement does": (page) => page.mouse.move(300, 300, { steps: 2 }),
    "but Tab does": (page) => page.keyboard.press("Tab"),
  };
  for (const [name, interact] of Object.entries(INTERACTIONS))
    test(name, async ({ openAs }) => {
      const { page } = await openAs(await newMember());
      const requestedUrls: string[] = [];
      page.on("request", (request) => requestedUrls.push(request.url()));
      const isRequested = (chunk: string) => requestedUrls.some((url) => url.includes(chunk));
      await page.reload();
      await expectHydrated(page);
      // When the browser is idle, the page requests the code of report details. If the page also requested the code of
      // tooltips then, it would do so within two more idle times.
      await expect.poll(() => isRequested("details")).toBe(true);
      await page.evaluate(() => {
        dispatchEvent(new PointerEvent("pointermove", { pointerType: "touch" }));
        dispatchEvent(new KeyboardEvent("keydown", { key: "a" }));
        return new Promise((done) => requestIdleCallback(() => requestIdleCallback(done)));
      });
      expect(isRequested("tooltip")).toBe(false);
      await interact(page);
      await expect.poll(() => isRequested("tooltip")).toBe(true);
    });
});
