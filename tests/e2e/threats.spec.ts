import { randomUUID } from "node:crypto";
import { expect, type Page, type Route } from "@playwright/test";
import { getStorage } from "firebase-admin/storage";
import { call, fileReport, newMember } from "../support/actors.ts";
import { openForm } from "../support/form.ts";
import { cardOf, clearCachedList, search } from "../support/page.ts";
import { db, ORIGIN } from "../support/suite.ts";
import { test } from "./fixtures.ts";

const uniqueTitle = (): string => `Threat ${randomUUID().slice(0, 8)}`;

const JPEG_SIGNATURE = Buffer.from([0xff, 0xd8, 0xff]);

/** An origin that the page must never request. */
const EVIL = "https://evil.example";

interface Attacks {
  /** Requests to `EVIL`, which were aborted. */
  requestedUrls: string[];
  /** One message for each run of `HOSTILE_CODE`. */
  executions: string[];
}

const NO_ATTACKS: Attacks = { requestedUrls: [], executions: [] };

/** Records the attacks on a page from now on, and prevents them from having an effect. */
async function recordAttacks(page: Page): Promise<Attacks> {
  const attacks: Attacks = { requestedUrls: [], executions: [] };
  await page.route(`${EVIL}/**`, (route) => {
    attacks.requestedUrls.push(route.request().url());
    return route.abort();
  });
  page.on("dialog", (dialog) => {
    attacks.executions.push(dialog.message());
    void dialog.dismiss();
  });
  await page.exposeFunction("ran", (message: string) => attacks.executions.push(message));
  return attacks;
}

/** Code that tells `recordAttacks` that it runs: by the function `ran` of any window around it, and by a dialog. */
const HOSTILE_CODE = "parent.ran?.('x');top.ran?.('x');window.ran?.('x');alert('x')";
const svg = (content: string, attributes = ""): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="40" ${attributes}>${content}<rect width="40" height="40" fill="red"/></svg>`;

/** The type and text of each file, by the file's name. */
type TestFiles = Record<string, { type: string; text: string }>;

/** A script in these images runs if a browser opens the image as a document, but not if it only draws the image. */
const SCRIPTED_IMAGES: TestFiles = {
  "script.svg": { type: "image/svg+xml", text: svg(`<script>${HOSTILE_CODE}</script>`) },
  "onload.svg": { type: "image/svg+xml", text: svg("", `onload="${HOSTILE_CODE}"`) },
  "animate.svg": {
    type: "image/svg+xml",
    text: svg(`<animate attributeName="x" begin="0s" dur="1s" onbegin="${HOSTILE_CODE}"/>`),
  },
  "inside.svg": {
    type: "image/svg+xml",
    text: svg(
      `<foreignObject width="40" height="40"><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="${HOSTILE_CODE}"/><iframe src="javascript:${HOSTILE_CODE}"/></body></foreignObject>`,
    ),
  },
};
/** A browser that opens one of these images as a document requests `EVIL`. */
const REQUESTING_IMAGES: TestFiles = {
  "image.svg": { type: "image/svg+xml", text: svg(`<image href="${EVIL}/i.png" width="9" height="9"/>`) },
  "style.svg": {
    type: "image/svg+xml",
    text: svg(`<style>@import url("${EVIL}/s.css"); rect { fill: url("${EVIL}/f.svg#x") }</style>`),
  },
  "entity.svg": {
    type: "image/svg+xml",
    text: `<!DOCTYPE svg [<!ENTITY a SYSTEM "${EVIL}/e.txt">]>${svg("<text>&a;</text>")}`,
  },
  "use.svg": { type: "image/svg+xml", text: svg(`<use xlink:href="${EVIL}/u.svg#x"/>`) },
};
/** Files that are no images, although their names and types say so. */
const DISGUISED_PAGES: TestFiles = {
  "page.png": { type: "image/png", text: `<!doctype html><script>${HOSTILE_CODE}</script>` },
  "svg.png": { type: "image/png", text: svg(`<script>${HOSTILE_CODE}</script>`) },
  "page.svg": {
    type: "image/svg+xml",
    text: `<html><body onload="${HOSTILE_CODE}"><script>${HOSTILE_CODE}</script></body></html>`,
  },
};

const toInputFiles = (files: TestFiles) =>
  Object.entries(files).map(([name, { type, text }]) => ({ name, mimeType: type, buffer: Buffer.from(text) }));

test.describe("threat 5: files disguised as images", () => {
  // When the browser reads such a file, it logs that the security policy forbids inline event handlers.
  test.use({ expectedError: /Executing inline event handler violates|script-src-attr inline/ });

  for (const [property, files] of [
    ["contains scripts", SCRIPTED_IMAGES],
    ["requests other sites", REQUESTING_IMAGES],
  ] as const)
    test(`threat 5: an image that ${property} is converted to JPEG before upload, runs no script and requests nothing`, async ({
      member: { page },
    }) => {
      const attacks = await recordAttacks(page);
      const form = await openForm(page);
      await form.locator("input[type=file]").setInputFiles(toInputFiles(files));
      await expect(form.getByRole("button", { name: /^Remove .*\.jpg/ })).toHaveCount(Object.keys(files).length);
      const title = uniqueTitle();
      await form.getByLabel("Title").fill(title);
      await form.getByLabel("Description").fill("See the pictures.");
      await form.getByRole("button", { name: /submit/i }).click();
      await expect(form).toBeHidden();
      const { docs } = await db.collection("issues").where("title", "==", title).get();
      const attachments = docs[0]!.get("attachments");
      expect(attachments).toHaveLength(Object.keys(files).length);
      for (const { path, type, name } of attachments) {
        const [bytes] = await getStorage().bucket().file(path).download();
        expect(type).toBe("image/jpeg");
        expect(name).toMatch(/\.jpg$/);
        expect(bytes.subarray(0, 3)).toEqual(JPEG_SIGNATURE);
        expect(bytes.includes("script")).toBe(false);
      }
      await search(page, title);
      await cardOf(page, title).getByRole("button", { name: "View all details" }).click();
      await expect(cardOf(page, title).locator("img")).toHaveCount(attachments.length);
      expect(attacks).toEqual(NO_ATTACKS);
    });

  test("threat 5: the page refuses a file that is not an image, whatever its name and type say", async ({
    member: { page },
  }) => {
    const attacks = await recordAttacks(page);
    const form = await openForm(page);
    await form.locator("input[type=file]").setInputFiles(toInputFiles(DISGUISED_PAGES));
    const fileCount = Object.keys(DISGUISED_PAGES).length;
    await expect(form.getByText("This picture could not be read.")).toHaveCount(fileCount);
    await form.getByLabel("Title").fill(uniqueTitle());
    await form.getByLabel("Description").fill("See the pictures.");
    await form.getByRole("button", { name: /submit/i }).click();
    await expect(form.getByText(`Your report was not added: ${fileCount} files could not be attached`)).toBeVisible();
    expect(attacks).toEqual(NO_ATTACKS);
  });

  test("threat 5: no script in a stored file runs in the list, in the viewer or at the file's address", async ({
    member: { page, person },
  }) => {
    const attacks = await recordAttacks(page);
    const title = uniqueTitle();
    const { id } = await fileReport(person, { title });
    const files = { ...SCRIPTED_IMAGES, ...DISGUISED_PAGES };
    const attachments = await Promise.all(
      Object.entries(files).map(async ([name, { type, text }], index) => {
        const path = `attachments/${person.uid}/${id}/f${index}`;
        await getStorage().bucket().file(path).save(text, { contentType: type });
        return { name, size: text.length, type, path };
      }),
    );
    await db.doc(`issues/${id}`).update({ attachments });
    await page.reload();
    await search(page, title);
    const card = cardOf(page, title);
    await card.getByRole("button", { name: "View all details" }).click();
    const pictures = card.getByRole("button", { name: /^View image / });
    await expect(pictures).toHaveCount(attachments.length);
    await pictures.first().click();
    for (const _ of attachments) await page.keyboard.press("ArrowRight");
    const visibleImages = await page
      .locator("img")
      .evaluateAll((images) => images.filter((img) => (img as HTMLImageElement).naturalWidth > 0));
    expect(visibleImages).toEqual([]);
    await page.keyboard.press("Escape");
    for (const { path } of attachments) {
      const { status, headers } = await call("GET", `/api/${path}`, { as: person });
      expect(status).toBe(200);
      expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("content-type")).not.toMatch(/svg|html|xml/);
      expect(headers.get("content-disposition")).toMatch(/^attachment/);
      // A browser window that is opened at this address sends no token.
      expect((await page.request.get(`/api/${path}`)).status()).toBe(401);
    }
    expect(attacks).toEqual(NO_ATTACKS);
  });
});

test("threat 9: only http, https and e-mail addresses are links in a report's texts and amendments", async ({
  member: { page, person },
}) => {
  const attacks = await recordAttacks(page);
  const hostileTexts = [
    "javascript:ran('x')",
    "JaVaScRiPt:ran('x')",
    "javascript://example.org/%0aran('x')",
    "data:text/html,<script>ran('x')</script>",
    "vbscript:ran('x')",
    "java\tscript:ran('x')",
    "//evil.example/x",
    "http:evil.example",
    "https:\\\\evil.example",
    "blob:evil.example/x",
    "file:///etc/passwd",
    "mailto:x@evil.example?body=Hello",
    "ftp://www.evil.example",
    "<a href=\"javascript:ran('x')\">x</a>",
    "<img src=x onerror=ran('x')>",
  ];
  const validAddress = "https://example.org/a?b=c#d";
  const title = uniqueTitle();
  const { id } = await fileReport(person, {
    title,
    description: `${hostileTexts.join("\n")}\n${validAddress}`,
    actualResult: hostileTexts.join(" "),
  });
  // The API and the rules would refuse this address, but a write in Firebase's console bypasses both.
  await db.doc(`issues/${id}`).update({ websiteUrl: "javascript:ran('x')" });
  await call("POST", "/api/issues/amendment", { as: person, body: { issueId: id, text: hostileTexts.join("\n") } });
  await page.reload();
  await search(page, title);
  const card = cardOf(page, title);
  await card.getByRole("button", { name: "View all details" }).click();
  await expect(card.getByText("Website URL")).toBeVisible();
  const link = card.getByRole("link", { name: validAddress });
  await expect(link).toHaveAttribute("href", validAddress);
  // Links with `data-report` are not from the texts: they lead to the report's page.
  const links = await card.locator("a:not([data-report])").evaluateAll((elements) =>
    (elements as HTMLAnchorElement[]).map((a) => ({
      href: a.getAttribute("href"),
      protocol: a.protocol,
      rel: a.rel,
    })),
  );
  expect(links.length).toBeGreaterThan(0);
  for (const { href, protocol, rel } of links)
    expect({ href, protocol, rel }).toEqual({ href: validAddress, protocol: "https:", rel: "noopener noreferrer" });
  // The page shows hostile texts, such as the first five, as plain text.
  for (const text of hostileTexts.slice(0, 5)) await expect(card.getByText(text).first()).toBeVisible();
  await expect(card.locator("img")).toHaveCount(0);
  await card.getByText("javascript:ran('x')").last().click();
  expect(attacks).toEqual(NO_ATTACKS);
});

test("threat 8: a report whose text is slow to link or to search can be opened and searched for", async ({
  member: { page, person },
}) => {
  const title = uniqueTitle();
  // Many beginnings of links without an end, and accents without letters.
  const longText = (piece: string): string => piece.repeat(10_000).slice(0, 10_000);
  const { id } = await fileReport(person, {
    title,
    description: longText("http://"),
    actualResult: longText("mailto:"),
  });
  await db.doc(`issues/${id}`).update({
    reproductionSteps: longText("https://a."),
    expectedResult: longText("("),
    environmentInfo: longText("a@"),
    websiteUrl: longText("\u0301\u0316"),
  });
  await page.reload();
  await search(page, title);
  const card = cardOf(page, title);
  await page.evaluate(() => {
    const taskDurations: number[] = [];
    Object.assign(window, { taskDurations });
    const observer = new PerformanceObserver((list) => {
      taskDurations.push(...list.getEntries().map(({ duration }) => duration));
    });
    observer.observe({ entryTypes: ["longtask"] });
  });
  await card.getByRole("button", { name: "View all details" }).click();
  await expect(card.getByText("Actual Result")).toBeVisible();
  await search(page, `${title} `);
  // On an idle machine no task takes longer than 150 ms.
  for (const duration of await page.evaluate<number[]>("taskDurations")) expect(duration).toBeLessThan(1_500);
});

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

  test(`threat 22: when the server ${fault}, a status step says so, and in the end the step is made once`, async ({
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
    await page.clock.runFor(30_000);
    expect(await form.getByRole("alert").filter({ hasText: "cannot be reached" }).count()).toBe(1);
  }).toPass();
  await expect(form.getByLabel("Title")).toHaveValue(title);
  await submitButton.click();
  await expect(form).toBeHidden();
  expect((await call("GET", `/api/issues?search=${title}`, { as: person })).body.page.total).toBe(1);
});

test("threat 22: a first list without a response is requested again", async ({ member: { page } }) => {
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
    await page.clock.runFor(30_000);
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

/** Makes the page get 404 for all assets, as for those of an older version. Returns a function that ends this. */
async function removeAssets(page: Page): Promise<() => Promise<void>> {
  const response = await page.request.get("/assets/gone-0a1b2c3d.js");
  expect(response.status()).toBe(404);
  // If Hosting responded with the page, browsers would cache the page under the script's address for a year.
  expect(await response.text()).not.toContain('id="root"');
  const notFound = { status: 404, headers: response.headers(), body: await response.body() };
  await page.route(`${ORIGIN}/assets/**`, (route) => route.fulfill(notFound));
  return () => page.unroute(`${ORIGIN}/assets/**`);
}

test("threat 27: a page left open across a deploy still works with its loaded code", async ({
  member: { page, person },
}) => {
  const form = await openForm(page);
  // Filling a field waits until the form's code has loaded.
  await form.getByLabel("Title").fill("before");
  await removeAssets(page);
  const title = uniqueTitle();
  await form.getByLabel("Title").fill(title);
  await form.getByLabel("Description").fill("Written on an old page.");
  await form.getByRole("button", { name: /submit/i }).click();
  await expect(form).toBeHidden();
  await search(page, title);
  const card = cardOf(page, title);
  await card.getByRole("textbox", { name: "Amendment" }).fill("And amended there.");
  await card.getByRole("button", { name: "Add amendment" }).click();
  await expect(card.getByRole("listitem").filter({ hasText: "And amended there." })).toContainText(person.username);
});

// The browser itself logs an error when a chunk is gone.
const testWithoutErrorCheck = test.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern here
  noPageErrors: async ({}, use) => use(undefined),
});

testWithoutErrorCheck(
  "threat 27: when a chunk of an old page is gone, the page says 'reload', and a reload loads the new version",
  async ({ member: { page, person } }) => {
    const title = uniqueTitle();
    await fileReport(person, { title, description: "See https://example.org/x" });
    const restoreAssets = await removeAssets(page);
    await page.getByLabel("Amendment").first().fill("typed before");
    await page.getByRole("button", { name: "Report Bug" }).click();
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("alert")).toContainText("Please reload the page");
    await expect(page.getByLabel("Amendment").first()).toHaveValue("typed before");
    await restoreAssets();
    await page.getByRole("button", { name: "Reload" }).click();
    await expect(page.getByText(`Welcome, ${person.username}!`)).toBeVisible();
    await expect(await openForm(page)).toBeVisible();
    await search(page, title);
    await expect(cardOf(page, title)).toHaveCount(1);
  },
);

test("threat 27: the page is revalidated at each visit, its assets are cached, and both are from one version", async ({
  page,
}) => {
  const pageResponse = await page.request.get("/");
  expect(pageResponse.headers()["cache-control"]).toBe("no-cache");
  const assetPaths = (await pageResponse.text()).match(/\/assets\/[\w.-]+/g) ?? [];
  expect(assetPaths.length).toBeGreaterThan(2);
  for (const path of assetPaths) {
    // The name ends with a hash of the content.
    expect(path).toMatch(/-[\w-]{8}\.\w+$/);
    const asset = await page.request.get(path);
    expect(asset.status(), path).toBe(200);
    expect(asset.headers()["cache-control"], path).toBe("public, max-age=31536000, immutable");
  }
});
