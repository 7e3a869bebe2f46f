import { expect, type Page } from "@playwright/test";
import { holdRequests } from "../support/page.ts";
import { newMember, test } from "./fixtures.ts";

/** The keys of localStorage that belong to a session: the page's own and Auth's. */
const sessionKeys = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith("firebase:") || /^logbook\.(user|token|list)$/.test(key))
      .sort(),
  );

const logOut = (page: Page) => page.getByRole("button", { name: "Logout" }).click();
const expectLoggedOut = (page: Page) => expect(page.getByRole("heading", { name: /members only/i })).toBeVisible();

/** Simulates an hour later: the stored tokens have expired. */
const expireTokens = (page: Page) =>
  page.evaluate(() => {
    for (const [key, text] of Object.entries(localStorage)) {
      const value = key.startsWith("firebase:authUser") || key === "logbook.token" ? JSON.parse(text) : null;
      if (value?.stsTokenManager) value.stsTokenManager.expirationTime = Date.now() - 1_000;
      if (value?.until) value.until = Date.now() - 1_000;
      if (value) localStorage.setItem(key, JSON.stringify(value));
    }
  });

const LOOKUP = "**/accounts:lookup?*";
const TOKEN = "**/v1/token?*";
const SIGN_IN = "**/accounts:signInWithCustomToken?*";

/** The request that a window waits for when the user signs out, and whether the tokens have expired by then. */
const PENDING_REQUESTS = [
  ["Auth's own code", "**/assets/firebase-*.js", false],
  ["Auth's lookup of the account", LOOKUP, false],
  ["Auth's new token", TOKEN, true],
  ["the member's role", "**/api/me", false],
  ["its list", "**/api/issues?*", false],
] as const;

test.describe("threat 32: signing out deletes the whole session, however late Auth responds", () => {
  for (const [what, url, hasExpired] of PENDING_REQUESTS)
    test(`while another window waits for ${what}`, async ({ open }) => {
      const { page: thisPage } = await open(newMember());
      const otherPage = await thisPage.context().newPage();
      if (hasExpired) await expireTokens(thisPage);
      const release = await holdRequests(otherPage, url);
      const requested = otherPage.waitForRequest(url);
      await otherPage.goto("/");
      await requested;
      await logOut(thisPage);
      await expectLoggedOut(otherPage);
      const answered = otherPage.waitForResponse(url);
      release();
      await (await answered).finished();
      await expectNothingLeft(thisPage, otherPage);
    });

  for (const [what, url, hasExpired] of PENDING_REQUESTS.slice(0, 3))
    test(`while this window itself waits for ${what}`, async ({ open }) => {
      const { page } = await open(newMember());
      if (hasExpired) await expireTokens(page);
      const release = await holdRequests(page, url);
      const requested = page.waitForRequest(url);
      await page.reload();
      await requested;
      await logOut(page);
      await expectLoggedOut(page);
      const answered = page.waitForResponse(url);
      release();
      await (await answered).finished();
      await expectNothingLeft(page);
    });

  for (const delay of [0, 50, 200, 800, 3_000])
    test(`with Auth answering everything ${delay} ms late`, async ({ open }) => {
      const { page: thisPage } = await open(newMember());
      const otherPage = await thisPage.context().newPage();
      await expireTokens(thisPage);
      const requested = otherPage.waitForRequest(LOOKUP);
      for (const url of [LOOKUP, TOKEN])
        await otherPage.route(url, async (route) => {
          await new Promise((done) => setTimeout(done, delay));
          await route.continue().catch(() => undefined);
        });
      await otherPage.goto("/");
      await requested;
      await logOut(thisPage);
      await expectLoggedOut(otherPage);
      await expectNothingLeft(thisPage, otherPage);
    });

  test("while another window changes the password", async ({ open }) => {
    const person = newMember();
    const { page: thisPage } = await open(person);
    const otherPage = await thisPage.context().newPage();
    await otherPage.goto("/");
    const release = await holdRequests(otherPage, SIGN_IN);
    const requested = otherPage.waitForRequest(SIGN_IN);
    await otherPage.getByRole("button", { name: "My account" }).click();
    await otherPage.getByRole("button", { name: "Change my password" }).click();
    const dialog = otherPage.getByRole("dialog", { name: "Change my password" });
    await dialog.getByLabel("Current password").fill(person.password);
    await dialog.getByLabel("New password").fill("battery staple");
    await dialog.getByRole("button", { name: "Change password" }).click();
    await requested;
    await logOut(thisPage);
    await expectLoggedOut(otherPage);
    const answered = otherPage.waitForResponse(SIGN_IN);
    release();
    await (await answered).finished();
    await expectNothingLeft(thisPage, otherPage);
  });

  test("a page restored by the Back button after another user has signed in shows that user", async ({ open }) => {
    const { page: thisPage } = await open(newMember());
    const { page: elsewhere, person } = await open(newMember());
    await expect.poll(() => sessionKeys(elsewhere)).toContainEqual(expect.stringMatching(/^firebase:authUser/));
    const items = await elsewhere.evaluate(() => ({ ...localStorage }));
    await thisPage.evaluate((items) => {
      Object.assign(localStorage, items);
      dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    }, items);
    await expect(thisPage.getByText(`Welcome, ${person.username}!`)).toBeVisible();
  });

  test("a start with a user of Auth who is not a member deletes that session", async ({ open }) => {
    const { page } = await open(newMember());
    await expect.poll(() => sessionKeys(page)).toContainEqual(expect.stringMatching(/^firebase:authUser/));
    await page.evaluate(() => localStorage.removeItem("logbook.user"));
    await page.reload();
    await expectLoggedOut(page);
    await expect.poll(() => sessionKeys(page)).toEqual([]);
  });
});

/** Waits until all windows are idle; expects nothing of the session in any of them, nor after a reload. */
async function expectNothingLeft(...pages: Page[]): Promise<void> {
  for (const page of pages) await page.waitForLoadState("networkidle");
  for (const page of pages) await expect.poll(() => sessionKeys(page)).toEqual([]);
  for (const page of pages) {
    await page.reload();
    await expectLoggedOut(page);
    expect(await sessionKeys(page)).toEqual([]);
  }
}
