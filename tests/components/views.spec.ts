import { LIMITS } from "@logbook/domain";
import { expect, type Page } from "@playwright/test";
import { DESKTOP_SIZE, PHONE_SIZE } from "../support/browser.ts";
import { openForm } from "../support/form.ts";
import { cardOf, expectHydrated, SCRIPTS, search } from "../support/page.ts";
import { call, fileReport, newMember, test } from "./fixtures.ts";

const tabs = (page: Page) => page.getByRole("navigation", { name: "Views" }).getByRole("link");
const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Views" }).getByRole("link", { name, exact: true });
const sortSelect = (page: Page) => page.getByRole("combobox", { name: "Sort by" });
const mineHint = (page: Page) => page.getByText("Find your reports again under “Mine”.");
const savedViews = (page: Page) => page.getByRole("list", { name: "Saved views" }).getByRole("link");
const titles = (page: Page) => page.getByRole("article").getByRole("heading", { level: 3 });

test.describe("the tabs above the list", () => {
  test("show the member's own reports, the followed reports, and the unanswered reports", async ({
    member: { page, person },
    admin,
  }) => {
    await fileReport(person, { title: "Mine", priority: "HIGH" });
    const { id: votedId } = await fileReport(admin.person, { title: "Voted for" });
    await call("PUT", `/api/issues/${votedId}/vote`, { as: person, body: { voted: true } });
    const { id: movedId } = await fileReport(admin.person, { title: "Moved" });
    await call("PUT", `/api/issues/${movedId}`, { as: admin.person, body: { status: "IN_PROGRESS" } });
    await page.reload();
    await expect(tab(page, "All")).toHaveAttribute("aria-current", "page");
    await tab(page, "Mine").click();
    await expect(titles(page)).toHaveText(["Mine"]);
    await expect(page).toHaveURL("/?show=mine");
    await expect(tab(page, "Mine")).toHaveAttribute("aria-current", "page");
    await tab(page, "Following").click();
    await expect(titles(page)).toHaveText(["Mine", "Voted for"]);
    await tab(page, "Unanswered").press("Enter");
    await expect(titles(page)).toHaveText(["Mine", "Voted for"]);
    await page.reload();
    await expect(tab(page, "Unanswered")).toHaveAttribute("aria-current", "page");
    await expect(titles(page)).toHaveText(["Mine", "Voted for"]);
    await page.goBack();
    await expect(tab(page, "Following")).toHaveAttribute("aria-current", "page");
    await tab(page, "All").click();
    await expect(titles(page)).toHaveText(["Moved", "Mine", "Voted for"]);
  });

  test("say why they show no report", async ({ member: { page }, admin }) => {
    await fileReport(admin.person, { title: "Another's" });
    await page.goto("/?show=mine");
    await expect(page.getByRole("heading", { name: "Nothing of yours yet" })).toBeVisible();
    await tab(page, "Following").click();
    await expect(page.getByRole("heading", { name: "You follow no report" })).toBeVisible();
    await page.getByRole("button", { name: "Reset filters" }).click();
    await expect(titles(page)).toHaveText(["Another's"]);
  });
});

test.describe("the counts of the tabs", () => {
  test("say how many reports each tab has with the chosen filters, before the page's code has loaded and after a write", async ({
    member: { page, person },
    admin,
  }) => {
    const { id } = await fileReport(person, { title: "Mine" });
    await fileReport(admin.person, { title: "Another's", type: "feature" });
    await page.route(SCRIPTS, (route) => route.abort());
    await page.reload();
    await expect(page.locator("html[data-first=rendered], html[data-first=cached]")).toHaveCount(1);
    await expect(tabs(page)).toHaveText(["All2", "Mine1", "Following", "Unanswered2"]);
    await page.unroute(SCRIPTS);
    await page.reload();
    await expectHydrated(page);
    await expect(tabs(page)).toHaveText(["All2", "Mine1", "Following", "Unanswered2"]);
    await expect(tab(page, "Mine")).toHaveAccessibleDescription("1 entry");
    await page.getByRole("combobox", { name: "Type" }).selectOption("Feature");
    await expect(tabs(page)).toHaveText(["All1", "Mine0", "Following", "Unanswered1"]);
    await page.getByRole("button", { name: "Clear filters" }).click();
    await admin.page.reload();
    await expect(tab(admin.page, "Mine to do")).toHaveText("Mine to do0");
    await cardOf(admin.page, "Another's").getByRole("button", { name: "Mark as In Progress" }).click();
    await expect(tab(admin.page, "Unanswered")).toHaveText("Unanswered1");
    // The page learns of changes by others when the browser comes online.
    await call("PUT", `/api/issues/${id}`, { as: admin.person, body: { status: "IN_PROGRESS" } });
    await page.context().setOffline(true);
    await page.waitForFunction(() => !navigator.onLine);
    await page.context().setOffline(false);
    await expect(tabs(page)).toHaveText(["All2", "Mine1", "Following", "Unanswered0"]);
    await tab(page, "Following").click();
    await expect(tab(page, "Following")).toHaveText("Following1");
  });
});

test.describe("the unanswered reports", () => {
  test("begin with the oldest, in an order that 'Sort by' shows, unless the member has chosen another", async ({
    member: { page, person },
  }) => {
    await fileReport(person, { title: "First", priority: "LOW" });
    await fileReport(person, { title: "Second", priority: "CRITICAL" });
    await page.reload();
    await expect(titles(page)).toHaveText(["Second", "First"]);
    await tab(page, "Unanswered").click();
    await expect(titles(page)).toHaveText(["First", "Second"]);
    await expect(page).toHaveURL("/?show=unanswered");
    await expect(sortSelect(page)).toHaveValue("unanswered");
    await sortSelect(page).selectOption("Status");
    await expect(titles(page)).toHaveText(["Second", "First"]);
    await expect(page).toHaveURL("/?show=unanswered&sort=status");
    await page.reload();
    await expect(titles(page)).toHaveText(["Second", "First"]);
    await expect(sortSelect(page)).toHaveValue("status");
    await sortSelect(page).selectOption("Longest unanswered");
    await expect(page).toHaveURL("/?show=unanswered");
    await tab(page, "All").click();
    await expect(titles(page)).toHaveText(["Second", "First"]);
    await expect(sortSelect(page)).toHaveValue("status");
    await sortSelect(page).selectOption("Newest");
    await tab(page, "Unanswered").click();
    await expect(page).toHaveURL("/?show=unanswered&sort=newest");
    await expect(titles(page)).toHaveText(["Second", "First"]);
  });

  test("of the member have a tab beside 'Mine' and 'Unanswered', which can be reloaded and saved", async ({
    member: { page, person },
    admin,
  }) => {
    await fileReport(person, { title: "Waits" });
    await fileReport(admin.person, { title: "Another's" });
    const { id } = await fileReport(person, { title: "Moved" });
    await call("PUT", `/api/issues/${id}`, { as: admin.person, body: { status: "IN_PROGRESS" } });
    await page.reload();
    await expect(tabs(page)).toHaveText(["All3", "Mine2", "Following", "Unanswered2"]);
    await tab(page, "Unanswered").click();
    await expect(tabs(page)).toHaveText(["All3", "Mine2", "Following", "Unanswered2", "Mine · unanswered1"]);
    await tab(page, "Mine").click();
    await tab(page, "Mine · unanswered").click();
    await expect(titles(page)).toHaveText(["Waits"]);
    await expect(page).toHaveURL("/?show=mine-unanswered");
    await page.reload();
    await expect(titles(page)).toHaveText(["Waits"]);
    await expect(tab(page, "Mine · unanswered")).toHaveAttribute("aria-current", "page");
    await expect(sortSelect(page)).toHaveValue("unanswered");
    await page.getByRole("button", { name: "Save this view" }).click();
    await page.getByRole("textbox", { name: "Name of the view" }).fill("Waiting");
    await page.keyboard.press("Enter");
    await expect(savedViews(page)).toHaveAttribute("href", "/?show=mine-unanswered");
    await tab(page, "All").click();
    await expect(tab(page, "Mine · unanswered")).toHaveCount(0);
    await savedViews(page).click();
    await expect(titles(page)).toHaveText(["Waits"]);
  });

  test("of the member are a tab that a phone shows whole once it is chosen", async ({ member: { page, person } }) => {
    await fileReport(person);
    await page.setViewportSize(PHONE_SIZE);
    await page.goto("/?show=mine");
    const combinedTab = tab(page, "Mine · unanswered");
    await expect(combinedTab).toBeVisible();
    await expectHydrated(page);
    // Not `click()`, which would scroll to the tab by itself.
    await combinedTab.dispatchEvent("click");
    await expect(combinedTab).toHaveAttribute("aria-current", "page");
    await expect(combinedTab).toBeInViewport({ ratio: 1 });
  });

  test("of a member who has none say so", async ({ member: { page }, admin }) => {
    await fileReport(admin.person);
    await page.goto("/?show=mine-unanswered");
    await expect(page.getByRole("heading", { name: "Everything of yours is answered" })).toBeVisible();
  });
});

test.describe("a hint at 'Mine'", () => {
  /** Files a report with the form. */
  async function fileByForm(page: Page, title: string): Promise<void> {
    const form = await openForm(page);
    await form.getByLabel("Title").fill(title);
    await form.getByLabel("Description").fill("Nothing happens.");
    await form.getByRole("button", { name: "Submit" }).click();
    await expect(cardOf(page, title)).toBeVisible();
  }
  /** Waits until the parts that load once the page is idle are there: the hint is one of them. */
  const waitForLazyParts = (page: Page) => page.waitForRequest("**/api/me/views");

  test("shows after the member's first report and once more after a reload, then never again", async ({
    openAs,
    admin,
  }) => {
    const { page } = await openAs(await newMember());
    await fileReport(admin.person);
    await page.reload();
    await expectHydrated(page);
    await fileByForm(page, "My first");
    await expect(mineHint(page)).toBeVisible();
    await page.reload();
    await expect(mineHint(page)).toBeVisible();
    const [lazyParts] = await Promise.all([waitForLazyParts(page), page.reload()]);
    await lazyParts.response();
    await expect(tab(page, "Mine")).toHaveText("Mine1");
    await expect(mineHint(page)).toHaveCount(0);
    await fileByForm(page, "My second");
    await expect(tab(page, "Mine")).toHaveText("Mine2");
    await expect(mineHint(page)).toHaveCount(0);
  });

  test("goes away as soon as the member opens the tab", async ({ openAs }) => {
    const { page } = await openAs(await newMember());
    await fileByForm(page, "My first");
    await tab(page, "Mine").click();
    await expect(tab(page, "Mine")).toHaveAttribute("aria-current", "page");
    await expect(mineHint(page)).toHaveCount(0);
    await tab(page, "All").click();
    await expect(tab(page, "All")).toHaveAttribute("aria-current", "page");
    await expect(mineHint(page)).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem("logbook.mine-hint"))).toBeNull();
  });

  test("is not shown to another member in the same browser", async ({ member: { page, person } }) => {
    await fileReport(person);
    await page.evaluate(() => localStorage.setItem("logbook.mine-hint", JSON.stringify("another-member")));
    const [lazyParts] = await Promise.all([waitForLazyParts(page), page.reload()]);
    await lazyParts.response();
    await expect(tab(page, "Mine")).toHaveText("Mine1");
    await expect(mineHint(page)).toHaveCount(0);
  });
});

test.describe("a saved view", () => {
  test("is saved under a name, opened by its link, deleted, and restored by Undo", async ({
    member: { page, person },
  }) => {
    await fileReport(person, { title: "A bug" });
    await fileReport(person, { title: "A feature", type: "feature" });
    await page.goto("/?type=feature&sort=newest");
    const saveButton = page.getByRole("button", { name: "Save this view" });
    await saveButton.click();
    const nameBox = page.getByRole("textbox", { name: "Name of the view" });
    await expect(nameBox).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(saveButton).toBeFocused();
    await saveButton.press("Enter");
    await nameBox.fill(" Wishes ");
    await nameBox.press("Enter");
    await expect(page.getByText("“Wishes” is saved.")).toBeVisible();
    await expect(savedViews(page)).toHaveText(["Wishes"]);
    await expect(savedViews(page)).toBeFocused();
    await expect(savedViews(page)).toHaveAttribute("aria-current", "page");
    await page.goto("/");
    await expect(titles(page)).toHaveCount(2);
    // Without filters there is no view to save.
    await expect(saveButton).toBeHidden();
    await savedViews(page).click();
    await expect(page).toHaveURL("/?type=feature&sort=newest");
    await expect(titles(page)).toHaveText(["A feature"]);
    await page.getByRole("button", { name: "Delete the view “Wishes”" }).click();
    await expect(savedViews(page)).toHaveCount(0);
    // Undo keeps a view that was saved after the deletion.
    await saveButton.click();
    await nameBox.fill("By date");
    await nameBox.press("Enter");
    await expect(savedViews(page)).toHaveText(["By date"]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(savedViews(page)).toHaveText(["Wishes", "By date"]);
    await page.reload();
    await expect(savedViews(page)).toHaveText(["Wishes", "By date"]);
    // A second view named Wishes replaces the first, says so, and can be taken back.
    await page.goto("/?type=feature&sort=wanted");
    await saveButton.click();
    await nameBox.fill("Wishes");
    await nameBox.press("Enter");
    await expect(savedViews(page)).toHaveText(["By date", "Wishes"]);
    await expect(savedViews(page).last()).toHaveAttribute("href", "/?type=feature&sort=wanted");
    await expect(page.getByText("“Wishes” is saved. It replaces your earlier view of this name.")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(savedViews(page)).toHaveText(["Wishes", "By date"]);
    await expect(savedViews(page).first()).toHaveAttribute("href", "/?type=feature&sort=newest");
  });

  test("is not offered while a search finds nothing", async ({ member: { page, person } }) => {
    await fileReport(person);
    const saveButton = page.getByRole("button", { name: "Save this view" });
    await page.goto("/?type=bug");
    await expect(saveButton).toBeVisible();
    await search(page, "nothing has this");
    await expect(page.getByRole("button", { name: "Reset filters" })).toBeVisible();
    await expect(saveButton).toHaveCount(0);
  });

  test("does not replace a view that was saved on another device meanwhile", async ({ member: { page, person } }) => {
    await page.goto("/?type=bug");
    await page.getByRole("button", { name: "Save this view" }).click();
    const viewsOfPhone = [{ name: "On my phone", query: "type=feature" }];
    expect((await call("PUT", "/api/me/views", { as: person, body: { views: viewsOfPhone } })).status).toBe(200);
    const nameBox = page.getByRole("textbox", { name: "Name of the view" });
    await nameBox.fill("Bugs");
    await nameBox.press("Enter");
    await expect(savedViews(page)).toHaveText(["On my phone", "Bugs"]);
    // Choosing another view closes the form for a new view; a later filter does not open it again.
    await page.goto("/?type=bug&sort=newest");
    await page.getByRole("button", { name: "Save this view" }).click();
    await savedViews(page).first().click();
    await expect(page).toHaveURL("/?type=feature");
    await page.getByRole("combobox", { name: "Sort by" }).selectOption("newest");
    await expect(page.getByRole("button", { name: "Save this view" })).toBeVisible();
    await expect(nameBox).toHaveCount(0);
  });

  test("is restored at the end of the list if another device had already deleted it", async ({
    member: { page, person },
  }) => {
    const storeViews = async (names: string[]) => {
      const views = names.map((name) => ({ name, query: `search=${name}` }));
      await call("PUT", "/api/me/views", { as: person, body: { views } });
    };
    await storeViews(["One", "Two", "Three"]);
    await page.goto("/?search=Two");
    await expect(savedViews(page)).toHaveText(["One", "Two", "Three"]);
    await storeViews(["One", "Three"]);
    await page.getByRole("button", { name: "Delete the view “Two”" }).click();
    await expect(savedViews(page)).toHaveText(["One", "Three"]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(savedViews(page)).toHaveText(["One", "Three", "Two"]);
  });

  test("that could not be stored is not listed; a message says why, and the typed name stays", async ({
    member: { page },
  }) => {
    await page.goto("/?type=bug");
    await page.getByRole("button", { name: "Save this view" }).click();
    await page.route("**/api/me/views", (route) =>
      route.fulfill({ status: 429, json: { success: false, error: "Too many changes.", code: "too-many" } }),
    );
    const nameBox = page.getByRole("textbox", { name: "Name of the view" });
    await nameBox.fill("Bugs");
    await nameBox.press("Enter");
    await expect(page.getByText("Your saved views were not changed. Too many changes.")).toBeVisible();
    await expect(savedViews(page)).toHaveCount(0);
    await expect(nameBox).toHaveValue("Bugs");
  });
});

const VIEWS = Array.from({ length: LIMITS.savedViews }, (_, index) => ({
  name: `My view number ${index + 1}`,
  query: `search=view${index + 1}`,
}));

test("twenty saved views stay in one line with the tabs, which scrolls, and the list stays where it was", async ({
  member: { page, person },
}) => {
  await fileReport(person);
  for (const size of [DESKTOP_SIZE, PHONE_SIZE]) {
    await page.setViewportSize(size);
    await page.goto("/");
    await tab(page, "Mine").waitFor();
    const topOfFirstCard = async () => (await page.getByRole("article").first().boundingBox())!.y;
    const before = await topOfFirstCard();
    await call("PUT", "/api/me/views", { as: person, body: { views: VIEWS } });
    await page.reload();
    await expect(savedViews(page)).toHaveCount(VIEWS.length);
    // A scroll bar may take some pixels.
    expect((await topOfFirstCard()) - before).toBeLessThan(12);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
    await savedViews(page).last().focus();
    await expect(savedViews(page).last()).toBeInViewport({ ratio: 1 });
    await call("PUT", "/api/me/views", { as: person, body: { views: [] } });
  }
});
