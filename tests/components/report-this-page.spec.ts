import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { LIMITS } from "@logbook/domain";
import { type Browser, chromium, expect, type Locator, type Page } from "@playwright/test";
import { BROWSER, DESKTOP } from "../support/browser.ts";
import { openForm } from "../support/form.ts";
import { expectHydrated, logIn, waitTwoFrames } from "../support/page.ts";
import { call, fileReport, newMember, storedReport, test } from "./fixtures.ts";

/** What `report.js` would say of a page, as it stands in an address. */
const fragment = (changes: object = {}): string => {
  const page = {
    address: "https://community.example/gallery",
    query: "",
    title: "Gallery",
    browser: "Firefox 144, Linux",
    width: 390,
    height: 844,
    errors: [],
    ...changes,
  };
  return `#report=${encodeURIComponent(JSON.stringify(page))}`;
};

/** Opens the logbook as `report.js` does: in a page that is not the logbook's yet. */
async function openFragment(page: Page, hash: string): Promise<void> {
  await page.goto("/favicon.png");
  await page.goto(`/${hash}`);
  await expectHydrated(page);
}

const bugForm = (page: Page) => page.getByRole("form", { name: "Report Bug" });
const note = (page: Page) => bugForm(page).getByRole("paragraph").filter({ hasText: "From the page" });
const storedFragment = (page: Page) => page.evaluate(() => sessionStorage.getItem("logbook.page-report"));

test.describe("report.js on another website", () => {
  let website: Server;
  let browser: Browser;
  let page: Page;
  /** The website's HTML; the script's address and attributes follow from the test. */
  let html: string;
  const paths: string[] = [];

  const openWebsite = async (path = "/gallery"): Promise<string> => {
    const address = `http://127.0.0.1:${(website.address() as AddressInfo).port}${path}`;
    await page.goto(address);
    return address;
  };
  const pressAndWait = async (press: Locator): Promise<Page> => {
    const [tab] = await Promise.all([page.context().waitForEvent("page"), press.click()]);
    return tab;
  };

  test.beforeEach(async ({ origin }) => {
    // A policy as strict as policies are: nothing but two scripts, and no inline code or style.
    const policy = `default-src 'none'; script-src 'self' ${origin}; connect-src 'self'; img-src 'self'; require-trusted-types-for 'script'; base-uri 'none'; form-action 'none'`;
    paths.length = 0;
    website = createServer(({ url = "/" }, response) => {
      paths.push(url);
      const { pathname } = new URL(url, origin);
      const isPage = pathname === "/gallery";
      const type = pathname.endsWith(".js") ? "text/javascript" : "text/html";
      response.writeHead(isPage || pathname === "/faults.js" ? 200 : 404, {
        "content-type": `${type}; charset=utf-8`,
        // With this policy the browser would name the page's whole address to every server.
        "referrer-policy": "unsafe-url",
        "content-security-policy": policy,
      });
      if (isPage) response.end(html);
      else
        response.end(`
          console.error("The slide show stopped at", 3, { token: "not in the report" });
          setTimeout(() => { throw new Error("No pictures"); });
          Promise.reject(new TypeError("No network"));
          void fetch("/albums.json?token=not-in-the-report");
          document.body.append(Object.assign(new Image(), { src: "/missing.jpg" }));
        `);
    });
    await once(website.listen(0, "127.0.0.1"), "listening");
    html = `<!doctype html><html lang="en"><title>Summer fair</title><script src="${origin}/report.js" defer></script><script src="/faults.js" defer></script><h1>Pictures</h1>`;
    // A browser of its own: in the tests' browser, an uncaught error fails the test.
    browser = await chromium.launch(BROWSER.launchOptions);
    page = await browser.newPage(DESKTOP);
  });
  test.afterEach(async () => {
    await browser.close();
    website.close();
    website.closeAllConnections();
  });

  test("opens the bug form with the page's address, title, window and errors, also through a login, and sends only what the member submits", async ({
    origin,
  }) => {
    const person = await newMember();
    const violations: string[] = [];
    page.on("console", (message) => {
      if (message.text().includes("Content Security Policy")) violations.push(message.text());
    });
    const scriptRequests: string[] = [];
    page.on("request", (request) => scriptRequests.push(request.url()));
    const address = await openWebsite("/gallery?album=3#top");
    // Both requests have failed, and the observer has been told: it is called before the second frame.
    await page.waitForFunction(() => {
      const hasFailed = performance.getEntriesByType("resource").some(({ name }) => name.includes("albums.json"));
      return hasFailed && document.images[0]?.complete;
    });
    await waitTwoFrames(page);
    const button = page.getByRole("button", { name: "Report this page" });
    await expect(button).toBeVisible();
    expect(await button.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe("rgb(20, 56, 47)");
    // Until it is pressed, the script has requested nothing of the logbook but itself, and has stored nothing.
    expect(scriptRequests.filter((url) => url.startsWith(origin))).toEqual([`${origin}/report.js`]);
    expect(await page.evaluate(() => [document.cookie, localStorage.length, sessionStorage.length])).toEqual([
      "",
      0,
      0,
    ]);
    expect(violations).toEqual([]);

    const logbookRequests: { url: string; referer: string | undefined }[] = [];
    page.context().on("request", (request) => {
      if (request.url().startsWith(origin))
        logbookRequests.push({ url: request.url(), referer: request.headers().referer });
    });
    const tab = await pressAndWait(button);
    await logIn(tab, person);
    const form = bugForm(tab);
    await expect(form.getByLabel("Title")).toBeFocused();
    expect(tab.url()).toBe(`${origin}/`);
    expect(await tab.evaluate(() => window.opener)).toBe(null);
    const pageUrl = address.replace(/\?.*/, "");
    await expect(form.getByLabel("Website URL")).toHaveValue(pageUrl);
    await expect(note(tab)).toContainText("“Summer fair”");
    const environment = await form.getByLabel("Environment Info").inputValue();
    expect(environment).toMatch(/ \d+, Linux\nPage 1440 × 900 px\nPage title: Summer fair$/);
    const errors = await form.getByLabel("Actual Result").inputValue();
    expect(errors.split("\n").sort()).toEqual(
      [
        "Errors on the page:",
        "- console: The slide show stopped at 3 (object)",
        `- Uncaught Error: No pictures (${new URL("/faults.js", address)}:3)`,
        "- Rejected: TypeError: No network",
        `- Status 404: ${new URL("/albums.json", address)}`,
        `- Not loaded: ${new URL("/missing.jpg", address)}`,
      ].sort(),
    );
    // The same environment as the form's own button gives in this browser.
    await form.getByLabel("Environment Info").fill("");
    await form.getByRole("button", { name: "Fill in this browser" }).click();
    const [browserAndSystem] = environment.split("\n");
    await expect(form.getByLabel("Environment Info")).toHaveValue(new RegExp(`^${browserAndSystem}\n`));

    // No request has told the logbook's server anything else of the page, and nothing was filed.
    const sentTexts = logbookRequests.flatMap(({ url, referer = "" }) => [url, referer]);
    expect(sentTexts.filter((text) => /album=3|Summer|#report/.test(text))).toEqual([]);
    // The suggestions need its path.
    expect(sentTexts.filter((text) => text.includes("gallery"))).toEqual([
      `${origin}/api/reports/at-page?path=%2Fgallery`,
    ]);
    expect((await call("GET", "/api/issues?page=1", { as: person })).body.page.total).toBe(0);

    const query = form.getByRole("button", { name: "Include ?album=3" });
    await expect(query).toHaveAttribute("aria-pressed", "false");
    await query.click();
    await expect(query).toHaveAttribute("aria-pressed", "true");
    await form.getByLabel("Title").fill("Pictures are missing");
    await form.getByLabel("Description").fill("All of them.");
    await form.getByRole("button", { name: "Submit" }).click();
    await expect(tab.getByText("Bug report added.")).toBeVisible();
    const [report] = (await call("GET", "/api/issues?page=1", { as: person })).body.bugs;
    expect(report).toMatchObject({
      title: "Pictures are missing",
      websiteUrl: `${pageUrl}?album=3`,
      actualResult: errors,
    });
    await tab.reload();
    await expectHydrated(tab);
    await expect(bugForm(tab)).toHaveCount(0);
  });

  test("has the label and the corner that the site chooses, and works from an element of the page", async ({
    origin,
  }) => {
    const script = (attributes: string) =>
      `<!doctype html><html lang="en"><title>T</title><script src="${origin}/report.js" defer ${attributes}></script><body><p>Text</p>`;
    html = script('data-label="Fehler melden" data-corner="top-left"');
    await openWebsite();
    const box = await page.getByRole("button", { name: "Fehler melden" }).boundingBox();
    expect(box!.x).toBeLessThan(20);
    expect(box!.y).toBeLessThan(20);
    html = script('data-corner="none"');
    await openWebsite();
    await expect(page.getByText("Text")).toBeVisible();
    await expect(page.getByRole("button")).toHaveCount(0);
    html = `${script("")}<a href="${origin}/" data-logbook-report><span>Something wrong?</span></a>`;
    await openWebsite();
    await expect(page.getByRole("button")).toHaveCount(0);
    const tab = await pressAndWait(page.getByText("Something wrong?"));
    await expect(tab.getByText("This logbook is for members only")).toBeVisible();
    expect(await storedFragment(tab)).toContain("gallery");
    expect(page.url()).toContain("/gallery");
  });
});

test.describe("an address with the report of a page", () => {
  test("opens the form for review, keeps it as a draft, and can be discarded", async ({ member: { page, person } }) => {
    await openFragment(page, fragment({ errors: ["console: oh no"] }));
    const form = bugForm(page);
    await expect(form.getByLabel("Title")).toBeFocused();
    await expect(form.getByLabel("Title")).toHaveValue("");
    await expect(form.getByLabel("Actual Result")).toHaveValue("Errors on the page:\n- console: oh no");
    expect(page.url()).not.toContain("#");
    expect(await storedFragment(page)).toBe(null);
    await page.reload();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(form.getByLabel("Actual Result")).toHaveValue("Errors on the page:\n- console: oh no");
    await page.getByRole("button", { name: "Close Bug Form" }).click();
    await openFragment(page, "");
    await page.getByRole("button", { name: "Discard" }).click();
    await openFragment(page, fragment());
    await form.getByRole("button", { name: "Discard" }).click();
    await expect(form).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(form.getByLabel("Website URL")).toHaveValue("https://community.example/gallery");
    expect((await call("GET", "/api/issues?page=1", { as: person })).body.page.total).toBe(0);
  });

  test("shows what is already reported about the page, and a vote there replaces the report", async ({
    member: { page, person },
  }) => {
    const { id, number } = await fileReport(person, {
      title: "Pictures are stretched",
      websiteUrl: "https://dev.community.example/gallery/?a=b",
    });
    await fileReport(person, { title: "Elsewhere", websiteUrl: "https://community.example/" });
    await openFragment(page, fragment());
    const known = page.getByRole("region", { name: "Already reported about this page" }).getByRole("listitem");
    await expect(known).toHaveText([`#${number} Pictures are stretchedOpen0 votesThis is mine too`]);
    await expect(page.getByRole("status").filter({ hasText: "1 report about this page." })).toHaveCount(1);
    await known.getByRole("button", { name: "This is mine too" }).click();
    await expect(known.getByRole("button", { name: "Voted" })).toBeFocused();
    await page.getByRole("button", { name: "Close without sending" }).click();
    await expect(bugForm(page)).toHaveCount(0);
    expect((await storedReport(id)).votes).toBe(1);
  });

  test("threat 44: never replaces another report that was begun: it waits until that one is gone", async ({
    member: { page },
  }) => {
    await expectHydrated(page);
    const form = await openForm(page);
    await form.getByLabel("Title").fill("Half a report");
    await page.waitForFunction(() => localStorage.getItem("logbook.draft")?.includes("Half a report"));
    await openFragment(page, fragment());
    const offer = page.getByRole("status").filter({ hasText: "Report the page “Gallery”?" });
    await expect(offer).toBeVisible();
    await expect(form).toHaveCount(0);
    await page.getByRole("button", { name: "Report this page" }).click();
    await expect(page.getByText("You have begun another report, which this one would replace.")).toBeVisible();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(form.getByLabel("Title")).toHaveValue("Half a report");
    await expect(form.getByLabel("Website URL")).toHaveValue("");
    await page.getByRole("button", { name: "Report this page" }).click();
    await expect(form.getByLabel("Title")).toHaveValue("Half a report");
    // It waits in this tab, also after a reload.
    await page.reload();
    await expect(offer).toBeVisible();
    await page.getByRole("button", { name: "Discard" }).click();
    await page.getByRole("button", { name: "Report this page" }).click();
    await expect(form.getByLabel("Website URL")).toHaveValue("https://community.example/gallery");
    await expect(offer).toHaveCount(0);
    expect(await storedFragment(page)).toBe(null);
  });

  test("waits no longer after 'Do not report it' or a logout", async ({ openAs }) => {
    const { page } = await openAs(await newMember());
    const form = await openForm(page);
    await form.getByLabel("Title").fill("Half a report");
    await page.waitForFunction(() => localStorage.getItem("logbook.draft")?.includes("Half a report"));
    await openFragment(page, fragment());
    await page.getByRole("button", { name: "Do not report it" }).click();
    await expect(page.getByText("Report the page")).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "Entries" })).toBeFocused();
    expect(await storedFragment(page)).toBe(null);
    await openFragment(page, fragment());
    await expect(page.getByText("Report the page")).toBeVisible();
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page.getByText("This logbook is for members only")).toBeVisible();
    expect(await storedFragment(page)).toBe(null);
  });

  test("threat 44: is shown as plain text, or refused as a whole, and neither runs nor sends anything", async ({
    member: { page, person },
  }) => {
    const writes: string[] = [];
    page.on("request", (request) => {
      if (request.method() !== "GET" && request.url().includes("/api/issues")) writes.push(request.url());
    });
    const hostile = '<img src=x onerror="alert(1)"><script>alert(2)</script>\u202e\u0000';
    page.on("dialog", () => writes.push("a dialog"));
    await openFragment(page, fragment({ title: hostile, errors: [hostile], browser: hostile, query: "?<b>" }));
    await expect(note(page)).toContainText("<img src=x onerror=");
    await expect(page.locator("main img[src=x]")).toHaveCount(0);
    await bugForm(page).getByRole("button", { name: "Discard" }).click();
    for (const hash of [
      "#report=",
      "#report=%",
      "#report=null",
      fragment({ address: "javascript:alert(1)" }),
      fragment({ address: "https://x.example/".padEnd(LIMITS.urlLength + 1, "x") }),
      fragment({ title: "x".repeat(LIMITS.titleLength + 1) }),
      fragment({ status: "CLOSED" }),
      fragment({ errors: Array(500).fill("x".repeat(400)) }),
    ]) {
      await openFragment(page, hash);
      expect(page.url(), hash.slice(0, 60)).not.toContain("#");
      await expect.poll(() => storedFragment(page)).toBe(null);
      await expect(bugForm(page)).toHaveCount(0);
    }
    await openFragment(page, fragment({ address: "javascript:alert(1)" }));
    await expect(page.getByText("The link to report a page could not be read.")).toBeVisible();
    expect(writes).toEqual([]);
    expect((await call("GET", "/api/issues?page=1", { as: person })).body.page.total).toBe(0);
  });
});
