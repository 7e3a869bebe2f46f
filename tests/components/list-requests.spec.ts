import { expect } from "@playwright/test";
import {
  cardOf,
  expectHydrated,
  freezeClockAhead,
  hideServerTime,
  holdRequests,
  runUntilVisible,
  search,
  waitForCachedList,
  waitForRequestEnd,
  waitTwoFrames,
} from "../support/page.ts";
import { patient } from "../support/patience.ts";
import { fileReportsWithNewWord, test } from "./fixtures.ts";

test("the next page is requested again when its prefetch fails while the user opens it", async ({
  member: { page, person },
}) => {
  const word = await fileReportsWithNewWord(person, 11);
  // Only the first request, the prefetch, fails; the next one reaches the server.
  const release = await holdRequests(page, `**/api/issues?page=2&*search=${word}*`, "fail");
  const prefetchRequest = page.waitForRequest(`**/api/issues?page=2&*search=${word}*`);
  await search(page, word);
  await prefetchRequest;
  await page.getByRole("button", { name: "Next" }).click();
  release();
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("relative times are updated while the page stays open", async ({ member: { page, person } }) => {
  await page.clock.install();
  await hideServerTime(page);
  const word = await fileReportsWithNewWord(person, 1);
  await page.goto(`/?search=${word}`);
  const times = cardOf(page, word).getByRole("time");
  await expectHydrated(page);
  // A card shows when its report was filed, when it last changed, and how long it has been waiting.
  await expect(times).toHaveText(["just now", "just now", "1 min"]);
  await page.clock.fastForward("45:00");
  await expect(times).toHaveText(["45 min ago", "45 min ago", "45 min"]);
});

test("without a response the cached list stays below an error message, and Retry loads the current list", async ({
  member: { page, person },
}) => {
  const word = await fileReportsWithNewWord(person, 1);
  await page.goto(`/?search=${word}`);
  await waitForCachedList(page, word);
  await page.route("**/api/**", (route) => route.abort());
  await page.clock.install();
  await page.reload();
  await expectHydrated(page);
  const amendmentBox = cardOf(page, word).getByRole("textbox", { name: "Amendment" });
  await amendmentBox.fill("typed on the train");
  await runUntilVisible(page, page.getByText("The entries could not be loaded."));
  await expect(page.getByText("Below they are as you saw them last.")).toBeVisible();
  await expect(amendmentBox).toHaveValue("typed on the train");
  await expect(amendmentBox).toBeFocused();
  await page.unroute("**/api/**");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText("The entries could not be loaded.")).toHaveCount(0);
  await expect(amendmentBox).toHaveValue("typed on the train");
});

test("the response to a search is not shown if it arrives after another search was typed", async ({
  member: { page, person },
}) => {
  const firstWord = await fileReportsWithNewWord(person, 1);
  const secondWord = await fileReportsWithNewWord(person, 2);
  const release = await holdRequests(page, `**/api/issues?*search=${firstWord}*`);
  const firstRequest = page.waitForRequest(`**/api/issues?*search=${firstWord}*`);
  const firstRequestEnded = waitForRequestEnd(page, new RegExp(`/api/issues\\?.*search=${firstWord}`));
  await page.getByRole("searchbox", { name: "Search" }).fill(firstWord);
  await firstRequest;
  await search(page, secondWord);
  release();
  await firstRequestEnded;
  await waitTwoFrames(page);
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(cardOf(page, firstWord)).toHaveCount(0);
  await page.getByRole("combobox", { name: "Type" }).selectOption("bug");
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(cardOf(page, firstWord)).toHaveCount(0);
});

// MAX_SEARCH_WAIT_MS is 150.
test("a search waits 150 ms for its response before the page shows the old list as busy", async ({
  member: { page, person },
}) => {
  const word = await fileReportsWithNewWord(person, 1);
  await page.reload();
  await page.getByRole("article").first().waitFor();
  // Before hydration the page only stores typed texts, and its timers for the search would not run.
  await expectHydrated(page);
  const release = await holdRequests(page, `**/api/issues?*search=${word}&*`);
  const searchRequest = page.waitForRequest(`**/api/issues?*search=${word}&*`);
  await freezeClockAhead(page, 60_000);
  await page.getByRole("searchbox", { name: "Search" }).fill(word);
  // The page requests the search after 150 ms. 100 ms later, without another letter, it waits for the response.
  await page.clock.runFor(250);
  await searchRequest;
  await page.clock.runFor(149);
  // The busy list still has the old cards.
  const busyList = page.locator("[aria-busy=true]").filter({ has: page.locator("[data-card]") });
  await expect(busyList).toHaveCount(0);
  expect(new URL(page.url()).search).toBe("");
  // The page may start its timer some milliseconds late, so advance the clock until the list is busy.
  await expect(async () => {
    await page.clock.runFor(1);
    await expect(busyList).toHaveCount(1, { timeout: patient(500) });
  }).toPass();
  await expect(page).toHaveURL(new RegExp(`search=${word}`));
  release();
  await expect(page.getByText(/^1 of [\d,]+ match/)).toBeVisible();
  await expect(busyList).toHaveCount(0);
});

// SEARCH_DEBOUNCE_MS (250) less PREFETCH_LEAD_MS (100).
test("a search is requested 150 ms after the last key, and its response shown 100 ms later", async ({
  member: { page, person },
}) => {
  await expectHydrated(page);
  const word = await fileReportsWithNewWord(person, 1);
  let searchRequests = 0;
  page.on("request", (request) => {
    if (request.url().includes(`search=${word}&`)) searchRequests += 1;
  });
  const searchResponse = page.waitForResponse(`**/api/issues?*search=${word}&*`);
  await freezeClockAhead(page, 60_000);
  await page.getByRole("searchbox", { name: "Search" }).fill(word);
  await page.clock.runFor(149);
  expect(searchRequests).toBe(0);
  await page.clock.runFor(1);
  await (await searchResponse).finished();
  await page.clock.runFor(99);
  expect(new URL(page.url()).search).toBe("");
  // The page may start its timer some milliseconds late, so advance the clock until the response is shown.
  await expect(async () => {
    await page.clock.runFor(1);
    await expect(page.getByText(/^1 of [\d,]+ match/)).toBeVisible({ timeout: patient(500) });
  }).toPass();
  expect(searchRequests).toBe(1);
});

test("a filter chosen while a search waits for its response applies together with the search", async ({
  member: { page, person },
}) => {
  const word = await fileReportsWithNewWord(person, 1);
  await fileReportsWithNewWord(person, 1, { type: "feature" });
  const release = await holdRequests(page, `**/api/issues?*search=${word}&type=all&*`);
  const searchRequest = page.waitForRequest(`**/api/issues?*search=${word}&type=all&*`);
  // Code in the page chooses the filter right after the request was sent. Playwright's choice would come too late.
  await page.evaluate((searchParameter) => {
    const originalFetch = window.fetch;
    window.fetch = (...fetchArguments) => {
      const typeFilter = [...document.querySelectorAll("select")].find(
        ({ labels }) => labels[0]?.textContent === "Type",
      );
      if (typeFilter?.value === "all" && String(fetchArguments[0]).includes(searchParameter)) {
        queueMicrotask(() => {
          typeFilter.value = "bug";
          typeFilter.dispatchEvent(new Event("change", { bubbles: true }));
        });
      }
      return originalFetch(...fetchArguments);
    };
  }, `search=${word}`);
  await page.getByRole("searchbox", { name: "Search" }).fill(word);
  await searchRequest;
  await expect(page.getByText(/^1 of [\d,]+ match/)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`(?=.*search=${word})(?=.*type=bug)`));
  release();
});

test("the response to a search does not return a user to the dashboard that they have left", async ({
  admin: { page, person },
}) => {
  const word = await fileReportsWithNewWord(person, 1);
  const release = await holdRequests(page, `**/api/issues?*search=${word}*`);
  // Code in the page leaves the dashboard right after the request was sent.
  await page.evaluate((searchParameter) => {
    const originalFetch = window.fetch;
    window.fetch = (...fetchArguments) => {
      const membersLink = [...document.querySelectorAll("a")].find(({ textContent }) => textContent === "Members");
      if (String(fetchArguments[0]).includes(searchParameter)) queueMicrotask(() => membersLink?.click());
      return originalFetch(...fetchArguments);
    };
  }, `search=${word}`);
  await page.getByRole("searchbox", { name: "Search" }).fill(word);
  await expect(page.getByRole("heading", { name: "Members" })).toBeVisible();
  release();
  await page.waitForResponse(`**/api/issues?*search=${word}*`);
  await expect(page.getByRole("searchbox", { name: "Search by name" })).toBeVisible();
  await expect(page).toHaveURL(/\/members$/);
});
