import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "./fixtures.ts";

async function openForm(page: Page, name: "Report Bug" | "Request Feature" = "Report Bug"): Promise<Locator> {
  await page.getByRole("button", { name }).click();
  return page.getByRole("form", { name });
}

const draftMarker = (page: Page) => page.evaluate(() => localStorage.getItem("logbook.draft"));
const summary = (form: Locator) => form.getByText("More details", { exact: true });

test.describe("the order of the report form", () => {
  test("begins with title, description, files and priority; the reporter and the details follow", async ({
    member: { page },
  }) => {
    const form = await openForm(page);
    const parts = [
      form.getByLabel("Title"),
      form.getByLabel("Description"),
      form.getByRole("button", { name: "Add screenshot or file" }),
      form.getByLabel("Severity"),
      form.getByLabel("Reporter"),
      summary(form),
      form.getByLabel("Steps to Reproduce"),
      form.getByRole("button", { name: "Submit" }),
    ];
    const tops = await Promise.all(parts.map(async (part) => (await part.boundingBox())!.y));
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  });

  test("a form that is opened has its title in view, with the focus", async ({ member: { page } }) => {
    await page.setViewportSize({ width: 390, height: 500 });
    const form = await openForm(page);
    await expect(form.getByLabel("Title")).toBeFocused();
    await expect(form.getByLabel("Title")).toBeInViewport({ ratio: 1 });
    await page.getByRole("button", { name: "Request Feature" }).press("Enter");
    const feature = page.getByRole("form", { name: "Request Feature" });
    await expect(feature.getByLabel("Title")).toBeFocused();
    await page.getByRole("button", { name: "Close Feature Form" }).press("Enter");
    await expect(page.getByRole("button", { name: "Request Feature" })).toBeFocused();
    await page.getByRole("button", { name: "Request Feature" }).press("Enter");
    await expect(feature.getByLabel("Title")).toBeFocused();
  });

  test("a form that loads late does not take the focus from a search", async ({ member: { page } }) => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/assets\/.*report-form.*\.js/, async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    await page.getByRole("button", { name: "Report Bug" }).click();
    await expect(page.getByText("Opening the form…")).toBeVisible();
    const box = page.getByRole("searchbox", { name: "Search" });
    await box.focus();
    release();
    await expect(page.getByRole("form", { name: "Report Bug" })).toBeVisible();
    await expect(box).toBeFocused();
  });
});

test.describe("more details", () => {
  test("are open until they are closed, which the browser remembers until they are opened again", async ({
    member: { page },
  }) => {
    const form = await openForm(page);
    const steps = form.getByLabel("Steps to Reproduce");
    await expect(steps).toBeVisible();
    await summary(form).press("Enter");
    await expect(steps).toBeHidden();
    await page.reload();
    await openForm(page);
    await expect(form.getByLabel("Title")).toBeFocused();
    await expect(steps).toBeHidden();
    await summary(form).click();
    await expect(steps).toBeVisible();
    await page.reload();
    await openForm(page);
    await expect(steps).toBeVisible();
  });

  test("are open after a reload if they hold a text", async ({ member: { page } }) => {
    const form = await openForm(page);
    const steps = form.getByLabel("Steps to Reproduce");
    await steps.fill("Open the page");
    await summary(form).click();
    await expect(steps).toBeHidden();
    await expect.poll(() => draftMarker(page)).not.toBe(null);
    await page.reload();
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await expect(steps).toHaveValue("Open the page");
    await expect(steps).toBeVisible();
  });

  test("open for a field that has to be corrected", async ({ member: { page } }) => {
    const form = await openForm(page);
    await form.getByLabel("Title").fill("A title");
    await form.getByLabel("Description").fill("What happened.");
    const url = form.getByLabel("Website URL");
    await url.fill(`https://example.org/${"x".repeat(2000)}`);
    await summary(form).click();
    await form.getByRole("button", { name: "Submit" }).click();
    await expect(url).toBeFocused();
    await expect(url).toHaveAccessibleDescription(/at most 2,000 characters/);
  });

  test("have a button that fills in this browser's environment; before, the field is empty and no draft is saved", async ({
    member: { page },
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const form = await openForm(page);
    const environment = form.getByLabel("Environment Info");
    await expect(environment).toHaveValue("");
    expect(await draftMarker(page)).toBe(null);
    await form.getByRole("button", { name: "Fill in this browser" }).click();
    await expect(environment).toHaveValue(/.+\nPage 1440 × 900 px$/);
    await expect(environment).toBeFocused();
    await expect(form.getByRole("button", { name: "Fill in this browser" })).toHaveCount(0);
    await environment.fill("");
    await expect(form.getByRole("button", { name: "Fill in this browser" })).toBeVisible();
  });

  test("have the environment filled in once a member has used the button, until a member empties the field", async ({
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
    // The filled-in environment is no draft, and does not open details that a member closed.
    expect(await draftMarker(page)).toBe(null);
    await openForm(page);
    await summary(form).click();
    await page.reload();
    await openForm(page);
    await expect(environment).toBeHidden();
    await expect(environment).toHaveValue(/\nPage \d+ × \d+ px$/);

    await summary(form).click();
    await environment.fill("");
    await page.reload();
    await openForm(page);
    await expect(environment).toHaveValue("");
  });
});

test("on a phone the submit button stays at the foot of the window and covers no field that has the focus", async ({
  member: { page },
}) => {
  await page.setViewportSize({ width: 390, height: 700 });
  const form = await openForm(page);
  const submit = form.getByRole("button", { name: "Submit" });
  await expect(form.getByLabel("Title")).toBeFocused();
  await expect(submit).toBeInViewport({ ratio: 1 });
  const names: string[] = [];
  for (let presses = 0; presses < 30 && !names.includes("Website URL"); presses += 1) {
    await page.keyboard.press("Tab");
    const { name, isCovered } = await page.evaluate(() => {
      const focused = document.activeElement as HTMLElement;
      const submitLine = document.querySelector("#report-desk button[type=submit]")!.parentElement!;
      const [focusedBox, lineBox] = [focused.getBoundingClientRect(), submitLine.getBoundingClientRect()];
      const isInLine = submitLine.contains(focused);
      return {
        name: (focused as HTMLInputElement).labels?.[0]?.textContent ?? "",
        isCovered: !isInLine && focusedBox.bottom > lineBox.top,
      };
    });
    names.push(name);
    expect({ name, isCovered }).toEqual({ name, isCovered: false });
    await expect(submit).toBeInViewport({ ratio: 1 });
  }
  expect(names).toEqual(expect.arrayContaining(["Description", "Severity", "Environment Info", "Website URL"]));
});

test.describe("leaving the page", () => {
  const NOTES = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("It broke.") };

  /** Closes the page; returns the type of the dialog that this opens. */
  async function dialogOnLeaving(page: Page): Promise<string | null> {
    const opened = page.waitForEvent("dialog", { timeout: 2_000 }).catch(() => null);
    await page.close({ runBeforeUnload: true });
    const dialog = await opened;
    const type = dialog?.type() ?? null;
    await dialog?.dismiss();
    return type;
  }

  test("asks if the saved draft lacks an added file", async ({ open, actors }) => {
    const { page } = await open(actors.member);
    // Simulate a database that never opens.
    await page.evaluate(() => {
      IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
    });
    const form = await openForm(page);
    await form.getByLabel("Title").fill("With notes");
    await form.locator("input[type=file]").setInputFiles(NOTES);
    await expect(form.getByText("notes.txt")).toBeVisible();
    expect(await dialogOnLeaving(page)).toBe("beforeunload");
    await form.getByRole("button", { name: "Remove notes.txt" }).click();
    expect(await dialogOnLeaving(page)).toBe(null);
  });

  test("does not ask once the draft has the file", async ({ open, actors }) => {
    const { page } = await open(actors.member);
    const form = await openForm(page);
    await form.locator("input[type=file]").setInputFiles(NOTES);
    await page.waitForFunction(() => JSON.parse(localStorage.getItem("logbook.draft") ?? "null")?.files === 1);
    expect(await dialogOnLeaving(page)).toBe(null);
    expect(page.isClosed()).toBe(true);
  });
});
