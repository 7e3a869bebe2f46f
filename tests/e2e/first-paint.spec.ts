import { expect, type Page } from "@playwright/test";
import { call, fileReport, newAdmin, newMember } from "../support/actors.ts";
import {
  cardOf,
  clearCachedList,
  expectHydrated,
  freezeClockAhead,
  holdRequests,
  REACT_SCRIPT,
  reloadFromCache,
  SCRIPTS,
  search,
  waitForCachedList,
  waitForCachedPage,
} from "../support/page.ts";
import { test as visitorTest } from "../support/page-errors.ts";
import { db } from "../support/suite.ts";
import { fileReportsWithNewWord, test } from "./fixtures.ts";

/** `web/first.js` runs before the page's code. It requests the list and keeps the response in the window. */
type WindowWithEarlyList = Window & { logbookEarly?: { response: Promise<unknown> } };

const waitForEarlyList = (page: Page) =>
  page.waitForFunction(async () => await (window as WindowWithEarlyList).logbookEarly?.response);

/** One line for each element: name, attributes and texts. The lines of the server's and of React's markup are equal. */
function describeMarkup(root: HTMLElement): string {
  const describeElement = ({ localName, attributes, style, childNodes }: HTMLElement): string => {
    const texts = [...childNodes].map((node) => (node instanceof Text ? node.data : "")).join("");
    // A minute may end between the two renderings.
    const withoutMinutes = texts.replace(/^(just now|\d+ min( ago)?)$/, "min ago");
    // Only the server writes `selected`. `cssText` is the browser's own form of a style, without the markup's spaces.
    const attributeTexts = [...attributes]
      .filter(({ name }) => name !== "selected")
      .map(({ name, value }) => `${name}=${name === "style" ? style.cssText : value}`);
    return [localName, ...attributeTexts.sort(), withoutMinutes].join(" ");
  };
  const lines = [...root.querySelectorAll<HTMLElement>("*")].map(describeElement);
  // React's ids, such as `_R_1a_`, differ between the two renderings, so number them.
  const ids: string[] = [];
  return lines.join("\n").replace(/_[Rr]_\w*_/g, (id) => {
    if (!ids.includes(id)) ids.push(id);
    return `id${ids.indexOf(id)}`;
  });
}

const amendmentBox = (page: Page, text: string) => cardOf(page, text).getByRole("textbox", { name: "Amendment" });
const detailsButton = (page: Page, text: string) =>
  cardOf(page, text).getByRole("button", { name: "View all details" });

visitorTest.describe("a visitor", () => {
  visitorTest("sees the members-only notice and the login before any code has loaded", async ({ page }) => {
    await page.route(SCRIPTS, (route) => route.abort());
    await page.goto("/");
    await expect(page.getByRole("heading", { name: /members only/i, level: 1 })).toBeVisible();
    await expect(page.getByText("September 1st 2025", { exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Login" })).toBeVisible();
  });

  // Code and stylesheet share the connection, so the page requests the code after the stylesheet.
  for (const [moment, reachMoment] of [
    ["when the stylesheet has loaded", async (_: Page, releaseStylesheet: () => void) => releaseStylesheet()],
    ["after a short time if the stylesheet has not loaded", (page: Page) => page.clock.runFor(1_000)],
  ] as const)
    visitorTest(`requests the code only ${moment}`, async ({ page }) => {
      const codeUrls: string[] = [];
      page.on("request", (request) => {
        if (/\/assets\/.+\.js$/.test(request.url())) codeUrls.push(request.url());
      });
      const releaseStylesheet = await holdRequests(page, "**/assets/*.css");
      await freezeClockAhead(page, 60_000);
      await page.goto("/", { waitUntil: "commit" });
      // `noscript` is the page's last element, so the whole page has been parsed.
      await expect(page.locator("noscript")).toBeAttached();
      expect(codeUrls).toEqual([]);
      const codeRequest = page.waitForRequest(SCRIPTS);
      await reachMoment(page, releaseStylesheet);
      await codeRequest;
      releaseStylesheet();
      await page.clock.resume();
      await expectHydrated(page);
    });

  visitorTest("keeps the typed username, in the same text box, when the code has loaded", async ({ page }) => {
    const consoleErrors: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") consoleErrors.push(message.text());
    });
    const release = await holdRequests(page, SCRIPTS);
    await page.goto("/", { waitUntil: "commit" });
    const username = page.getByLabel("Username");
    await username.fill("mia");
    const typedBox = await username.elementHandle();
    release();
    await expectHydrated(page);
    await expect(username).toHaveValue("mia");
    await expect(username).toBeFocused();
    expect(await typedBox!.evaluate((element) => element.isConnected)).toBe(true);
    expect(consoleErrors).toEqual([]);
  });

  for (const [input, submit] of [
    ["a click", (page: Page) => page.getByRole("button", { name: "Login" }).click()],
    ["a double click", (page: Page) => page.getByRole("button", { name: "Login" }).dblclick()],
    ["Enter", (page: Page) => page.getByLabel("Password").press("Enter")],
  ] as const)
    visitorTest(`logs in once by ${input} before the code has loaded`, async ({ page }) => {
      const person = await newMember();
      let logins = 0;
      page.on("request", (request) => {
        if (request.url().endsWith("/api/auth/login")) logins += 1;
      });
      const release = await holdRequests(page, SCRIPTS);
      await page.goto("/", { waitUntil: "commit" });
      await page.getByLabel("Username").fill(person.username);
      await page.getByLabel("Password").fill(person.password);
      await submit(page);
      // Without the page's code the browser itself could send the form, with the password in the URL.
      expect(new URL(page.url()).search).toBe("");
      release();
      await expect(page.getByText(`Welcome, ${person.username}!`)).toBeVisible();
      expect(logins).toBe(1);
    });

  visitorTest(
    "who chose the register form before the code has loaded gets that form with the typed username",
    async ({ page }) => {
      const release = await holdRequests(page, SCRIPTS);
      await page.goto("/", { waitUntil: "commit" });
      await page.getByLabel("Username").fill("mia");
      await page.getByRole("button", { name: "Register" }).click();
      release();
      await expect(page.getByRole("heading", { name: "Register" })).toBeVisible();
      await expect(page.getByLabel("Username")).toHaveValue("mia");
    },
  );

  visitorTest("sees the chosen theme before any code has loaded", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Switch to the dark theme" }).click();
    await page.route(SCRIPTS, (route) => route.abort());
    await page.reload();
    await expect(page.locator("html[data-theme=dark]")).toHaveCount(1);
  });

  visitorTest("sees no members-only notice at an unknown address before any code has loaded", async ({ page }) => {
    await page.route(SCRIPTS, (route) => route.abort());
    await page.goto("/nowhere");
    await expect(page.locator("#root > *").first()).toBeHidden();
  });
});

test.describe("a returning member", () => {
  test("sees no members-only notice before any code has loaded, and the list is already requested", async ({
    member: { page },
  }) => {
    const release = await holdRequests(page, SCRIPTS);
    const listRequest = page.waitForRequest("**/api/issues?*");
    await page.reload({ waitUntil: "commit" });
    expect((await listRequest).headers().authorization).toMatch(/^Bearer /);
    await expect(page.getByText(/members only/i)).toBeHidden();
    release();
    await expectHydrated(page);
  });

  test("sees the list before hydration; it is requested once, and no input is lost", async ({
    member: { page, person, log },
  }) => {
    const word = await fileReportsWithNewWord(person, 3);
    await page.goto(`/?search=${word}`);
    await clearCachedList(page);
    const release = await holdRequests(page, REACT_SCRIPT);
    const requestedLists: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/api/issues?")) requestedLists.push(request.url());
    });
    await page.reload({ waitUntil: "commit" });
    await expect(page.getByRole("article")).toHaveCount(3);
    // `rendered`: the page shows the server's markup.
    await expect(page.locator("html[data-first=rendered]")).toHaveCount(1);
    const textBeforeHydration = await page.locator("main").textContent();
    await page.getByRole("searchbox", { name: "Search" }).fill(`${word} 2`);
    await page.getByRole("button", { name: "Report Bug" }).click();
    await page.getByRole("searchbox", { name: "Search" }).focus();
    release();
    await expectHydrated(page);
    expect(textBeforeHydration).toContain(`${word} 1`);
    await expect(page.getByRole("heading", { name: "Report Bug" })).toBeVisible();
    await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue(`${word} 2`);
    await expect(page.getByRole("article")).toHaveCount(1);
    expect(requestedLists.filter((url) => url.includes(`search=${word}&`))).toHaveLength(1);
    expect(log).toEqual([]);
  });

  test("sees the list and no placeholder in the first paint if the list arrives before the code", async ({
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
    await waitForEarlyList(page);
    release();
    await expect(page.getByText(/in the log/)).toBeVisible();
    await expectHydrated(page);
    await expect(page.locator("html[data-saw-skeleton]")).toHaveCount(0);
  });

  test("gets the same markup from the server as React renders in the browser", async ({ member, admin }) => {
    const word = await fileReportsWithNewWord(member.person, 3);
    await fileReport(member.person, {
      title: `${word} <b>&amp;"'</b>`,
      description: "</p><script>alert(1)</script>",
      type: "feature",
    });
    // Admins see more buttons, so their markup is compared, too.
    for (const { page } of [member, admin]) {
      await clearCachedList(page);
      // These responses never arrive: otherwise React's markup would depend on the time of their arrival.
      await page.route("**/api/me/*", () => undefined);
      await page.route("**/api/members/waiting", () => undefined);
      await page.route(/search-help|own-sighting/, () => undefined);
      for (const address of ["/", `/?search=${word}`, `/?search=${word}&type=feature`, `/?search=${word}nothing`]) {
        // `data-first` is `rendered` if the page shows the server's markup, `member` if React has to render the list.
        const loadMarkup = async (firstPaint: "rendered" | "member") => {
          const release = await holdRequests(page, REACT_SCRIPT);
          await page.goto(address, { waitUntil: "commit" });
          await waitForEarlyList(page);
          await expect(page.locator(`html[data-first=${firstPaint}]`)).toHaveCount(1);
          release();
          await expectHydrated(page);
          await expect(page.getByRole("status").filter({ hasText: /in the log|match/ })).toBeVisible();
          await page.unroute(REACT_SCRIPT);
          return page.locator("#root").evaluate(describeMarkup);
        };
        const serverMarkup = await loadMarkup("rendered");
        // Without `draw` the server sends the list without markup, so React renders it.
        await page.route("**/api/issues?*", (route) => {
          const url = route.request().url();
          return route.continue({ url: url.replace(/&draw=\w+/, "") });
        });
        expect(serverMarkup).toBe(await loadMarkup("member"));
        await page.unroute("**/api/issues?*");
      }
    }
  });

  test("sees the page with placeholders while a slow list is loading", async ({ member: { page } }) => {
    await clearCachedList(page);
    const release = await holdRequests(page, "**/api/issues?*");
    await page.reload({ waitUntil: "commit" });
    await expect(page.locator(".skeleton").first()).toBeVisible();
    await expect(page.getByRole("searchbox", { name: "Search" })).toBeVisible();
    release();
    await expect(page.getByText(/in the log/)).toBeVisible();
    await expect(page.locator(".skeleton")).toHaveCount(0);
  });

  test("with an expired token sees the list before hydration, requested with a renewed token", async ({
    member: { page },
  }) => {
    await page.evaluate(() => {
      const token = JSON.parse(localStorage.getItem("logbook.token") ?? "null");
      // The page renews a token whose time `until` is over.
      localStorage.setItem("logbook.token", JSON.stringify({ ...token, idToken: "old", until: 1 }));
    });
    await holdRequests(page, REACT_SCRIPT);
    const listRequest = page.waitForRequest("**/api/issues?*");
    await page.reload({ waitUntil: "commit" });
    expect((await listRequest).headers().authorization).not.toBe("Bearer old");
    await expect(page.getByText(/in the log/)).toBeVisible();
  });

  test("with a rejected token sees the list after Auth has loaded", async ({ member: { page } }) => {
    await page.evaluate(() => {
      const token = JSON.parse(localStorage.getItem("logbook.token") ?? "null");
      localStorage.setItem("logbook.token", JSON.stringify({ ...token, idToken: "no.such.token" }));
    });
    await page.reload();
    await expect(page.getByText(/in the log/)).toBeVisible();
  });

  test("sees the cached list, marked as busy, until the current list arrives", async ({ member: { page, person } }) => {
    const word = await fileReportsWithNewWord(person, 2);
    const release = await reloadFromCache(page, word, "**/api/issues?*");
    await expectHydrated(page);
    await expect(cardOf(page, `${word} 2`)).toBeVisible();
    await expect(page.locator("[aria-busy=true]").filter({ has: page.getByRole("article") })).toHaveCount(1);
    release();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await expect(page.getByRole("article")).toHaveCount(2);
  });

  test("sees the cached markup before any code has loaded; a typed search and a pressed button take effect afterwards", async ({
    member: { page, person, log },
  }) => {
    const word = await fileReportsWithNewWord(person, 2);
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

  for (const [code, url] of [
    ["any code", SCRIPTS],
    ["React", REACT_SCRIPT],
  ] as const)
    test(`types an amendment and opens details and a form before ${code} has loaded: all stay as they are`, async ({
      member: { page, person },
    }) => {
      const word = await fileReportsWithNewWord(person, 3);
      const release = await reloadFromCache(page, word, url);
      await amendmentBox(page, `${word} 2`).fill("half a note");
      await detailsButton(page, `${word} 1`).click();
      await page.getByRole("button", { name: "Report Bug" }).click();
      await detailsButton(page, `${word} 3`).click();
      await amendmentBox(page, `${word} 2`).focus();
      release();
      await expectHydrated(page);
      await expect(page.getByRole("heading", { name: "Report Bug" })).toBeVisible();
      for (const [number, isExpanded] of [
        [1, "true"],
        [2, "false"],
        [3, "true"],
      ] as const)
        await expect(detailsButton(page, `${word} ${number}`)).toHaveAttribute("aria-expanded", isExpanded);
      await expect(amendmentBox(page, `${word} 2`)).toHaveValue("half a note");
      await expect(amendmentBox(page, `${word} 2`)).toBeFocused();
      await expect(amendmentBox(page, `${word} 1`)).toHaveValue("");
    });

  test("who is an admin makes one step by a double click before any code has loaded", async ({
    admin: { page, person },
  }) => {
    const word = await fileReportsWithNewWord(person, 1);
    const release = await reloadFromCache(page, word, SCRIPTS);
    const card = cardOf(page, word);
    let stepRequests = 0;
    page.on("request", (request) => {
      if (request.method() === "PUT") stepRequests += 1;
    });
    await card.getByRole("button", { name: "Mark as In Progress" }).dblclick();
    release();
    await expectHydrated(page);
    await expect(card.getByRole("button", { name: "Mark as Testing" })).toBeVisible();
    // The page handles clicks in order: when it shows the details, it has handled both clicks on the step.
    await detailsButton(page, word).click();
    await expect(card.getByText("Steps to Reproduce")).toBeVisible();
    expect(stepRequests).toBe(1);
  });

  test("keeps an amendment and details with their report if the current list begins with a new report", async ({
    member: { page, person },
  }) => {
    const word = await fileReportsWithNewWord(person, 2);
    await page.goto(`/?search=${word}`);
    await waitForCachedList(page, `${word} 2`);
    const releaseReact = await holdRequests(page, REACT_SCRIPT);
    const releaseList = await holdRequests(page, "**/api/issues?*");
    await page.reload({ waitUntil: "commit" });
    await amendmentBox(page, `${word} 2`).fill("only about two");
    await detailsButton(page, `${word} 2`).click();
    await fileReport(person, { title: `${word} new`, priority: "CRITICAL" });
    const listResponse = page.waitForResponse("**/api/issues?*");
    releaseList();
    await (await listResponse).finished();
    await expect(page.getByRole("article")).toHaveCount(2);
    releaseReact();
    await expectHydrated(page);
    await expect(page.getByRole("article")).toHaveCount(3);
    await expect(page.getByRole("article").first()).toContainText(`${word} new`);
    await expect(detailsButton(page, `${word} 2`)).toHaveAttribute("aria-expanded", "true");
    await expect(amendmentBox(page, `${word} 2`)).toHaveValue("only about two");
    await expect(detailsButton(page, `${word} new`)).toHaveAttribute("aria-expanded", "false");
    await expect(amendmentBox(page, `${word} new`)).toHaveValue("");
  });

  test("who is an admin makes no step if another admin's step came before the click could be sent", async ({
    admin: { page, person },
  }) => {
    const word = await fileReportsWithNewWord(person, 1);
    const release = await reloadFromCache(page, word, SCRIPTS, "**/api/issues?*");
    const card = cardOf(page, word);
    await card.getByRole("button", { name: "Mark as In Progress" }).click();
    const { docs } = await db.collection("issues").where("title", "==", `${word} 1`).get();
    const id = docs[0]!.id;
    const step = { status: "IN_PROGRESS", from: "OPEN" };
    expect((await call("PUT", `/api/issues/${id}`, { as: await newAdmin(), body: step })).status).toBe(200);
    const stepResponse = page.waitForResponse((response) => response.request().method() === "PUT");
    release();
    expect((await stepResponse).status()).toBe(409);
    await expect(card.getByRole("button", { name: "Mark as Testing" })).toBeVisible();
    expect((await db.doc(`issues/${id}`).get()).get("status")).toBe("IN_PROGRESS");
  });

  test("opens the next page before any code has loaded", async ({ member: { page, person } }) => {
    const word = await fileReportsWithNewWord(person, 11);
    const release = await reloadFromCache(page, word, SCRIPTS);
    await page.getByRole("button", { name: "Next" }).click();
    release();
    await expect(page).toHaveURL(/page=2/);
    await expect(page.getByRole("article")).toHaveCount(1);
  });

  test("chooses two filters before any code has loaded, and both apply", async ({ member: { page, person } }) => {
    const word = await fileReportsWithNewWord(person, 1);
    await fileReport(person, { title: `${word} feature`, type: "feature" });
    const release = await reloadFromCache(page, word, SCRIPTS);
    await page.getByRole("combobox", { name: "Type" }).selectOption("bug");
    await page.getByRole("combobox", { name: "Status" }).selectOption("OPEN");
    release();
    await expect(page).toHaveURL(/type=bug&status=OPEN/);
    await expect(page.getByRole("combobox", { name: "Type" })).toHaveValue("bug");
    await expect(page.getByRole("combobox", { name: "Status" })).toHaveValue("OPEN");
    await expect(page.getByRole("article")).toHaveCount(1);
  });

  test("sees rows in the cached markup before any code has loaded, and can open a row then", async ({
    member: { page, person, log },
  }) => {
    const word = await fileReportsWithNewWord(person, 2);
    await page.getByRole("button", { name: "Rows", exact: true }).click();
    const release = await reloadFromCache(page, word, SCRIPTS);
    const cardButton = (number: number) =>
      cardOf(page, `${word} ${number}`).getByRole("button", { name: "Whole card" });
    await expect(cardButton(1)).toBeVisible();
    await expect(amendmentBox(page, `${word} 1`)).toBeHidden();
    await cardButton(2).click();
    release();
    await expectHydrated(page);
    await expect(cardButton(2)).toHaveAttribute("aria-expanded", "true");
    await expect(amendmentBox(page, `${word} 2`)).toBeVisible();
    await expect(amendmentBox(page, `${word} 1`)).toBeHidden();
    await expect(page.getByRole("button", { name: "Rows", exact: true })).toHaveAttribute("aria-pressed", "true");
    expect(log).toEqual([]);
  });

  test("sees cards below the window one frame after the others, even if no code loads", async ({
    member: { page, person },
  }) => {
    const word = await fileReportsWithNewWord(person, 6);
    await page.goto(`/?search=${word}`);
    await waitForCachedList(page, `${word} 1`);
    // The page sets this attribute until it renders the cards below the window.
    await page.addInitScript(() => {
      const deferStates: boolean[] = [];
      Object.assign(window, { deferStates });
      const observer = new MutationObserver(() => {
        deferStates.push("deferBelowFold" in document.documentElement.dataset);
      });
      // The root element does not exist yet, so observe the whole document.
      observer.observe(document, { subtree: true, attributeFilter: ["data-defer-below-fold"] });
    });
    await holdRequests(page, SCRIPTS);
    await page.reload({ waitUntil: "commit" });
    await expect(page.locator(`[data-card]:nth-child(6) h3`)).toBeVisible();
    await expect.poll(() => page.evaluate("window.deferStates")).toEqual([true, false]);
  });

  test("sees current relative times in the cached markup before hydration", async ({ member: { page, person } }) => {
    const word = await fileReportsWithNewWord(person, 1);
    await page.goto(`/?search=${word}`);
    await waitForCachedList(page, `${word} 1`);
    await page.evaluate(() => {
      const list = localStorage.getItem("logbook.list") ?? "";
      localStorage.setItem("logbook.list", list.replaceAll("just now", "a week ago as it was stored"));
    });
    await holdRequests(page, REACT_SCRIPT);
    await page.route("**/api/issues?*", (route) => route.abort());
    await page.reload({ waitUntil: "commit" });
    // A card shows when its report was filed, when it last changed, and how long it has been waiting.
    const recently = /^(just now|\d min ago)$/;
    await expect(cardOf(page, `${word} 1`).getByRole("time")).toHaveText([recently, recently, /^\d min$/]);
  });

  test("sees no cached markup of another version, another user or other filters", async ({
    member: { page, person },
  }) => {
    const word = await fileReportsWithNewWord(person, 1);
    await page.goto(`/?search=${word}`);
    await waitForCachedList(page, `${word} 1`);
    // Delete the cached page, which would reload when its code fails to load.
    await waitForCachedPage(page);
    await page.evaluate(() => caches.delete("logbook.page"));
    await page.route(SCRIPTS, (route) => route.abort());
    await page.route("**/api/issues?*", (route) => route.abort());
    /** Replaces a value that is cached beside the markup. Returns the former value. */
    const replaceBesideMarkup = (key: "version" | "user", value: unknown) =>
      page.evaluate(
        ([key, value]) => {
          const list = JSON.parse(localStorage.getItem("logbook.list") ?? "null");
          const markup = { ...list.markup, [key]: value };
          localStorage.setItem("logbook.list", JSON.stringify({ ...list, markup }));
          return list.markup[key];
        },
        [key, value] as const,
      );
    const expectReports = async (count: number, address = `/?search=${word}`) => {
      await page.goto(address);
      await expect(page.getByRole("article")).toHaveCount(count);
    };
    await expectReports(1);
    await expectReports(0, `/?search=${word}&type=bug`);
    for (const key of ["version", "user"] as const) {
      const original = await replaceBesideMarkup(key, "another");
      await expectReports(0);
      await replaceBesideMarkup(key, original);
      await expectReports(1);
    }
  });

  test("leaves nothing in localStorage after logout", async ({ openAs }) => {
    const { page } = await openAs(await newMember());
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

  test("leaves nothing in localStorage after logout, even if the code of the logged-out page loads later", async ({
    openAs,
  }) => {
    const { page, person } = await openAs(await newMember());
    const word = await fileReportsWithNewWord(person, 2);
    const sessionConfirmed = page.waitForResponse("**/api/me");
    await page.reload();
    await sessionConfirmed;
    await page.clock.install();
    const release = await holdRequests(page, SCRIPTS);
    await search(page, word);
    await expect(page.getByRole("article")).toHaveCount(2);
    await page.getByRole("button", { name: "Logout" }).click();
    // The page caches a list a second after it has shown the list. Let this time pass.
    await page.clock.runFor(5_000);
    release();
    await expect(page.getByRole("heading", { name: /members only/i })).toBeVisible();
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  });
});
