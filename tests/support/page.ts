import { expect, type Locator, type Page } from "@playwright/test";

/** Fills in the login form and sends it. */
export async function logIn(page: Page, { username, password }: { username: string; password: string }): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
}

/** The card of the report with this text in it. */
export const cardOf = (page: Page, text: string) => page.getByRole("article").filter({ hasText: text });

/** Narrows the list to a word and waits until the count says so. */
export async function search(page: Page, word: string): Promise<void> {
  await page.getByRole("searchbox", { name: "Search" }).fill(word);
  await page.getByText(/\d+ of [\d,]+ match/).waitFor();
}

/** Keeps calls of an address waiting until the function that it answers is called; then they go on, or the first one fails. */
export async function holdBack(
  page: Page,
  url: string | RegExp,
  then: "go on" | "fail" = "go on",
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

/** All of the page's code. */
export const ANY_CODE = "**/assets/*.js";

/** The file that holds React's renderer. */
export const REACT = "**/assets/app-*.js";

/** Waits until React has hydrated the page. */
export const isHydrated = (page: Page) => expect(page.locator("html[data-first=hydrated]")).toHaveCount(1);

/** Waits until the visible list, with a report that contains this text, has been cached for the next visit. */
export const isListCached = (page: Page, text: string) =>
  page.waitForFunction((text) => localStorage.getItem("logbook.list")?.includes(text), text);

/** Waits until the markup of the visible list has been cached for the next visit. */
export const isMarkupCached = (page: Page) =>
  page.waitForFunction(() => JSON.parse(localStorage.getItem("logbook.list") ?? "{}").picture !== undefined);

/** Removes the cached list at the start of each later visit; the open page may still cache one. */
export const clearCachedList = (page: Page) => page.addInitScript(() => localStorage.removeItem("logbook.list"));

/** Marks a cached page as an older version. */
export const OLDER_VERSION = "an older version";

/** Waits until the current version of the page is cached. */
export const isPageCached = (page: Page) =>
  expect
    .poll(() => page.evaluate(async () => (await caches.match("/"))?.text()))
    .toMatch(new RegExp(`^((?!${OLDER_VERSION}).)+$`, "s"));

/** Shows a search, reloads once it is cached while requests to these URLs wait, and returns a function that releases them. */
export async function comeBack(page: Page, word: string, ...held: string[]): Promise<() => void> {
  await page.goto(`/?search=${word}`);
  await isListCached(page, word);
  const releases = await Promise.all(held.map((url) => holdBack(page, url)));
  await page.reload({ waitUntil: "commit" });
  return () => {
    for (const release of releases) release();
  };
}

/** Gives what does as Back on a phone does while something is open; for the visits that begin from now on. */
export async function phoneBack(page: Page): Promise<() => Promise<unknown>> {
  await page.addInitScript(() => {
    // On a desk only Escape asks so, and the dialogs hear it before: the browser's own watcher is asked instead.
    const { CloseWatcher } = window as unknown as { CloseWatcher: new () => EventTarget };
    const watchers: EventTarget[] = [];
    class Known extends CloseWatcher {
      constructor() {
        super();
        watchers.push(this);
      }
    }
    Object.assign(window, { CloseWatcher: Known, watchers });
  });
  return () => page.evaluate("window.watchers.at(-1).requestClose()");
}

/** Lets the page's own clock, put in by `page.clock.install()`, run until something can be seen: past retries, for example. */
export const runUntilSeen = (page: Page, what: Locator) =>
  expect
    .poll(
      async () => {
        await page.clock.runFor(1_000);
        return await what.isVisible();
      },
      { intervals: [50] },
    )
    .toBe(true);
