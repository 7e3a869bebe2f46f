import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, expect, type Locator, type Page } from "@playwright/test";
import { BROWSER, DESKTOP } from "../support/browser.ts";
import { logIn } from "../support/page.ts";
import { fileReport, newMember, test } from "./fixtures.ts";

const NOTES = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("It broke.") };

async function openForm(page: Page, name: "Report Bug" | "Request Feature"): Promise<Locator> {
  await page.getByRole("button", { name }).click();
  return page.getByRole("form", { name });
}

const offer = (page: Page) => page.getByText("Continue your report?");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Waits until a draft with this title is saved. */
const isSaved = (page: Page, title: string, files = 0) =>
  page.waitForFunction(
    ({ title, files }) => {
      const marker = JSON.parse(localStorage.getItem("logbook.draft") ?? "null");
      return marker?.title === title && marker.files === files;
    },
    { title, files },
  );

/** The title of the draft in the database, which outlives a killed browser. */
const titleInDatabase = (page: Page): Promise<string | null> =>
  page.evaluate(async () => {
    // Opening a database that does not exist creates it.
    if ((await indexedDB.databases()).every(({ name }) => name !== "logbook.drafts")) return null;
    return new Promise((resolve) => {
      const opening = indexedDB.open("logbook.drafts");
      opening.onsuccess = () => {
        const reading = opening.result.transaction("drafts").objectStore("drafts").getAll();
        reading.onsuccess = () => {
          opening.result.close();
          resolve(reading.result.find(({ savedAt }) => savedAt !== undefined)?.title ?? null);
        };
      };
    });
  });

const putIntoDatabase = (page: Page, key: string, value: unknown): Promise<void> =>
  page.evaluate(
    ({ key, value }) =>
      new Promise((resolve) => {
        const opening = indexedDB.open("logbook.drafts");
        opening.onsuccess = () => {
          const writing = opening.result.transaction("drafts", "readwrite");
          writing.objectStore("drafts").put(value, key);
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    { key, value },
  );

test.describe("the draft of a report", () => {
  test("is offered after the browser was killed, and no more once it was sent", async ({ origin }) => {
    const person = newMember();
    const profile = mkdtempSync(join(tmpdir(), "logbook-profile-"));
    const launch = async (): Promise<{ context: BrowserContext; page: Page }> => {
      const options = { ...BROWSER.launchOptions, ...DESKTOP, baseURL: origin };
      const context = await chromium.launchPersistentContext(profile, options);
      const page = context.pages()[0]!;
      await page.goto("/");
      return { context, page };
    };
    const kill = async ({ context, page }: Awaited<ReturnType<typeof launch>>): Promise<void> => {
      const gone = context.waitForEvent("close");
      const devtools = await context.newCDPSession(page);
      devtools.send("Browser.crash").catch(() => undefined);
      await gone;
    };
    try {
      let browser = await launch();
      await logIn(browser.page, person);
      await browser.page.getByText("Welcome").waitFor();
      await browser.context.close();

      browser = await launch();
      const form = await openForm(browser.page, "Report Bug");
      await form.getByLabel("Title").fill("Half a report");
      await expect.poll(() => titleInDatabase(browser.page)).toBe("Half a report");
      await kill(browser);

      browser = await launch();
      await expect(offer(browser.page)).toHaveText(/“Half a report”, saved just now\./);
      await browser.context.close();

      browser = await launch();
      await button(browser.page, "Continue").click();
      const continued = browser.page.getByRole("form", { name: "Report Bug" });
      await expect(continued.getByLabel("Title")).toHaveValue("Half a report");
      await continued.getByLabel("Description").fill("It stops");
      await continued.getByRole("button", { name: "Submit" }).click();
      await expect(browser.page.getByText("Bug report added.")).toBeVisible();
      await expect.poll(() => titleInDatabase(browser.page)).toBe(null);
      await kill(browser);

      browser = await launch();
      await expect(browser.page.getByRole("article").filter({ hasText: "Half a report" })).toBeVisible();
      await expect(offer(browser.page)).toHaveCount(0);
      await browser.context.close();
    } finally {
      rmSync(profile, { recursive: true, force: true });
    }
  });

  test("is offered after a reload, texts and files included, until it is sent", async ({ member: { page } }) => {
    const form = await openForm(page, "Report Bug");
    await form.getByLabel("Title").fill("Half a report");
    await form.getByLabel("Description").fill("It stops");
    await form.locator("input[type=file]").setInputFiles(NOTES);
    await isSaved(page, "Half a report", 1);
    await page.reload();
    await expect(offer(page)).toHaveText(/“Half a report”, 1 file, saved just now\./);
    await button(page, "Continue").click();
    await expect(form.getByLabel("Title")).toHaveValue("Half a report");
    await expect(form.getByLabel("Description")).toHaveValue("It stops");
    await expect(form.getByText("notes.txt")).toBeVisible();
    await expect(form.getByLabel("Title")).toBeFocused();
    await expect(offer(page)).toBeHidden();
    await form.getByRole("button", { name: "Submit" }).click();
    await expect(form).toBeHidden();
    await expect(page.getByRole("article").filter({ hasText: "Half a report" })).toContainText("1 attachment");
    await page.reload();
    await expect(page.getByRole("article")).toHaveCount(1);
    await expect(offer(page)).toHaveCount(0);
  });

  test("is not offered once it was sent, even if the page was closed before the database had removed it", async ({
    member: { page, person },
  }) => {
    const form = await openForm(page, "Report Bug");
    await form.getByLabel("Title").fill("Sent already");
    await form.getByLabel("Description").fill("It stops");
    await isSaved(page, "Sent already");
    const marker = await page.evaluate(() => JSON.parse(localStorage.getItem("logbook.draft") ?? "null"));
    await form.getByRole("button", { name: "Submit" }).click();
    await expect(form).toBeHidden();
    await expect.poll(() => titleInDatabase(page)).toBe(null);
    await putIntoDatabase(page, `marker ${person.uid}`, marker);
    await page.evaluate((marker) => localStorage.setItem("logbook.draft", JSON.stringify(marker)), marker);
    await page.reload();
    // The page has read the database once it has corrected its copy of the marker.
    await page.waitForFunction(() => localStorage.getItem("logbook.draft") === null);
    await expect(page.getByRole("article")).toHaveCount(1);
    await expect(offer(page)).toHaveCount(0);
  });

  test("survives its window, and is the type's that it was begun with", async ({ member: { page } }) => {
    const form = await openForm(page, "Request Feature");
    await form.getByLabel("Title").fill("A calendar");
    await isSaved(page, "A calendar");
    const context = page.context();
    const other = await context.newPage();
    await page.close();
    await other.goto("/");
    await button(other, "Continue").click();
    await expect(other.getByRole("form", { name: "Request Feature" }).getByLabel("Title")).toHaveValue("A calendar");
  });

  test("can be discarded, and Undo takes that back", async ({ member: { page } }) => {
    const form = await openForm(page, "Report Bug");
    await form.getByLabel("Title").fill("Never mind");
    await isSaved(page, "Never mind");
    await page.reload();
    await button(page, "Discard").click();
    await expect(offer(page)).toHaveCount(0);
    await button(page, "Undo").click();
    await expect(offer(page)).toContainText("“Never mind”");
    await button(page, "Discard").click();
    await expect(offer(page)).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole("heading", { name: "Entries" })).toBeVisible();
    await expect(offer(page)).toHaveCount(0);
  });

  test("that another report has replaced since it was discarded does not come back", async ({ member: { page } }) => {
    const form = await openForm(page, "Report Bug");
    await form.getByLabel("Title").fill("The first");
    await isSaved(page, "The first");
    await page.reload();
    await button(page, "Discard").click();
    await openForm(page, "Report Bug");
    await form.getByLabel("Title").fill("The second");
    await isSaved(page, "The second");
    await button(page, "Undo").click();
    await expect(page.getByText("The draft cannot be restored")).toBeVisible();
    await form.getByLabel("Title").fill("The second one");
    await isSaved(page, "The second one");
    await page.reload();
    await button(page, "Continue").click();
    await expect(form.getByLabel("Title")).toHaveValue("The second one");
  });

  test("is not replaced by another report before it is continued or discarded", async ({ admin: { page } }) => {
    const form = await openForm(page, "Report Bug");
    await form.getByLabel("Title").fill("The first");
    await isSaved(page, "The first");
    await page.reload();
    await expect(offer(page)).toBeVisible();
    await openForm(page, "Report Bug");
    await expect(form.getByLabel("Title")).toHaveValue("");
    await form.getByLabel("Title").fill("The second");
    // Another screen unmounts the form, which saves at once.
    await page.getByRole("link", { name: "Members" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Members" })).toBeVisible();
    await page.goto("/");
    await expect(offer(page)).toContainText("“The first”");
  });

  test("of a killed browser is not replaced by a report that was begun before it was offered", async ({
    admin: { page },
  }) => {
    const form = await openForm(page, "Report Bug");
    await form.getByLabel("Title").fill("Half a report");
    await isSaved(page, "Half a report");
    // A killed browser loses its last writes to localStorage, and the offer waits until the browser is idle.
    await page.evaluate(() => localStorage.removeItem("logbook.draft"));
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0;
    });
    await page.reload();
    await openForm(page, "Request Feature");
    await page.getByRole("form", { name: "Request Feature" }).getByLabel("Title").fill("Another");
    await page.waitForFunction(() => localStorage.getItem("logbook.draft") !== null);
    await page.reload();
    await expect(offer(page)).toHaveText(/“Half a report”, saved/);
    expect(await titleInDatabase(page)).toBe("Half a report");
  });

  test("whose report was stored without a response is the same report when it is sent after a reload", async ({
    member: { page },
  }) => {
    const form = await openForm(page, "Report Bug");
    await form.getByLabel("Title").fill("Sent twice");
    await form.getByLabel("Description").fill("It stops");
    await form.locator("input[type=file]").setInputFiles(NOTES);
    await isSaved(page, "Sent twice", 1);
    const savedAt = () =>
      page.evaluate(() => JSON.parse(localStorage.getItem("logbook.draft") ?? "null")?.savedAt as number);
    const savedBefore = await savedAt();
    await page.route("**/api/issues", async (route) => {
      await route.fetch();
      // The draft is saved once more after the upload.
      await expect.poll(savedAt).toBeGreaterThan(savedBefore);
      await route.abort();
    });
    await form.getByRole("button", { name: "Submit" }).click();
    await expect(form.getByText("Your report was not added.")).toBeVisible();
    await page.unroute("**/api/issues");
    await page.reload();
    await button(page, "Continue").click();
    await form.getByRole("button", { name: "Submit" }).click();
    await expect(page.getByText("Bug report added.")).toBeVisible();
    await expect(page.getByRole("article").filter({ hasText: "Sent twice" })).toHaveCount(1);
  });

  test("with files that were removed from the store meanwhile is sent with new uploads", async ({
    member: { page },
  }) => {
    const form = await openForm(page, "Report Bug");
    await form.getByLabel("Title").fill("Sent late");
    await form.getByLabel("Description").fill("It stops");
    await form.locator("input[type=file]").setInputFiles(NOTES);
    await page.route(
      "**/api/issues",
      (route) =>
        route.fulfill({ status: 400, json: { success: false, error: "Not uploaded.", code: "attachment-missing" } }),
      { times: 1 },
    );
    await form.getByRole("button", { name: "Submit" }).click();
    await expect(page.getByText("Bug report added.")).toBeVisible();
    await expect(page.getByRole("article").filter({ hasText: "Sent late" })).toContainText("1 attachment");
  });

  test("that is emptied again is no draft", async ({ member: { page } }) => {
    const form = await openForm(page, "Report Bug");
    await form.getByLabel("Title").fill("x");
    await isSaved(page, "x");
    await form.getByLabel("Title").fill("");
    await page.waitForFunction(() => localStorage.getItem("logbook.draft") === null);
  });

  for (const address of ["/members", "/?report=1"])
    test(`is gone after a logout at ${address}`, async ({ admin: { page, person } }) => {
      fileReport(person);
      const form = await openForm(page, "Report Bug");
      await form.getByLabel("Title").fill("Secret plans");
      await isSaved(page, "Secret plans");
      await expect.poll(() => titleInDatabase(page)).toBe("Secret plans");
      // These screens do not load the dashboard's code.
      await page.goto(address);
      await page.getByRole("button", { name: "Logout" }).click();
      await expect(page.getByRole("button", { name: "Login" })).toBeVisible();
      expect(await page.evaluate(() => localStorage.getItem("logbook.draft"))).toBe(null);
      await expect.poll(() => titleInDatabase(page)).toBe(null);
    });

  test("is gone after a logout, for the next member and for its own", async ({ member: { page, person } }) => {
    const form = await openForm(page, "Report Bug");
    await form.getByLabel("Title").fill("Private");
    await isSaved(page, "Private");
    await button(page, "Logout").click();
    for (const next of [newMember(), person]) {
      await logIn(page, next);
      await expect(page.getByText(`Welcome, ${next.username}!`)).toBeVisible();
      await expect(offer(page)).toHaveCount(0);
      const kept = await page.evaluate(
        () =>
          new Promise<number>((done) => {
            const opening = indexedDB.open("logbook.drafts");
            opening.onsuccess = () => {
              const { result } = opening;
              if (!result.objectStoreNames.contains("drafts")) return done(0);
              const count = result.transaction("drafts").objectStore("drafts").count();
              count.onsuccess = () => done(count.result);
            };
          }),
      );
      expect(kept).toBe(0);
      await button(page, "Logout").click();
    }
  });

  test("is gone after 'Sign out everywhere'", async ({ open }) => {
    // A new member, because the sign-out ends all sessions of the worker's member.
    const { page, person } = await open(newMember());
    const form = await openForm(page, "Report Bug");
    await form.getByLabel("Title").fill("Private");
    await isSaved(page, "Private");
    await button(page, "My account").click();
    await button(page, "Sign out everywhere").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Sign out everywhere" }).click();
    await expect(page.getByText("You are signed out on all devices.")).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem("logbook.draft"))).toBeNull();
    await logIn(page, person);
    await expect(page.getByText(`Welcome, ${person.username}!`)).toBeVisible();
    await expect(offer(page)).toHaveCount(0);
  });
});
