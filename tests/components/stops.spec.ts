import { expect, type Page } from "@playwright/test";
import { DESKTOP_SIZE } from "../support/browser.ts";
import { openForm } from "../support/form.ts";
import { expectHydrated } from "../support/page.ts";
import { addAmendment, call, fileReport, newAdmin, test } from "./fixtures.ts";

/** The limit of presses until something is reached. */
const MAX_STOPS = 40;

const nameOfFocused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const focused = document.activeElement as HTMLElement;
    const label = (focused as HTMLInputElement).labels?.[0]?.textContent;
    return (focused.getAttribute("aria-label") ?? label ?? focused.textContent ?? "").trim();
  });

/** Presses Tab until the focus is in an element that matches. Returns the names of the stops, that one included. */
async function tabInto(page: Page, selector: string): Promise<string[]> {
  const names: string[] = [];
  while (names.length < MAX_STOPS) {
    await page.keyboard.press("Tab");
    names.push(await nameOfFocused(page));
    if (await page.evaluate((target) => document.activeElement?.closest(target) != null, selector)) return names;
  }
  throw new Error(`Tab did not reach ${selector}: ${names.join(", ")}.`);
}

/** Moves to the next of a group. The code for it loads with the first Tab, so the first arrow may come too early. */
async function moveOn(page: Page): Promise<void> {
  const before = await nameOfFocused(page);
  await expect(async () => {
    await page.keyboard.press("ArrowRight");
    expect(await nameOfFocused(page)).not.toBe(before);
  }).toPass();
}

async function openAgain(page: Page): Promise<void> {
  await page.goto("/");
  await expect(page.getByRole("article").first()).toBeVisible();
  await expectHydrated(page);
}

test("at most 12 stops of Tab lead to the first report, with news and saved views, for members and admins", async ({
  member,
  admin,
}) => {
  for (const { page, person } of [member, admin]) {
    const { id } = await fileReport(person);
    await addAmendment(await newAdmin(), id, "Which browser?");
    const views = ["bug", "feature"].map((type) => ({ name: `Every ${type}`, query: `type=${type}` }));
    await call("PUT", "/api/me/views", { as: person, body: { views } });
    await page.setViewportSize(DESKTOP_SIZE);
    await openAgain(page);
    await expect(page.getByRole("button", { name: /of your reports changed/ })).toBeVisible();
    await expect(page.getByRole("link", { name: "Every feature" })).toBeVisible();
    const stops = await tabInto(page, "article");
    expect(stops.length, stops.join(", ")).toBeLessThanOrEqual(12);
    // What the specification names is a stop of its own.
    expect(stops).toEqual(expect.arrayContaining(["Logout", "Report Bug", "Request Feature", "Search"]));
  }
});

test("the first link of the dashboard leads to the list, and that of a report's page to its content", async ({
  member: { page, person },
}) => {
  const { title, number } = await fileReport(person);
  await openAgain(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the list" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: title, exact: true })).toBeFocused();
  await page.goto(`/?report=${number}`);
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test("the arrow keys move within a group of the dashboard, which Tab leaves in both directions", async ({
  admin: { page, person },
}) => {
  await fileReport(person);
  await page.setViewportSize(DESKTOP_SIZE);
  await openAgain(page);
  const focusedName = () => nameOfFocused(page);
  await tabInto(page, "[aria-label=News]");
  await moveOn(page);
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("button", { name: "My account" })).toBeFocused();
  // A tooltip says that there are others, since a group does not look like one.
  await expect(page.getByRole("tooltip", { name: "My account · ← → for the others" })).toHaveCount(1);
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("link", { name: "Members" })).toBeFocused();
  await page.keyboard.press("Tab");
  expect(await focusedName()).toBe("Logout");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Summary" })).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("link", { name: "0 Closed, show them" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("main").getByRole("link", { name: "Dev site" })).toBeFocused();
  // With a modifier the key is the browser's, and an arrow down scrolls.
  for (const key of ["Shift+ArrowRight", "Control+ArrowRight", "ArrowDown"]) {
    await page.keyboard.press(key);
    await expect(page.getByRole("main").getByRole("link", { name: "Dev site" })).toBeFocused();
  }
  await page.keyboard.press("Shift+Tab");
  expect(await focusedName()).toBe("Logout");

  // The stop is the current tab; Tab leaves the group from a tab before it, too.
  await page.goto("/?show=unanswered");
  await expect(page.getByRole("article")).toHaveCount(1);
  const tabs = page.getByRole("navigation", { name: "Views" });
  // The page was loaded anew, and loads the code of the arrow keys again.
  await page.keyboard.press("Tab");
  await tabs.getByRole("link", { name: "Unanswered", exact: true }).focus();
  await moveOn(page);
  for (const key of ["ArrowLeft", "ArrowLeft", "ArrowLeft"]) await page.keyboard.press(key);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("checkbox", { name: "Select" })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(tabs.getByRole("link", { name: "Unanswered", exact: true })).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await expect(tabs.getByRole("link", { name: "Following" })).toHaveAttribute("aria-current", "page");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(tabs.getByRole("link", { name: "All", exact: true })).toBeFocused();
});

test("every group has a stop, also with a tab that the user has not, and in the layout of rows", async ({
  member: { page, person },
}) => {
  await fileReport(person);
  await page.goto("/?show=todo");
  await page.getByRole("button", { name: "Rows" }).click();
  await expectHydrated(page);
  const groups = await page.evaluate(() =>
    [...document.querySelectorAll("[data-arrows]")].map(
      (group) =>
        [...group.querySelectorAll(":is(a, button)[tabindex='0']")].filter((stop) => stop.checkVisibility()).length,
    ),
  );
  expect(groups).toEqual([1, 1, 1, 1]);
});

test("Tab passes the filters by a link that leads to them; from a filter it goes to the next one", async ({
  member: { page, person },
}) => {
  await fileReport(person);
  await openAgain(page);
  const filter = (name: string) => page.getByRole("combobox", { name, exact: true });
  const filtersLink = page.getByRole("link", { name: "Go to the filters" });
  await page.getByRole("searchbox").focus();
  await page.keyboard.press("Tab");
  await expect(filtersLink).toBeFocused();
  await expect(filtersLink).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "All", exact: true })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(filter("Type")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(filter("Type")).toHaveValue("bug");
  for (const name of ["Status", "Priority", "Waiting for", "Sort by", "Page size"]) {
    await page.keyboard.press("Tab");
    await expect(filter(name)).toBeFocused();
  }
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "All", exact: true })).toBeFocused();
  // Somebody who has clicked into a filter goes on from there.
  await filter("Priority").focus();
  await page.keyboard.press("Shift+Tab");
  await expect(filter("Status")).toBeFocused();
});

test("with suggestions at most three stops lead from title to description, and the arrow keys move in them", async ({
  member: { page, person },
}) => {
  for (const title of ["Calendar export stops", "Calendar export is empty", "Calendar export is slow"])
    await fileReport(person, { title });
  const form = await openForm(page);
  await form.getByLabel("Title").fill("Calendar export");
  const suggestions = page.getByRole("region", { name: "Is it one of these?" });
  await expect(suggestions.getByRole("listitem")).toHaveCount(3);
  expect(await tabInto(page, "textarea[name=description]")).toHaveLength(2);
  await page.keyboard.press("Shift+Tab");
  await expect(suggestions.getByRole("link").first()).toBeFocused();
  await moveOn(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(suggestions.getByRole("button", { name: "This is mine too" }).nth(1)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(suggestions.getByRole("button", { name: "Close without sending" })).toBeVisible();
  await form.getByLabel("Title").focus();
  expect(await tabInto(page, "textarea[name=description]")).toHaveLength(3);
});
