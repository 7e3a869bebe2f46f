import { expect, type Locator, type Page } from "@playwright/test";
import { newAdmin, newMember, type Person } from "../support/actors.ts";
import {
  cardOf,
  expectHydrated,
  holdRequests,
  logIn,
  runUntilVisible,
  search,
  waitForCachedList,
  waitForCachedPage,
  waitTwoFrames,
} from "../support/page.ts";
import { db } from "../support/suite.ts";
import { fileReports, test } from "./fixtures.ts";

const CREATE_REPORT_URL = /\/api\/issues$/;
/** Matches the URLs of uploads to Storage. */
const UPLOAD_URL = /\/v0\/b\//;

/** Files a report and searches for it. Returns the report's card and the card's text box for an amendment. */
async function fileAndSearch(page: Page, person: Person): Promise<{ card: Locator; amendmentBox: Locator }> {
  const word = await fileReports(person, 1);
  await search(page, word);
  const card = cardOf(page, word);
  return { card, amendmentBox: card.getByRole("textbox", { name: "Amendment" }) };
}

test("a report that is being written, with its files, is still in the form after a visit to another screen", async ({
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

/** Stops the sending of a report at one stage until `release`. `stageReached` resolves when it has stopped there. */
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
  // An empty text matches any cached list.
  await waitForCachedList(page, "");
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

test("a report draft is not shown to the next user", async ({ openAs }) => {
  const { page } = await openAs(await newMember());
  await page.getByRole("button", { name: "Report Bug" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill("Half a report");
  await page.getByRole("button", { name: "Logout" }).click();
  await logIn(page, await newMember());
  await page.getByRole("button", { name: "Report Bug" }).click();
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("");
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
  const { card, amendmentBox } = await fileAndSearch(page, person);
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
  const { card, amendmentBox } = await fileAndSearch(page, person);
  const requestedUrls: string[] = [];
  page.on("request", (request) => requestedUrls.push(request.url()));
  await amendmentBox.focus();
  await page.keyboard.insertText("x".repeat(4_002));
  await expect(amendmentBox).toHaveValue("x".repeat(4_002));
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

test("the next page is requested again when its prefetch fails while the user opens it", async ({
  member: { page, person },
}) => {
  const word = await fileReports(person, 11);
  // Only the first request, the prefetch, fails; the next one reaches the server.
  const release = await holdRequests(page, `**/api/issues?page=2&*search=${word}*`, "fail");
  const prefetchRequest = page.waitForRequest(`**/api/issues?page=2&*search=${word}*`);
  await search(page, word);
  await prefetchRequest;
  await page.getByRole("button", { name: "Next" }).click();
  release();
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("relative times are updated while the page stays open", async ({ member: { page, person } }) => {
  await page.clock.install();
  const word = await fileReports(person, 1);
  await page.goto(`/?search=${word}`);
  const times = cardOf(page, word).getByRole("time");
  await expectHydrated(page);
  // A card shows when its report was filed and when it last changed.
  await expect(times).toHaveText(["just now", "just now"]);
  await page.clock.fastForward("45:00");
  await expect(times).toHaveText(["45 minutes ago", "45 minutes ago"]);
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
  // Not `toHaveCount(0)`, which would wait until a visible message has disappeared by itself.
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

test("a confirmation dialog stays open when an earlier change of the same member has been saved", async ({
  admin: { page },
}) => {
  const { uid, username } = await newMember();
  await db.doc(`members/${uid}`).update({ disabled: true });
  await page.goto(`/members?search=${username}`);
  const release = await holdRequests(page, `**/api/members/${uid}`);
  await page.getByRole("button", { name: "Enable" }).click();
  await page.getByRole("button", { name: "Make admin" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toBeVisible();
  release();
  await expect(page.getByText(`${username} is enabled`)).toBeVisible();
  await expect(dialog).toBeVisible();
});

test("without a response the cached list stays below an error message, and Retry loads the current list", async ({
  member: { page, person },
}) => {
  const word = await fileReports(person, 1);
  await page.goto(`/?search=${word}`);
  await waitForCachedList(page, word);
  await page.route("**/api/**", (route) => route.abort());
  await page.clock.install();
  await page.reload();
  await expectHydrated(page);
  const amendmentBox = cardOf(page, word).getByRole("textbox", { name: "Amendment" });
  await amendmentBox.fill("typed on the train");
  await runUntilVisible(page, page.getByText("The entries could not be loaded."));
  await expect(page.getByText("Below they are as you saw them last.")).toBeVisible();
  await expect(amendmentBox).toHaveValue("typed on the train");
  await expect(amendmentBox).toBeFocused();
  await page.unroute("**/api/**");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText("The entries could not be loaded.")).toHaveCount(0);
  await expect(amendmentBox).toHaveValue("typed on the train");
});

const CHUNK_FAILED = "This part of the page could not be loaded.";

test("a form whose code cannot load offline appears once the browser is online, and a typed amendment stays", async ({
  member: { page, person },
}) => {
  const { amendmentBox } = await fileAndSearch(page, person);
  await amendmentBox.fill("typed on the train");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Report Bug" }).click();
  await expect(page.getByRole("alert").filter({ hasText: CHUNK_FAILED })).toContainText(
    "Please check your connection.",
  );
  await expect(page.getByRole("button", { name: "Reload" })).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(page.getByRole("form", { name: "Report Bug" })).toBeVisible();
  await expect(page.getByText(CHUNK_FAILED)).toHaveCount(0);
  await expect(amendmentBox).toHaveValue("typed on the train");
});

test("Retry loads a chunk that failed; Reload is offered only when Retry fails, too", async ({
  member: { page, person },
}) => {
  const { amendmentBox } = await fileAndSearch(page, person);
  await amendmentBox.fill("typed on the train");
  const retryButton = page.getByRole("button", { name: "Retry" });
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  const accountButton = page.getByRole("button", { name: "My account" });
  await accountButton.click();
  const notice = page.getByRole("alert").filter({ hasText: CHUNK_FAILED });
  await expect(notice).toContainText("Please try again.");
  await expect(page.getByRole("button", { name: "Reload" })).toHaveCount(0);
  await retryButton.focus();
  await page.keyboard.press("Enter");
  await expect(notice).toContainText("There may be a new version of the logbook.");
  await expect(page.getByRole("button", { name: "Reload" })).toBeVisible();
  await expect(retryButton).toBeFocused();
  await page.unroute(/\/assets\/.*\.js$/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Change my password" })).toBeVisible();
  await expect(notice).toHaveCount(0);
  // 'Retry', which had the focus, is gone.
  await expect(accountButton).toBeFocused();
  await expect(amendmentBox).toHaveValue("typed on the train");
});

test("a dialog whose code could not load offline opens only by Retry, and until then leaves the focus in a text box", async ({
  admin: { page, person },
}) => {
  const { card, amendmentBox } = await fileAndSearch(page, person);
  await page.context().setOffline(true);
  await card.getByRole("button", { name: "Delete" }).click();
  await expect(card.getByRole("alert")).toContainText(CHUNK_FAILED);
  await amendmentBox.click();
  await page.keyboard.type("half a ");
  await page.context().setOffline(false);
  await page.waitForFunction(() => navigator.onLine);
  await page.keyboard.type("note");
  await expect(amendmentBox).toHaveValue("half a note");
  await card.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(card.getByRole("button", { name: "Delete" })).toBeFocused();
});

test("a screen whose code cannot load offline shows an error, and appears once the browser is online", async ({
  admin: { page },
}) => {
  await page.getByRole("button", { name: "Report Bug" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill("Half a report");
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Members" }).click();
  await expect(page.getByRole("alert")).toContainText("Please check your connection.");
  await page.context().setOffline(false);
  await expect(page.getByRole("heading", { level: 1, name: "Members" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
  await page.goBack();
  await page.getByRole("button", { name: "Report Bug" }).click();
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("Half a report");
});
