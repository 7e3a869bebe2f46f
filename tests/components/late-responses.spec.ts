import { expect, type Page } from "@playwright/test";
import { cardOf, holdRequests, logIn, waitTwoFrames } from "../support/page.ts";
import { call, fileReport, newMember, type Person, test } from "./fixtures.ts";

const TITLE = "Wanted by the next user";

test.describe("a response to a user who has logged out changes nothing for the next user of the window", () => {
  /** Logs the user out and the next user in, in the same window. */
  async function switchUser(page: Page, nextUser: Person): Promise<void> {
    await page.getByRole("button", { name: "Logout" }).click();
    await logIn(page, nextUser);
    await expect(page.getByText(`Welcome, ${nextUser.username}!`)).toBeVisible();
  }

  /**
   * The first user votes and logs out before the vote is sent, and the next user logs in. Then `beforeSent` runs, and
   * the vote is sent and answered. Returns the next user.
   */
  async function voteLate(page: Page, firstUser: Person, beforeSent: () => Promise<void>): Promise<Person> {
    await fileReport(firstUser, { title: TITLE });
    await page.reload();
    const release = await holdRequests(page, /\/vote$/);
    const voteRequest = page.waitForRequest(/\/vote$/);
    await cardOf(page, TITLE).getByRole("button", { name: "Vote" }).click();
    await voteRequest;
    const nextUser = await newMember();
    await switchUser(page, nextUser);
    await expect(cardOf(page, TITLE)).toBeVisible();
    await beforeSent();
    const lateResponse = page.waitForResponse(/\/vote$/);
    release();
    await lateResponse;
    await waitTwoFrames(page);
    return nextUser;
  }

  const expectNotVoted = async (page: Page, { username }: Person): Promise<void> => {
    await expect(page.getByText(`Welcome, ${username}!`)).toBeVisible();
    const voteButton = cardOf(page, TITLE).getByRole("button", { name: /^Vote/ });
    await expect(voteButton).toHaveAttribute("aria-pressed", "false");
  };

  test("a vote of the first user is not shown as the next user's", async ({ openAs }) => {
    const { page, person } = await openAs(await newMember());
    const nextUser = await voteLate(page, person, async () => undefined);
    expect((await call("GET", "/api/me/votes", { as: person })).body.voted).toHaveLength(1);
    await expectNotVoted(page, nextUser);
  });

  test("the next user stays signed in when the first user's account has been disabled", async ({ openAs, admin }) => {
    const { page, person } = await openAs(await newMember());
    const nextUser = await voteLate(page, person, async () => {
      await call("PUT", `/api/members/${person.uid}`, { as: admin.person, body: { disabled: true } });
    });
    await expectNotVoted(page, nextUser);
  });

  test("a call of the first user is not sent again with the next user's token", async ({ openAs }) => {
    const { page, person } = await openAs(await newMember());
    let newToken: Promise<unknown> | undefined;
    let voteRequests = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/vote")) voteRequests += 1;
    });
    const nextUser = await voteLate(page, person, async () => {
      await call("POST", "/api/auth/sign-out-everywhere", { as: person, body: {} });
      newToken = page.waitForResponse("**/v1/token?*");
    });
    // After the 401 to the vote, the page gets a new token, which is the next user's.
    await newToken;
    await waitTwoFrames(page);
    expect(voteRequests).toBe(1);
    expect((await call("GET", "/api/me/votes", { as: nextUser })).body.voted).toEqual([]);
    await expectNotVoted(page, nextUser);
  });

  test("the first user's saved views do not replace the next user's", async ({ openAs }) => {
    const { page, person } = await openAs(await newMember());
    const nextUser = await newMember();
    const ownViews = [{ name: "The next user's", query: "type=feature" }];
    await call("PUT", "/api/me/views", { as: nextUser, body: { views: ownViews } });
    await fileReport(person);
    await page.goto("/?type=bug");
    await page.getByRole("button", { name: "Save this view" }).click();
    // The page loads the stored views before it stores the changed ones.
    const release = await holdRequests(page, /\/me\/views$/);
    const viewsRequest = page.waitForRequest(/\/me\/views$/);
    const nameBox = page.getByRole("textbox", { name: "Name of the view" });
    await nameBox.fill("The first user's");
    await nameBox.press("Enter");
    await viewsRequest;
    await switchUser(page, nextUser);
    release();
    await expect(page.getByRole("list", { name: "Saved views" }).getByRole("link")).toHaveText(["The next user's"]);
    await waitTwoFrames(page);
    expect((await call("GET", "/api/me/views", { as: nextUser })).body.views).toEqual(ownViews);
  });
});
