import { LIMITS } from "@logbook/domain";
import { expect, type Page } from "@playwright/test";
import { DESKTOP_SIZE, PHONE_SIZE } from "../support/browser.ts";
import { search } from "../support/page.ts";
import { call, fileReport, test } from "./fixtures.ts";

const tab = (page: Page, name: string) => page.getByRole("navigation", { name: "Views" }).getByRole("link", { name });
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
