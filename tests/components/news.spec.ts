import { expect, type Locator, type Page } from "@playwright/test";
import { upload } from "../support/actors.ts";
import { PHONE_SIZE } from "../support/browser.ts";
import { cardOf, expectHydrated } from "../support/page.ts";
import { addAmendment, call, fileReport, type Person, test, uniqueId } from "./fixtures.ts";

const bell = (page: Page) => page.getByRole("button", { name: /^News/ });
const panel = (page: Page) => page.getByRole("region", { name: "News" });
const items = (page: Page) => panel(page).getByRole("listitem");
const followButton = (root: Page | Locator) => root.getByRole("button", { name: /^Follow/ });
const menuItem = (page: Page, name: string) => page.getByRole("menuitemradio", { name });
const chooseMode = async (page: Page, name: string): Promise<void> => {
  await followButton(page).click();
  await menuItem(page, name).click();
};
/** Adds so many amendments that the end of the report's timeline is below the window. */
const fillTimeline = async (as: Person, issueId: string): Promise<void> => {
  for (let number = 0; number < 15; number += 1) await addAmendment(as, issueId, `Line\n\n${number}`);
};
const moveTo = (as: Person, id: string, status: string) => call("PUT", `/api/issues/${id}`, { as, body: { status } });
const readNews = async (as: Person) => (await call("GET", "/api/me/news", { as })).body;

test.describe("news", () => {
  test("are counted by report, say what changed and what was said, and link to its entry in the report's timeline", async ({
    member: { page, person },
    admin,
  }) => {
    const { id, number } = await fileReport(person, { title: "Photo upload fails" });
    await fillTimeline(person, id);
    const amendmentId = await addAmendment(admin.person, id, "Which browser?");
    await moveTo(admin.person, id, "IN_PROGRESS");
    await page.reload();
    await expect(bell(page)).toHaveAccessibleName("News, 1 unread");
    await expect(page.getByRole("button", { name: "1 of your reports changed today" })).toBeVisible();
    await bell(page).click();
    await expect(panel(page)).toContainText("Unread: 1 report");
    // The fixture `admin` has the name ada.
    await expect(items(page)).toHaveText([
      new RegExp(`^Unread: #${number} Photo upload fails ?status In Progress, 1 amendment ?“Which browser\\?” ?ada, `),
    ]);
    await items(page).getByRole("link").click();
    await expect(page).toHaveURL(`/?report=${number}#entry-${amendmentId}`);
    const timelineEntry = page.locator(`#entry-${amendmentId}`);
    await expect(timelineEntry).toContainText("Which browser?");
    await expect(timelineEntry).toBeInViewport();
    await expect(timelineEntry).toBeFocused();
    await expect(panel(page)).toBeHidden();
    // Opening the report has marked its news as read.
    await expect(bell(page)).toHaveAccessibleName("News");
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Entries" })).toBeFocused();
    await page.reload();
    await expect(bell(page)).toHaveAccessibleName("News");
    await bell(page).click();
    await expect(items(page).first()).toHaveText(/^#\d+ Photo upload fails/);
    await page.keyboard.press("Escape");
  });

  test("can all be marked as read by keyboard, and the focus stays in the panel", async ({
    member: { page, person },
    admin,
  }) => {
    for (const title of ["One", "Two"])
      await moveTo(admin.person, (await fileReport(person, { title })).id, "IN_PROGRESS");
    await page.reload();
    await expect(page.getByRole("button", { name: "2 of your reports changed today" })).toBeVisible();
    await bell(page).press("Enter");
    const markAllButton = panel(page).getByRole("button", { name: "Mark all read" });
    await markAllButton.press("Enter");
    await expect(page.getByText("All news are marked as read.")).toBeVisible();
    await expect(bell(page)).toHaveAccessibleName("News");
    await expect(markAllButton).toBeHidden();
    await expect(panel(page)).toBeFocused();
    await expect(page.getByRole("button", { name: /of your reports changed/ })).toBeHidden();
    await page.keyboard.press("Escape");
    await expect(panel(page)).toBeHidden();
    await expect(bell(page)).toBeFocused();
    await page.reload();
    await expect(bell(page)).toHaveAccessibleName("News");
  });

  test("link to an entry in the timeline of a report that is open or cached", async ({
    member: { page, person },
    admin,
  }) => {
    const { id, number } = await fileReport(person, { title: "Photo upload fails" });
    await fillTimeline(person, id);
    await page.reload();
    // The page caches the report here, before the entry exists.
    await page.getByRole("link", { name: "Photo upload fails" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Photo upload fails" })).toBeFocused();
    await page.getByRole("link", { name: "All reports" }).click();
    const amendmentId = await addAmendment(admin.person, id, "Which browser?");
    const newsLoaded = page.waitForResponse("**/api/me/news");
    await page.getByRole("link", { name: "Photo upload fails" }).click();
    await bell(page).click();
    await newsLoaded;
    await items(page).first().getByRole("link").click();
    await expect(page).toHaveURL(`/?report=${number}#entry-${amendmentId}`);
    await expect(page.locator(`#entry-${amendmentId}`)).toBeFocused();
    await expect(page.locator(`#entry-${amendmentId}`)).toBeInViewport();
    await expect(panel(page)).toBeHidden();
    // At this second visit the page shows the cached report, which by now has the entry.
    await page.getByRole("link", { name: "All reports" }).click();
    await bell(page).click();
    await items(page).first().getByRole("link").click();
    await expect(page.locator(`#entry-${amendmentId}`)).toBeFocused();
    await expect(page.locator(`#entry-${amendmentId}`)).toBeInViewport();
  });

  test("are opened by the line above the list, and the panel gets the focus", async ({
    member: { page, person },
    admin,
  }) => {
    await moveTo(admin.person, (await fileReport(person, { title: "Moved" })).id, "IN_PROGRESS");
    await page.reload();
    await page.getByRole("button", { name: "1 of your reports changed today" }).press("Enter");
    await expect(panel(page)).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(panel(page).getByRole("button", { name: "Mark all read" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(bell(page)).toBeFocused();
  });

  test("that were read in one window, and a report followed there, are so in the other window as well", async ({
    member: { page, person },
    admin,
  }) => {
    const { id, number } = await fileReport(person, { title: "Changed" });
    await moveTo(admin.person, id, "IN_PROGRESS");
    await page.reload();
    await expect(bell(page)).toHaveAccessibleName("News, 1 unread");
    const otherPage = await page.context().newPage();
    await otherPage.goto(`/?report=${number}`);
    await expect(bell(otherPage)).toHaveAccessibleName("News");
    await expect(bell(page)).toHaveAccessibleName("News");
    await chooseMode(otherPage, "Nothing");
    await page.getByRole("link", { name: "Following" }).click();
    await expect(page.getByRole("heading", { name: "You follow no report" })).toBeVisible();
  });

  test("lead to their place in a new window, where nothing jumps", async ({ member: { page, person }, admin }) => {
    const id = uniqueId("r");
    const url = `/api/attachments/${person.uid}/${id}/log`;
    expect(await upload(person, url.slice("/api/".length), new TextEncoder().encode("A log"), "text/plain")).toBe(200);
    const attachments = [{ name: "a.log", size: 5, type: "text/plain", url }];
    const { number } = await fileReport(person, {
      ...{ id, attachments, description: "What happens. ".repeat(40) },
      ...{ reproductionSteps: "1. Open it\n".repeat(20), environmentInfo: "Firefox", expectedResult: "Works" },
    });
    await fillTimeline(person, id);
    const amendmentId = await addAmendment(admin.person, id, "Which browser?");
    for (const size of [page.viewportSize()!, PHONE_SIZE]) {
      const newPage = await page.context().newPage();
      await newPage.setViewportSize(size);
      await newPage.addInitScript(() => {
        Object.assign(window, { shifts: [] as number[] });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            (window as unknown as { shifts: number[] }).shifts.push((entry as unknown as { value: number }).value);
          }
        }).observe({ type: "layout-shift", buffered: true });
      });
      await newPage.goto(`/?report=${number}#entry-${amendmentId}`);
      await expect(followButton(newPage)).toBeVisible();
      await expect(newPage.getByText("Steps to Reproduce")).toBeVisible();
      await expect(newPage.locator(`#entry-${amendmentId}`)).toBeFocused();
      await expect(newPage.locator(`#entry-${amendmentId}`)).toBeInViewport();
      const shifts = await newPage.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
      expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThanOrEqual(0.02);
      await newPage.close();
    }
  });

  test("mark the cards of changed reports as unread until the reports are opened", async ({
    member: { page, person },
    admin,
  }) => {
    const { id } = await fileReport(person, { title: "Changed" });
    await fileReport(person, { title: "As it was" });
    await moveTo(admin.person, id, "IN_PROGRESS");
    await page.reload();
    const unreadMark = (title: string) => page.getByRole("article").filter({ hasText: title }).getByText("Unread");
    await expect(unreadMark("Changed")).toBeVisible();
    await expect(unreadMark("As it was")).toHaveCount(0);
    await page.getByRole("link", { name: "Changed" }).click();
    await page.getByRole("link", { name: "All reports" }).click();
    await expect(unreadMark("Changed")).toHaveCount(0);
  });

  test("mark a row as unread without moving its columns", async ({ member: { page, person }, admin }) => {
    const { id } = await fileReport(person, { title: "Changed" });
    await fileReport(person, { title: "As it was" });
    await moveTo(admin.person, id, "IN_PROGRESS");
    await page.reload();
    await page.getByRole("button", { name: "Rows" }).click();
    const rowOf = (title: string) => page.getByRole("article").filter({ hasText: title });
    await expect(rowOf("Changed").getByText("Unread")).toBeVisible();
    const leftOf = async (title: string, status: string) =>
      (await rowOf(title).getByText(status, { exact: true }).boundingBox())!.x;
    expect(await leftOf("Changed", "In Progress")).toBe(await leftOf("As it was", "Open"));
  });

  test("are loaded in a browser that is never idle", async ({ member: { page, person }, admin }) => {
    const { id } = await fileReport(person);
    await moveTo(admin.person, id, "IN_PROGRESS");
    // A browser that is never idle calls each callback only when the callback's timeout ends.
    await page.addInitScript(() => {
      window.requestIdleCallback = (callback, { timeout } = {}) => {
        if (timeout === undefined) return 0;
        return window.setTimeout(() => callback({ didTimeout: true, timeRemaining: () => 0 }), timeout);
      };
    });
    await page.reload();
    await expect(bell(page)).toHaveAccessibleName("News, 1 unread");
  });

  test("name edits and deletions; the news of a deletion has no link but a button 'Mark read'", async ({
    member: { page, person },
    admin,
  }) => {
    const { id: editedId } = await fileReport(person, { title: "Wrong titel" });
    const { id: deletedId } = await fileReport(person, { title: "Soon gone" });
    const as = admin.person;
    await call("PUT", `/api/issues/${editedId}/correction`, { as, body: { title: "Right title", priority: "LOW" } });
    const amendmentId = await addAmendment(as, editedId, "Seen.");
    await call("PUT", `/api/issues/${editedId}/amendments/${amendmentId}`, { as, body: { text: "Seen, too." } });
    await call("DELETE", `/api/issues/${deletedId}`, { as });
    await page.reload();
    await expect(bell(page)).toHaveAccessibleName("News, 2 unread");
    await bell(page).click();
    await expect(items(page)).toHaveText([
      /^Unread: #\d+ Soon gone ?deleted ?ada, /,
      /^Unread: #\d+ Right title ?an amendment edited, 1 amendment, edited ?“Seen, too.” ?ada, /,
    ]);
    await expect(items(page).first().getByRole("link")).toHaveCount(0);
    const markReadButton = panel(page).getByRole("button", { name: "Mark read" });
    await markReadButton.press("Enter");
    await expect(page.getByText("Marked as read.")).toBeVisible();
    await expect(bell(page)).toHaveAccessibleName("News, 1 unread");
    await expect(items(page).first()).toHaveText(/^#\d+ Soon gone ?deleted/);
    await expect(markReadButton).toBeHidden();
    await expect(panel(page)).toBeFocused();
    await items(page).last().getByRole("link").click();
    // What the excerpt says is at the edit of the amendment.
    await expect(page.locator("main :focus")).toContainText("ada edited an amendment");
  });

  test("say 'Nothing new in the last 30 days.' if there are none", async ({ member: { page } }) => {
    await expect(bell(page)).toHaveAccessibleName("News");
    await bell(page).click();
    await expect(panel(page)).toContainText("Nothing new in the last 30 days.");
  });

  test("stay marked as read when a response that still has them as unread arrives late", async ({
    member: { page, person },
    admin,
  }) => {
    const { number } = await fileReport(person, { title: "As it was" });
    await moveTo(admin.person, (await fileReport(person, { title: "Changed" })).id, "IN_PROGRESS");
    const unreadNews = await readNews(person);
    await page.goto(`/?report=${number}`);
    await expect(bell(page)).toHaveAccessibleName("News, 1 unread");
    const responseReleased = Promise.withResolvers<void>();
    let newsLoads = 0;
    await page.route("**/api/me/news", async (route) => {
      if (route.request().method() === "PUT") return route.continue();
      newsLoads += 1;
      if (newsLoads > 1) return route.continue();
      await responseReleased.promise;
      await route.fulfill({ json: unreadNews });
    });
    await bell(page).click();
    await panel(page).getByRole("button", { name: "Mark all read" }).click();
    await expect(page.getByText("All news are marked as read.")).toBeVisible();
    // The late response lacks the mark, so the page loads the news a second time.
    const newsReloaded = page.waitForResponse((response) => response.url().endsWith("/api/me/news") && newsLoads > 1);
    responseReleased.resolve();
    await newsReloaded;
    await expect(bell(page)).toHaveAccessibleName("News");
  });

  test("that were loaded while they were being marked as read are loaded again afterwards, as read", async ({
    member: { page, person },
    admin,
  }) => {
    await moveTo(admin.person, (await fileReport(person, { title: "Changed" })).id, "IN_PROGRESS");
    await page.reload();
    await expect(bell(page)).toHaveAccessibleName("News, 1 unread");
    await bell(page).click();
    const markingReleased = Promise.withResolvers<void>();
    await page.route("**/api/me/news", async (route) => {
      if (route.request().method() === "PUT") await markingReleased.promise;
      await route.continue();
    });
    await panel(page).getByRole("button", { name: "Mark all read" }).click();
    await expect(bell(page)).toHaveAccessibleName("News");
    // Opening the panel loads the news.
    await page.keyboard.press("Escape");
    await Promise.all([page.waitForResponse("**/api/me/news"), bell(page).click()]);
    await expect(bell(page)).toHaveAccessibleName("News, 1 unread");
    markingReleased.resolve();
    await expect(bell(page)).toHaveAccessibleName("News");
    await page.reload();
    await expect(bell(page)).toHaveAccessibleName("News");
  });

  test("of a busy report are one entry, so that the others stay in sight", async ({
    member: { page, person },
    admin,
  }) => {
    const { id: quietId } = await fileReport(person, { title: "Quiet" });
    const { id: busyId } = await fileReport(person, { title: "Busy" });
    await moveTo(admin.person, quietId, "IN_PROGRESS");
    for (let number = 0; number < 55; number += 1) await addAmendment(admin.person, busyId, `Note ${number}`);
    await page.reload();
    await expect(bell(page)).toHaveAccessibleName("News, 2 unread");
    await expect(page.getByRole("button", { name: "2 of your reports changed today" })).toBeVisible();
    await bell(page).click();
    await expect(items(page)).toHaveText([/Busy ?55 amendments ?“Note 54”/, /Quiet ?status In Progress/]);
    await items(page).last().getByRole("link").click();
    await expect(bell(page)).toHaveAccessibleName("News, 1 unread");
    await page.getByRole("link", { name: "All reports" }).click();
    await page.getByRole("link", { name: "Busy" }).click();
    await expect(bell(page)).toHaveAccessibleName("News");
  });

  test("say whose reports changed, and count entries of What's new beside them", async ({
    member: { page, person },
    admin,
  }) => {
    const own = await fileReport(person, { title: "Own" });
    const other = await fileReport(admin.person, { title: "Another's" });
    await call("PUT", `/api/issues/${other.id}/follow`, { as: person, body: { mode: "all" } });
    await moveTo(admin.person, other.id, "IN_PROGRESS");
    await page.reload();
    await expect(page.getByRole("button", { name: "1 report that you follow changed today" })).toBeVisible();
    await moveTo(admin.person, own.id, "IN_PROGRESS");
    const entry = { title: "Uploads work again", text: "Again.", reports: [own.number], publish: true, from: "" };
    await call("PUT", `/api/changelog/${uniqueId("e")}`, { as: admin.person, body: entry });
    await page.reload();
    await expect(
      page.getByRole("button", {
        name: "2 reports that you follow changed today, 1 yours, and 1 in What’s new",
      }),
    ).toBeVisible();
    await expect(bell(page)).toHaveAccessibleName("News, 3 unread");
    await bell(page).click();
    await expect(panel(page)).toContainText("Unread: 2 reports and 1 in What’s new");
    await expect(items(page)).toHaveCount(3);
  });

  test("never show what an admin has hidden", async ({ member: { page, person }, admin }) => {
    const { id } = await fileReport(person, { title: "Talk" });
    await addAmendment(admin.person, id, "Kind words");
    const rudeId = await addAmendment(admin.person, id, "Rude words");
    await page.reload();
    await bell(page).click();
    await expect(items(page)).toContainText("Rude words");
    await call("PUT", `/api/issues/${id}/amendments/${rudeId}/hidden`, { as: admin.person, body: { hidden: true } });
    await page.keyboard.press("Escape");
    await bell(page).click();
    await expect(items(page)).toContainText("Kind words");
    await expect(items(page)).not.toContainText("Rude words");
  });

  test("are counted in the window's title on every screen, until they are read", async ({
    member: { page, person },
    admin,
  }) => {
    const reports = [await fileReport(person, { title: "One" }), await fileReport(person, { title: "Two" })];
    await expect(page).toHaveTitle("Official Website · Logbook");
    for (const { id } of reports) await moveTo(admin.person, id, "IN_PROGRESS");
    await page.reload();
    await expect(page).toHaveTitle("(2) Official Website · Logbook");
    await page.getByRole("link", { name: "One", exact: true }).click();
    await expect(page).toHaveTitle(`(1) #${reports[0]!.number} One · Logbook`);
    // A window that is in the background learns of it, too.
    const otherPage = await page.context().newPage();
    await otherPage.goto("/");
    await expect(otherPage).toHaveTitle("(1) Official Website · Logbook");
    await bell(otherPage).click();
    await panel(otherPage).getByRole("button", { name: "Mark all read" }).click();
    await expect(otherPage).toHaveTitle("Official Website · Logbook");
    await expect(page).toHaveTitle(`#${reports[0]!.number} One · Logbook`);
    await page.getByRole("link", { name: "All reports" }).click();
    await expect(page).toHaveTitle("Official Website · Logbook");
  });

  test("that could not be loaded show an error, and 'Retry loading the news' loads them", async ({
    member: { page, person },
    admin,
  }) => {
    await moveTo(admin.person, (await fileReport(person, { title: "Changed" })).id, "IN_PROGRESS");
    const { number } = await fileReport(person, { title: "As it was" });
    const failure = { status: 503, json: { success: false, error: "Down.", code: "unavailable" } };
    await page.route("**/api/me/news", (route) => route.fulfill(failure));
    // The page loads the news by itself, and again when the panel opens.
    const newsResponse = () => page.waitForResponse("**/api/me/news");
    await Promise.all([newsResponse(), page.goto(`/?report=${number}`)]);
    await Promise.all([newsResponse(), bell(page).click()]);
    await expect(panel(page)).toContainText("The news could not be loaded.");
    await page.unroute("**/api/me/news");
    await panel(page).getByRole("button", { name: "Retry loading the news" }).click();
    await expect(items(page)).toHaveCount(1);
    await expect(panel(page)).toBeFocused();
  });

  test("that could not be marked as read are unread again, and a message says why", async ({
    member: { page, person },
    admin,
  }) => {
    await moveTo(admin.person, (await fileReport(person, { title: "Changed" })).id, "IN_PROGRESS");
    const { number } = await fileReport(person, { title: "As it was" });
    await page.goto(`/?report=${number}`);
    await bell(page).click();
    const failure = { status: 429, json: { success: false, error: "Too many changes.", code: "too-many" } };
    await page.route("**/api/me/news", (route) =>
      route.request().method() === "PUT" ? route.fulfill(failure) : route.continue(),
    );
    await panel(page).getByRole("button", { name: "Mark all read" }).click();
    await expect(page.getByText("The news could not be marked as read. Too many changes.")).toBeVisible();
    await expect(bell(page)).toHaveAccessibleName("News, 1 unread");
  });
});

test.describe("following", () => {
  test("is chosen on the report's page, for all changes or for the status only", async ({
    member: { page, person },
    admin,
  }) => {
    const ownReport = await fileReport(person, { title: "Own" });
    const otherReport = await fileReport(admin.person, { title: "Another's" });
    await page.goto(`/?report=${ownReport.number}`);
    await expect(followButton(page)).toHaveText("Following, every change");
    await page.goto(`/?report=${otherReport.number}`);
    await expect(page.getByText("1 follower", { exact: true })).toBeVisible();
    await followButton(page).click();
    await expect(page.getByText("You get news of every change of this report.")).toBeVisible();
    await expect(page.getByText("2 followers")).toBeVisible();
    await chooseMode(page, "Status only");
    await expect(page.getByText("You get news of this report's status only.")).toBeVisible();
    await expect(followButton(page)).toHaveText("Following, status only");
    await addAmendment(admin.person, otherReport.id, "No news.");
    await moveTo(admin.person, otherReport.id, "IN_PROGRESS");
    await page.goto("/");
    await expect(bell(page)).toHaveAccessibleName("News, 1 unread");
  });

  test("takes one click on a card, and stopping can be undone, with the news", async ({ member: { page }, admin }) => {
    const { id } = await fileReport(admin.person, { title: "Another's" });
    await page.reload();
    const button = followButton(cardOf(page, "Another's"));
    await expect(button).toHaveAccessibleName("Follow");
    await button.click();
    await expect(button).toHaveAccessibleName("Following, every change");
    await moveTo(admin.person, id, "IN_PROGRESS");
    await page.reload();
    await expect(bell(page)).toHaveAccessibleName("News, 1 unread");
    await button.click();
    await menuItem(page, "Nothing").click();
    await expect(page.getByText("You get no more news of this report.")).toBeVisible();
    await expect(button).toHaveAccessibleName("Follow");
    await expect(bell(page)).toHaveAccessibleName("News");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(button).toHaveAccessibleName("Following, every change");
    await expect(bell(page)).toHaveAccessibleName("News, 1 unread");
  });

  test("is changed by keyboard: the menu opens at the mode, and the focus returns to the button", async ({
    member: { page, person },
  }) => {
    await fileReport(person, { title: "Own" });
    await page.reload();
    const button = followButton(cardOf(page, "Own"));
    await expect(button).toHaveAccessibleName("Following, every change");
    await expect(button).toHaveAttribute("aria-haspopup", "menu");
    await button.press("Enter");
    await expect(page.getByRole("menu", { name: "News of this report" })).toBeVisible();
    await expect(button).toHaveAttribute("aria-expanded", "true");
    await expect(menuItem(page, "Every change")).toBeFocused();
    await expect(menuItem(page, "Every change")).toHaveAttribute("aria-checked", "true");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toHaveCount(0);
    await expect(button).toBeFocused();
    await button.press("Enter");
    await page.keyboard.press("ArrowDown");
    await expect(menuItem(page, "Status only")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(button).toHaveAccessibleName("Following, status only");
    await expect(button).toBeFocused();
    // While a choice is being stored, the button does nothing.
    await expect(page.getByText("You get news of this report's status only.")).toBeVisible();
    await button.press("Enter");
    await expect(menuItem(page, "Status only")).toBeFocused();
    // A letter goes to an item and does not open a form.
    await page.keyboard.press("n");
    await expect(menuItem(page, "Nothing")).toBeFocused();
    await page.keyboard.press("Escape");
  });

  test("moves nothing on a card as the news arrive, nor as the menu opens; on a phone it fits and can be touched", async ({
    member: { page, person },
    admin,
  }) => {
    await fileReport(person, { title: "Own", description: "What happens. ".repeat(40) });
    await fileReport(admin.person, { title: "Another's" });
    for (const size of [page.viewportSize()!, PHONE_SIZE]) {
      await page.setViewportSize(size);
      const newsReleased = Promise.withResolvers<void>();
      await page.route("**/api/me/news", async (route) => {
        await newsReleased.promise;
        await route.continue();
      });
      await page.reload();
      const places = () =>
        page
          .getByRole("article")
          .locator("h3, button, [data-tooltip], p")
          .evaluateAll((elements) =>
            elements.flatMap((element) => {
              const { x, y, width, height } = element.getBoundingClientRect();
              return width > 0 ? [x, y + scrollY, width, height].join(" ") : [];
            }),
          );
      await expectHydrated(page);
      await expect(followButton(cardOf(page, "Own"))).toHaveCount(0);
      const before = await places();
      newsReleased.resolve();
      const button = followButton(cardOf(page, "Own"));
      await expect(button).toBeVisible();
      expect(await places()).toEqual(before);
      const { width, height } = (await button.boundingBox())!;
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(size === PHONE_SIZE ? 36 : 24);
      await button.click();
      await expect(menuItem(page, "Nothing")).toBeInViewport({ ratio: 1 });
      expect(await places()).toEqual(before);
      // The button closes it again, and so does a click elsewhere.
      await button.click();
      await expect(page.getByRole("menu")).toHaveCount(0);
      await button.click();
      await expect(page.getByRole("menu")).toBeVisible();
      await page.getByRole("heading", { name: "Entries" }).click();
      await expect(page.getByRole("menu")).toHaveCount(0);
      await page.unroute("**/api/me/news");
    }
  });

  test("stays as it was if the choice could not be stored, and a message says why", async ({
    member: { page, person },
  }) => {
    const { number } = await fileReport(person, { title: "Own" });
    await page.goto(`/?report=${number}`);
    await page.route("**/follow", (route) =>
      route.fulfill({ status: 429, json: { success: false, error: "Too many changes.", code: "too-many" } }),
    );
    await chooseMode(page, "Nothing");
    await expect(page.getByText("You follow this report as before. Too many changes.")).toBeVisible();
    await expect(followButton(page)).toHaveText("Following, every change");
  });
});
