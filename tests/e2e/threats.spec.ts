import { randomUUID } from "node:crypto";
import { expect, type Locator, type Page, type Route } from "@playwright/test";
import { getStorage } from "firebase-admin/storage";
import { call, fileReport, newMember } from "../support/actors.ts";
import { cardOf, clearCachedList, search } from "../support/page.ts";
import { db, ORIGIN } from "../support/suite.ts";
import { test } from "./fixtures.ts";

const uniqueId = (): string => `Threat ${randomUUID().slice(0, 8)}`;

/** An origin that the page must never request; `watchForAttacks` records such requests and aborts them. */
const EVIL = "https://evil.example";

interface Attacks {
  requested: string[];
  /** The hostile code that ran: it calls `ran()` or opens a dialog. */
  ran: string[];
}

async function watchForAttacks(page: Page): Promise<Attacks> {
  const attacks: Attacks = { requested: [], ran: [] };
  await page.route(`${EVIL}/**`, (route) => {
    attacks.requested.push(route.request().url());
    return route.abort();
  });
  page.on("dialog", (dialog) => {
    attacks.ran.push(dialog.message());
    void dialog.dismiss();
  });
  await page.exposeFunction("ran", (what: string) => attacks.ran.push(what));
  return attacks;
}

async function openForm(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Report Bug" }).click();
  return page.getByRole("form", { name: "Report Bug" });
}

/** Hostile code that reports that it ran. */
const RUN = "parent.ran?.('x');top.ran?.('x');window.ran?.('x');alert('x')";
const svg = (inside: string, attributes = ""): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="40" ${attributes}>${inside}<rect width="40" height="40" fill="red"/></svg>`;

/** Images that would run a script if the page did more than draw them. */
const SCRIPTED: Record<string, { type: string; text: string }> = {
  "script.svg": { type: "image/svg+xml", text: svg(`<script>${RUN}</script>`) },
  "onload.svg": { type: "image/svg+xml", text: svg("", `onload="${RUN}"`) },
  "animate.svg": {
    type: "image/svg+xml",
    text: svg(`<animate attributeName="x" begin="0s" dur="1s" onbegin="${RUN}"/>`),
  },
  "inside.svg": {
    type: "image/svg+xml",
    text: svg(
      `<foreignObject width="40" height="40"><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="${RUN}"/><iframe src="javascript:${RUN}"/></body></foreignObject>`,
    ),
  },
};
/** Images that would request another site. */
const LEAKING: Record<string, { type: string; text: string }> = {
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
/** Files whose names or types say that they are images. */
const NO_PICTURES: Record<string, { type: string; text: string }> = {
  "page.png": { type: "image/png", text: `<!doctype html><script>${RUN}</script>` },
  "svg.png": { type: "image/png", text: svg(`<script>${RUN}</script>`) },
  "page.svg": { type: "image/svg+xml", text: `<html><body onload="${RUN}"><script>${RUN}</script></body></html>` },
};

const toFiles = (files: typeof SCRIPTED) =>
  Object.entries(files).map(([name, { type, text }]) => ({ name, mimeType: type, buffer: Buffer.from(text) }));

test.describe("threat 5: files disguised as images", () => {
  // The browser logs that handlers may not run as soon as it reads such a file.
  test.use({ expectedError: /Executing inline event handler violates|script-src-attr inline/ });

  for (const [what, files] of Object.entries({ "contains scripts": SCRIPTED, "requests other sites": LEAKING }))
    test(`threat 5: an image that ${what} is converted to JPEG before upload and does neither`, async ({
      member: { page },
    }) => {
      const attacks = await watchForAttacks(page);
      const form = await openForm(page);
      await form.locator("input[type=file]").setInputFiles(toFiles(files));
      await expect(form.getByRole("button", { name: /^Remove .*\.jpg/ })).toHaveCount(Object.keys(files).length);
      const title = uniqueId();
      await form.getByLabel("Title").fill(title);
      await form.getByLabel("Description").fill("See the pictures.");
      await form.getByRole("button", { name: /submit/i }).click();
      await expect(form).toBeHidden();
      const stored = (await db.collection("issues").where("title", "==", title).get()).docs[0]!.get("attachments");
      expect(stored).toHaveLength(Object.keys(files).length);
      for (const { path, type, name } of stored) {
        const [bytes] = await getStorage().bucket().file(path).download();
        expect({ type, name, head: bytes.subarray(0, 3).toString("hex") }).toEqual({
          type: "image/jpeg",
          name: expect.stringMatching(/\.jpg$/),
          head: "ffd8ff",
        });
        expect(bytes.includes("script")).toBe(false);
      }
      await search(page, title);
      await cardOf(page, title).getByRole("button", { name: "View all details" }).click();
      await expect(cardOf(page, title).locator("img")).toHaveCount(stored.length);
      expect(attacks).toEqual({ requested: [], ran: [] });
    });

  test("threat 5: the page refuses a file that is not an image, whatever its name and type say", async ({
    member: { page },
  }) => {
    const attacks = await watchForAttacks(page);
    const form = await openForm(page);
    await form.locator("input[type=file]").setInputFiles(toFiles(NO_PICTURES));
    const { length } = Object.keys(NO_PICTURES);
    await expect(form.getByText("This picture could not be read.")).toHaveCount(length);
    await form.getByLabel("Title").fill(uniqueId());
    await form.getByLabel("Description").fill("See the pictures.");
    await form.getByRole("button", { name: /submit/i }).click();
    await expect(form.getByText(`Your report was not added: ${length} files could not be attached`)).toBeVisible();
    expect(attacks).toEqual({ requested: [], ran: [] });
  });

  test("threat 5: a stored file that contains a script is never run: not in the list, not in the viewer, not at its address", async ({
    member: { page, person },
  }) => {
    const attacks = await watchForAttacks(page);
    const title = uniqueId();
    const { id } = await fileReport(person, { title });
    const hostile = { ...SCRIPTED, ...NO_PICTURES };
    const attachments = await Promise.all(
      Object.entries(hostile).map(async ([name, { type, text }], index) => {
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
      .evaluateAll((all) => all.filter((img) => (img as HTMLImageElement).naturalWidth > 0));
    expect(visibleImages).toEqual([]);
    await page.keyboard.press("Escape");
    for (const { path } of attachments) {
      const { status, headers } = await call("GET", `/api/${path}`, { as: person });
      expect({
        status,
        policy: headers.get("content-security-policy"),
        sniff: headers.get("x-content-type-options"),
      }).toEqual({
        status: 200,
        policy: "default-src 'none'; sandbox",
        sniff: "nosniff",
      });
      expect(headers.get("content-type")).not.toMatch(/svg|html|xml/);
      expect(headers.get("content-disposition")).toMatch(/^attachment/);
      // A window opened at this address sends no token.
      expect((await page.request.get(`/api/${path}`)).status()).toBe(401);
    }
    expect(attacks).toEqual({ requested: [], ran: [] });
  });
});

test("threat 9: nothing but http, https and e-mail addresses is a link, wherever it stands", async ({
  member: { page, person },
}) => {
  const attacks = await watchForAttacks(page);
  const hostile = [
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
  const title = uniqueId();
  const { id } = await fileReport(person, {
    title,
    description: `${hostile.join("\n")}\n${validAddress}`,
    actualResult: hostile.join(" "),
  });
  // This write bypasses the API and the rules, as one in Firebase's console does.
  await db.doc(`issues/${id}`).update({ websiteUrl: "javascript:ran('x')" });
  await call("POST", "/api/issues/amendment", { as: person, body: { issueId: id, text: hostile.join("\n") } });
  await page.reload();
  await search(page, title);
  const card = cardOf(page, title);
  await card.getByRole("button", { name: "View all details" }).click();
  await expect(card.getByText("Website URL")).toBeVisible();
  const link = card.getByRole("link", { name: validAddress });
  await expect(link).toHaveAttribute("href", validAddress);
  const found = await card.locator("a:not([data-report])").evaluateAll((all) =>
    all.map((a) => ({
      href: a.getAttribute("href"),
      protocol: (a as HTMLAnchorElement).protocol,
      rel: a.getAttribute("rel"),
    })),
  );
  for (const { protocol, rel } of found)
    expect({ protocol, rel }).toEqual({ protocol: "https:", rel: "noopener noreferrer" });
  expect(new Set(found.map(({ href }) => href))).toEqual(new Set([validAddress]));
  for (const text of hostile.slice(0, 5)) await expect(card.getByText(text).first()).toBeVisible();
  await expect(card.locator("img")).toHaveCount(0);
  await card.getByText("javascript:ran('x')").last().click();
  expect(attacks).toEqual({ requested: [], ran: [] });
});

test("threat 8: a report with slow text opens, and can be searched for, like any other", async ({
  member: { page, person },
}) => {
  const title = uniqueId();
  const pieces = ["mailto:", "http://", "https://a.", "(", "a@", "\u0301\u0316"];
  const long = (piece: string): string => piece.repeat(10_000).slice(0, 10_000);
  const { id } = await fileReport(person, { title, description: long("http://"), actualResult: long("mailto:") });
  await db
    .doc(`issues/${id}`)
    .update(
      Object.fromEntries(
        ["reproductionSteps", "expectedResult", "environmentInfo", "websiteUrl"].map((field, index) => [
          field,
          long(pieces[index + 2]!),
        ]),
      ),
    );
  await page.reload();
  await search(page, title);
  const card = cardOf(page, title);
  // An idle machine needs a tenth of the 1.5 s that are allowed below.
  await page.evaluate(() => {
    const state = { longest: 0 };
    Object.assign(window, { state });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) state.longest = Math.max(state.longest, duration);
    }).observe({ entryTypes: ["longtask"] });
  });
  await card.getByRole("button", { name: "View all details" }).click();
  await expect(card.getByText("Actual Result")).toBeVisible();
  await search(page, `${title} `);
  expect(await page.evaluate(() => (window as unknown as { state: { longest: number } }).state.longest)).toBeLessThan(
    1_500,
  );
});

/** Answers as the API does when it cannot reach its data. */
const outage = (route: Route) =>
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

/** Handles the next write to an address with `fault`; all other requests go through. */
async function failOnce(page: Page, address: string, fault: (route: Route) => Promise<void>): Promise<void> {
  let done = false;
  await page.route(address, (route) => {
    if (done || !isWrite(route)) return route.fallback();
    done = true;
    return fault(route);
  });
}

for (const [what, fault] of [
  ["answers 503", outage],
  ["drops the response", loseResponse],
] as const) {
  test(`threat 22: when the server ${what}, the report form says so and keeps its input, and sending again files one report`, async ({
    member: { page, person },
  }) => {
    await failOnce(page, "**/api/issues", fault);
    const form = await openForm(page);
    const title = uniqueId();
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
    expect(docs.map((doc) => [doc.get("reporter"), doc.get("attachments").length])).toEqual([[person.username, 1]]);
  });

  test(`threat 22: when the server ${what}, an amendment's text stays, and sending it again adds it once`, async ({
    member: { page, person },
  }) => {
    const title = uniqueId();
    const { id } = await fileReport(person, { title });
    await search(page, title);
    await failOnce(page, "**/api/issues/amendment", fault);
    const card = cardOf(page, title);
    const box = card.getByRole("textbox", { name: "Amendment" });
    await box.fill("A note over a bad line.");
    await card.getByRole("button", { name: "Add amendment" }).click();
    await expect(card.getByRole("alert")).toContainText(/Please try again/);
    await expect(box).toHaveValue("A note over a bad line.");
    await card.getByRole("button", { name: "Add amendment" }).click();
    await expect(box).toHaveValue("");
    expect(Object.keys((await db.doc(`issues/${id}`).get()).get("amendments"))).toHaveLength(1);
  });

  test(`threat 22: when the server ${what}, a status step says so, and in the end the step is made once`, async ({
    admin: { page, person },
  }) => {
    const title = uniqueId();
    const { id } = await fileReport(person, { title });
    await search(page, title);
    await failOnce(page, `**/api/issues/${id}`, fault);
    const card = cardOf(page, title);
    await card.getByRole("button", { name: "Mark as In Progress" }).click();
    // If only the response was lost, the listener may have updated the card already.
    await expect(
      card
        .getByRole("alert")
        .or(card.getByRole("button", { name: "Mark as Testing" }))
        .first(),
    ).toBeVisible();
    await expect(async () => {
      const button = card.getByRole("button", { name: "Mark as In Progress" });
      // The listener may deliver the step at this moment.
      if (await button.isVisible()) await button.click({ timeout: 1_000 });
      await expect(card.getByRole("button", { name: "Mark as Testing" })).toBeVisible({ timeout: 2_000 });
    }).toPass();
    expect((await db.doc(`issues/${id}`).get()).get("status")).toBe("IN_PROGRESS");
  });

  test(`threat 22: when the server ${what}, the login form says so, keeps the input, and a second login succeeds`, async ({
    browser,
  }) => {
    const { username, password } = await newMember();
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto("/");
    await failOnce(page, "**/api/auth/login", fault);
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
  let release = (): void => undefined;
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route("**/api/issues", async (route) => {
    if (!isWrite(route)) return route.fallback();
    calls += 1;
    const response = await route.fetch();
    await held;
    await route.fulfill({ response });
  });
  const form = await openForm(page);
  const title = uniqueId();
  await form.getByLabel("Title").fill(title);
  await form.getByLabel("Description").fill("What happened.");
  await form.getByRole("button", { name: /submit/i }).click();
  await expect(form.getByRole("button", { name: "Processing..." })).toBeVisible();
  await form.getByLabel("Title").press("Enter");
  await expect(form.getByLabel("Title")).toHaveValue(title);
  release();
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
  const title = uniqueId();
  await form.getByLabel("Title").fill(title);
  await form.getByLabel("Description").fill("What happened.");
  const submit = form.getByRole("button", { name: /submit/i });
  await submit.click();
  await expect(form.getByRole("button", { name: "Processing..." })).toBeVisible();
  await expect(async () => {
    await page.clock.runFor(30_000);
    expect(await form.getByRole("alert").filter({ hasText: "cannot be reached" }).count()).toBe(1);
  }).toPass();
  await expect(form.getByLabel("Title")).toHaveValue(title);
  await submit.click();
  await expect(form).toBeHidden();
  expect((await call("GET", `/api/issues?search=${title}`, { as: person })).body.page.total).toBe(1);
});

test("threat 22: a first list without a response is requested again", async ({ member: { page } }) => {
  await clearCachedList(page);
  await page.clock.install();
  let calls = 0;
  await page.route(isListOf(""), (route) => {
    calls += 1;
    return calls === 1 ? undefined : route.continue();
  });
  await page.reload({ waitUntil: "commit" });
  await expect(async () => {
    await page.clock.runFor(30_000);
    expect(await page.getByText(/in the log/).count()).toBe(1);
  }).toPass();
});

// Matches one search only: the page may still request its first list or prefetch the next page.
const isListOf = (text: string) => (url: URL) =>
  url.pathname === "/api/issues" && url.searchParams.get("search") === text;

test("threat 22: a list that cannot be loaded is retried at growing intervals and then shown", async ({
  member: { page, person },
}) => {
  const title = uniqueId();
  await fileReport(person, { title });
  await page.clock.install();
  const requestTimes: number[] = [];
  await page.route(isListOf(title), async (route) => {
    requestTimes.push(await page.evaluate(() => Date.now()));
    await (requestTimes.length < 3 ? outage(route) : route.continue());
  });
  await page.getByRole("searchbox", { name: "Search" }).fill(title);
  await expect(async () => {
    await page.clock.runFor(500);
    expect(await cardOf(page, title).count()).toBe(1);
  }).toPass();
  const waits = requestTimes.slice(1).map((time, previous) => time - requestTimes[previous]!);
  expect(waits[0]).toBeGreaterThanOrEqual(1_000);
  expect(waits[1]).toBeGreaterThanOrEqual(2_000);
});

test("threat 22: after all retries the page says so and offers Retry; a rejected list is requested once", async ({
  member: { page, person },
}) => {
  const title = uniqueId();
  await fileReport(person, { title });
  await page.clock.install();
  let calls = 0;
  let fault: (route: Route) => Promise<void> = outage;
  await page.route(isListOf(title), async (route) => {
    calls += 1;
    await fault(route);
  });
  const retry = page.getByRole("button", { name: "Retry" });
  const waitForRetryButton = () =>
    expect(async () => {
      await page.clock.runFor(5_000);
      expect(await retry.count()).toBe(1);
    }).toPass();
  await page.getByRole("searchbox", { name: "Search" }).fill(title);
  await waitForRetryButton();
  expect(calls).toBe(4);
  await expect(page.getByText("The entries could not be loaded. The logbook cannot reach its data")).toBeVisible();

  calls = 0;
  fault = (route) => route.fulfill({ status: 403, json: { success: false, code: "forbidden", error: "You may not." } });
  await retry.click();
  await waitForRetryButton();
  expect(calls).toBe(1);

  fault = (route) => route.continue();
  await retry.click();
  await page.clock.runFor(1_000);
  await expect(cardOf(page, title)).toHaveCount(1);
});

/** Simulates a deploy: of the old version's code, only what the page has already loaded remains. */
async function deploy(page: Page): Promise<() => Promise<void>> {
  const gone = await page.request.get("/assets/gone-0a1b2c3d.js");
  // If the server sent the page itself, browsers would cache it under the script's address for a year.
  expect({ status: gone.status(), isPage: (await gone.text()).includes('id="root"') }).toEqual({
    status: 404,
    isPage: false,
  });
  const notFound = { status: gone.status(), headers: gone.headers(), body: await gone.body() };
  await page.route(`${ORIGIN}/assets/**`, (route) => route.fulfill(notFound));
  return () => page.unroute(`${ORIGIN}/assets/**`);
}

test("threat 27: a page left open across a deploy still works with its loaded code", async ({
  member: { page, person },
}) => {
  const form = await openForm(page);
  await form.getByLabel("Title").fill("before");
  await deploy(page);
  const title = uniqueId();
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

// These tests do not check for page errors, because the browser itself logs that a chunk is gone.
const afterDeploy = test.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern here
  noPageErrors: async ({}, use) => use(undefined),
});

afterDeploy(
  "threat 27: when a chunk of an old page is gone, the page says 'reload', and a reload loads the new version",
  async ({ member: { page, person } }) => {
    const title = uniqueId();
    await fileReport(person, { title, description: "See https://example.org/x" });
    const endDeploy = await deploy(page);
    await page.getByLabel("Amendment").first().fill("typed before");
    await page.getByRole("button", { name: "Report Bug" }).click();
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("alert")).toContainText("Please reload the page");
    await expect(page.getByLabel("Amendment").first()).toHaveValue("typed before");
    await endDeploy();
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
  const index = await page.request.get("/");
  expect(index.headers()["cache-control"]).toBe("no-cache");
  const assets = [...(await index.text()).matchAll(/\/assets\/[\w.-]+/g)].map(([path]) => path);
  expect(assets.length).toBeGreaterThan(2);
  for (const path of assets) {
    const asset = await page.request.get(path);
    expect(path).toMatch(/-[\w-]{8}\.\w+$/);
    expect({ path, status: asset.status(), cache: asset.headers()["cache-control"] }).toEqual({
      path,
      status: 200,
      cache: "public, max-age=31536000, immutable",
    });
  }
});
