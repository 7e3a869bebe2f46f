import { expect, type Page } from "@playwright/test";
import { newMember } from "../support/actors.ts";
import { type HttpProxy, startHttpProxy } from "../support/http-proxy.ts";
import {
  ANY_REPORT,
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
import { fileReportsWithNewWord, test } from "./fixtures.ts";

declare global {
  /** `web/first.js` sets this when the user interacts with the page for the first time. */
  var logbookTouched: true | undefined;
}

/** Matches the page's address, `/`, at any port. */
const PAGE_URL = /:\d+\/$/;

/** Replaces a part of the cached page's HTML, but changes nothing on the server. */
async function changeCachedPage(page: Page, part: string | RegExp, replacement: string): Promise<void> {
  await waitForCachedPage(page);
  const html = await page.evaluate(async () => (await caches.match("/"))!.text());
  const changedHtml = html.replace(part, replacement);
  expect(changedHtml).not.toBe(html);
  await page.evaluate(async (body) => {
    const cache = await caches.open("logbook.page");
    const { headers } = (await cache.match("/"))!;
    await cache.put("/", new Response(body, { headers }));
  }, changedHtml);
}

/** Adds an element to the cached page, as if an older version had been cached: the server's page then replaces it. */
const cacheOlderPage = (page: Page) =>
  changeCachedPage(page, "</body>", `<script type="application/json" id="older">${OLDER_VERSION}</script></body>`);

const olderMarker = (page: Page) => page.locator("#older");

test("the cached page opens offline and shows the cached list", async ({ member: { page, person } }) => {
  const word = await fileReportsWithNewWord(person, 2);
  await waitForCachedPage(page);
  for (const address of ["/", `/?search=${word}`]) {
    await page.evaluate(() => localStorage.removeItem("logbook.list"));
    await page.goto(address);
    await waitForCachedList(page, ANY_REPORT);
    await expectHydrated(page);
    await page.context().setOffline(true);
    const response = await page.goto(address);
    expect(response?.fromServiceWorker()).toBe(true);
    // For `/` Chromium reads the cache itself, without starting the service worker.
    const hasStartedWorker = await page.evaluate(
      () => (performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming).workerStart > 0,
    );
    expect(hasStartedWorker).toBe(address !== "/");
    await expect(page.getByRole("article").first()).toBeVisible();
    await expect(page.getByText("Below they are as you saw them last.")).toBeVisible();
    await page.context().setOffline(false);
  }
  await expect(cardOf(page, `${word} 2`)).toBeVisible();
});

test("the page opens offline right after the first login", async ({ openAs }) => {
  const person = await newMember();
  await fileReportsWithNewWord(person, 1);
  const { page } = await openAs(person);
  await waitForCachedPage(page);
  await waitForCachedList(page, ANY_REPORT);
  // After a login the page preloads the code with which a member's page starts.
  await page.waitForFunction(() => {
    const preloads = [...document.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload]")];
    return preloads.length > 0 && preloads.every(({ href }) => performance.getEntriesByName(href).length > 0);
  });
  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByRole("article").first()).toBeVisible();
  await expectHydrated(page);
});

test("the cached page reloads when the server has a newer version", async ({ member: { page } }) => {
  await cacheOlderPage(page);
  await page.addInitScript(() => {
    document.addEventListener("DOMContentLoaded", () => {
      if (document.getElementById("older")) sessionStorage.setItem("hasShownOlderPage", "true");
    });
  });
  await page.goto("/");
  await expect(olderMarker(page)).toHaveCount(0);
  expect(await page.evaluate(() => sessionStorage.getItem("hasShownOlderPage"))).toBe("true");
  await expect(page.getByText(/in the log/)).toBeVisible();
});

test("after an interaction the cached page does not reload for a newer version until the next visit", async ({
  member: { page },
}) => {
  await cacheOlderPage(page);
  const release = await holdRequests(page, PAGE_URL);
  await page.goto("/");
  await expectHydrated(page);
  const searchBox = page.getByRole("searchbox", { name: "Search" });
  await searchBox.click();
  await page.keyboard.type("typed");
  await searchBox.blur();
  release();
  await waitForCachedPage(page);
  await expect(searchBox).toHaveValue("typed");
  await expect(olderMarker(page)).toHaveCount(1);
  await page.goto("/");
  await expectHydrated(page);
  await expect(olderMarker(page)).toHaveCount(0);
});

test("the cached page reloads for a new version at most once a minute", async ({ member: { page } }) => {
  await cacheOlderPage(page);
  // This item is the time at which the page last reloaded for a new version. Set it to 50 s ago.
  await page.evaluate(() => sessionStorage.setItem("logbook.last-reload", String(Date.now() - 50_000)));
  await page.goto("/");
  await waitForCachedPage(page);
  await expectHydrated(page);
  await expect(olderMarker(page)).toHaveCount(1);
});

// The cached page is replaced or deleted only if the response has `<div id="root">`, as every version of the page has.
test("the cached page stays in the cache when the server responds with something other than the page", async ({
  member: { page },
}) => {
  await waitForCachedPage(page);
  await page.route(PAGE_URL, (route) => route.fulfill({ contentType: "text/html", body: "<h1>Back soon</h1>" }));
  const serverResponse = page.waitForResponse(
    (response) => PAGE_URL.test(response.url()) && !response.fromServiceWorker(),
  );
  await page.goto("/");
  await (await serverResponse).finished();
  await expectHydrated(page);
  await page.goto("/");
  await expectHydrated(page);
});

test("the cached page is deleted when the server's page is a version without a cache", async ({ member: { page } }) => {
  await waitForCachedPage(page);
  await page.route(PAGE_URL, (route) =>
    route.fulfill({ contentType: "text/html", body: '<div id="root">The first version</div>' }),
  );
  await page.goto("/");
  await expect(page.getByText("The first version")).toBeVisible();
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
});

test("the cached page is reloaded when React's code is gone, and shows an error until the code has loaded", async ({
  member: { page },
}) => {
  await waitForCachedPage(page);
  await page.route(REACT_SCRIPT, (route) => route.abort());
  const pageFromServer = page.waitForResponse(
    (response) => response.request().isNavigationRequest() && !response.fromServiceWorker(),
  );
  await page.goto("/");
  await pageFromServer;
  const notice = page.getByRole("alert").filter({ hasText: "The page is not complete" });
  await expect(notice).toBeVisible();
  await expect(page.getByText(/in the log/)).toBeVisible();
  await page.unroute(REACT_SCRIPT);
  await expectHydrated(page);
  await expect(notice).toHaveCount(0);
});

test("after an interaction the cached page waits for missing code and does not reload", async ({
  member: { page },
}) => {
  await waitForCachedPage(page);
  // Pretend that the user interacts with the page at once.
  await page.addInitScript(() => {
    globalThis.logbookTouched = true;
  });
  let pageLoads = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) pageLoads += 1;
  });
  await page.route(REACT_SCRIPT, (route) => route.abort());
  await page.goto("/");
  await expect(page.getByText("The page is not complete")).toBeVisible();
  const searchBox = page.getByRole("searchbox", { name: "Search" });
  await searchBox.fill("typed");
  await page.unroute(REACT_SCRIPT);
  await expectHydrated(page);
  await expect(searchBox).toHaveValue("typed");
  expect(pageLoads).toBe(1);
});

/** Opens a panel whose chunk fails to load, also at Retry, so that the page offers a reload. */
async function failToLoadPanel(page: Page): Promise<void> {
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

test("Reload loads the page from the server, not from the cache, after a chunk could not be loaded", async ({
  member: { page },
}) => {
  await failToLoadPanel(page);
  const navigationResponse = page.waitForResponse((response) => response.request().isNavigationRequest());
  await page.getByRole("button", { name: "Reload" }).click();
  expect((await navigationResponse).fromServiceWorker()).toBe(false);
});

test("Reload loads the cached page while the browser is offline", async ({ member: { page } }) => {
  await failToLoadPanel(page);
  await waitForCachedList(page, ANY_REPORT);
  await page.context().setOffline(true);
  const navigationResponse = page.waitForResponse((response) => response.request().isNavigationRequest());
  await page.getByRole("button", { name: "Reload" }).click();
  expect((await navigationResponse).fromServiceWorker()).toBe(true);
  await expect(page.getByText(/in the log/)).toBeVisible();
});

for (const [file, address] of [
  ["code", /"\/assets\/member-[^"]+"/],
  ["stylesheet", /"\/assets\/[^"]+\.css"/],
] as const)
  test.describe(`a cached page whose ${file} is gone from the server`, () => {
    test.use({ expectedError: /^Refused to apply style from '[^']+\/assets\/gone'/ });

    test("is replaced by the current page", async ({ member: { page } }) => {
      await changeCachedPage(page, address, '"/assets/gone"');
      // After an interaction a newer version alone causes no reload, so the reload is because of the missing file.
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

// Browsers cache a 404 of an asset for a year, as its headers say (`firebase.json`).
testBehindProxy.describe("a chunk whose response 404 is in the browser's cache", () => {
  testBehindProxy.beforeEach(async ({ page, actors }) => {
    await page.goto("/");
    await logIn(page, actors.member);
    await waitForCachedPage(page);
  });

  testBehindProxy("is loaded by Retry once the server has the chunk again", async ({ hosting, page }) => {
    let chunkResponses = 0;
    page.on("response", (response) => {
      if (response.url().includes("/assets/account-")) chunkResponses += 1;
    });
    hosting.intercept((path) => (path.startsWith("/assets/account-") ? "not-found" : "pass"));
    await page.getByRole("button", { name: "My account" }).click();
    await expect(page.getByRole("button", { name: "Retry" })).toBeVisible();
    // The page has requested the chunk a second time by itself, past the browser's cache.
    await expect.poll(() => chunkResponses).toBe(2);
    hosting.intercept(() => "pass");
    // After a page load the browser still has the 404 in its cache.
    await page.goto("/");
    await page.getByRole("button", { name: "My account" }).click();
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("button", { name: "Change my password" })).toBeVisible();
  });

  for (const [code, chunk] of [
    ["code of the first paint", "/assets/member-"],
    ["code of React", "/assets/libraries-"],
  ] as const)
    testBehindProxy(
      `with the ${code} is loaded without Retry once the server has the chunk again`,
      async ({ hosting, page }) => {
        // The browser cached the chunk during the login, so clear its cache.
        const devtools = await page.context().newCDPSession(page);
        await devtools.send("Network.clearBrowserCache");
        let isReloaded = false;
        let requestsAfterReload = 0;
        hosting.intercept((path) => {
          if (!path.startsWith(chunk)) return "pass";
          if (isReloaded) requestsAfterReload += 1;
          return "not-found";
        });
        page.on("response", (response) => {
          if (response.request().isNavigationRequest() && !response.fromServiceWorker()) isReloaded = true;
        });
        await page.goto("/", { waitUntil: "commit" });
        // The page reloads itself from the server and requests the chunk again, which is still missing.
        await expect.poll(() => requestsAfterReload).toBeGreaterThan(0);
        await page.goto("about:blank");
        hosting.intercept(() => "pass");
        await page.goto("/", { waitUntil: "commit" });
        await expectHydrated(page);
        await expect(page.getByText(/in the log/)).toBeVisible();
      },
    );
});
