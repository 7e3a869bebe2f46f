import { expect, type Page } from "@playwright/test";
import { call, fileReport, newMember } from "../support/actors.ts";
import {
  cardOf,
  clearCachedList,
  expectHydrated,
  holdRequests,
  REACT_SCRIPT,
  reloadFromCache,
  SCRIPTS,
  search,
  waitForCachedList,
  waitForCachedPage,
  waitForRequestEnd,
  waitTwoFrames,
} from "../support/page.ts";
import { test as visitorTest } from "../support/page-errors.ts";
import { db } from "../support/suite.ts";
import { fileReports, test } from "./fixtures.ts";

/** The window of a page that has already requested its list (`web/first.js`). */
type EarlyWindow = Window & { logbookEarly?: { response: Promise<unknown> } };

/** An element's markup, one line per node, without React's own ids; styles as the browser parses them. */
function normalisedMarkup(element: HTMLElement): string {
  const ids: string[] = [];
  const lines = [...element.querySelectorAll<HTMLElement>("*")].map(({ localName, attributes, style, childNodes }) => {
    const texts = [...childNodes]
      .map((node) => (node instanceof Text ? node.data : ""))
      .join("")
      // A minute may end between the two renderings.
      .replace(/^(just now|\d+ minutes? ago)$/, "minutes ago");
    const named = [...attributes].map(({ name, value }) => `${name}=${name === "style" ? style.cssText : value}`);
    return [localName, ...named.filter((entry) => entry !== "selected=").sort(), texts].join(" ");
  });
  return lines.join("\n").replace(/_[Rr]_\w*_/g, (id) => {
    if (!ids.includes(id)) ids.push(id);
    return `id${ids.indexOf(id)}`;
  });
}

const noteBox = (page: Page, text: string) => cardOf(page, text).getByRole("textbox", { name: "Amendment" });
const detailsButton = (page: Page, text: string) =>
  cardOf(page, text).getByRole("button", { name: "View all details" });

visitorTest.describe("a visitor", () => {
  visitorTest("sees the notice and the sign-in card without any code", async ({ page }) => {
    await page.route(SCRIPTS, (route) => route.abort());
    await page.goto("/");
    await expect(page.getByRole("heading", { name: /members only/i, level: 1 })).toBeVisible();
    await expect(page.getByText("September 1st 2025", { exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Login" })).toBeVisible();
  });

  for (const [when, meanwhile] of [
    ["once the stylesheet has loaded", async (_: Page, release: () => void) => release()],
    ["soon even if the stylesheet does not load", (page: Page) => page.clock.runFor(1_000)],
  ] as const)
    visitorTest(`requests the code ${when}, because both would share the connection`, async ({ page }) => {
      const code: string[] = [];
      page.on("request", (request) => /\/assets\/.+\.js$/.test(request.url()) && code.push(request.url()));
      const release = await holdRequests(page, "**/assets/*.css");
      await page.clock.install({ time: Date.now() });
      await page.clock.pauseAt(Date.now() + 60_000);
      await page.goto("/", { waitUntil: "commit" });
      await expect(page.locator("noscript")).toBeAttached();
      expect(code).toEqual([]);
      const requested = page.waitForRequest(SCRIPTS);
      await meanwhile(page, release);
      await requested;
      release();
      await page.clock.resume();
      await expectHydrated(page);
    });

  visitorTest("keeps what they typed when the code has loaded, in the same boxes", async ({ page }) => {
    const problems: string[] = [];
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    const release = await holdRequests(page, SCRIPTS);
    await page.goto("/", { waitUntil: "commit" });
    const username = page.getByLabel("Username");
    await username.fill("mia");
    const box = await username.elementHandle();
    release();
    await expectHydrated(page);
    await expect(username).toHaveValue("mia");
    await expect(username).toBeFocused();
    expect(await box!.evaluate((element) => element.isConnected)).toBe(true);
    expect(problems).toEqual([]);
  });

  for (const [how, press] of [
    ["a press", (page: Page) => page.getByRole("button", { name: "Login" }).click()],
    ["two presses", (page: Page) => page.getByRole("button", { name: "Login" }).dblclick()],
    ["Enter", (page: Page) => page.getByLabel("Password").press("Enter")],
  ] as const)
    visitorTest(`logs in once by ${how} made before the code has loaded`, async ({ page }) => {
      const person = await newMember();
      const requestedUrls: string[] = [];
      page.on("request", (request) => request.url().endsWith("/api/auth/login") && requestedUrls.push(request.url()));
      const release = await holdRequests(page, SCRIPTS);
      await page.goto("/", { waitUntil: "commit" });
      await page.getByLabel("Username").fill(person.username);
      await page.getByLabel("Password").fill(person.password);
      await press(page);
      expect(new URL(page.url()).search).toBe("");
      release();
      await expect(page.getByText(`Welcome, ${person.username}!`)).toBeVisible();
      expect(requestedUrls).toHaveLength(1);
    });

  visitorTest("has the form they chose before the code had loaded, with what they typed", async ({ page }) => {
    const release = await holdRequests(page, SCRIPTS);
    await page.goto("/", { waitUntil: "commit" });
    await page.getByLabel("Username").fill("mia");
    await page.getByRole("button", { name: "Register" }).click();
    release();
    await expect(page.getByRole("heading", { name: "Register" })).toBeVisible();
    await expect(page.getByLabel("Username")).toHaveValue("mia");
  });

  visitorTest("sees the theme they chose from the first moment on", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Switch to the dark theme" }).click();
    await page.route(SCRIPTS, (route) => route.abort());
    await page.reload();
    await expect(page.locator("html[data-theme=dark]")).toHaveCount(1);
  });

  visitorTest("sees no notice at an unknown address", async ({ page }) => {
    await page.route(SCRIPTS, (route) => route.abort());
    await page.goto("/nowhere");
    await expect(page.locator("#root > *").first()).toBeHidden();
  });
});

test.describe("a returning member", () => {
  test("gets the list requested before any code has loaded, and sees no members-only notice", async ({
    member: { page },
  }) => {
    const release = await holdRequests(page, SCRIPTS);
    const requested = page.waitForRequest("**/api/issues?*");
    await page.reload({ waitUntil: "commit" });
    expect((await requested).headers().authorization).toMatch(/^Bearer /);
    await expect(page.getByText(/members only/i)).toBeHidden();
    release();
    await expectHydrated(page);
  });

  test("sees the list before hydration, requested once, and loses no input made meanwhile", async ({
    member: { page, person, log },
  }) => {
    const word = await fileReports(person, 3);
    await page.goto(`/?search=${word}`);
    await clearCachedList(page);
    const release = await holdRequests(page, REACT_SCRIPT);
    const lists: string[] = [];
    page.on("request", (request) => request.url().includes("/api/issues?") && lists.push(request.url()));
    await page.reload({ waitUntil: "commit" });
    await expect(page.getByRole("article")).toHaveCount(3);
    await expect(page.locator("html[data-first=rendered]")).toHaveCount(1);
    const firstPaint = await page.locator("main").textContent();
    await page.getByRole("searchbox", { name: "Search" }).fill(`${word} 2`);
    await page.getByRole("button", { name: "Report Bug" }).click();
    await page.getByRole("searchbox", { name: "Search" }).focus();
    release();
    await expectHydrated(page);
    expect(firstPaint).toContain(`${word} 1`);
    await expect(page.getByRole("heading", { name: "Report Bug" })).toBeVisible();
    await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue(`${word} 2`);
    await expect(page.getByRole("article")).toHaveCount(1);
    expect(lists.filter((url) => url.includes(`search=${word}&`))).toHaveLength(1);
    expect(log).toEqual([]);
  });

  test("sees the list in the first paint when it arrives before the code, and no placeholder", async ({
    member: { page },
  }) => {
    await clearCachedList(page);
    await page.addInitScript(() => {
      new MutationObserver(() => {
        if (document.querySelector(".skeleton")) document.documentElement.dataset.sawSkeleton = "";
      }).observe(document, { childList: true, subtree: true });
    });
    const release = await holdRequests(page, SCRIPTS);
    await page.reload({ waitUntil: "commit" });
    await page.waitForFunction(async () => await (window as EarlyWindow).logbookEarly?.response);
    release();
    await expect(page.getByText(/in the log/)).toBeVisible();
    await expectHydrated(page);
    await expect(page.locator("html[data-saw-skeleton]")).toHaveCount(0);
  });

  test("gets the same markup from the server as React renders", async ({ member, admin }) => {
    const word = await fileReports(member.person, 3);
    await fileReport(member.person, {
      title: `${word} <b>&amp;"'</b>`,
      description: "</p><script>alert(1)</script>",
      type: "feature",
    });
    for (const { page } of [member, admin]) {
      await clearCachedList(page);
      // Votes, news and saved views are rendered whenever they arrive.
      await page.route("**/api/me/*", () => undefined);
      await page.route(/search-help/, () => undefined);
      for (const address of ["/", `/?search=${word}`, `/?search=${word}&type=feature`, `/?search=${word}nothing`]) {
        const markup = async (first: "rendered" | "member") => {
          const release = await holdRequests(page, REACT_SCRIPT);
          await page.goto(address, { waitUntil: "commit" });
          await page.waitForFunction(async () => await (window as EarlyWindow).logbookEarly?.response);
          await expect(page.locator(`html[data-first=${first}]`)).toHaveCount(1);
          release();
          await expectHydrated(page);
          await expect(page.getByRole("status").filter({ hasText: /in the log|match/ })).toBeVisible();
          await page.unroute(REACT_SCRIPT);
          return page.locator("#root").evaluate(normalisedMarkup);
        };
        const serverMarkup = await markup("rendered");
        await page.route("**/api/issues?*", (route) =>
          route.continue({
            url: route
              .request()
              .url()
              .replace(/&draw=\w+/, ""),
          }),
        );
        expect(serverMarkup).toBe(await markup("member"));
        await page.unroute("**/api/issues?*");
      }
    }
  });

  test("sees the page while a slow list is still loading", async ({ member: { page } }) => {
    await clearCachedList(page);
    const release = await holdRequests(page, "**/api/issues?*");
    await page.reload({ waitUntil: "commit" });
    await expect(page.locator(".skeleton").first()).toBeVisible();
    await expect(page.getByRole("searchbox", { name: "Search" })).toBeVisible();
    release();
    await expect(page.getByText(/in the log/)).toBeVisible();
    await expect(page.locator(".skeleton")).toHaveCount(0);
  });

  test("with an expired token gets the list before hydration by a renewed token", async ({ member: { page } }) => {
    await page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem("logbook.token") ?? "null");
      localStorage.setItem("logbook.token", JSON.stringify({ ...stored, idToken: "old", until: 1 }));
    });
    await holdRequests(page, REACT_SCRIPT);
    const requested = page.waitForRequest("**/api/issues?*");
    await page.reload({ waitUntil: "commit" });
    expect((await requested).headers().authorization).not.toBe("Bearer old");
    await expect(page.getByText(/in the log/)).toBeVisible();
  });

  test("with a rejected token sees the list after Auth has loaded", async ({ member: { page } }) => {
    await page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem("logbook.token") ?? "null");
      localStorage.setItem("logbook.token", JSON.stringify({ ...stored, idToken: "no.such.token" }));
    });
    await page.reload();
    await expect(page.getByText(/in the log/)).toBeVisible();
  });

  test("sees the list of the last visit until the new one comes", async ({ member: { page, person } }) => {
    const word = await fileReports(person, 2);
    const release = await reloadFromCache(page, word, "**/api/issues?*");
    await expectHydrated(page);
    await expect(cardOf(page, `${word} 2`)).toBeVisible();
    await expect(page.locator("[aria-busy=true]").filter({ has: page.getByRole("article") })).toHaveCount(1);
    release();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await expect(page.getByRole("article")).toHaveCount(2);
  });

  test("sees the cached markup before any code has loaded, and a button pressed meanwhile takes effect", async ({
    member: { page, person, log },
  }) => {
    const word = await fileReports(person, 2);
    const release = await reloadFromCache(page, word, SCRIPTS);
    await expect(cardOf(page, `${word} 2`)).toBeVisible();
    await expect(page.getByText(/members only/i)).toBeHidden();
    await page.getByRole("searchbox", { name: "Search" }).fill(`${word} 1`);
    await page.getByRole("button", { name: "Report Bug" }).click();
    release();
    await expectHydrated(page);
    await expect(page.getByRole("heading", { name: "Report Bug" })).toBeVisible();
    await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue(`${word} 1`);
    await expect(page.getByRole("article")).toHaveCount(1);
    expect(log).toEqual([]);
  });

  for (const [what, code] of [
    ["any code", SCRIPTS],
    ["React", REACT_SCRIPT],
  ] as const)
    test(`writes a note and opens details before ${what} has loaded: both stay with their reports`, async ({
      member: { page, person },
    }) => {
      const word = await fileReports(person, 3);
      const release = await reloadFromCache(page, word, code);
      await noteBox(page, `${word} 2`).fill("half a note");
      await detailsButton(page, `${word} 1`).click();
      await noteBox(page, `${word} 2`).focus();
      release();
      await expectHydrated(page);
      await expect(detailsButton(page, `${word} 1`)).toHaveAttribute("aria-expanded", "true");
      await expect(noteBox(page, `${word} 2`)).toHaveValue("half a note");
      await expect(noteBox(page, `${word} 2`)).toBeFocused();
      await expect(noteBox(page, `${word} 1`)).toHaveValue("");
    });

  for (const [what, code] of [
    ["any code", SCRIPTS],
    ["React", REACT_SCRIPT],
  ] as const)
    test(`opens the details of two reports and a form before ${what} has loaded: all are open`, async ({
      member: { page, person },
    }) => {
      const word = await fileReports(person, 3);
      const release = await reloadFromCache(page, word, code);
      await detailsButton(page, `${word} 1`).click();
      await page.getByRole("button", { name: "Report Bug" }).click();
      await detailsButton(page, `${word} 3`).click();
      release();
      await expectHydrated(page);
      await expect(page.getByRole("heading", { name: "Report Bug" })).toBeVisible();
      for (const [number, open] of [
        [1, true],
        [2, false],
        [3, true],
      ] as const)
        await expect(detailsButton(page, `${word} ${number}`)).toHaveAttribute("aria-expanded", String(open));
    });

  test("takes one step by two clicks before any code has loaded", async ({ admin: { page, person } }) => {
    const word = await fileReports(person, 1);
    const release = await reloadFromCache(page, word, SCRIPTS);
    const card = cardOf(page, word);
    const steps: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "PUT") steps.push(request.url());
    });
    await card.getByRole("button", { name: "Mark as In Progress" }).dblclick();
    release();
    await expectHydrated(page);
    await expect(card.getByRole("button", { name: "Mark as Testing" })).toBeVisible();
    await detailsButton(page, word).click();
    await expect(card.getByText("Steps to Reproduce")).toBeVisible();
    expect(steps).toHaveLength(1);
  });

  test("finds a note and details with their report when the new list begins with another", async ({
    member: { page, person },
  }) => {
    const word = await fileReports(person, 2);
    await page.goto(`/?search=${word}`);
    await waitForCachedList(page, `${word} 2`);
    const releaseReact = await holdRequests(page, REACT_SCRIPT);
    const releaseList = await holdRequests(page, "**/api/issues?*");
    await page.reload({ waitUntil: "commit" });
    await noteBox(page, `${word} 2`).fill("only about two");
    await detailsButton(page, `${word} 2`).click();
    await fileReport(person, { title: `${word} new`, priority: "CRITICAL" });
    const answered = page.waitForResponse("**/api/issues?*");
    releaseList();
    await (await answered).finished();
    await expect(page.getByRole("article")).toHaveCount(2);
    releaseReact();
    await expectHydrated(page);
    await expect(page.getByRole("article")).toHaveCount(3);
    await expect(page.getByRole("article").first()).toContainText(`${word} new`);
    await expect(detailsButton(page, `${word} 2`)).toHaveAttribute("aria-expanded", "true");
    await expect(noteBox(page, `${word} 2`)).toHaveValue("only about two");
    await expect(detailsButton(page, `${word} new`)).toHaveAttribute("aria-expanded", "false");
    await expect(noteBox(page, `${word} new`)).toHaveValue("");
  });

  test("takes no step when the report's status has changed before the step can be sent", async ({
    admin: { page, person },
  }) => {
    const word = await fileReports(person, 1);
    const release = await reloadFromCache(page, word, SCRIPTS, "**/api/issues?*");
    const card = cardOf(page, word);
    await card.getByRole("button", { name: "Mark as In Progress" }).click();
    const { docs } = await db.collection("issues").where("title", "==", `${word} 1`).get();
    const step = { status: "IN_PROGRESS", from: "OPEN" };
    expect((await call("PUT", `/api/issues/${docs[0]!.id}`, { as: person, body: step })).status).toBe(200);
    const refused = page.waitForResponse((response) => response.request().method() === "PUT");
    release();
    expect((await refused).status()).toBe(409);
    await expect(card.getByRole("button", { name: "Mark as Testing" })).toBeVisible();
    expect((await db.doc(`issues/${docs[0]!.id}`).get()).get("status")).toBe("IN_PROGRESS");
  });

  test("opens the next page before any code has loaded", async ({ member: { page, person } }) => {
    const word = await fileReports(person, 11);
    const release = await reloadFromCache(page, word, SCRIPTS);
    await page.getByRole("button", { name: "Next" }).click();
    release();
    await expect(page).toHaveURL(/page=2/);
    await expect(page.getByRole("article")).toHaveCount(1);
  });

  test("chooses two filters before any code has loaded, and both apply", async ({ member: { page, person } }) => {
    const word = await fileReports(person, 1);
    await fileReports(person, 1, { title: `${word} feature`, type: "feature" });
    const release = await reloadFromCache(page, word, SCRIPTS);
    await page.getByRole("combobox", { name: "Type" }).selectOption("bug");
    await page.getByRole("combobox", { name: "Status" }).selectOption("OPEN");
    release();
    await expect(page).toHaveURL(/type=bug&status=OPEN/);
    await expect(page.getByRole("combobox", { name: "Type" })).toHaveValue("bug");
    await expect(page.getByRole("combobox", { name: "Status" })).toHaveValue("OPEN");
    await expect(page.getByRole("article")).toHaveCount(1);
  });

  test("sees rows in the cached markup before any code has loaded, and a row pressed meanwhile opens", async ({
    member: { page, person, log },
  }) => {
    const word = await fileReports(person, 2);
    await page.getByRole("button", { name: "Rows", exact: true }).click();
    const release = await reloadFromCache(page, word, SCRIPTS);
    const opener = (number: number) => cardOf(page, `${word} ${number}`).getByRole("button", { name: "Whole card" });
    await expect(opener(1)).toBeVisible();
    await expect(noteBox(page, `${word} 1`)).toBeHidden();
    await opener(2).click();
    release();
    await expectHydrated(page);
    await expect(opener(2)).toHaveAttribute("aria-expanded", "true");
    await expect(noteBox(page, `${word} 2`)).toBeVisible();
    await expect(noteBox(page, `${word} 1`)).toBeHidden();
    await expect(page.getByRole("button", { name: "Rows", exact: true })).toHaveAttribute("aria-pressed", "true");
    expect(log).toEqual([]);
  });

  test("gets the content below the viewport one frame later, even if no code loads", async ({
    member: { page, person },
  }) => {
    const word = await fileReports(person, 6);
    await page.goto(`/?search=${word}`);
    await waitForCachedList(page, `${word} 1`);
    await page.addInitScript(() => {
      const states: boolean[] = [];
      Object.assign(window, { states });
      // Observes `document`, because its root element does not exist yet.
      new MutationObserver(() => states.push("deferBelowFold" in document.documentElement.dataset)).observe(document, {
        subtree: true,
        attributeFilter: ["data-defer-below-fold"],
      });
    });
    await holdRequests(page, SCRIPTS);
    await page.reload({ waitUntil: "commit" });
    await expect(page.locator(`[data-card]:nth-child(6) h3`)).toBeVisible();
    await expect.poll(() => page.evaluate("window.states")).toEqual([true, false]);
  });

  test("sees current relative times in the cached markup before hydration", async ({ member: { page, person } }) => {
    const word = await fileReports(person, 1);
    await page.goto(`/?search=${word}`);
    await waitForCachedList(page, `${word} 1`);
    await page.evaluate(() => {
      const stored = localStorage.getItem("logbook.list") ?? "";
      localStorage.setItem("logbook.list", stored.replaceAll("just now", "a week ago as it was stored"));
    });
    await holdRequests(page, REACT_SCRIPT);
    await page.route("**/api/issues?*", (route) => route.abort());
    await page.reload({ waitUntil: "commit" });
    const now = /^(just now|\d minutes? ago)$/;
    await expect(cardOf(page, `${word} 1`).getByRole("time")).toHaveText([now, now]);
  });

  test("sees no cached markup of another build, another user or another view", async ({ member: { page, person } }) => {
    const word = await fileReports(person, 1);
    await page.goto(`/?search=${word}`);
    await waitForCachedList(page, `${word} 1`);
    // A cached page whose code is gone would reload.
    await waitForCachedPage(page);
    await page.evaluate(() => caches.delete("logbook.page"));
    await page.route(SCRIPTS, (route) => route.abort());
    await page.route("**/api/issues?*", (route) => route.abort());
    const replaceInMarkup = (key: "version" | "user", value: unknown) =>
      page.evaluate(
        ([key, value]) => {
          const stored = JSON.parse(localStorage.getItem("logbook.list") ?? "null");
          localStorage.setItem(
            "logbook.list",
            JSON.stringify({ ...stored, markup: { ...stored.markup, [key]: value } }),
          );
          return stored.markup[key];
        },
        [key, value] as const,
      );
    const expectShown = async (shown: boolean, address = `/?search=${word}`) => {
      await page.goto(address);
      await expect(page.getByRole("article")).toHaveCount(shown ? 1 : 0);
    };
    await expectShown(true);
    await expectShown(false, `/?search=${word}&type=bug`);
    for (const key of ["version", "user"] as const) {
      const original = await replaceInMarkup(key, "another");
      await expectShown(false);
      await replaceInMarkup(key, original);
      await expectShown(true);
    }
  });

  test("leaves nothing behind: token and list are deleted with the session", async ({ open }) => {
    const { page } = await open(await newMember());
    await page.waitForFunction(() => localStorage.getItem("logbook.list") !== null);
    expect(await page.evaluate(() => Object.keys(localStorage).sort())).toEqual([
      expect.stringMatching(/^firebase:authUser:/),
      "logbook.list",
      "logbook.token",
      "logbook.user",
    ]);
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page.getByRole("heading", { name: /members only/i })).toBeVisible();
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  });

  test("leaves nothing behind even when Auth's code is late", async ({ open }) => {
    const { page } = await open(await newMember());
    const release = await holdRequests(page, "**/assets/firebase-*.js");
    await page.reload();
    await expectHydrated(page);
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page.getByRole("heading", { name: /members only/i })).toBeVisible();
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    release();
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  });

  test("leaves nothing behind even when the notice's code is late", async ({ open }) => {
    const { page, person } = await open(await newMember());
    const word = await fileReports(person, 2);
    const restored = page.waitForResponse("**/api/me");
    await page.reload();
    await restored;
    await page.clock.install();
    const release = await holdRequests(page, SCRIPTS);
    await search(page, word);
    await expect(page.getByRole("article")).toHaveCount(2);
    await page.getByRole("button", { name: "Logout" }).click();
    await page.clock.runFor(5_000);
    release();
    await expect(page.getByRole("heading", { name: /members only/i })).toBeVisible();
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  });
});

test("a response that arrives after a newer search was typed is never shown", async ({ member: { page, person } }) => {
  const first = await fileReports(person, 1);
  const second = await fileReports(person, 2);
  const release = await holdRequests(page, `**/api/issues?*search=${first}*`);
  const requested = page.waitForRequest(`**/api/issues?*search=${first}*`);
  const ended = waitForRequestEnd(page, new RegExp(`/api/issues\\?.*search=${first}`));
  await page.getByRole("searchbox", { name: "Search" }).fill(first);
  await requested;
  await search(page, second);
  release();
  await ended;
  await waitTwoFrames(page);
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(cardOf(page, first)).toHaveCount(0);
  await page.getByRole("combobox", { name: "Type" }).selectOption("bug");
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(cardOf(page, first)).toHaveCount(0);
});

test("a search is rendered once, with its response, unless that takes longer than 150 ms", async ({
  member: { page, person },
}) => {
  const word = await fileReports(person, 1);
  await page.reload();
  await page.getByRole("article").first().waitFor();
  // Before hydration a typed text waits for React, whose timers would start only after the clock is stopped.
  await expectHydrated(page);
  const release = await holdRequests(page, `**/api/issues?*search=${word}&*`);
  const requested = page.waitForRequest(`**/api/issues?*search=${word}&*`);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole("searchbox", { name: "Search" }).fill(word);
  await page.clock.runFor(250);
  await requested;
  await page.clock.runFor(149);
  const waiting = page.locator("[aria-busy=true]").filter({ has: page.locator("[data-card]") });
  await expect(waiting).toHaveCount(0);
  expect(new URL(page.url()).search).toBe("");
  await expect(async () => {
    await page.clock.runFor(1);
    await expect(waiting).toHaveCount(1, { timeout: 500 });
  }).toPass();
  await expect(page).toHaveURL(new RegExp(`search=${word}`));
  release();
  await expect(page.getByText(/^1 of [\d,]+ match/)).toBeVisible();
  await expect(waiting).toHaveCount(0);
});

test("a search is requested shortly before it is rendered", async ({ member: { page, person } }) => {
  await expectHydrated(page);
  const word = await fileReports(person, 1);
  const requestedUrls: string[] = [];
  page.on("request", (request) => request.url().includes(`search=${word}&`) && requestedUrls.push(request.url()));
  const answered = page.waitForResponse(`**/api/issues?*search=${word}&*`);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole("searchbox", { name: "Search" }).fill(word);
  await page.clock.runFor(149);
  expect(requestedUrls).toEqual([]);
  await page.clock.runFor(1);
  await (await answered).finished();
  await page.clock.runFor(99);
  expect(new URL(page.url()).search).toBe("");
  await expect(async () => {
    await page.clock.runFor(1);
    await expect(page.getByText(/^1 of [\d,]+ match/)).toBeVisible({ timeout: 500 });
  }).toPass();
  expect(requestedUrls).toHaveLength(1);
});

test("a filter chosen while a search waits for its response narrows that search", async ({
  member: { page, person },
}) => {
  const word = await fileReports(person, 1);
  await fileReports(person, 1, { type: "feature" });
  const release = await holdRequests(page, `**/api/issues?*search=${word}&type=all&*`);
  const requested = page.waitForRequest(`**/api/issues?*search=${word}&type=all&*`);
  // Choose the filter by code in the page during the call: Playwright would choose it when the page no longer waits.
  await page.evaluate(() => {
    const originalFetch = window.fetch;
    window.fetch = (...call) => {
      const select = [...document.querySelectorAll("select")].find(
        (element) => element.labels[0]?.textContent === "Type",
      );
      if (select && select.value === "all" && String(call[0]).includes("search=w")) {
        queueMicrotask(() => {
          select.value = "bug";
          select.dispatchEvent(new Event("change", { bubbles: true }));
        });
      }
      return originalFetch(...call);
    };
  });
  await page.getByRole("searchbox", { name: "Search" }).fill(word);
  await requested;
  await expect(page.getByText(/^1 of [\d,]+ match/)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`(?=.*search=${word})(?=.*type=bug)`));
  release();
});

test("a search response does not bring back a user who has left the dashboard", async ({ admin: { page, person } }) => {
  const word = await fileReports(person, 1);
  const release = await holdRequests(page, `**/api/issues?*search=${word}*`);
  await page.evaluate(() => {
    const originalFetch = window.fetch;
    window.fetch = (...call) => {
      if (String(call[0]).includes("search=w"))
        queueMicrotask(() => [...document.querySelectorAll("a")].find((a) => a.textContent === "Members")?.click());
      return originalFetch(...call);
    };
  });
  await page.getByRole("searchbox", { name: "Search" }).fill(word);
  await expect(page.getByRole("heading", { name: "Members" })).toBeVisible();
  release();
  await page.waitForResponse(`**/api/issues?*search=${word}*`);
  await expect(page.getByRole("searchbox", { name: "Search by name" })).toBeVisible();
  await expect(page).toHaveURL(/\/members$/);
});
