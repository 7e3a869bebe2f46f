import { expect } from "@playwright/test";
import { cardOf, waitTwoFrames } from "../support/page.ts";
import { call, fileReport, test } from "./fixtures.ts";

/** A vote button's text: its label and the count, without a space between them. */
const buttonText = (label: "Vote" | "Voted", count: string) => `${label}${count}`;

test.describe("votes", () => {
  test("a member votes for a report, sees the vote at the next visit, and takes the vote back", async ({
    member: { page, person },
    admin,
  }) => {
    const { id } = await fileReport(person, { title: "Wanted by many" });
    await call("PUT", `/api/issues/${id}/vote`, { as: admin.person, body: { voted: true } });
    await page.reload();
    // The button's name begins with 'Vote' or 'Voted'.
    const voteButton = cardOf(page, "Wanted by many").getByRole("button", { name: /^Vote/ });
    await expect(voteButton).toHaveText(buttonText("Vote", "1 vote"));
    await expect(voteButton).toHaveAttribute("aria-pressed", "false");
    await voteButton.click();
    await expect(voteButton).toHaveText(buttonText("Voted", "2 votes"));
    await expect(voteButton).toBeFocused();
    await expect(page.getByText("Your vote counts.")).toBeVisible();
    await page.reload();
    await expect(voteButton).toHaveText(buttonText("Voted", "2 votes"));
    await expect(voteButton).toHaveAttribute("aria-pressed", "true");
    await voteButton.press("Enter");
    await expect(voteButton).toHaveText(buttonText("Vote", "1 vote"));
    await expect(voteButton).toHaveAttribute("aria-pressed", "false");
  });

  test("a member can vote on the report's page", async ({ member: { page, person } }) => {
    const { number } = await fileReport(person, { title: "Wanted by one" });
    await page.goto(`/?report=${number}`);
    await page.getByRole("button", { name: "Vote" }).click();
    await expect(page.getByRole("button", { name: /^Voted/ })).toHaveText(buttonText("Voted", "1 vote"));
  });

  test("a member who votes for a report follows the report until they take the vote back", async ({
    member: { page, person },
    admin,
  }) => {
    const { number } = await fileReport(admin.person, { title: "Wanted by others" });
    await page.goto(`/?report=${number}`);
    const followButton = page.getByRole("button", { name: /^Follow/ });
    await expect(followButton).toHaveText("Follow");
    await page.getByRole("button", { name: "Vote" }).click();
    await expect(followButton).toHaveText("Following, every change");
    await expect(page.getByText("2 followers")).toBeVisible();
    await page.getByRole("button", { name: /^Voted/ }).click();
    await expect(followButton).toHaveText("Follow");
    await expect(page.getByText("1 follower", { exact: true })).toBeVisible();
    expect((await call("GET", "/api/me/news", { as: person })).body.following).toEqual({});
  });

  test("a vote given while the member's own votes are loading stays after they have loaded", async ({
    member: { page, person },
  }) => {
    const { number } = await fileReport(person, { title: "Wanted at once" });
    const responseReleased = Promise.withResolvers<void>();
    await page.route("**/api/me/votes", async (route) => {
      await responseReleased.promise;
      await route.fulfill({ json: { success: true, voted: [] } });
    });
    const votesRequest = page.waitForRequest("**/api/me/votes");
    await page.goto(`/?report=${number}`);
    await votesRequest;
    await page.getByRole("button", { name: "Vote" }).click();
    const votedButton = page.getByRole("button", { name: /^Voted/ });
    await expect(votedButton).toHaveText(buttonText("Voted", "1 vote"));
    const votesResponse = page.waitForResponse("**/api/me/votes");
    responseReleased.resolve();
    await votesResponse;
    await waitTwoFrames(page);
    await expect(votedButton).toHaveText(buttonText("Voted", "1 vote"));
  });

  test("a vote given and taken back while the member's own votes are loading is gone after they have loaded", async ({
    member: { page, person },
  }) => {
    const { id, number } = await fileReport(person, { title: "Wanted for a moment" });
    const responseReleased = Promise.withResolvers<void>();
    await page.route("**/api/me/votes", async (route) => {
      await responseReleased.promise;
      // The server has read the votes between the two presses.
      await route.fulfill({ json: { success: true, voted: [id] } });
    });
    const votesRequest = page.waitForRequest("**/api/me/votes");
    await page.goto(`/?report=${number}`);
    await votesRequest;
    const voteButton = page.getByRole("button", { name: /^Vote/ });
    await voteButton.click();
    await expect(voteButton).toHaveText(buttonText("Voted", "1 vote"));
    await voteButton.click();
    await expect(voteButton).toHaveText("Vote");
    const votesResponse = page.waitForResponse("**/api/me/votes");
    responseReleased.resolve();
    await votesResponse;
    await waitTwoFrames(page);
    await expect(voteButton).toHaveText("Vote");
  });

  test("a vote that could not be stored disappears from the page, and a message says why", async ({
    member: { page, person },
  }) => {
    await fileReport(person, { title: "Not now" });
    await page.reload();
    await page.route("**/vote", (route) =>
      route.fulfill({ status: 429, json: { success: false, error: "Too many changes.", code: "too-many" } }),
    );
    const voteButton = cardOf(page, "Not now").getByRole("button", { name: /^Vote/ });
    await voteButton.click();
    await expect(page.getByText("Your vote was not changed. Too many changes.")).toBeVisible();
    await expect(voteButton).toHaveText("Vote");
    await expect(voteButton).toHaveAttribute("aria-pressed", "false");
  });

  test("the list can be sorted by votes", async ({ member: { page, person } }) => {
    await fileReport(person, { title: "Nobody's" });
    const { id } = await fileReport(person, { title: "Somebody's", priority: "LOW" });
    await call("PUT", `/api/issues/${id}/vote`, { as: person, body: { voted: true } });
    await page.goto("/?sort=wanted");
    await expect(page.getByRole("article").getByRole("heading", { level: 3 })).toHaveText(["Somebody's", "Nobody's"]);
    await expect(page.getByRole("combobox", { name: "Sort by" })).toHaveValue("wanted");
  });
});
