import { expect, type Page } from "@playwright/test";
import { cardOf, search } from "../support/page.ts";
import { call, fileReport, test } from "./fixtures.ts";

const emptyState = (page: Page) => page.getByRole("heading", { name: "No entries match" });
const searchBox = (page: Page) => page.getByRole("searchbox", { name: "Search" });

test.describe("a search that finds nothing", () => {
  test("asks 'Did you mean …?', and a press on the suggested word searches for that word", async ({
    member: { page, person },
  }) => {
    await fileReport(person, { title: "Calendar export" });
    await search(page, "calender");
    await expect(emptyState(page)).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "Did you mean calendar?" })).toHaveCount(1);
    await page.getByRole("button", { name: "calendar", exact: true }).click();
    await expect(cardOf(page, "Calendar export")).toBeVisible();
    await expect(searchBox(page)).toHaveValue("calendar");
    await expect(page).toHaveURL(/\?search=calendar$/);
    await expect(page.getByRole("heading", { name: "Entries" })).toBeFocused();
    await page.goBack();
    await expect(searchBox(page)).toHaveValue("calender");
  });

  test("has a button that says how many reports have the text in amendments, and shows these reports", async ({
    member: { page, person },
  }) => {
    for (const title of ["Dark mode", "Printing", "Avatar"]) {
      const { id } = await fileReport(person, { title });
      const text = title === "Avatar" ? "Nothing new" : "Since the Thunderbird update";
      await call("POST", "/api/issues/amendment", { as: person, body: { issueId: id, text } });
    }
    await search(page, "thunderbird");
    await page.getByRole("button", { name: "Also in amendments of 2 reports" }).click();
    await expect(page.getByRole("article")).toHaveCount(2);
    await expect(searchBox(page)).toHaveValue("in:amendments thunderbird");
    await expect(page).toHaveURL(/\?search=in%3Aamendments\+thunderbird$/);
    await page.reload();
    await expect(page.getByRole("article")).toHaveCount(2);
  });

  test("of several words links to the reports with the closest titles, each with its status", async ({
    member: { page, person },
    admin,
  }) => {
    const { number, id } = await fileReport(person, { title: "Map on the contact page is blank" });
    const { id: deletedId } = await fileReport(person, { title: "Map is broken for good" });
    await call("PUT", `/api/issues/${id}`, { as: admin.person, body: { status: "IN_PROGRESS" } });
    await call("DELETE", `/api/issues/${deletedId}`, { as: admin.person, body: {} });
    await fileReport(person, { title: "Calendar export" });
    await search(page, "broken map");
    await expect(emptyState(page)).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "This title is close:" })).toHaveCount(1);
    const closest = page.getByRole("list", { name: "This title is close:" }).getByRole("listitem");
    await expect(closest).toHaveText(["Map on the contact page is blankIn Progress"]);
    await closest.getByRole("link").click();
    await expect(page.getByRole("heading", { name: "Map on the contact page is blank", level: 1 })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`[?&]report=${number}$`));
    await page.goBack();
    await expect(closest).toHaveCount(1);
    // A single word has no closest titles, and neither has a search that finds something.
    await search(page, "broken");
    await expect(page.getByText("title is close")).toHaveCount(0);
    await search(page, "contact page");
    await expect(page.getByRole("article")).toHaveCount(1);
    await expect(page.getByText("title is close")).toHaveCount(0);
  });

  test("explains the search operators, which the search box's description also names", async ({
    member: { page, person },
  }) => {
    await fileReport(person);
    const sentence = "A search may also have by:name, is:open, is:bug, #142 or in:amendments.";
    await expect(searchBox(page)).toHaveAccessibleDescription(sentence);
    await expect(page.getByText(sentence)).toHaveCount(0);
    await search(page, "nowhere");
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(page.getByText("Did you mean")).toHaveCount(0);
    await page.getByRole("button", { name: "Reset filters" }).click();
    // If filters without a search find nothing, the page does not explain the search.
    await page.getByRole("combobox", { name: "Type" }).selectOption("Feature");
    await expect(emptyState(page)).toBeVisible();
    await expect(page.getByText(sentence)).toHaveCount(0);
  });

  test("shows neither a suggestion nor an error if the request for suggestions fails", async ({
    member: { page, person, log },
  }) => {
    await fileReport(person, { title: "Calendar export" });
    await page.route("**/api/reports/search-help?*", (route) =>
      route.fulfill({ status: 503, json: { success: false, error: "Not now.", code: "unavailable" } }),
    );
    const helpResponse = page.waitForResponse("**/api/reports/search-help?*");
    await search(page, "calender");
    await helpResponse;
    await expect(emptyState(page)).toBeVisible();
    await expect(page.getByText("Did you mean")).toHaveCount(0);
    await expect(page.getByRole("alert")).toHaveCount(0);
    // The browser logs the failed response; the page logs nothing.
    expect(log.filter((line) => !line.startsWith("Failed to load resource"))).toEqual([]);
  });
});

test("operators such as by:name narrow the list, typed in the search box or in the page's address", async ({
  member: { page, person },
  admin,
}) => {
  const { number } = await fileReport(person, { title: "Calendar export" });
  await fileReport(admin.person, { title: "Calendar import", type: "feature" });
  await search(page, `by:${person.username} calendar`);
  await expect(page.getByRole("article")).toHaveCount(1);
  await search(page, "is:feature");
  await expect(cardOf(page, "Calendar import")).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(1);
  await page.goto(`/?search=%23${number}`);
  await expect(cardOf(page, "Calendar export")).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(1);
});

test("a search that finds reports offers to search the amendments, without requesting their count", async ({
  member: { page, person },
}) => {
  await fileReport(person, { title: "Thunderbird does not open links" });
  const { id } = await fileReport(person, { title: "Printing" });
  await call("POST", "/api/issues/amendment", { as: person, body: { issueId: id, text: "Since Thunderbird 140" } });
  const requestedUrls: string[] = [];
  page.on("request", (request) => requestedUrls.push(request.url()));
  await search(page, "thunderbird");
  await expect(cardOf(page, "Thunderbird does not open links")).toBeVisible();
  const amendmentsButton = page.getByRole("button", { name: "Search the amendments" });
  await amendmentsButton.click();
  await expect(cardOf(page, "Printing")).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(amendmentsButton).toHaveCount(0);
  expect(requestedUrls.filter((url) => url.includes("/api/reports/search-help"))).toHaveLength(0);
});
