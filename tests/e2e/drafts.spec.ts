import { expect, type Locator, type Page } from "@playwright/test";
import { newMember, type Person } from "../support/actors.ts";
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

const REPORT_CALL = /\/api\/issues$/;

/** Files a report and shows it alone in the list; returns its card and the text box for an amendment. */
async function showCard(page: Page, person: Person): Promise<{ card: Locator; box: Locator }> {
  const word = await fileReports(person, 1);
  await search(page, word);
  const card = cardOf(page, word);
  return { card, box: card.getByRole("textbox", { name: "Amendment" }) };
}

test("a report draft and its files are restored after a visit to another screen", async ({ open }) => {
  const person = await newMember();
  await db.doc(`members/${person.uid}`).update({ isAdmin: true });
  const { page } = await open(person);
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

test("a report that is being sent stays locked after a visit to another screen until it is stored", async ({
  admin,
}) => {
  const { page } = admin;
  const title = `Sent ${Date.now()}`;
  await page.getByRole("button", { name: "Report Bug" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill(title);
  await page.getByRole("textbox", { name: "Description" }).fill("On a slow line");
  const release = await holdRequests(page, REPORT_CALL);
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

/** Ways to stop a report with files while it is sent: `stopped` resolves once it waits, `release` lets it go on. */
const HOLDS: Record<string, (page: Page) => Promise<{ stopped: Promise<unknown>; release: () => unknown }>> = {
  "still being read": async (page) => {
    await page.evaluate(() => {
      const read = Blob.prototype.arrayBuffer;
      const released = new Promise((release) => Object.assign(window, { release }));
      Blob.prototype.arrayBuffer = async function () {
        await released;
        return read.call(this);
      };
    });
    return { stopped: page.getByText("Preparing…").first().waitFor(), release: () => page.evaluate("release()") };
  },
  "waiting for the code that uploads them": (page) => holdRequest(page, "**/assets/upload-provider-*.js"),
  "being uploaded": (page) => holdRequest(page, /\/v0\/b\//),
};

async function holdRequest(page: Page, url: string | RegExp) {
  const release = await holdRequests(page, url);
  return { stopped: page.waitForRequest(url), release };
}

for (const [stage, hold] of Object.entries(HOLDS))
  test(`a report whose files are ${stage} is sent while the user is on another screen`, async ({ admin: { page } }) => {
    const title = `Sent ${Date.now()}`;
    await page.getByRole("button", { name: "Report Bug" }).click();
    await page.getByRole("textbox", { name: "Title" }).fill(title);
    await page.getByRole("textbox", { name: "Description" }).fill("On a slow line");
    const { stopped, release } = await hold(page);
    const buffer = Buffer.from("It broke.");
    const files = [1, 2, 3, 4, 5].map((number) => ({ name: `${number}.log`, mimeType: "text/plain", buffer }));
    await page.locator("input[type=file]").setInputFiles(files);
    await page.getByRole("button", { name: "Submit bug report" }).click();
    await stopped;
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

test("a saved draft is offered and continued offline, once its form has been open online", async ({ open }) => {
  const { page } = await open(await newMember());
  await waitForCachedPage(page);
  await page.reload();
  await waitForCachedList(page, "");
  const offerCode = page.waitForResponse(/\/draft-offer-[^/]*\.js$/);
  await page.getByRole("button", { name: "Report Bug" }).click();
  const title = page.getByRole("form", { name: "Report Bug" }).getByLabel("Title");
  await title.fill("Written on a train");
  await page.waitForFunction(() => localStorage.getItem("logbook.draft")?.includes("Written on a train"));
  await (await offerCode).finished();
  await page.context().setOffline(true);
  await page.goto("/");
  await expect(page.getByText("Continue your report?")).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(title).toHaveValue("Written on a train");
  await page.context().setOffline(false);
});

test("a report draft is not shown to the next user", async ({ open }) => {
  const { page } = await open(await newMember());
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
  await page.getByRole("textbox", { name: "Description" }).fill("On a slow line");
  const release = await holdRequests(page, REPORT_CALL, "fail");
  await page.getByRole("button", { name: "Submit bug report" }).click();
  await page.getByRole("button", { name: "Close Bug Form" }).click();
  release();
  await expect(page.getByRole("status").filter({ hasText: "Your report was not added." })).toBeVisible();
  await page.getByRole("button", { name: "Report Bug" }).click();
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("A report");
});

test("a note that is being sent while the user leaves and returns stays locked, and is added once", async ({
  member: { page, person },
}) => {
  const { card, box } = await showCard(page, person);
  const release = await holdRequests(page, "**/api/issues/amendment");
  await box.fill("Sent once");
  await card.getByRole("button", { name: "Add amendment" }).click();
  await page.getByRole("combobox", { name: "Type" }).selectOption("feature");
  await expect(page.getByRole("article")).toHaveCount(0);
  await page.goBack();
  await expect(box).toHaveValue("Sent once");
  await expect(box).not.toBeEditable();
  await expect(card.getByRole("button", { name: "Adding…" })).toBeDisabled();
  release();
  await expect(box).toHaveValue("");
  await expect(box).toBeEditable();
  await page.reload();
  await expect(card.getByRole("listitem").filter({ hasText: "Sent once" })).toHaveCount(1);
});

test("a note over the limit stays whole, shows by how much it is too long, and is not sent", async ({
  member: { page, person },
}) => {
  const { card, box } = await showCard(page, person);
  const requestedUrls: string[] = [];
  page.on("request", (request) => requestedUrls.push(request.url()));
  await box.focus();
  await page.keyboard.insertText("x".repeat(4_002));
  await expect(box).toHaveValue("x".repeat(4_002));
  await expect(box).toHaveAccessibleDescription(/2 characters too many/);
  await card.getByRole("button", { name: "Add amendment" }).click();
  await expect(box).toBeFocused();
  await page.keyboard.press("End");
  for (let extra = 0; extra < 2; extra += 1) await page.keyboard.press("Backspace");
  await expect(card.getByText("0 characters left")).toBeVisible();
  expect(requestedUrls.filter((url) => url.endsWith("/amendment"))).toEqual([]);
  await card.getByRole("button", { name: "Add amendment" }).click();
  await expect(card.getByRole("listitem").filter({ hasText: "xxxx" })).toHaveCount(1);
});

test("the next page is requested again when its prefetch fails while the user opens it", async ({
  member: { page, person },
}) => {
  const word = await fileReports(person, 11);
  const release = await holdRequests(page, `**/api/issues?page=2&*search=${word}*`, "fail");
  const prefetch = page.waitForRequest(`**/api/issues?page=2&*search=${word}*`);
  await search(page, word);
  await prefetch;
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
  await expect(times).toHaveText(["just now", "just now"]);
  await page.clock.fastForward("45:00");
  await expect(times).toHaveText(["45 minutes ago", "45 minutes ago"]);
});

test("Logout while a report is being sent does not show the message of an expired session", async ({ open }) => {
  const { page } = await open(await newMember());
  await page.getByRole("button", { name: "Report Bug" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill("A report");
  await page.getByRole("textbox", { name: "Description" }).fill("With a file");
  const buffer = Buffer.from("It broke.");
  await page.locator("input[type=file]").setInputFiles([{ name: "a.log", mimeType: "text/plain", buffer }]);
  const upload = /\/v0\/b\//;
  const release = await holdRequests(page, upload);
  const uploading = page.waitForRequest(upload);
  await page.getByRole("button", { name: "Submit bug report" }).click();
  await uploading;
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("button", { name: "Login" })).toBeVisible();
  const failed = page.waitForEvent("console", (message) => /^Failed to (process|add)/.test(message.text()));
  release();
  await failed;
  // By then a message would be visible.
  await waitTwoFrames(page);
  // Count without waiting, since a message disappears by itself.
  expect(await page.getByText(/Your session has ended|Your report was not added/).count()).toBe(0);
});

test("a report stored after its user has logged out does not change the next user's draft", async ({ open }) => {
  const { page } = await open(await newMember());
  const write = async (title: string) => {
    await page.getByRole("button", { name: "Report Bug" }).click();
    await page.getByRole("textbox", { name: "Title" }).fill(title);
  };
  await write("The first person's");
  await page.getByRole("textbox", { name: "Description" }).fill("On a slow line");
  const release = await holdRequests(page, REPORT_CALL);
  await page.getByRole("button", { name: "Submit bug report" }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await logIn(page, await newMember());
  await expect(page.getByText(/in the log/)).toBeVisible();
  await write("The next person's");
  let reloads = 0;
  page.on("request", (request) => {
    if (/\/api\/issues\?page=1&/.test(request.url())) reloads += 1;
  });
  const stored = page.waitForResponse(REPORT_CALL);
  release();
  expect((await stored).status()).toBe(201);
  // Loading the list again is the last thing that the page does once a report is stored.
  await expect.poll(() => reloads).toBe(1);
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("The next person's");
  expect(await page.getByText("Bug report added.").count()).toBe(0);
});

test("a confirmation dialog stays open while another change of the same member is being saved", async ({
  admin: { page },
}) => {
  const other = await newMember();
  await db.doc(`members/${other.uid}`).update({ disabled: true });
  await page.goto(`/members?search=${other.username}`);
  const release = await holdRequests(page, `**/api/members/${other.uid}`);
  await page.getByRole("button", { name: "Enable" }).click();
  await page.getByRole("button", { name: "Make admin" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toBeVisible();
  release();
  await expect(page.getByText(`${other.username} is enabled`)).toBeVisible();
  await expect(question).toBeVisible();
});

test("without a response the list of the last visit stays, with the reason above it, until Retry loads the new list", async ({
  member: { page, person },
}) => {
  const word = await fileReports(person, 1);
  await page.goto(`/?search=${word}`);
  await waitForCachedList(page, word);
  await page.route("**/api/**", (route) => route.abort());
  await page.clock.install();
  await page.reload();
  await expectHydrated(page);
  const note = cardOf(page, word).getByRole("textbox", { name: "Amendment" });
  await note.fill("typed on the train");
  await runUntilVisible(page, page.getByText("The entries could not be loaded."));
  await expect(page.getByText("Below they are as you saw them last.")).toBeVisible();
  await expect(note).toHaveValue("typed on the train");
  await expect(note).toBeFocused();
  await page.unroute("**/api/**");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText("The entries could not be loaded.")).toHaveCount(0);
  await expect(note).toHaveValue("typed on the train");
});

const PART_FAILED = "This part of the page could not be loaded.";

test("a form first opened offline appears once the browser is online, and text typed elsewhere stays", async ({
  member: { page, person },
}) => {
  const { box } = await showCard(page, person);
  await box.fill("typed on the train");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Report Bug" }).click();
  await expect(page.getByRole("alert").filter({ hasText: PART_FAILED })).toContainText("Please check your connection.");
  await expect(page.getByRole("button", { name: "Reload" })).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(page.getByRole("form", { name: "Report Bug" })).toBeVisible();
  await expect(page.getByText(PART_FAILED)).toHaveCount(0);
  await expect(box).toHaveValue("typed on the train");
});

test("Retry loads a chunk that failed, and a reload of the page is offered only when Retry fails too", async ({
  member: { page, person },
}) => {
  const { box } = await showCard(page, person);
  await box.fill("typed on the train");
  const retry = page.getByRole("button", { name: "Retry" });
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  const opener = page.getByRole("button", { name: "My account" });
  await opener.click();
  const notice = page.getByRole("alert").filter({ hasText: PART_FAILED });
  await expect(notice).toContainText("Please try again.");
  await expect(page.getByRole("button", { name: "Reload" })).toHaveCount(0);
  await retry.focus();
  await page.keyboard.press("Enter");
  await expect(notice).toContainText("There may be a new version of the logbook.");
  await expect(page.getByRole("button", { name: "Reload" })).toBeVisible();
  await expect(retry).toBeFocused();
  await page.unroute(/\/assets\/.*\.js$/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Change my password" })).toBeVisible();
  await expect(notice).toHaveCount(0);
  // The focus is not lost with the button.
  await expect(opener).toBeFocused();
  await expect(box).toHaveValue("typed on the train");
});

test("a dialog that could not be loaded offline waits for Retry and does not take the focus from a text box", async ({
  admin: { page, person },
}) => {
  const { card, box } = await showCard(page, person);
  await page.context().setOffline(true);
  await card.getByRole("button", { name: "Delete" }).click();
  await expect(card.getByRole("alert")).toContainText(PART_FAILED);
  await box.click();
  await page.keyboard.type("half a ");
  await page.context().setOffline(false);
  await page.waitForFunction(() => navigator.onLine);
  await page.keyboard.type("note");
  await expect(box).toHaveValue("half a note");
  await card.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(card.getByRole("button", { name: "Delete" })).toBeFocused();
});

test("a screen first opened offline says so and appears once the browser is online", async ({ admin: { page } }) => {
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
