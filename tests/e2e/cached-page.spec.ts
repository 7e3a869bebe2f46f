import { expect, type Page } from "@playwright/test";
import { newMember } from "../support/actors.ts";
import { type HttpProxy, startHttpProxy } from "../support/http-proxy.ts";
import {
  cardOf,
  expectHydrated,
  holdRequests,
  logIn,
  OLDER_VERSION,
  REACT_SCRIPT,
  waitForCachedList,
  waitForCachedPage,
} from "../support/page.ts";
import { ORIGIN } from "../support/suite.ts";
import { fileReports, test } from "./fixtures.ts";

declare global {
  /** Whether the user has interacted with this window (`web/first.js`). */
  var logbookTouched: true | undefined;
}

/** Changes the cached page, but nothing on the server. */
async function changeCachedPage(page: Page, from: string | RegExp, to: string): Promise<void> {
  await waitForCachedPage(page);
  const cached = await page.evaluate(async () => (await caches.match("/"))!.text());
  const changed = cached.replace(from, to);
  expect(changed).not.toBe(cached);
  await page.evaluate(async (changed) => {
    const cache = await caches.open("logbook.page");
    const { headers } = (await cache.match("/"))!;
    await cache.put("/", new Response(changed, { headers }));
  }, changed);
}

/** Caches a page that works like the current one, but counts as an older version. */
const cacheOlderPage = (page: Page) =>
  changeCachedPage(page, "</body>", `<script type="application/json" id="older">${OLDER_VERSION}</script></body>`);

const olderMarker = (page: Page) => page.locator("#older");

test("the cached page opens offline, with the last list", async ({ member: { page, person } }) => {
  const word = await fileReports(person, 2);
  await waitForCachedPage(page);
  for (const address of ["/", `/?search=${word}`]) {
    await page.evaluate(() => localStorage.removeItem("logbook.list"));
    await page.goto(address);
    await waitForCachedList(page, "");
    await expectHydrated(page);
    await page.context().setOffline(true);
    const visit = await page.goto(address);
    expect(visit?.fromServiceWorker()).toBe(true);
    // For `/` Chromium reads the cache itself, without starting the service worker.
    const started = await page.evaluate(
      () => (performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming).workerStart > 0,
    );
    expect(started).toBe(address !== "/");
    await expect(page.getByRole("article").first()).toBeVisible();
    await expect(page.getByText("Below they are as you saw them last.")).toBeVisible();
    await page.context().setOffline(false);
  }
  await expect(cardOf(page, `${word} 2`)).toBeVisible();
});

test("the page opens offline right after the first login", async ({ open }) => {
  const person = await newMember();
  const word = await fileReports(person, 1);
  const { page } = await open(person);
  await waitForCachedPage(page);
  await waitForCachedList(page, word);
  await page.waitForFunction(() => {
    const preloads = [...document.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload]")];
    return preloads.length > 0 && preloads.every(({ href }) => performance.getEntriesByName(href).length > 0);
  });
  await page.context().setOffline(true);
  await page.reload();
  await expect(cardOf(page, `${word} 1`)).toBeVisible();
  await expectHydrated(page);
});

test("the cached page reloads when the server has a newer version", async ({ member: { page } }) => {
  await cacheOlderPage(page);
  await page.addInitScript(() => {
    document.addEventListener("DOMContentLoaded", () => {
      if (document.getElementById("older")) sessionStorage.setItem("saw", "older");
    });
  });
  await page.goto("/");
  await expect(olderMarker(page)).toHaveCount(0);
  expect(await page.evaluate(() => sessionStorage.getItem("saw"))).toBe("older");
  await expect(page.getByText(/in the log/)).toBeVisible();
});

test("after an interaction the cached page waits for the next visit to load a newer version", async ({
  member: { page },
}) => {
  await cacheOlderPage(page);
  const release = await holdRequests(page, /:\d+\/$/);
  await page.goto("/");
  await expectHydrated(page);
  const box = page.getByRole("searchbox", { name: "Search" });
  await box.click();
  await page.keyboard.type("typed");
  await box.blur();
  release();
  await waitForCachedPage(page);
  await expect(box).toHaveValue("typed");
  await expect(olderMarker(page)).toHaveCount(1);
  await page.goto("/");
  await expectHydrated(page);
  await expect(olderMarker(page)).toHaveCount(0);
});

test("the cached page reloads for a new version at most once a minute", async ({ member: { page } }) => {
  await cacheOlderPage(page);
  await page.evaluate(() => sessionStorage.setItem("logbook.anew", String(Date.now() - 50_000)));
  await page.goto("/");
  await waitForCachedPage(page);
  await expectHydrated(page);
  await expect(olderMarker(page)).toHaveCount(1);
});

test("the cached page stays in the cache when the server answers with an error", async ({ member: { page } }) => {
  await waitForCachedPage(page);
  const isPage = /:\d+\/$/;
  await page.route(isPage, (route) => route.fulfill({ contentType: "text/html", body: "<h1>Back soon</h1>" }));
  const answered = page.waitForResponse((response) => isPage.test(response.url()) && !response.fromServiceWorker());
  await page.goto("/");
  await (await answered).finished();
  await expectHydrated(page);
  await page.goto("/");
  await expectHydrated(page);
});

test("the cached page is deleted when the new version does not cache the page", async ({ member: { page } }) => {
  await waitForCachedPage(page);
  await page.route(/:\d+\/$/, (route) =>
    route.fulfill({ contentType: "text/html", body: '<div id="root">The first version</div>' }),
  );
  await page.goto("/");
  await expect(page.getByText("The first version")).toBeVisible();
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
});

test("the cached page is replaced when its later code is gone, and the page says what is missing until it has loaded", async ({
  member: { page },
}) => {
  await waitForCachedPage(page);
  await page.route(REACT_SCRIPT, (route) => route.abort());
  const reloaded = page.waitForResponse(
    (response) => response.request().isNavigationRequest() && !response.fromServiceWorker(),
  );
  await page.goto("/");
  await reloaded;
  const notice = page.getByRole("alert").filter({ hasText: "The page is not complete" });
  await expect(notice).toBeVisible();
  await expect(page.getByText(/in the log/)).toBeVisible();
  await page.unroute(REACT_SCRIPT);
  await expectHydrated(page);
  await expect(notice).toHaveCount(0);
});

test("after an interaction with its first paint the cached page stays until its code has loaded", async ({
  member: { page },
}) => {
  await waitForCachedPage(page);
  await page.addInitScript(() => {
    globalThis.logbookTouched = true;
  });
  const visits: string[] = [];
  page.on("request", (request) => request.isNavigationRequest() && visits.push(request.url()));
  await page.route(REACT_SCRIPT, (route) => route.abort());
  await page.goto("/");
  await expect(page.getByText("The page is not complete")).toBeVisible();
  const box = page.getByRole("searchbox", { name: "Search" });
  await box.fill("typed");
  await page.unroute(REACT_SCRIPT);
  await expectHydrated(page);
  await expect(box).toHaveValue("typed");
  expect(visits).toHaveLength(1);
});

/** Makes a chunk fail until the page offers a reload. */
async function loseChunk(page: Page): Promise<void> {
  await waitForCachedPage(page);
  await page.goto("/");
  await expectHydrated(page);
  const chunk = "**/assets/account-*.js";
  await page.route(chunk, (route) => route.abort());
  await page.getByRole("button", { name: "My account" }).click();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("button", { name: "Reload" })).toBeVisible();
  await page.unroute(chunk);
}

test("Reload requests the page from the server when a chunk of an older version could not be loaded", async ({
  member: { page },
}) => {
  await loseChunk(page);
  const response = page.waitForResponse((response) => response.request().isNavigationRequest());
  await page.getByRole("button", { name: "Reload" }).click();
  expect((await response).fromServiceWorker()).toBe(false);
});

test("Reload keeps the cached page while offline", async ({ member: { page } }) => {
  await loseChunk(page);
  await waitForCachedList(page, "");
  await page.context().setOffline(true);
  const response = page.waitForResponse((response) => response.request().isNavigationRequest());
  await page.getByRole("button", { name: "Reload" }).click();
  expect((await response).fromServiceWorker()).toBe(true);
  await expect(page.getByText(/in the log/)).toBeVisible();
});

for (const [what, name] of [
  ["code", /"\/assets\/member-[^"]+"/],
  ["stylesheet", /"\/assets\/[^"]+\.css"/],
] as const)
  test.describe(`a cached page whose ${what} is gone`, () => {
    test.use({ expectedError: /^Refused to apply style from '[^']+\/assets\/gone'/ });

    test("is replaced by the current page", async ({ member: { page } }) => {
      await changeCachedPage(page, name, '"/assets/gone"');
      await page.addInitScript(() => {
        globalThis.logbookTouched = true;
      });
      const goneRequest = page.waitForRequest("**/assets/gone");
      await page.goto("/");
      await goneRequest;
      await expect(page.locator("[href='/assets/gone']")).toHaveCount(0);
      await expectHydrated(page);
      await expect(page.getByText(/in the log/)).toBeVisible();
    });
  });

const testBehindProxy = test.extend<{ hosting: HttpProxy }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern here
  hosting: async ({}, use) => {
    const hosting = await startHttpProxy(ORIGIN);
    await use(hosting);
    await hosting.close();
  },
  baseURL: async ({ hosting }, use) => use(`http://${hosting.host}`),
});

testBehindProxy.describe("a chunk that was answered 404, which browsers cache for a year", () => {
  testBehindProxy.beforeEach(async ({ page, actors }) => {
    await page.goto("/");
    await logIn(page, actors.member);
    await waitForCachedPage(page);
  });

  testBehindProxy("is loaded by 'Retry' when an earlier version is deployed again", async ({ hosting, page }) => {
    let failedResponses = 0;
    page.on("response", (response) => {
      if (response.url().includes("/assets/account-")) failedResponses += 1;
    });
    hosting.intercept((path) => (path.startsWith("/assets/account-") ? "not-found" : "pass"));
    await page.getByRole("button", { name: "My account" }).click();
    await expect(page.getByRole("button", { name: "Retry" })).toBeVisible();
    // The page has already tried again without the browser's cache.
    await expect.poll(() => failedResponses).toBe(2);
    hosting.intercept(() => "pass");
    await page.goto("/");
    await page.getByRole("button", { name: "My account" }).click();
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("button", { name: "Change my password" })).toBeVisible();
  });

  for (const isFirst of [true, false])
    testBehindProxy(
      `is loaded ${isFirst ? "at once" : "after the first paint"} when an earlier version is deployed again`,
      async ({ hosting, page }) => {
        const devtools = await page.context().newCDPSession(page);
        await devtools.send("Network.clearBrowserCache");
        const name = isFirst ? "/assets/member-" : "/assets/libraries-";
        let requests = 0;
        let requestsAtReload = Number.POSITIVE_INFINITY;
        hosting.intercept((path) => {
          if (!path.startsWith(name)) return "pass";
          requests += 1;
          return "not-found";
        });
        page.on("response", (response) => {
          if (response.request().isNavigationRequest() && !response.fromServiceWorker()) requestsAtReload = requests;
        });
        await page.goto("/", { waitUntil: "commit" });
        await expect.poll(() => requests > requestsAtReload).toBe(true);
        await page.goto("about:blank");
        hosting.intercept(() => "pass");
        await page.goto("/", { waitUntil: "commit" });
        await expectHydrated(page);
        await expect(page.getByText(/in the log/)).toBeVisible();
      },
    );
});
