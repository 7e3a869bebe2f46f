import { expect, type Page } from "@playwright/test";
import { holdRequests } from "../support/page.ts";
import { newMember, test } from "./fixtures.ts";

/** The keys of localStorage that the page and Auth use for a session. */
const sessionKeys = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith("firebase:") || /^logbook\.(user|token|list)$/.test(key))
      .sort(),
  );

const logOut = (page: Page) => page.getByRole("button", { name: "Logout" }).click();
const expectLoggedOut = (page: Page) => expect(page.getByRole("heading", { name: /members only/i })).toBeVisible();

/** Sets the stored tokens' time of expiry to a second ago. */
const expireTokens = (page: Page) =>
  page.evaluate(() => {
    const expiredAt = Date.now() - 1_000;
    for (const [key, text] of Object.entries(localStorage))
      if (key.startsWith("firebase:authUser")) {
        const user = JSON.parse(text);
        user.stsTokenManager.expirationTime = expiredAt;
        localStorage.setItem(key, JSON.stringify(user));
      } else if (key === "logbook.token")
        localStorage.setItem(key, JSON.stringify({ ...JSON.parse(text), until: expiredAt }));
  });

const LOOKUP_URL = "**/accounts:lookup?*";
const TOKEN_URL = "**/v1/token?*";
/** After a change of the password the page signs in again, with the API's new token. */
const SIGN_IN_URL = "**/accounts:signInWithCustomToken?*";

/** `needsExpiredToken`: whether the page sends the request only if the stored token has expired. */
const AUTH_REQUESTS = [
  { response: "the code of Firebase Auth", url: "**/assets/firebase-*.js", needsExpiredToken: false },
  { response: "the account that Auth looks up", url: LOOKUP_URL, needsExpiredToken: false },
  { response: "a new token from Auth", url: TOKEN_URL, needsExpiredToken: true },
];
const API_REQUESTS = [
  { response: "the member's role", url: "**/api/me", needsExpiredToken: false },
  { response: "the list of reports", url: "**/api/issues?*", needsExpiredToken: false },
];

test.describe("threat 32: signing out deletes the whole session, however late Auth responds", () => {
  for (const { response, url, needsExpiredToken } of [...AUTH_REQUESTS, ...API_REQUESTS])
    test(`while another window waits for ${response}`, async ({ openAs }) => {
      const { page: thisPage } = await openAs(await newMember());
      const otherPage = await thisPage.context().newPage();
      if (needsExpiredToken) await expireTokens(thisPage);
      const release = await holdRequests(otherPage, url);
      const pendingRequest = otherPage.waitForRequest(url);
      await otherPage.goto("/");
      await pendingRequest;
      await logOut(thisPage);
      await expectLoggedOut(otherPage);
      const lateResponse = otherPage.waitForResponse(url);
      release();
      await (await lateResponse).finished();
      await expectNoSession(thisPage, otherPage);
    });

  for (const { response, url, needsExpiredToken } of AUTH_REQUESTS)
    test(`while the same window waits for ${response}`, async ({ openAs }) => {
      const { page } = await openAs(await newMember());
      if (needsExpiredToken) await expireTokens(page);
      const release = await holdRequests(page, url);
      const pendingRequest = page.waitForRequest(url);
      await page.reload();
      await pendingRequest;
      await logOut(page);
      await expectLoggedOut(page);
      const lateResponse = page.waitForResponse(url);
      release();
      await (await lateResponse).finished();
      await expectNoSession(page);
    });

  // The tests above hold each response until after the logout. These delays end during a logout, or soon after it.
  for (const delay of [50, 800])
    test(`while each of Auth's responses to another window is ${delay} ms late`, async ({ openAs }) => {
      const { page: thisPage } = await openAs(await newMember());
      const otherPage = await thisPage.context().newPage();
      await expireTokens(thisPage);
      const pendingRequest = otherPage.waitForRequest(LOOKUP_URL);
      for (const url of [LOOKUP_URL, TOKEN_URL])
        await otherPage.route(url, async (route) => {
          await new Promise((resolve) => setTimeout(resolve, delay));
          // The window may have aborted the request meanwhile.
          await route.continue().catch(() => undefined);
        });
      await otherPage.goto("/");
      await pendingRequest;
      await logOut(thisPage);
      await expectLoggedOut(otherPage);
      await expectNoSession(thisPage, otherPage);
    });

  test("while another window changes the password", async ({ openAs }) => {
    const person = await newMember();
    const { page: thisPage } = await openAs(person);
    const otherPage = await thisPage.context().newPage();
    await otherPage.goto("/");
    const release = await holdRequests(otherPage, SIGN_IN_URL);
    const pendingRequest = otherPage.waitForRequest(SIGN_IN_URL);
    await otherPage.getByRole("button", { name: "My account" }).click();
    await otherPage.getByRole("button", { name: "Change my password" }).click();
    const dialog = otherPage.getByRole("dialog", { name: "Change my password" });
    await dialog.getByLabel("Current password").fill(person.password);
    await dialog.getByLabel("New password").fill("battery staple");
    await dialog.getByRole("button", { name: "Change password" }).click();
    await pendingRequest;
    await logOut(thisPage);
    await expectLoggedOut(otherPage);
    const lateResponse = otherPage.waitForResponse(SIGN_IN_URL);
    release();
    await (await lateResponse).finished();
    await expectNoSession(thisPage, otherPage);
  });

  test("after another user has signed in, a page restored by Back shows that other user", async ({ openAs }) => {
    const { page: thisPage } = await openAs(await newMember());
    const { page: otherPage, person: otherPerson } = await openAs(await newMember());
    await expect.poll(() => sessionKeys(otherPage)).toContainEqual(expect.stringMatching(/^firebase:authUser/));
    const otherSession = await otherPage.evaluate(() => ({ ...localStorage }));
    // Pretend that the other user signed in here while this page was in the browser's back/forward cache.
    await thisPage.evaluate((items) => {
      Object.assign(localStorage, items);
      dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    }, otherSession);
    await expect(thisPage.getByText(`Welcome, ${otherPerson.username}!`)).toBeVisible();
  });

  test("Auth's session is deleted at the page's start if the page's own stored user is missing", async ({ openAs }) => {
    const { page } = await openAs(await newMember());
    await expect.poll(() => sessionKeys(page)).toContainEqual(expect.stringMatching(/^firebase:authUser/));
    await page.evaluate(() => localStorage.removeItem("logbook.user"));
    await page.reload();
    await expectLoggedOut(page);
    await expect.poll(() => sessionKeys(page)).toEqual([]);
  });
});

/** Waits until all windows are idle. Expects that none of them has a key of the session, even after a reload. */
async function expectNoSession(...pages: Page[]): Promise<void> {
  for (const page of pages) await page.waitForLoadState("networkidle");
  for (const page of pages) await expect.poll(() => sessionKeys(page)).toEqual([]);
  for (const page of pages) {
    await page.reload();
    await expectLoggedOut(page);
    expect(await sessionKeys(page)).toEqual([]);
  }
}
