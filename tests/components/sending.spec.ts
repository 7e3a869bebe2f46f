import { LIMITS } from "@logbook/domain";
import { expect, type Page } from "@playwright/test";
import {
  ANY_REPORT,
  cardOf,
  holdRequests,
  logIn,
  search,
  waitForCachedList,
  waitForCachedPage,
  waitTwoFrames,
} from "../support/page.ts";
import { fileAndSearch, newAdmin, newMember, test } from "./fixtures.ts";

const CREATE_REPORT_URL = /\/api\/issues$/;
/** Matches the URLs of uploads to Storage. */
const UPLOAD_URL = /\/v0\/b\//;

test("a report being written, and its files, are still in the form after a visit to another screen", async ({
  openAs,
}) => {
  const { page } = await openAs(await newAdmin());
  await page.getByRole("button", { name: "Report Bug" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill("Half a report");
  await page.getByRole("combobox", { name: "Severity" }).selectOption("HIGH");
  const buffer = Buffer.from("It broke.");
  await page.locator("input[type=file]").setInputFiles([{ name: "a.log", mimeType: "text/plain", buffer }]);
  await expect(page.getByRole("button", { name: "Remove a.log" })).toBeVisible();
  await page.getByRole("link", { name: "Members" }).click();
  await expect(page.getByRole("heading", { name: "Members" })).toBeVisible();
  await page.goBack();
  await page.getByRole("button", { name: "Report Bug" }).click();
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("Half a report");
  await expect(page.getByRole("combobox", { name: "Severity" })).toHaveValue("HIGH");
  await expect(page.getByRole("button", { name: "Remove a.log" })).toBeVisible();

  await page.getByRole("textbox", { name: "Description" }).fill("The other half");
  await page.getByRole("button", { name: "Submit bug report" }).click();
  await expect(page.getByText("Bug report added.")).toBeVisible();
  await page.getByRole("button", { name: "Report Bug" }).click();
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("");
  await expect(page.getByRole("button", { name: "Remove a.log" })).toHaveCount(0);
});

test("a report that is being sent is read-only, even after a visit to another screen, until it is stored", async ({
  admin,
}) => {
  const { page } = admin;
  const title = `Sent ${Date.now()}`;
  await page.getByRole("button", { name: "Report Bug" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill(title);
  await page.getByRole("textbox", { name: "Description" }).fill("On a slow connection");
  const release = await holdRequests(page, CREATE_REPORT_URL);
  await page.getByRole("button", { name: "Submit bug report" }).click();
  await page.getByRole("link", { name: "Members" }).click();
  await expect(page.getByRole("heading", { name: "Members" })).toBeVisible();
  await page.goBack();
  await page.getByRole("button", { name: "Report Bug" }).click();
  await expect(page.getByRole("button", { name: "Processing..." })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue(title);
  await expect(page.getByRole("textbox", { name: "Title" })).not.toBeEditable();
  release();
  await expect(page.getByText("Bug report added.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("");
  await expect(page.getByRole("button", { name: "Submit bug report" })).toBeVisible();
});

/** Stops the sending of a report at one stage until `release`. `stageReached` resolves when the sending has stopped. */
type Hold = (page: Page) => Promise<{ stageReached: Promise<unknown>; release: () => unknown }>;

const holdFileReading: Hold = async (page) => {
  await page.evaluate(() => {
    const originalRead = Blob.prototype.arrayBuffer;
    const released = new Promise((resolve) => Object.assign(window, { releaseFiles: resolve }));
    Blob.prototype.arrayBuffer = async function () {
      await released;
      return originalRead.call(this);
    };
  });
  return {
    stageReached: page.getByText("Preparing…").first().waitFor(),
    release: () => page.evaluate("releaseFiles()"),
  };
};

const holdRequestsTo =
  (url: string | RegExp): Hold =>
  async (page) => {
    const release = await holdRequests(page, url);
    return { stageReached: page.waitForRequest(url), release };
  };

for (const [stage, hold] of [
  ["still being read", holdFileReading],
  ["waiting for the code that uploads files", holdRequestsTo("**/assets/upload-provider-*.js")],
  ["being uploaded", holdRequestsTo(UPLOAD_URL)],
] as const)
  test(`a report whose files are ${stage} is sent while the user is on another screen`, async ({ admin: { page } }) => {
    const title = `Sent ${Date.now()}`;
    await page.getByRole("button", { name: "Report Bug" }).click();
    await page.getByRole("textbox", { name: "Title" }).fill(title);
    await page.getByRole("textbox", { name: "Description" }).fill("On a slow connection");
    const { stageReached, release } = await hold(page);
    const buffer = Buffer.from("It broke.");
    const files = [1, 2, 3, 4, 5].map((number) => ({ name: `${number}.log`, mimeType: "text/plain", buffer }));
    await page.locator("input[type=file]").setInputFiles(files);
    await page.getByRole("button", { name: "Submit bug report" }).click();
    await stageReached;
    await page.getByRole("link", { name: "Members" }).click();
    await expect(page.getByRole("heading", { name: "Members" })).toBeVisible();
    await release();
    await expect(page.getByText("Bug report added.")).toBeVisible();
    await page.goBack();
    await search(page, title);
    await expect(cardOf(page, title)).toContainText("5 attachments");
    await page.getByRole("button", { name: "Report Bug" }).click();
    await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("");
    await expect(page.getByRole("button", { name: "Submit bug report" })).toBeVisible();
  });

test("a draft that was saved online is offered offline, and can be continued", async ({ openAs }) => {
  const { page } = await openAs(await newMember());
  await waitForCachedPage(page);
  await page.reload();
  await waitForCachedList(page, ANY_REPORT);
  // While a form is open, the page loads the code that offers its draft later.
  const offerCodeResponse = page.waitForResponse(/\/draft-offer-[^/]*\.js$/);
  await page.getByRole("button", { name: "Report Bug" }).click();
  const titleBox = page.getByRole("form", { name: "Report Bug" }).getByLabel("Title");
  await titleBox.fill("Written on a train");
  await page.waitForFunction(() => localStorage.getItem("logbook.draft")?.includes("Written on a train"));
  await (await offerCodeResponse).finished();
  await page.context().setOffline(true);
  await page.goto("/");
  await expect(page.getByText("Continue your report?")).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(titleBox).toHaveValue("Written on a train");
  await page.context().setOffline(false);
});

test("a report that fails while its form is closed shows an error and stays in the form", async ({
  member: { page },
}) => {
  await page.getByRole("button", { name: "Report Bug" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill("A report");
  await page.getByRole("textbox", { name: "Description" }).fill("On a slow connection");
  const release = await holdRequests(page, CREATE_REPORT_URL, "fail");
  await page.getByRole("button", { name: "Submit bug report" }).click();
  await page.getByRole("button", { name: "Close Bug Form" }).click();
  release();
  await expect(page.getByRole("status").filter({ hasText: "Your report was not added." })).toBeVisible();
  await page.getByRole("button", { name: "Report Bug" }).click();
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("A report");
});

test("an amendment being sent stays read-only when its card leaves the list and returns, and is added once", async ({
  member: { page, person },
}) => {
  const { amendmentBox, card } = await fileAndSearch(page, person);
  const release = await holdRequests(page, "**/api/issues/amendment");
  await amendmentBox.fill("Sent once");
  await card.getByRole("button", { name: "Add amendment" }).click();
  await page.getByRole("combobox", { name: "Type" }).selectOption("feature");
  await expect(page.getByRole("article")).toHaveCount(0);
  await page.goBack();
  await expect(amendmentBox).toHaveValue("Sent once");
  await expect(amendmentBox).not.toBeEditable();
  await expect(card.getByRole("button", { name: "Adding…" })).toBeDisabled();
  release();
  await expect(amendmentBox).toHaveValue("");
  await expect(amendmentBox).toBeEditable();
  await page.reload();
  await expect(card.getByRole("listitem").filter({ hasText: "Sent once" })).toHaveCount(1);
});

test("a too long amendment stays complete, shows how many characters are too many, and is not sent", async ({
  member: { page, person },
}) => {
  const { amendmentBox, card } = await fileAndSearch(page, person);
  const requestedUrls: string[] = [];
  page.on("request", (request) => requestedUrls.push(request.url()));
  await amendmentBox.focus();
  const tooLongText = "x".repeat(LIMITS.amendmentLength + 2);
  await page.keyboard.insertText(tooLongText);
  await expect(amendmentBox).toHaveValue(tooLongText);
  await expect(amendmentBox).toHaveAccessibleDescription(/2 characters too many/);
  await card.getByRole("button", { name: "Add amendment" }).click();
  await expect(amendmentBox).toBeFocused();
  await page.keyboard.press("End");
  for (let presses = 0; presses < 2; presses += 1) await page.keyboard.press("Backspace");
  await expect(card.getByText("0 characters left")).toBeVisible();
  expect(requestedUrls.filter((url) => url.endsWith("/amendment"))).toEqual([]);
  await card.getByRole("button", { name: "Add amendment" }).click();
  await expect(card.getByRole("listitem").filter({ hasText: "xxxx" })).toHaveCount(1);
});

test("Logout while a report is being sent shows neither 'Your session has ended' nor a failed report", async ({
  openAs,
}) => {
  const { page } = await openAs(await newMember());
  await page.getByRole("button", { name: "Report Bug" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill("A report");
  await page.getByRole("textbox", { name: "Description" }).fill("With a file");
  const buffer = Buffer.from("It broke.");
  await page.locator("input[type=file]").setInputFiles([{ name: "a.log", mimeType: "text/plain", buffer }]);
  const release = await holdRequests(page, UPLOAD_URL);
  const uploadRequest = page.waitForRequest(UPLOAD_URL);
  await page.getByRole("button", { name: "Submit bug report" }).click();
  await uploadRequest;
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("button", { name: "Login" })).toBeVisible();
  // The page logs every report that it could not send, even after the logout.
  const failureLogged = page.waitForEvent("console", (message) => /^Failed to (process|add)/.test(message.text()));
  release();
  await failureLogged;
  await waitTwoFrames(page);
  // Count at once: `toHaveCount(0)` would wait until a visible message has disappeared by itself.
  expect(await page.getByText(/Your session has ended|Your report was not added/).count()).toBe(0);
});

test("a report stored after its user has logged out does not change the next user's draft", async ({ openAs }) => {
  const { page } = await openAs(await newMember());
  const beginReport = async (title: string) => {
    await page.getByRole("button", { name: "Report Bug" }).click();
    await page.getByRole("textbox", { name: "Title" }).fill(title);
  };
  await beginReport("The first person's");
  await page.getByRole("textbox", { name: "Description" }).fill("On a slow connection");
  const release = await holdRequests(page, CREATE_REPORT_URL);
  await page.getByRole("button", { name: "Submit bug report" }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await logIn(page, await newMember());
  await expect(page.getByText(/in the log/)).toBeVisible();
  await beginReport("The next person's");
  let listRequests = 0;
  page.on("request", (request) => {
    if (/\/api\/issues\?page=1&/.test(request.url())) listRequests += 1;
  });
  const createResponse = page.waitForResponse(CREATE_REPORT_URL);
  release();
  expect((await createResponse).status()).toBe(201);
  // Requesting the list is the last thing that the page does when a report has been stored.
  await expect.poll(() => listRequests).toBe(1);
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("The next person's");
  expect(await page.getByText("Bug report added.").count()).toBe(0);
});
