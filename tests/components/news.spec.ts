import { expect, type Page } from "@playwright/test";
import { call, fileReport, type Person, test } from "./fixtures.ts";

const bell = (page: Page) => page.getByRole("button", { name: /^News/ });
const panel = (page: Page) => page.getByRole("region", { name: "News" });
const items = (page: Page) => panel(page).getByRole("listitem");
const amend = (as: Person, issueId: string, text: string): { id: string } =>
  call("POST", "/api/issues/amendment", { as, body: { issueId, text } }).body.amendment;
const step = (as: Person, id: string, status: string) => call("PUT", `/api/issues/${id}`, { as, body: { status } });

test.describe("news", () => {
  test("are counted on the bell, name each change and lead to its place in the timeline", async ({
    member: { page, person },
    admin,
  }) => {
    const { id, number } = fileReport(person, { title: "Photo upload fails" });
    for (let each = 0; each < 15; each += 1) amend(person, id, `Line\n\n${each}`);
    const note = amend(admin.person, id, "Which browser?");
    step(admin.person, id, "IN_PROGRESS");
    await page.reload();
    await expect(bell(page)).toHaveAccessibleName("News, 2 unread");
    await expect(page.getByRole("button", { name: "1 report that you follow changed today" })).toBeVisible();
    await bell(page).click();
    await expect(items(page)).toHaveText([
      /^Unread: ada moved “Photo upload fails” to In Progress/,
      /^Unread: ada amended “Photo upload fails”/,
    ]);
    await items(page).getByRole("link").nth(1).click();
    await expect(page).toHaveURL(`/?report=${number}#entry-${note.id}`);
    const place = page.locator(`#entry-${note.id}`);
    await expect(place).toContainText("Which browser?");
    await expect(place).toBeInViewport();
    await expect(place).toBeFocused();
    await expect(panel(page)).toBeHidden();
    // The report has been seen.
    await expect(bell(page)).toHaveAccessibleName("News");
    // The link that led here is gone.
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Entries" })).toBeFocused();
    await page.reload();
    await expect(bell(page)).toHaveAccessibleName("News");
    await bell(page).click();
    await expect(items(page).first()).toHaveText(/^ada moved/);
    await page.keyboard.press("Escape");
  });

  test("can all be marked as read, by keyboard, and leave the focus in the panel", async ({
    member: { page, person },
    admin,
  }) => {
    for (const title of ["One", "Two"]) step(admin.person, fileReport(person, { title }).id, "IN_PROGRESS");
    await page.reload();
    await expect(page.getByRole("button", { name: "2 reports that you follow changed today" })).toBeVisible();
    await bell(page).press("Enter");
    const markAll = panel(page).getByRole("button", { name: "Mark all read" });
    await markAll.press("Enter");
    await expect(page.getByText("All news are marked as read.")).toBeVisible();
    await expect(bell(page)).toHaveAccessibleName("News");
    await expect(markAll).toBeHidden();
    await expect(panel(page)).toBeFocused();
    await expect(page.getByRole("button", { name: /that you follow changed/ })).toBeHidden();
    await page.keyboard.press("Escape");
    await expect(panel(page)).toBeHidden();
    await expect(bell(page)).toBeFocused();
    await page.reload();
    await expect(bell(page)).toHaveAccessibleName("News");
  });

  test("open on a report's page above its list, and lead to the place in the timeline although the page is cached", async ({
    member: { page, person },
    admin,
  }) => {
    const { id, number } = fileReport(person, { title: "Photo upload fails" });
    for (let each = 0; each < 15; each += 1) amend(person, id, `Line\n\n${each}`);
    await page.reload();
    await page.getByRole("link", { name: "Photo upload fails" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Photo upload fails" })).toBeFocused();
    await page.getByRole("link", { name: "All reports" }).click();
    const note = amend(admin.person, id, "Which browser?");
    const loaded = page.waitForResponse("**/api/me/news");
    await page.getByRole("link", { name: "Photo upload fails" }).click();
    await bell(page).click();
    await loaded;
    await items(page).first().getByRole("link").click();
    await expect(page).toHaveURL(`/?report=${number}#entry-${note.id}`);
    await expect(page.locator(`#entry-${note.id}`)).toBeFocused();
    await expect(page.locator(`#entry-${note.id}`)).toBeInViewport();
    await expect(panel(page)).toBeHidden();
    // From the list the page is drawn from the cache, which has the entry.
    await page.getByRole("link", { name: "All reports" }).click();
    await bell(page).click();
    await items(page).first().getByRole("link").click();
    await expect(page.locator(`#entry-${note.id}`)).toBeFocused();
    await expect(page.locator(`#entry-${note.id}`)).toBeInViewport();
  });

  test("are opened by the line above the list, which moves the focus to them", async ({
    member: { page, person },
    admin,
  }) => {
    step(admin.person, fileReport(person, { title: "Moved" }).id, "IN_PROGRESS");
    await page.reload();
    await page.getByRole("button", { name: "1 report that you follow changed today" }).press("Enter");
    await expect(panel(page)).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(panel(page).getByRole("button", { name: "Mark all read" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(bell(page)).toBeFocused();
  });

  test("mark the cards of changed reports until they are seen", async ({ member: { page, person }, admin }) => {
    const { id } = fileReport(person, { title: "Changed" });
    fileReport(person, { title: "As it was" });
    step(admin.person, id, "IN_PROGRESS");
    await page.reload();
    const mark = (title: string) => page.getByRole("article").filter({ hasText: title }).getByText("Unread");
    await expect(mark("Changed")).toBeVisible();
    await expect(mark("As it was")).toHaveCount(0);
    await page.getByRole("link", { name: "Changed" }).click();
    await page.getByRole("link", { name: "All reports" }).click();
    await expect(mark("Changed")).toHaveCount(0);
  });

  test("mark rows without moving what is in their columns", async ({ member: { page, person }, admin }) => {
    const { id } = fileReport(person, { title: "Changed" });
    fileReport(person, { title: "As it was" });
    step(admin.person, id, "IN_PROGRESS");
    await page.reload();
    await page.getByRole("button", { name: "Rows" }).click();
    const row = (title: string) => page.getByRole("article").filter({ hasText: title });
    await expect(row("Changed").getByText("Unread")).toBeVisible();
    const statusOf = async (title: string, status: string) =>
      (await row(title).getByText(status, { exact: true }).boundingBox())!.x;
    expect(await statusOf("Changed", "In Progress")).toBe(await statusOf("As it was", "Open"));
  });

  test("are loaded in a browser that is never idle", async ({ member: { page, person }, admin }) => {
    const { id } = fileReport(person);
    step(admin.person, id, "IN_PROGRESS");
    await page.addInitScript(() => {
      window.requestIdleCallback = (work, { timeout } = {}) =>
        timeout === undefined
          ? 0
          : window.setTimeout(() => work({ didTimeout: true, timeRemaining: () => 0 }), timeout);
    });
    await page.reload();
    await expect(bell(page)).toHaveAccessibleName("News, 1 unread");
  });

  test("name edits and deletions; a deletion has no link and is marked as read in the panel", async ({
    member: { page, person },
    admin,
  }) => {
    const edited = fileReport(person, { title: "Wrong titel" });
    const gone = fileReport(person, { title: "Soon gone" });
    call("PUT", `/api/issues/${edited.id}/correction`, {
      as: admin.person,
      body: { title: "Right title", priority: "LOW" },
    });
    const note = amend(admin.person, edited.id, "Seen.");
    call("PUT", `/api/issues/${edited.id}/amendments/${note.id}`, { as: admin.person, body: { text: "Seen, too." } });
    call("DELETE", `/api/issues/${gone.id}`, { as: admin.person });
    await page.reload();
    await expect(bell(page)).toHaveAccessibleName("News, 4 unread");
    await bell(page).click();
    await expect(items(page)).toHaveText([
      /^Unread: ada deleted “Soon gone”/,
      /^Unread: ada edited an amendment to “Right title”/,
      /^Unread: ada amended “Right title”/,
      /^Unread: ada edited “Right title”/,
    ]);
    await expect(items(page).first().getByRole("link")).toHaveCount(0);
    const markRead = panel(page).getByRole("button", { name: "Mark read" });
    await markRead.press("Enter");
    await expect(page.getByText("Marked as read.")).toBeVisible();
    await expect(bell(page)).toHaveAccessibleName("News, 3 unread");
    await expect(items(page).first()).toHaveText(/^ada deleted “Soon gone”/);
    await expect(markRead).toBeHidden();
    await expect(panel(page)).toBeFocused();
    await items(page).last().getByRole("link").click();
    await expect(page.locator("main :focus")).toContainText(
      "ada edited the title: “Wrong titel” → “Right title” and the severity",
    );
  });

  test("say what they are while there are none", async ({ member: { page } }) => {
    await expect(bell(page)).toHaveAccessibleName("News");
    await bell(page).click();
    await expect(panel(page)).toContainText("Nothing new in the last 30 days.");
  });

  test("that were marked as read stay so when an earlier response arrives late", async ({
    member: { page, person },
    admin,
  }) => {
    const { number } = fileReport(person, { title: "As it was" });
    step(admin.person, fileReport(person, { title: "Changed" }).id, "IN_PROGRESS");
    await page.goto(`/?report=${number}`);
    await expect(bell(page)).toHaveAccessibleName("News, 1 unread");
    const unread = call("GET", "/api/me/news", { as: person }).body;
    const marked = Promise.withResolvers<void>();
    let held = 0;
    await page.route("**/api/me/news", async (route) => {
      if (route.request().method() === "PUT" || held++ > 0) return route.continue();
      await marked.promise;
      await route.fulfill({ json: unread });
    });
    await bell(page).click();
    await panel(page).getByRole("button", { name: "Mark all read" }).click();
    await expect(page.getByText("All news are marked as read.")).toBeVisible();
    const reloaded = page.waitForResponse((response) => response.url().endsWith("/api/me/news") && held > 1);
    marked.resolve();
    await reloaded;
    await expect(bell(page)).toHaveAccessibleName("News");
  });

  test("that were marked as read stay so when they are loaded before that is stored", async ({
    member: { page, person },
    admin,
  }) => {
    step(admin.person, fileReport(person, { title: "Changed" }).id, "IN_PROGRESS");
    await page.reload();
    await expect(bell(page)).toHaveAccessibleName("News, 1 unread");
    await bell(page).click();
    const stored = Promise.withResolvers<void>();
    await page.route("**/api/me/news", async (route) => {
      if (route.request().method() === "PUT") await stored.promise;
      await route.continue();
    });
    await panel(page).getByRole("button", { name: "Mark all read" }).click();
    await expect(bell(page)).toHaveAccessibleName("News");
    // Opening the panel loads the news.
    await page.keyboard.press("Escape");
    await Promise.all([page.waitForResponse("**/api/me/news"), bell(page).click()]);
    await expect(bell(page)).toHaveAccessibleName("News, 1 unread");
    stored.resolve();
    await expect(bell(page)).toHaveAccessibleName("News");
    await page.reload();
    await expect(bell(page)).toHaveAccessibleName("News");
  });

  test("are counted right when there are more than the panel shows", async ({ member: { page, person }, admin }) => {
    const [quiet, busy] = [fileReport(person, { title: "Quiet" }), fileReport(person, { title: "Busy" })];
    step(admin.person, quiet.id, "IN_PROGRESS");
    for (let each = 0; each < 55; each += 1) amend(admin.person, busy.id, `Note ${each}`);
    await page.reload();
    await expect(bell(page)).toHaveAccessibleName("News, 56 unread");
    await page.getByRole("link", { name: "Busy" }).click();
    await expect(bell(page)).toHaveAccessibleName("News, 1 unread");
    await page.getByRole("link", { name: "All reports" }).click();
    await page.getByRole("link", { name: "Quiet" }).click();
    await expect(bell(page)).toHaveAccessibleName("News");
  });

  test("that could not be loaded say so, and can be loaded again", async ({ member: { page, person }, admin }) => {
    step(admin.person, fileReport(person, { title: "Changed" }).id, "IN_PROGRESS");
    const { number } = fileReport(person, { title: "As it was" });
    const answer = { status: 503, json: { success: false, error: "Down.", code: "unavailable" } };
    await page.route("**/api/me/news", (route) => route.fulfill(answer));
    // The page loads the news by itself, and again when the panel opens.
    const refused = () => page.waitForResponse("**/api/me/news");
    await Promise.all([refused(), page.goto(`/?report=${number}`)]);
    await Promise.all([refused(), bell(page).click()]);
    await expect(panel(page)).toContainText("The news could not be loaded.");
    await page.unroute("**/api/me/news");
    await panel(page).getByRole("button", { name: "Retry loading the news" }).click();
    await expect(items(page)).toHaveCount(1);
    await expect(panel(page)).toBeFocused();
  });

  test("that could not be marked as read are unread again, with the reason", async ({
    member: { page, person },
    admin,
  }) => {
    step(admin.person, fileReport(person, { title: "Changed" }).id, "IN_PROGRESS");
    const { number } = fileReport(person, { title: "As it was" });
    await page.goto(`/?report=${number}`);
    await bell(page).click();
    const answer = { status: 429, json: { success: false, error: "Too many changes.", code: "too-many" } };
    await page.route("**/api/me/news", (route) =>
      route.request().method() === "PUT" ? route.fulfill(answer) : route.continue(),
    );
    await panel(page).getByRole("button", { name: "Mark all read" }).click();
    await expect(page.getByText("The news could not be marked as read. Too many changes.")).toBeVisible();
    await expect(bell(page)).toHaveAccessibleName("News, 1 unread");
  });
});

test.describe("following", () => {
  test("is chosen on the report's page, and says of which changes there are news", async ({
    member: { page, person },
    admin,
  }) => {
    const own = fileReport(person, { title: "Own" });
    const other = fileReport(admin.person, { title: "Another's" });
    await page.goto(`/?report=${own.number}`);
    const select = page.getByRole("combobox", { name: "News of" });
    await expect(select).toHaveValue("all");
    await page.goto(`/?report=${other.number}`);
    await expect(select).toHaveValue("none");
    await expect(page.getByText("1 follower", { exact: true })).toBeVisible();
    await select.selectOption("its status only");
    await expect(page.getByText("You get news of this report's status only.")).toBeVisible();
    await expect(page.getByText("2 followers")).toBeVisible();
    amend(admin.person, other.id, "No news.");
    step(admin.person, other.id, "IN_PROGRESS");
    await page.goto("/");
    await expect(bell(page)).toHaveAccessibleName("News, 1 unread");
  });

  test("that could not be stored stays as it was, with the reason", async ({ member: { page, person } }) => {
    const { number } = fileReport(person, { title: "Own" });
    await page.goto(`/?report=${number}`);
    await page.route("**/follow", (route) =>
      route.fulfill({ status: 429, json: { success: false, error: "Too many changes.", code: "too-many" } }),
    );
    const select = page.getByRole("combobox", { name: "News of" });
    await select.selectOption("nothing");
    await expect(page.getByText("You follow this report as before. Too many changes.")).toBeVisible();
    await expect(select).toHaveValue("all");
  });
});
