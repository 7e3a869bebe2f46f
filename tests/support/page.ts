import { expect, type Locator, type Page, type Request } from "@playwright/test";

export async function logIn(page: Page, { username, password }: { username: string; password: string }): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
}

export const cardOf = (page: Page, text: string) => page.getByRole("article").filter({ hasText: text });

/** Searches the list and waits for the count of matches. */
export async function search(page: Page, word: string): Promise<void> {
  await page.getByRole("searchbox", { name: "Search" }).fill(word);
  await page.getByText(/\d+ of [\d,]+ match/).waitFor();
}

/** Holds requests to a URL until the returned function is called. Then they continue, or the first request fails. */
export async function holdRequests(
  page: Page,
  url: string | RegExp,
  then: "continue" | "fail" = "continue",
): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((done) => {
    release = done;
  });
  const options = then === "fail" ? { times: 1 } : {};
  await page.route(
    url,
    async (route) => {
      await released;
      await (then === "fail" ? route.abort() : route.continue());
    },
    options,
  );
  return release;
}

/** Resolves when the next request to a URL that matches has ended: with a response, or because the page aborted it. */
export async function waitForRequestEnd(page: Page, url: RegExp): Promise<void> {
  const matches = (request: Request) => url.test(request.url());
  await Promise.race([page.waitForEvent("requestfinished", matches), page.waitForEvent("requestfailed", matches)]);
}

/** Waits for two frames: by then the page shows everything that it has received. */
export const waitTwoFrames = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));

export const SCRIPTS = "**/assets/*.js";

/** The file with React's renderer. */
export const REACT_SCRIPT = "**/assets/libraries-*.js";

export const expectHydrated = (page: Page) => expect(page.locator("html[data-first=hydrated]")).toHaveCount(1);

/** For `waitForCachedList`: every report contains an empty text. */
export const ANY_REPORT = "";

/** Waits until the visible list, with a report that contains this text, has been cached for the next visit. */
export const waitForCachedList = (page: Page, text: string) =>
  page.waitForFunction((cachedText) => localStorage.getItem("logbook.list")?.includes(cachedText), text);

/** Waits until the markup of the visible list has been cached for the next visit. */
export const waitForCachedMarkup = (page: Page) =>
  page.waitForFunction(() => JSON.parse(localStorage.getItem("logbook.list") ?? "{}").markup !== undefined);

/** Removes the cached list whenever a page starts. The page that is open may still cache a list. */
export const clearCachedList = (page: Page) => page.addInitScript(() => localStorage.removeItem("logbook.list"));

/** A text by which tests recognise a cached page that is an older version. */
export const OLDER_VERSION = "an older version";

/** Waits until the cached page is the current version, without `OLDER_VERSION` in its text. */
export const waitForCachedPage = (page: Page) =>
  expect
    .poll(() => page.evaluate(async () => (await caches.match("/"))?.text()))
    .toMatch(new RegExp(`^((?!${OLDER_VERSION}).)+$`, "s"));

/** Opens a search and reloads the page from the cache, with these requests held. Returns their release function. */
export async function reloadFromCache(page: Page, word: string, ...heldUrls: string[]): Promise<() => void> {
  await page.goto(`/?search=${word}`);
  await waitForCachedList(page, word);
  const releases = await Promise.all(heldUrls.map((url) => holdRequests(page, url)));
  await page.reload({ waitUntil: "commit" });
  return () => {
    for (const release of releases) release();
  };
}

/**
 * Returns a function that does what a phone's Back button does while a dialog is open. `preparePhoneBack` must be
 * called before the page is opened.
 */
export async function preparePhoneBack(page: Page): Promise<() => Promise<unknown>> {
  await page.addInitScript(() => {
    // On a desktop only Escape closes a CloseWatcher, and dialogs handle Escape first, so close the watcher directly.
    const { CloseWatcher } = window as unknown as { CloseWatcher: new () => EventTarget };
    const watchers: EventTarget[] = [];
    class RecordedWatcher extends CloseWatcher {
      constructor() {
        super();
        watchers.push(this);
      }
    }
    Object.assign(window, { CloseWatcher: RecordedWatcher, watchers });
  });
  return () => page.evaluate("window.watchers.at(-1).requestClose()");
}

/** Hides the server's time from a page that is opened later, so that the page goes by a clock that a test advances. */
export const hideServerTime = (page: Page): Promise<unknown> =>
  page.route("**/api/**", async (route) => {
    const response = await route.fetch();
    const { date: _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });

/** Gives the page a clock that is `ms` ahead and stands still until a test advances it. */
export async function freezeClockAhead(page: Page, ms: number): Promise<void> {
  await page.clock.install();
  // A clock can stop only at a time that is still to come when the browser gets the call.
  await page.clock.pauseAt(Date.now() + ms);
}

/** Advances the page's clock (`page.clock.install()`) until an element is visible, for example after retries. */
export const runUntilVisible = (page: Page, element: Locator) =>
  expect
    .poll(
      async () => {
        await page.clock.runFor(1_000);
        return await element.isVisible();
      },
      { intervals: [50] },
    )
    .toBe(true);
