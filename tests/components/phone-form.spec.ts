import { expect, type Locator, type Page } from "@playwright/test";
import { DESKTOP_SIZE, PHONE_SIZE } from "../support/browser.ts";
import { openForm } from "../support/form.ts";
import { expectHydrated } from "../support/page.ts";
import { fileReport, fileReportsWithNewWord, test } from "./fixtures.ts";

/** What a phone of 844 px leaves visible above its keyboard. */
const KEYBOARD_HEIGHT = 340;

const boxOf = async (element: Locator) => {
  const { y, height } = (await element.boundingBox())!;
  return { top: y, bottom: y + height };
};

/** Opens or closes a keyboard on the screen: it makes the visual viewport smaller, and leaves the page's as it is. */
const setKeyboardHeight = (page: Page, keyboardHeight: number): Promise<void> =>
  page.evaluate((covered) => {
    const viewport = window.visualViewport!;
    Object.defineProperty(viewport, "height", { configurable: true, value: innerHeight - covered });
    viewport.dispatchEvent(new Event("resize"));
  }, keyboardHeight);

test("on a phone an opened form begins below its buttons, from any place of the list", async ({
  member: { page, person },
}) => {
  await page.setViewportSize(PHONE_SIZE);
  const word = await fileReportsWithNewWord(person, 6);
  await page.goto(`/?search=${word}`);
  await expect(page.getByRole("article")).toHaveCount(6);
  await expectHydrated(page);
  for (const start of [page.getByRole("heading", { level: 1 }), page.getByRole("article").last()]) {
    await start.scrollIntoViewIfNeeded();
    const form = await openForm(page);
    await expect(form.getByLabel("Title")).toBeFocused();
    const { bottom } = await boxOf(page.getByRole("button", { name: "Close Bug Form" }));
    const { top } = await boxOf(form);
    expect(top).toBeGreaterThan(bottom);
    expect(top).toBeLessThan(100);
    await form.getByLabel("Title").press("Escape");
    await expect(form).toBeHidden();
  }
});

test("in a large window an opened form stays where it is if all of it can be seen, else it begins at the top", async ({
  member: { page },
}) => {
  await page.setViewportSize({ width: 1440, height: 2_000 });
  const form = await openForm(page);
  await expect(form.getByLabel("Title")).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await form.getByLabel("Title").press("Escape");
  await page.setViewportSize(DESKTOP_SIZE);
  await openForm(page);
  await expect(form.getByLabel("Title")).toBeFocused();
  expect((await boxOf(form)).top).toBeLessThan(100);
  await expect(page.getByRole("button", { name: "Close Bug Form" })).toBeInViewport({ ratio: 1 });
});

test("suggestions stay above a phone's keyboard, below the title that is being typed", async ({
  member: { page, person },
}) => {
  for (const title of ["Calendar export stops", "Calendar export is empty", "Calendar export is slow"])
    await fileReport(person, { title });
  await page.setViewportSize(PHONE_SIZE);
  const form = await openForm(page);
  const title = form.getByLabel("Title");
  await expect(title).toBeFocused();
  await page.evaluate(() => scrollTo(0, 0));
  await setKeyboardHeight(page, KEYBOARD_HEIGHT);
  const suggestions = page.getByRole("region", { name: "Is it one of these?" });
  const expectInSight = async () => {
    await expect(suggestions.getByRole("listitem")).toHaveCount(3);
    await expect
      .poll(async () => (await boxOf(suggestions)).bottom)
      .toBeLessThanOrEqual(PHONE_SIZE.height - KEYBOARD_HEIGHT + 1);
    const { bottom } = await boxOf(page.getByRole("button", { name: "Close Bug Form" }));
    expect((await boxOf(title)).top).toBeGreaterThan(bottom);
  };
  await title.pressSequentially("Calendar export");
  await expectInSight();
  // The keyboard may also open when the suggestions are there already.
  await setKeyboardHeight(page, 0);
  await page.evaluate(() => scrollTo(0, 0));
  await setKeyboardHeight(page, KEYBOARD_HEIGHT);
  await expectInSight();
  // Somebody who goes on to the description is left alone.
  await form.getByLabel("Description").focus();
  await page.evaluate(() => scrollTo(0, 0));
  await setKeyboardHeight(page, KEYBOARD_HEIGHT);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test("on a phone 'Did you mean' shows in the first half of the window while one types, on the first visit too", async ({
  member: { page, person },
}) => {
  await fileReport(person, { title: "Calendar export" });
  await page.setViewportSize(PHONE_SIZE);
  await page.reload();
  await expectHydrated(page);
  const suggestion = page.getByRole("button", { name: "calendar", exact: true });
  await page.getByRole("searchbox").pressSequentially("calender");
  await expect(suggestion).toBeVisible();
  await expect.poll(async () => (await boxOf(suggestion)).bottom).toBeLessThanOrEqual(PHONE_SIZE.height / 2);
  await expect(page.getByRole("searchbox")).toBeInViewport({ ratio: 1 });
});
