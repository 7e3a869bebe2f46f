import { expect } from "@playwright/test";
import { cardOf, waitTwoFrames } from "../support/page.ts";
import { call, fileReport, test } from "./fixtures.ts";

test.describe("votes", () => {
  test("a member votes for a report, sees it at the next visit, and takes the vote back", async ({
    member: { page, person },
    admin,
  }) => {
    const { id } = fileReport(person, { title: "Wanted by many" });
    call("PUT", `/api/issues/${id}/vote`, { as: admin.person, body: { voted: true } });
    await page.reload();
    const button = cardOf(page, "Wanted by many").getByRole("button", { name: /^Vote/ });
    await expect(button).toHaveText("Vote1 vote");
    await expect(button).toHaveAttribute("aria-pressed", "false");
    await button.click();
    await expect(button).toHaveText("Voted2 votes");
    await expect(button).toBeFocused();
    await expect(page.getByText("Your vote counts.")).toBeVisible();
    await page.reload();
    await expect(button).toHaveText("Voted2 votes");
    await expect(button).toHaveAttribute("aria-pressed", "true");
    const counts = cardOf(page, "Wanted by many").locator("[data-counts]");
    await expect(counts).toHaveAttribute("data-counts", "2 votes (with yours)");
    await button.press("Enter");
    await expect(button).toHaveText("Vote1 vote");
    await expect(button).toHaveAttribute("aria-pressed", "false");
    await expect(counts).toHaveAttribute("data-counts", "1 vote");
  });

  test("a vote can be given on the report's page", async ({ member: { page, person } }) => {
    const { number } = fileReport(person, { title: "Wanted by one" });
    await page.goto(`/?report=${number}`);
    await page.getByRole("button", { name: "Vote" }).click();
    await expect(page.getByRole("button", { name: /^Voted/ })).toHaveText("Voted1 vote");
  });

  test("a vote makes the member follow the report until it is taken back", async ({
    member: { page, person },
    admin,
  }) => {
    const { number } = fileReport(admin.person, { title: "Wanted by others" });
    await page.goto(`/?report=${number}`);
    const select = page.getByRole("combobox", { name: "News of" });
    await expect(select).toHaveValue("none");
    await page.getByRole("button", { name: "Vote" }).click();
    await expect(select).toHaveValue("all");
    await expect(page.getByText("2 followers")).toBeVisible();
    await page.getByRole("button", { name: /^Voted/ }).click();
    await expect(select).toHaveValue("none");
    await expect(page.getByText("1 follower", { exact: true })).toBeVisible();
    expect(call("GET", "/api/me/news", { as: person }).body.following).toEqual({});
  });

  test("a vote given before the member's own votes have loaded stays", async ({ member: { page, person } }) => {
    const { number } = fileReport(person, { title: "Wanted at once" });
    const ownVotes = Promise.withResolvers<void>();
    await page.route("**/api/me/votes", async (route) => {
      await ownVotes.promise;
      await route.fulfill({ json: { success: true, voted: [] } });
    });
    const requested = page.waitForRequest("**/api/me/votes");
    await page.goto(`/?report=${number}`);
    await requested;
    await page.getByRole("button", { name: "Vote" }).click();
    const button = page.getByRole("button", { name: /^Voted/ });
    await expect(button).toHaveText("Voted1 vote");
    const answered = page.waitForResponse("**/api/me/votes");
    ownVotes.resolve();
    await answered;
    await waitTwoFrames(page);
    await expect(button).toHaveText("Voted1 vote");
  });

  test("a vote that could not be stored is taken back on the page, with the reason", async ({
    member: { page, person },
  }) => {
    fileReport(person, { title: "Not now" });
    await page.reload();
    await page.route("**/vote", (route) =>
      route.fulfill({ status: 429, json: { success: false, error: "Too many changes.", code: "too-many" } }),
    );
    const button = cardOf(page, "Not now").getByRole("button", { name: /^Vote/ });
    await button.click();
    await expect(page.getByText("Your vote was not changed. Too many changes.")).toBeVisible();
    await expect(button).toHaveText("Vote");
    await expect(button).toHaveAttribute("aria-pressed", "false");
  });

  test("the list can be sorted by votes", async ({ member: { page, person } }) => {
    fileReport(person, { title: "Nobody's" });
    const { id } = fileReport(person, { title: "Somebody's", priority: "LOW" });
    call("PUT", `/api/issues/${id}/vote`, { as: person, body: { voted: true } });
    await page.goto("/?sort=wanted");
    await expect(page.getByRole("article").getByRole("heading", { level: 3 })).toHaveText(["Somebody's", "Nobody's"]);
    await expect(page.getByRole("combobox", { name: "Sort by" })).toHaveValue("wanted");
  });
});
