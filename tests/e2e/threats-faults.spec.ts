import { expect, type Page, type Route } from "@playwright/test";
import { call, fileReport, newMember } from "../support/actors.ts";
import { openForm } from "../support/form.ts";
import { cardOf, clearCachedList, search } from "../support/page.ts";
import { db } from "../support/suite.ts";
import { test } from "./fixtures.ts";
import { uniqueTitle } from "./threats.ts";

/** Responds as the API does when it cannot reach its data. */
const respondUnavailable = (route: Route) =>
  route.fulfill({
    status: 503,
    json: {
      success: false,
      code: "unavailable",
      error: "The logbook cannot reach its data at the moment. Please try again in a minute.",
    },
  });
/** Lets the server execute the call, but loses its response. */
const loseResponse = async (route: Route) => {
  await route.fetch();
  await route.abort();
};
const isWrite = (route: Route) => route.request().method() !== "GET";

type RouteHandler = (route: Route) => Promise<void>;

/** The page waits 90 s for a response. The tests advance its clock in parts of this length until the page gives up. */
const PART_OF_REQUEST_TIMEOUT_MS = 30_000;

/** Handles the next write to an address by `handleFirst`. All other requests continue to the server. */
async function interceptFirstWrite(page: Page, address: string, handleFirst: RouteHandler): Promise<void> {
  let isIntercepted = false;
  await page.route(address, (route) => {
    if (isIntercepted || !isWrite(route)) return route.fallback();
    isIntercepted = true;
    return handleFirst(route);
  });
}

for (const [fault, handleFirst] of [
  ["answers 503", respondUnavailable],
  ["drops the response", loseResponse],
] as const) {
  test(`threat 22: when the server ${fault}, the report form says so and keeps its input, and sending again files one report`, async ({
    member: { page, person },
  }) => {
    await interceptFirstWrite(page, "**/api/issues", handleFirst);
    const form = await openForm(page);
    const title = uniqueTitle();
    await form.getByLabel("Title").fill(title);
    await form.getByLabel("Description").fill("What happened.");
    await form.getByLabel("Severity").selectOption("HIGH");
    await form
      .locator("input[type=file]")
      .setInputFiles([{ name: "a.log", mimeType: "text/plain", buffer: Buffer.from("log") }]);
    await form.getByRole("button", { name: /submit/i }).click();
    await expect(form.getByRole("alert")).toContainText(/try again/i);
    await expect(form.getByLabel("Title")).toHaveValue(title);
    await expect(form.getByLabel("Description")).toHaveValue("What happened.");
    await expect(form.getByLabel("Severity")).toHaveValue("HIGH");
    await expect(form.getByRole("button", { name: /^Remove a\.log/ })).toBeVisible();
    await form.getByRole("button", { name: /submit/i }).click();
    await expect(form).toBeHidden();
    const { docs } = await db.collection("issues").where("title", "==", title).get();
    expect(docs).toHaveLength(1);
    expect(docs[0]!.get("reporter")).toBe(person.username);
    expect(docs[0]!.get("attachments")).toHaveLength(1);
  });

  test(`threat 22: when the server ${fault}, an amendment's text stays, and sending it again adds it once`, async ({
    member: { page, person },
  }) => {
    const title = uniqueTitle();
    const { id } = await fileReport(person, { title });
    await search(page, title);
    await interceptFirstWrite(page, "**/api/issues/amendment", handleFirst);
    const card = cardOf(page, title);
    const amendmentBox = card.getByRole("textbox", { name: "Amendment" });
    await amendmentBox.fill("A note over a bad connection.");
    await card.getByRole("button", { name: "Add amendment" }).click();
    await expect(card.getByRole("alert")).toContainText(/Please try again/);
    await expect(amendmentBox).toHaveValue("A note over a bad connection.");
    await card.getByRole("button", { name: "Add amendment" }).click();
    await expect(amendmentBox).toHaveValue("");
    expect(Object.keys((await db.doc(`issues/${id}`).get()).get("amendments"))).toHaveLength(1);
  });

  test(`threat 22: when the server ${fault}, the card shows an error or the new status, and the step is made once`, async ({
    admin: { page, person },
  }) => {
    const title = uniqueTitle();
    const { id } = await fileReport(person, { title });
    await search(page, title);
    await interceptFirstWrite(page, `**/api/issues/${id}`, handleFirst);
    const card = cardOf(page, title);
    await card.getByRole("button", { name: "Mark as In Progress" }).click();
    // If only the response was lost, the listener may show the step before the page shows the error.
    const nextStepButton = card.getByRole("button", { name: "Mark as Testing" });
    await expect(card.getByRole("alert").or(nextStepButton).first()).toBeVisible();
    await expect(async () => {
      const button = card.getByRole("button", { name: "Mark as In Progress" });
      // The step may become visible just before the click, which then finds no button.
      if (await button.isVisible()) await button.click({ timeout: 1_000 });
      await expect(nextStepButton).toBeVisible({ timeout: 2_000 });
    }).toPass();
    expect((await db.doc(`issues/${id}`).get()).get("status")).toBe("IN_PROGRESS");
  });

  test(`threat 22: when the server ${fault}, the login form says so, keeps the input, and a second login succeeds`, async ({
    browser,
  }) => {
    const { username, password } = await newMember();
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto("/");
    await interceptFirstWrite(page, "**/api/auth/login", handleFirst);
    await page.getByLabel("Username").fill(username);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Login" }).click();
    await expect(page.getByRole("alert")).toContainText(/try again/i);
    await expect(page.getByLabel("Username")).toHaveValue(username);
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue(password);
    await page.getByRole("button", { name: "Login" }).click();
    await expect(page.getByText(`Welcome, ${username}!`)).toBeVisible();
    await context.close();
  });
}

test("threat 22: the form waits for a late response: it is busy, sends once and then closes", async ({
  member: { page },
}) => {
  let calls = 0;
  const responseReleased = Promise.withResolvers<void>();
  await page.route("**/api/issues", async (route) => {
    if (!isWrite(route)) return route.fallback();
    calls += 1;
    const response = await route.fetch();
    await responseReleased.promise;
    await route.fulfill({ response });
  });
  const form = await openForm(page);
  const title = uniqueTitle();
  await form.getByLabel("Title").fill(title);
  await form.getByLabel("Description").fill("What happened.");
  await form.getByRole("button", { name: /submit/i }).click();
  await expect(form.getByRole("button", { name: "Processing..." })).toBeVisible();
  await form.getByLabel("Title").press("Enter");
  await expect(form.getByLabel("Title")).toHaveValue(title);
  responseReleased.resolve();
  await expect(form).toBeHidden();
  expect(calls).toBe(1);
});

test("threat 22: a request without a response times out: the input stays, and sending it again files one report", async ({
  member: { page, person },
}) => {
  await page.clock.install();
  let calls = 0;
  await page.route("**/api/issues", async (route) => {
    if (!isWrite(route)) return route.fallback();
    calls += 1;
    // The first call reaches the server, but never gets a response.
    if (calls === 1) await route.fetch();
    else await route.continue();
  });
  const form = await openForm(page);
  const title = uniqueTitle();
  await form.getByLabel("Title").fill(title);
  await form.getByLabel("Description").fill("What happened.");
  const submitButton = form.getByRole("button", { name: /submit/i });
  await submitButton.click();
  await expect(form.getByRole("button", { name: "Processing..." })).toBeVisible();
  await expect(async () => {
    await page.clock.runFor(PART_OF_REQUEST_TIMEOUT_MS);
    expect(await form.getByRole("alert").filter({ hasText: "cannot be reached" }).count()).toBe(1);
  }).toPass();
  await expect(form.getByLabel("Title")).toHaveValue(title);
  await submitButton.click();
  await expect(form).toBeHidden();
  expect((await call("GET", `/api/issues?search=${title}`, { as: person })).body.page.total).toBe(1);
});

test("threat 22: the first list is requested again if the request gets no response", async ({ member: { page } }) => {
  await clearCachedList(page);
  await page.clock.install();
  let listRequests = 0;
  await page.route(isListOf(""), (route) => {
    listRequests += 1;
    // The first request never gets a response.
    return listRequests === 1 ? undefined : route.continue();
  });
  await page.reload({ waitUntil: "commit" });
  await expect(async () => {
    await page.clock.runFor(PART_OF_REQUEST_TIMEOUT_MS);
    expect(await page.getByText(/in the log/).count()).toBe(1);
  }).toPass();
});

/** Returns a matcher for requests of the list with this search. */
const isListOf = (search: string) => (url: URL) =>
  url.pathname === "/api/issues" && url.searchParams.get("search") === search;

test("threat 22: a list that cannot be loaded is retried at growing intervals and then shown", async ({
  member: { page, person },
}) => {
  const title = uniqueTitle();
  await fileReport(person, { title });
  await page.clock.install();
  const requestTimes: number[] = [];
  await page.route(isListOf(title), async (route) => {
    requestTimes.push(await page.evaluate(() => Date.now()));
    if (requestTimes.length < 3) await respondUnavailable(route);
    else await route.continue();
  });
  await page.getByRole("searchbox", { name: "Search" }).fill(title);
  await expect(async () => {
    await page.clock.runFor(500);
    expect(await cardOf(page, title).count()).toBe(1);
  }).toPass();
  const [firstTime, secondTime, thirdTime] = requestTimes as [number, number, number];
  // The page retries after 1 s and then after 2 s (section 9).
  expect(secondTime - firstTime).toBeGreaterThanOrEqual(1_000);
  expect(thirdTime - secondTime).toBeGreaterThanOrEqual(2_000);
});

test("threat 22: after all retries the page shows an error and Retry; a refused list is requested once", async ({
  member: { page, person },
}) => {
  const title = uniqueTitle();
  await fileReport(person, { title });
  await page.clock.install();
  let listRequests = 0;
  let handleRoute: RouteHandler = respondUnavailable;
  await page.route(isListOf(title), async (route) => {
    listRequests += 1;
    await handleRoute(route);
  });
  const retryButton = page.getByRole("button", { name: "Retry" });
  const waitForRetryButton = () =>
    expect(async () => {
      await page.clock.runFor(5_000);
      expect(await retryButton.count()).toBe(1);
    }).toPass();
  await page.getByRole("searchbox", { name: "Search" }).fill(title);
  await waitForRetryButton();
  // The first request and three retries.
  expect(listRequests).toBe(4);
  await expect(page.getByText("The entries could not be loaded. The logbook cannot reach its data")).toBeVisible();

  listRequests = 0;
  const refusal = { success: false, code: "forbidden", error: "You may not." };
  handleRoute = (route) => route.fulfill({ status: 403, json: refusal });
  await retryButton.click();
  await waitForRetryButton();
  expect(listRequests).toBe(1);

  handleRoute = (route) => route.continue();
  await retryButton.click();
  await page.clock.runFor(1_000);
  await expect(cardOf(page, title)).toHaveCount(1);
});
