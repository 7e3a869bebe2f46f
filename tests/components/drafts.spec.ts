import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, expect, type Page } from "@playwright/test";
import { BROWSER, DESKTOP } from "../support/browser.ts";
import { openForm } from "../support/form.ts";
import { logIn } from "../support/page.ts";
import { fileReport, newMember, readDraftDatabase, test } from "./fixtures.ts";

const NOTES = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("It broke.") };

const draftOffer = (page: Page) => page.getByRole("status").filter({ hasText: "Continue your report?" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Waits until a draft is saved. With it the page stores a marker in localStorage: its title and number of files. */
const waitForSavedDraft = (page: Page, title: string, files = 0) =>
  page.waitForFunction(
    ({ title, files }) => {
      const marker = JSON.parse(localStorage.getItem("logbook.draft") ?? "null");
      return marker?.title === title && marker.files === files;
    },
    { title, files },
  );

/**
 * The title of the draft in IndexedDB, which keeps its data even if the browser is killed. IndexedDB also has a copy of
 * the draft's marker, the only entry with `savedAt`. The title is read from this copy.
 */
const readTitleFromDatabase = async (page: Page): Promise<unknown> =>
  (await readDraftDatabase(page)).find(({ savedAt }) => savedAt !== undefined)?.title ?? null;

const putIntoDatabase = (page: Page, key: string, value: unknown): Promise<void> =>
  page.evaluate(
    ({ key, value }) =>
      new Promise((resolve) => {
        const openRequest = indexedDB.open("logbook.drafts");
        openRequest.onsuccess = () => {
          const database = openRequest.result;
          const transaction = database.transaction("drafts", "readwrite");
          transaction.objectStore("drafts").put(value, key);
          transaction.oncomplete = () => {
            database.close();
            resolve();
          };
        };
      }),
    { key, value },
  );

test.describe("the draft of a report", () => {
  test("is offered after the browser was killed, until the draft is sent", async ({ origin }) => {
    const person = await newMember();
    const profile = mkdtempSync(join(tmpdir(), "logbook-profile-"));
    const launch = async (): Promise<{ context: BrowserContext; page: Page }> => {
      const options = { ...BROWSER.launchOptions, ...DESKTOP, baseURL: origin };
      const context = await chromium.launchPersistentContext(profile, options);
      const page = context.pages()[0]!;
      await page.goto("/");
      return { context, page };
    };
    const kill = async ({ context, page }: Awaited<ReturnType<typeof launch>>): Promise<void> => {
      const closed = context.waitForEvent("close");
      const devtools = await context.newCDPSession(page);
      // Do not wait for a response: the crashed browser sends none.
      devtools.send("Browser.crash").catch(() => undefined);
      await closed;
    };
    try {
      let browser = await launch();
      await logIn(browser.page, person);
      await browser.page.getByText("Welcome").waitFor();
      // Close the browser, because a killed browser may lose the session.
      await browser.context.close();

      browser = await launch();
      const form = await openForm(browser.page, "Report Bug");
      await form.getByLabel("Title").fill("Half a report");
      await expect.poll(() => readTitleFromDatabase(browser.page)).toBe("Half a report");
      await kill(browser);

      browser = await launch();
      await expect(draftOffer(browser.page)).toHaveText(/“Half a report”, saved just now\./);
      await browser.context.close();

      browser = await launch();
      await button(browser.page, "Continue").click();
      const continuedForm = browser.page.getByRole("form", { name: "Report Bug" });
      await expect(continuedForm.getByLabel("Title")).toHaveValue("Half a report");
      await continuedForm.getByLabel("Description").fill("It stops");
      await continuedForm.getByRole("button", { name: "Submit" }).click();
      await expect(browser.page.getByText("Bug report added.")).toBeVisible();
      await expect.poll(() => readTitleFromDatabase(browser.page)).toBe(null);
      await kill(browser);

      browser = await launch();
      await expect(browser.page.getByRole("article").filter({ hasText: "Half a report" })).toBeVisible();
      await expect(draftOffer(browser.page)).toHaveCount(0);
      await browser.context.close();
    } finally {
      rmSync(profile, { recursive: true, force: true });
    }
  });

  test("is offered with texts and files after a reload, until the draft is sent", async ({ member: { page } }) => {
    const form = await openForm(page, "Report Bug");
    await form.getByLabel("Title").fill("Half a report");
    await form.getByLabel("Description").fill("It stops");
    await form.locator("input[type=file]").setInputFiles(NOTES);
    await waitForSavedDraft(page, "Half a report", 1);
    await page.reload();
    await expect(draftOffer(page)).toHaveText(/“Half a report”, 1 file, saved just now\./);
    await button(page, "Continue").click();
    await expect(form.getByLabel("Title")).toHaveValue("Half a report");
    await expect(form.getByLabel("Description")).toHaveValue("It stops");
    await expect(form.getByText("notes.txt")).toBeVisible();
    await expect(form.getByLabel("Title")).toBeFocused();
    await expect(draftOffer(page)).toBeHidden();
    await form.getByRole("button", { name: "Submit" }).click();
    await expect(form).toBeHidden();
    await expect(page.getByRole("article").filter({ hasText: "Half a report" })).toContainText("1 attachment");
    await page.reload();
    await expect(page.getByRole("article")).toHaveCount(1);
    await expect(draftOffer(page)).toHaveCount(0);
  });

  test("is not offered once sent, even if its marker is still in IndexedDB and localStorage", async ({
    member: { page, person },
  }) => {
    const form = await openForm(page, "Report Bug");
    await form.getByLabel("Title").fill("Sent already");
    await form.getByLabel("Description").fill("It stops");
    await waitForSavedDraft(page, "Sent already");
    const marker = await page.evaluate(() => JSON.parse(localStorage.getItem("logbook.draft") ?? "null"));
    await form.getByRole("button", { name: "Submit" }).click();
    await expect(form).toBeHidden();
    await expect.poll(() => readTitleFromDatabase(page)).toBe(null);
    // Put the marker back, as if the page had been closed before it removed the marker.
    await putIntoDatabase(page, `marker ${person.uid}`, marker);
    await page.evaluate((marker) => localStorage.setItem("logbook.draft", JSON.stringify(marker)), marker);
    await page.reload();
    // The page removes the marker from localStorage after it has looked for the draft in IndexedDB.
    await page.waitForFunction(() => localStorage.getItem("logbook.draft") === null);
    await expect(page.getByRole("article")).toHaveCount(1);
    await expect(draftOffer(page)).toHaveCount(0);
  });

  test("can be continued in another window, in the form of its type", async ({ member: { page } }) => {
    const form = await openForm(page, "Request Feature");
    await form.getByLabel("Title").fill("A calendar");
    await waitForSavedDraft(page, "A calendar");
    const context = page.context();
    const newWindow = await context.newPage();
    await page.close();
    await newWindow.goto("/");
    await button(newWindow, "Continue").click();
    await expect(newWindow.getByRole("form", { name: "Request Feature" }).getByLabel("Title")).toHaveValue(
      "A calendar",
    );
  });

  test("can be discarded, and Undo brings the draft back", async ({ member: { page } }) => {
    const form = await openForm(page, "Report Bug");
    await form.getByLabel("Title").fill("Never mind");
    await waitForSavedDraft(page, "Never mind");
    await page.reload();
    await button(page, "Discard").click();
    await expect(draftOffer(page)).toHaveCount(0);
    await button(page, "Undo").click();
    await expect(draftOffer(page)).toContainText("“Never mind”");
    await button(page, "Discard").click();
    await expect(draftOffer(page)).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole("heading", { name: "Entries" })).toBeVisible();
    await expect(draftOffer(page)).toHaveCount(0);
  });

  test("cannot be brought back by Undo once another report's draft has replaced it", async ({ member: { page } }) => {
    const form = await openForm(page, "Report Bug");
    await form.getByLabel("Title").fill("The first");
    await waitForSavedDraft(page, "The first");
    await page.reload();
    await button(page, "Discard").click();
    await openForm(page, "Report Bug");
    await form.getByLabel("Title").fill("The second");
    await waitForSavedDraft(page, "The second");
    await button(page, "Undo").click();
    await expect(page.getByText("The draft cannot be restored")).toBeVisible();
    await form.getByLabel("Title").fill("The second one");
    await waitForSavedDraft(page, "The second one");
    await page.reload();
    await button(page, "Continue").click();
    await expect(form.getByLabel("Title")).toHaveValue("The second one");
  });

  test("is not replaced by another report's draft before it is continued or discarded", async ({ admin: { page } }) => {
    const form = await openForm(page, "Report Bug");
    await form.getByLabel("Title").fill("The first");
    await waitForSavedDraft(page, "The first");
    await page.reload();
    await expect(draftOffer(page)).toBeVisible();
    await openForm(page, "Report Bug");
    await expect(form.getByLabel("Title")).toHaveValue("");
    await form.getByLabel("Title").fill("The second");
    // The form saves its texts at once when another screen unmounts it.
    await page.getByRole("link", { name: "Members" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Members" })).toBeVisible();
    await page.goto("/");
    await expect(draftOffer(page)).toContainText("“The first”");
  });

  test("of a killed browser is not replaced by a report that is begun before the draft is offered", async ({
    admin: { page },
  }) => {
    const form = await openForm(page, "Report Bug");
    await form.getByLabel("Title").fill("Half a report");
    await waitForSavedDraft(page, "Half a report");
    // A killed browser loses its last writes to localStorage. The page offers the draft only when the browser is idle.
    await page.evaluate(() => localStorage.removeItem("logbook.draft"));
    await page.addInitScript(() => {
      // Pretend that the browser is never idle.
      window.requestIdleCallback = () => 0;
    });
    await page.reload();
    await openForm(page, "Request Feature");
    await page.getByRole("form", { name: "Request Feature" }).getByLabel("Title").fill("Another");
    await page.waitForFunction(() => localStorage.getItem("logbook.draft") !== null);
    await page.reload();
    await expect(draftOffer(page)).toHaveText(/“Half a report”, saved/);
    expect(await readTitleFromDatabase(page)).toBe("Half a report");
  });

  test("files one report, even if the response is lost and the draft is sent again after a reload", async ({
    member: { page },
  }) => {
    const form = await openForm(page, "Report Bug");
    await form.getByLabel("Title").fill("Sent twice");
    await form.getByLabel("Description").fill("It stops");
    await form.locator("input[type=file]").setInputFiles(NOTES);
    await waitForSavedDraft(page, "Sent twice", 1);
    const readSavedAt = () =>
      page.evaluate(() => JSON.parse(localStorage.getItem("logbook.draft") ?? "null")?.savedAt as number);
    const firstSavedAt = await readSavedAt();
    await page.route("**/api/issues", async (route) => {
      await route.fetch();
      // After the upload the page saves the draft once more, with the file's path in Storage.
      await expect.poll(readSavedAt).toBeGreaterThan(firstSavedAt);
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

  test("is sent with new uploads if the server says that a file is missing", async ({ member: { page } }) => {
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

  test("is deleted when its texts are emptied", async ({ member: { page } }) => {
    const form = await openForm(page, "Report Bug");
    await form.getByLabel("Title").fill("x");
    await waitForSavedDraft(page, "x");
    await form.getByLabel("Title").fill("");
    await page.waitForFunction(() => localStorage.getItem("logbook.draft") === null);
  });

  for (const address of ["/members", "/?report=1"])
    test(`is deleted by a logout at ${address}`, async ({ admin: { page, person } }) => {
      await fileReport(person);
      const form = await openForm(page, "Report Bug");
      await form.getByLabel("Title").fill("Secret plans");
      await waitForSavedDraft(page, "Secret plans");
      await expect.poll(() => readTitleFromDatabase(page)).toBe("Secret plans");
      // These screens do not load the dashboard's code.
      await page.goto(address);
      await page.getByRole("button", { name: "Logout" }).click();
      await expect(page.getByRole("button", { name: "Login" })).toBeVisible();
      expect(await page.evaluate(() => localStorage.getItem("logbook.draft"))).toBe(null);
      await expect.poll(() => readTitleFromDatabase(page)).toBe(null);
    });

  test("is deleted by a logout, so neither the next member nor its author is offered the draft", async ({
    member: { page, person },
  }) => {
    const form = await openForm(page, "Report Bug");
    await form.getByLabel("Title").fill("Private");
    await waitForSavedDraft(page, "Private");
    await button(page, "Logout").click();
    for (const nextUser of [await newMember(), person]) {
      await logIn(page, nextUser);
      await expect(page.getByText(`Welcome, ${nextUser.username}!`)).toBeVisible();
      await openForm(page, "Report Bug");
      await expect(form.getByLabel("Title")).toHaveValue("");
      await expect(draftOffer(page)).toHaveCount(0);
      const entriesInDatabase = await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const openRequest = indexedDB.open("logbook.drafts");
            openRequest.onsuccess = () => {
              const database = openRequest.result;
              if (!database.objectStoreNames.contains("drafts")) return resolve(0);
              const countRequest = database.transaction("drafts").objectStore("drafts").count();
              countRequest.onsuccess = () => resolve(countRequest.result);
            };
          }),
      );
      expect(entriesInDatabase).toBe(0);
      await button(page, "Logout").click();
    }
  });

  test("is deleted by 'Sign out everywhere'", async ({ openAs }) => {
    // Not the fixture `member`: its session must last for the other tests.
    const { page, person } = await openAs(await newMember());
    const form = await openForm(page, "Report Bug");
    await form.getByLabel("Title").fill("Private");
    await waitForSavedDraft(page, "Private");
    await button(page, "My account").click();
    await button(page, "Sign out everywhere").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Sign out everywhere" }).click();
    await expect(page.getByText("You are signed out on all devices.")).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem("logbook.draft"))).toBeNull();
    await logIn(page, person);
    await expect(page.getByText(`Welcome, ${person.username}!`)).toBeVisible();
    await expect(draftOffer(page)).toHaveCount(0);
  });
});
