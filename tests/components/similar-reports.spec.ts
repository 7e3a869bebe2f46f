import { expect, type Page } from "@playwright/test";
import { openForm } from "../support/form.ts";
import { cardOf, holdRequests, waitForRequestEnd, waitTwoFrames } from "../support/page.ts";
import { call, fileReport, test } from "./fixtures.ts";

const suggestions = (page: Page) => page.getByRole("region", { name: "Is it one of these?" }).getByRole("listitem");

test.describe("similar reports in the report form", () => {
  test("appear under a title of five or more characters with number, status and votes, and are announced", async ({
    member: { page, person },
    admin,
  }) => {
    const { id, number } = await fileReport(person, { title: "Calendar export loses events" });
    await fileReport(person, { title: "Dark mode" });
    await call("PUT", `/api/issues/${id}/vote`, { as: admin.person, body: { voted: true } });
    const form = await openForm(page);
    await form.getByLabel("Title").fill("calendar");
    await expect(suggestions(page)).toHaveText([`#${number} Calendar export loses eventsOpen1 voteThis is mine too`]);
    await expect(form.getByRole("status").filter({ hasText: "1 similar report found." })).toHaveCount(1);
    await form.getByLabel("Title").fill("cale");
    await expect(suggestions(page)).toHaveCount(0);
    await expect(form.getByRole("status").filter({ hasText: "found" })).toHaveCount(0);
  });

  test("can be opened, and Back returns to the form with the typed texts", async ({ member: { page, person } }) => {
    const { number } = await fileReport(person, { title: "Calendar export loses events" });
    const form = await openForm(page);
    await form.getByLabel("Title").fill("Calendar export");
    await form.getByLabel("Description").fill("Half a sentence");
    await suggestions(page).getByRole("link").click();
    await expect(page).toHaveURL(new RegExp(`\\?report=${number}$`));
    await expect(page.getByRole("heading", { level: 1, name: "Calendar export loses events" })).toBeVisible();
    await page.goBack();
    await expect(form.getByLabel("Description")).toHaveValue("Half a sentence");
    await expect(suggestions(page).getByRole("link")).toBeFocused();
  });

  test("offer a vote instead of a new report; 'Close without sending' then closes the form, and Undo opens it again", async ({
    member: { page, person },
  }) => {
    const { id, number } = await fileReport(person, { title: "Calendar export loses events" });
    const form = await openForm(page);
    await form.getByLabel("Title").fill("Calendar export");
    await form.getByLabel("Description").fill("Half a sentence");
    const voteButton = suggestions(page).getByRole("button", { name: "This is mine too" });
    await expect(voteButton).toHaveAccessibleDescription(`#${number} Calendar export loses events`);
    await voteButton.click();
    await expect(suggestions(page).getByRole("button", { name: "Voted" })).toBeFocused();
    await expect(suggestions(page)).toContainText("1 vote");
    await expect(page.getByText(`You voted for #${number}. There is no need to send your report.`)).toBeVisible();
    const announcement = page.getByRole("status").filter({ hasText: new RegExp(`^You voted for #${number}\\.$`) });
    await expect(announcement).toHaveCount(1);
    await expect(cardOf(page, "Calendar export").getByRole("button", { name: "Voted" })).toBeVisible();
    expect((await call("GET", "/api/me/votes", { as: person })).body.voted).toEqual([id]);
    await page.getByRole("button", { name: "Close without sending" }).click();
    await expect(form).toBeHidden();
    await expect(page.getByRole("button", { name: "Report Bug" })).toBeFocused();
    expect(await page.evaluate(() => localStorage.getItem("logbook.draft"))).toBe(null);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(form.getByLabel("Title")).toHaveValue("Calendar export");
    await expect(form.getByLabel("Description")).toHaveValue("Half a sentence");
    await expect(page.getByRole("article")).toHaveCount(1);
  });

  test("after 'Close without sending', Undo does not replace a report that was begun since", async ({
    member: { page, person },
  }) => {
    await fileReport(person, { title: "Calendar export loses events" });
    const form = await openForm(page);
    await form.getByLabel("Title").fill("Calendar export");
    await suggestions(page).getByRole("button", { name: "This is mine too" }).click();
    await page.getByRole("button", { name: "Close without sending" }).click();
    await openForm(page);
    await form.getByLabel("Title").fill("Something else");
    await page.waitForFunction(() => localStorage.getItem("logbook.draft")?.includes("Something else"));
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("The draft cannot be restored")).toBeVisible();
    await expect(form.getByLabel("Title")).toHaveValue("Something else");
  });

  test("have a disabled 'Close without sending' while the report is being sent", async ({
    member: { page, person },
  }) => {
    await fileReport(person, { title: "Calendar export loses events" });
    const form = await openForm(page);
    await form.getByLabel("Title").fill("Calendar export");
    await form.getByLabel("Description").fill("On Sundays");
    await suggestions(page).getByRole("button", { name: "This is mine too" }).click();
    const closeButton = page.getByRole("button", { name: "Close without sending" });
    await expect(closeButton).toBeEnabled();
    const release = await holdRequests(page, "**/api/issues");
    await form.getByRole("button", { name: "Submit" }).click();
    await expect(closeButton).toHaveAttribute("aria-disabled", "true");
    // Playwright would wait until the button is enabled; `force` clicks at once.
    await closeButton.click({ force: true });
    await expect(form).toBeVisible();
    release();
    await expect(page.getByText("Bug report added.")).toBeVisible();
    await expect(page.getByRole("article")).toHaveCount(2);
  });

  test("that were requested for an earlier title do not replace those for a later title", async ({
    member: { page, person },
  }) => {
    await fileReport(person, { title: "Calendar export" });
    await fileReport(person, { title: "Dark mode" });
    const form = await openForm(page);
    const urlForEarlierTitle = /similar\?title=Calendar/;
    const release = await holdRequests(page, urlForEarlierTitle);
    const earlierRequest = page.waitForRequest(urlForEarlierTitle);
    await form.getByLabel("Title").fill("Calendar");
    const earlierRequestEnded = waitForRequestEnd(page, urlForEarlierTitle);
    await earlierRequest;
    await form.getByLabel("Title").fill("Dark mode");
    await expect(suggestions(page)).toHaveText([/Dark mode/]);
    release();
    await earlierRequestEnded;
    await waitTwoFrames(page);
    await expect(suggestions(page)).toHaveText([/Dark mode/]);
  });

  test("are missing without an error if they cannot be loaded, and the report can be filed", async ({
    member: { page, person, log },
  }) => {
    await fileReport(person, { title: "Calendar export" });
    await page.route("**/api/reports/similar?*", (route) =>
      route.fulfill({ status: 503, json: { success: false, error: "Not now.", code: "unavailable" } }),
    );
    const form = await openForm(page);
    const similarResponse = page.waitForResponse("**/api/reports/similar?*");
    await form.getByLabel("Title").fill("Calendar export again");
    await similarResponse;
    await form.getByLabel("Description").fill("It stops.");
    await expect(suggestions(page)).toHaveCount(0);
    await expect(form.getByRole("alert")).toHaveCount(0);
    await form.getByRole("button", { name: "Submit" }).click();
    await expect(form).toBeHidden();
    await expect(page.getByRole("article")).toHaveCount(2);
    // The browser logs the failed response; the page logs nothing.
    expect(log.filter((line) => !line.startsWith("Failed to load resource"))).toEqual([]);
  });
});
