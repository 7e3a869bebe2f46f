import { expect } from "@playwright/test";
import { openForm } from "../support/form.ts";
import { cardOf, holdRequests, search, waitForRequestEnd, waitTwoFrames } from "../support/page.ts";
import { fileReportsWithNewWord, test } from "./fixtures.ts";

const BUG_FIELDS = ["Steps to Reproduce", "Expected Result", "Actual Result", "Environment Info", "Website URL"];
const FEATURE_FIELDS = ["Problem It Solves", "How It Works", "Website URL"];

test.describe("sections 3 to 5: the report form", () => {
  test("a bug's form asks for a bug's fields, with priority Medium and the member as a read-only Reporter", async ({
    member: { page, person },
  }) => {
    const form = await openForm(page, "Report Bug");
    await expect(form.getByLabel("Severity")).toHaveValue("MEDIUM");
    const priorities = form.getByLabel("Severity").locator("option");
    expect(await priorities.allInnerTexts()).toEqual(["Low", "Medium", "High", "Critical"]);
    await expect(form.getByLabel("Reporter")).toHaveValue(person.username);
    await expect(form.getByLabel("Reporter")).toHaveAttribute("readonly", "");
    for (const label of ["Title", "Description", "Severity", "Reporter", ...BUG_FIELDS])
      await expect(form.getByLabel(label)).toBeVisible();
    for (const label of ["Importance", "Problem It Solves", "How It Works"])
      await expect(form.getByLabel(label)).toHaveCount(0);
  });

  test("a feature's form asks for a feature's fields", async ({ member: { page } }) => {
    const form = await openForm(page, "Request Feature");
    for (const label of ["Title", "Description", "Importance", "Reporter", ...FEATURE_FIELDS])
      await expect(form.getByLabel(label)).toBeVisible();
    for (const label of ["Severity", ...BUG_FIELDS.filter((field) => !FEATURE_FIELDS.includes(field))])
      await expect(form.getByLabel(label)).toHaveCount(0);
  });

  test("accepts a URL without a scheme, and text pasted from a terminal", async ({ member: { page } }) => {
    const form = await openForm(page, "Report Bug");
    const title = `Terminal ${Date.now()}`;
    await form.getByLabel("Title").fill(title);
    await form.getByLabel("Description").fill("\u001b[1;31mFAIL\u001b[0m all of it");
    await form.getByLabel("Website URL").fill(" www.example.com/page ");
    await form.getByRole("button", { name: "Submit" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Bug report added." })).toHaveCount(1);
    await search(page, title);
    const card = cardOf(page, title);
    await expect(card.getByText("FAIL all of it", { exact: true })).toBeVisible();
    await card.getByRole("button", { name: "View all details" }).click();
    await expect(card.getByRole("link", { name: "https://www.example.com/page" })).toBeVisible();
  });

  test("section 5: a Website URL that is not a URL is filed as text, and the form says so", async ({
    member: { page },
  }) => {
    for (const [name, text] of [
      ["Report Bug", "the start page"],
      ["Request Feature", "javascript:alert(1)"],
    ] as const) {
      const form = await openForm(page, name);
      const title = `Website ${Date.now()}`;
      await form.getByLabel("Title").fill(title);
      await form.getByLabel("Description").fill("It broke.");
      const urlField = form.getByLabel("Website URL");
      await expect(urlField).toHaveAccessibleDescription(/as https:\/\/example\.org/);
      await urlField.fill(text);
      await expect(urlField).toHaveAccessibleDescription(
        "This is no web address. The report keeps it as text, under Environment Info.",
      );
      await form.getByRole("button", { name: "Submit" }).click();
      await expect(form).toBeHidden();
      await search(page, title);
      const card = cardOf(page, title);
      await card.getByRole("button", { name: "View all details" }).click();
      await expect(card.getByText(`Website URL: ${text}`, { exact: true })).toBeVisible();
      const linksBesidesTitle = card.locator("a:not([data-report])");
      await expect(linksBesidesTitle).toHaveCount(0);
    }
  });

  test("a Website URL may be that of a website being developed, and loses invisible characters around it", async ({
    member: { page },
  }) => {
    const form = await openForm(page, "Report Bug");
    const title = `Website ${Date.now()}`;
    await form.getByLabel("Title").fill(title);
    await form.getByLabel("Description").fill("It broke.");
    await form.getByLabel("Website URL").fill("\u200blocalhost:3000/login\u2060\ufeff");
    await form.getByRole("button", { name: "Submit" }).click();
    await expect(form).toBeHidden();
    await search(page, title);
    const card = cardOf(page, title);
    await card.getByRole("button", { name: "View all details" }).click();
    const link = card.getByRole("link", { name: "http://localhost:3000/login" });
    await expect(link).toHaveAttribute("href", "http://localhost:3000/login");
  });

  test("a blank title or description sends nothing, and the field says why", async ({ member: { page } }) => {
    const postedUrls: string[] = [];
    page.on("request", (request) => request.method() === "POST" && postedUrls.push(request.url()));
    const form = await openForm(page, "Report Bug");
    await form.getByLabel("Title").fill("   ");
    await form.getByRole("button", { name: /submit/i }).click();
    await expect(form.getByLabel("Title")).toBeFocused();
    await expect(form.getByLabel("Title")).toHaveAccessibleDescription(/required/i);
    await expect(form.getByLabel("Title")).toHaveAttribute("aria-invalid", "true");
    await form.getByLabel("Title").fill("A title");
    await form.getByRole("button", { name: /submit/i }).click();
    await expect(form.getByLabel("Description")).toBeFocused();
    expect(postedUrls.filter((url) => url.includes("/api/issues"))).toEqual([]);
  });

  test("submitting shows 'Processing...', then the form closes, resets and the list has the report", async ({
    member: { page },
  }) => {
    const title = `Sent ${Date.now()}`;
    const release = await holdRequests(page, "**/api/issues");
    const form = await openForm(page, "Report Bug");
    await form.getByLabel("Title").fill(`  ${title}  `);
    await form.getByLabel("Description").fill("What happened.");
    const severity = form.getByLabel("Severity");
    await severity.selectOption("High");
    await severity.press("Control+Enter");
    await expect(form.getByRole("button", { name: "Processing..." })).toBeVisible();
    await expect(severity).toBeFocused();
    // In a select that can be changed, this key would choose Critical.
    await page.keyboard.press("C");
    await expect(severity).toHaveValue("HIGH");
    release();
    await expect(form).toBeHidden();
    await search(page, title);
    await expect(cardOf(page, title).getByText("Severity: High")).toBeVisible();
    await page.getByRole("button", { name: "Report Bug" }).click();
    await expect(form.getByLabel("Title")).toHaveValue("");
  });

  test("Ctrl+Enter and ⌘+Enter submit the form", async ({ member: { page } }) => {
    for (const key of ["Control", "Meta"]) {
      const form = await openForm(page, "Report Bug");
      await form.getByLabel("Title").fill(`Sent with ${key}`);
      const description = form.getByLabel("Description");
      await description.fill("What happened.");
      await description.press(`${key}+Enter`);
      await expect(form).toBeHidden();
      await expect(cardOf(page, `Sent with ${key}`)).toBeVisible();
    }
  });

  test("the form that closes after sending does not interrupt typing in another field", async ({
    member: { page, person },
  }) => {
    const word = await fileReportsWithNewWord(person, 1);
    await search(page, word);
    const release = await holdRequests(page, "**/api/issues");
    const form = await openForm(page, "Report Bug");
    await form.getByLabel("Title").fill("Takes its time");
    await form.getByLabel("Description").fill("What happened.");
    await form.getByRole("button", { name: /submit/i }).click();
    const amendmentBox = cardOf(page, word).getByRole("textbox", { name: "Amendment" });
    await amendmentBox.click();
    await page.keyboard.type("half a ");
    release();
    await expect(form).toBeHidden();
    await page.keyboard.type("note");
    await expect(amendmentBox).toHaveValue("half a note");
  });

  test("a new report that belongs on another page of the list is shown above the list until a filter changes", async ({
    member: { page, person },
  }) => {
    const word = await fileReportsWithNewWord(person, 10, { priority: "CRITICAL" });
    await search(page, word);
    const submitReport = async (title: string, priority: string) => {
      const form = await openForm(page, "Report Bug");
      await form.getByLabel("Title").fill(title);
      await form.getByLabel("Description").fill("Seen just now.");
      await form.getByRole("combobox").selectOption(priority);
      await form.getByRole("button", { name: /submit/i }).click();
      await expect(form).toBeHidden();
    };
    const cardAboveList = page.getByRole("region", { name: "New" }).getByRole("article");
    await submitReport(`${word} last`, "LOW");
    await expect(cardAboveList).toHaveCount(1);
    await expect(cardOf(page, `${word} last`)).toHaveCount(1);
    await expect(page.getByRole("article")).toHaveCount(11);
    await submitReport(`${word} first`, "CRITICAL");
    await expect(cardOf(page, `${word} first`)).toHaveCount(1);
    await expect(cardAboveList).toHaveText(new RegExp(`${word} last`));
    const release = await holdRequests(page, /search=[^&]*last/);
    await page.getByRole("searchbox", { name: "Search" }).fill(`${word} last`);
    await expect(cardAboveList).toHaveCount(0);
    release();
    await expect(cardOf(page, `${word} last`)).toHaveCount(1);
    // If the search changes before the reloaded list arrives, the new report is not shown above the results.
    const releaseList = await holdRequests(page, /search=[^&]*last/);
    const listRequestEnded = waitForRequestEnd(page, /search=[^&]*last/);
    await submitReport(`${word} lost`, "LOW");
    // This search matches the reports 1 and 10, but not the one just sent.
    await page.getByRole("searchbox", { name: "Search" }).fill(`${word} 1`);
    await expect(page.getByRole("article")).toHaveCount(2);
    releaseList();
    await listRequestEnded;
    await waitTwoFrames(page);
    await expect(page.getByRole("article")).toHaveCount(2);
    await expect(cardAboveList).toHaveCount(0);
    // If a filter changes before the reloaded list arrives, the new report is also not shown above the list.
    const releaseListOfAll = await holdRequests(page, /issues\?.*type=all/);
    const listOfAllRequestEnded = waitForRequestEnd(page, /issues\?.*type=all/);
    await submitReport(`${word} 12`, "LOW");
    await page.getByRole("combobox", { name: "Type" }).selectOption("feature");
    await expect(page.getByText("No entries match")).toBeVisible();
    releaseListOfAll();
    await listOfAllRequestEnded;
    await waitTwoFrames(page);
    await expect(page.getByRole("article")).toHaveCount(0);
  });

  test("a report that could not be added is logged and shown as an error, and the form stays filled for another try", async ({
    member: { page, log },
  }) => {
    const title = `Tried twice ${Date.now()}`;
    let fault: "network" | "server" | null = "network";
    await page.route("**/api/issues", async (route) => {
      if (fault === "network") await route.abort();
      else if (fault === "server") await route.fulfill({ json: { success: false, error: "Not now." } });
      else await route.continue();
    });
    const form = await openForm(page, "Request Feature");
    await form.getByLabel("Title").fill(title);
    await form.getByLabel("Description").fill("Please.");
    await form.getByLabel("How It Works").fill("Like this.");
    await form.getByRole("button", { name: /submit/i }).click();
    await expect(form.getByRole("alert")).toContainText("cannot be reached");
    fault = "server";
    await form.getByRole("button", { name: /submit/i }).click();
    await expect(form.getByRole("alert")).toHaveText("Your report was not added. Not now.");
    await expect(form.getByLabel("Title")).toHaveValue(title);
    await expect(form.getByLabel("How It Works")).toHaveValue("Like this.");
    expect(log.length).toBeGreaterThan(0);
    fault = null;
    await form.getByRole("button", { name: /submit/i }).click();
    await expect(form).toBeHidden();
    await search(page, title);
    await expect(cardOf(page, title)).toHaveCount(1);
  });
});

test("a report that was just filed has the focus, unless its reporter has moved the focus meanwhile", async ({
  member: { page, person },
}) => {
  const word = await fileReportsWithNewWord(person, 12);
  await page.reload();
  const submitReport = async (title: string) => {
    await page.getByRole("button", { name: "Report Bug" }).click();
    await page.getByLabel("Title").fill(title);
    await page.getByLabel("Description").fill("It broke.");
    await page.getByRole("button", { name: "Submit bug report" }).click();
  };
  await submitReport("Filed last");
  const filedHeading = page.getByRole("article").getByRole("heading", { name: "Filed last" });
  await expect(filedHeading).toBeFocused();
  await expect(filedHeading).toBeInViewport();
  const responseReleased = Promise.withResolvers<void>();
  await page.route("**/api/issues?*", async (route) => {
    await responseReleased.promise;
    await route.continue();
  });
  await submitReport("Filed while writing");
  const amendmentBox = cardOf(page, `${word} 12`).getByRole("textbox", { name: "Amendment" });
  await amendmentBox.focus();
  responseReleased.resolve();
  await expect(page.getByRole("heading", { name: "Filed while writing" })).toBeVisible();
  await expect(amendmentBox).toBeFocused();
});
