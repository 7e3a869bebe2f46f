import { expect, type Locator, type Page } from "@playwright/test";
import { DESKTOP_SIZE } from "../support/browser.ts";
import { openForm } from "../support/form.ts";
import { holdRequests } from "../support/page.ts";
import { test } from "./fixtures.ts";

/** The entry in localStorage that marks a saved draft, or `null`. */
const readDraftMarker = (page: Page) => page.evaluate(() => localStorage.getItem("logbook.draft"));
const moreDetailsToggle = (form: Locator) => form.getByText("More details", { exact: true });

test.describe("the report form", () => {
  test("has, in this order: title, description, files, priority, reporter, more details and Submit", async ({
    member: { page },
  }) => {
    const form = await openForm(page);
    const elements = [
      form.getByLabel("Title"),
      form.getByLabel("Description"),
      form.getByRole("button", { name: "Add screenshot or file" }),
      form.getByLabel("Severity"),
      form.getByLabel("Reporter"),
      moreDetailsToggle(form),
      form.getByLabel("Steps to Reproduce"),
      form.getByRole("button", { name: "Submit" }),
    ];
    const tops = await Promise.all(elements.map(async (element) => (await element.boundingBox())!.y));
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  });

  test("a form opens with the focus in its title field, and closing returns the focus to the form's button", async ({
    member: { page },
  }) => {
    await page.setViewportSize({ width: 390, height: 500 });
    const form = await openForm(page);
    await expect(form.getByLabel("Title")).toBeFocused();
    await expect(form.getByLabel("Title")).toBeInViewport({ ratio: 1 });
    await page.getByRole("button", { name: "Request Feature" }).press("Enter");
    const featureForm = page.getByRole("form", { name: "Request Feature" });
    await expect(featureForm.getByLabel("Title")).toBeFocused();
    await page.getByRole("button", { name: "Close Feature Form" }).press("Enter");
    await expect(page.getByRole("button", { name: "Request Feature" })).toBeFocused();
    await page.getByRole("button", { name: "Request Feature" }).press("Enter");
    await expect(featureForm.getByLabel("Title")).toBeFocused();
  });

  test("a form whose code loads late does not take the focus from the search box", async ({ member: { page } }) => {
    const formCode = /\/assets\/.*report-form.*\.js/;
    const release = await holdRequests(page, formCode);
    await page.reload();
    await page.getByRole("button", { name: "Report Bug" }).click();
    await expect(page.getByText("Opening the form…")).toBeVisible();
    const searchBox = page.getByRole("searchbox", { name: "Search" });
    await searchBox.focus();
    release();
    await expect(page.getByRole("form", { name: "Report Bug" })).toBeVisible();
    await expect(searchBox).toBeFocused();
  });
});

test.describe("more details", () => {
  test("are open at first, and the browser remembers when a member closes or opens them", async ({
    member: { page },
  }) => {
    const form = await openForm(page);
    const steps = form.getByLabel("Steps to Reproduce");
    await expect(steps).toBeVisible();
    await moreDetailsToggle(form).press("Enter");
    await expect(steps).toBeHidden();
    await page.reload();
    await openForm(page);
    await expect(form.getByLabel("Title")).toBeFocused();
    await expect(steps).toBeHidden();
    await moreDetailsToggle(form).click();
    await expect(steps).toBeVisible();
    await page.reload();
    await openForm(page);
    await expect(steps).toBeVisible();
  });

  test("are open after a reload if the draft has a text in them", async ({ member: { page } }) => {
    const form = await openForm(page);
    const steps = form.getByLabel("Steps to Reproduce");
    await steps.fill("Open the page");
    await moreDetailsToggle(form).click();
    await expect(steps).toBeHidden();
    // Wait until the draft is saved.
    await expect.poll(() => readDraftMarker(page)).not.toBe(null);
    await page.reload();
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await expect(steps).toHaveValue("Open the page");
    await expect(steps).toBeVisible();
  });

  test("open when Submit finds an error in one of their fields", async ({ member: { page } }) => {
    const form = await openForm(page);
    await form.getByLabel("Title").fill("A title");
    await form.getByLabel("Description").fill("What happened.");
    const urlField = form.getByLabel("Website URL");
    await urlField.fill(`https://example.org/${"x".repeat(2000)}`);
    // Close the details, which contain the field.
    await moreDetailsToggle(form).click();
    await form.getByRole("button", { name: "Submit" }).click();
    await expect(urlField).toBeFocused();
    await expect(urlField).toHaveAccessibleDescription(/at most 2,000 characters/);
  });

  test("have a button that fills in the browser and its window size, but only when pressed", async ({
    member: { page },
  }) => {
    await page.setViewportSize(DESKTOP_SIZE);
    const form = await openForm(page);
    const environment = form.getByLabel("Environment Info");
    await expect(environment).toHaveValue("");
    expect(await readDraftMarker(page)).toBe(null);
    await form.getByRole("button", { name: "Fill in this browser" }).click();
    await expect(environment).toHaveValue(/.+\nPage 1440 × 900 px$/);
    await expect(environment).toBeFocused();
    await expect(form.getByRole("button", { name: "Fill in this browser" })).toHaveCount(0);
    await environment.fill("");
    await expect(form.getByRole("button", { name: "Fill in this browser" })).toBeVisible();
  });

  test("have the environment filled in after 'Fill in this browser' was used, until a member empties the field", async ({
    member: { page },
  }) => {
    const form = await openForm(page);
    const environment = form.getByLabel("Environment Info");
    await form.getByRole("button", { name: "Fill in this browser" }).click();
    await form.getByLabel("Title").fill("The first");
    await form.getByLabel("Description").fill("What happened.");
    await form.getByRole("button", { name: "Submit" }).click();
    await expect(page.getByText("Bug report added.")).toBeVisible();

    await openForm(page);
    await expect(environment).toHaveValue(/\nPage \d+ × \d+ px$/);
    await page.reload();
    // The page has filled in the environment by itself, so there is no draft, and closed details stay closed.
    expect(await readDraftMarker(page)).toBe(null);
    await openForm(page);
    await moreDetailsToggle(form).click();
    await page.reload();
    await openForm(page);
    await expect(environment).toBeHidden();
    await expect(environment).toHaveValue(/\nPage \d+ × \d+ px$/);

    await moreDetailsToggle(form).click();
    await environment.fill("");
    await page.reload();
    await openForm(page);
    await expect(environment).toHaveValue("");
  });
});

test("on a phone Submit stays at the bottom of the window and covers no focused field", async ({
  member: { page },
}) => {
  await page.setViewportSize({ width: 390, height: 700 });
  const form = await openForm(page);
  const submit = form.getByRole("button", { name: "Submit" });
  await expect(form.getByLabel("Title")).toBeFocused();
  await expect(submit).toBeInViewport({ ratio: 1 });
  const focusedNames: string[] = [];
  for (let presses = 0; presses < 30 && !focusedNames.includes("Website URL"); presses += 1) {
    await page.keyboard.press("Tab");
    const { name, isCovered } = await page.evaluate(() => {
      const focused = document.activeElement as HTMLElement;
      const submitBar = document.querySelector("#report-desk button[type=submit]")!.parentElement!;
      const isOverlapped = focused.getBoundingClientRect().bottom > submitBar.getBoundingClientRect().top;
      return {
        name: (focused as HTMLInputElement).labels?.[0]?.textContent ?? "",
        isCovered: isOverlapped && !submitBar.contains(focused),
      };
    });
    focusedNames.push(name);
    expect(isCovered, name).toBe(false);
    await expect(submit).toBeInViewport({ ratio: 1 });
  }
  expect(focusedNames).toEqual(expect.arrayContaining(["Description", "Severity", "Environment Info", "Website URL"]));
});

test.describe("leaving the page", () => {
  const NOTES = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("It broke.") };

  /** Closes the page. If the browser asks for confirmation, answers no and returns the dialog's type. */
  async function closePage(page: Page): Promise<string | null> {
    // A browser asks at once, so without a dialog within 2 s there is none.
    const dialogEvent = page.waitForEvent("dialog", { timeout: 2_000 }).catch(() => null);
    await page.close({ runBeforeUnload: true });
    const dialog = await dialogEvent;
    await dialog?.dismiss();
    return dialog?.type() ?? null;
  }

  test("asks for confirmation until the draft is saved with its texts and files", async ({ openAs, actors }) => {
    const { page } = await openAs(actors.member);
    // No draft can be saved in a database that never opens.
    await page.evaluate(() => {
      IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
    });
    const form = await openForm(page);
    await form.getByLabel("Title").fill("With notes");
    await form.locator("input[type=file]").setInputFiles(NOTES);
    await expect(form.getByText("notes.txt")).toBeVisible();
    expect(await closePage(page)).toBe("beforeunload");
    await form.getByRole("button", { name: "Remove notes.txt" }).click();
    expect(await closePage(page)).toBe("beforeunload");
    await form.getByLabel("Title").fill("");
    // The page notices some moments later that there is nothing to save.
    await expect.poll(() => closePage(page)).toBe(null);
  });

  test("asks nothing once the saved draft has the added file", async ({ openAs, actors }) => {
    const { page } = await openAs(actors.member);
    const form = await openForm(page);
    await form.locator("input[type=file]").setInputFiles(NOTES);
    await page.waitForFunction(() => JSON.parse(localStorage.getItem("logbook.draft") ?? "null")?.files === 1);
    expect(await closePage(page)).toBe(null);
    expect(page.isClosed()).toBe(true);
  });
});
