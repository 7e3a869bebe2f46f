import { expect, type Page, type Request, type Route } from "@playwright/test";
import { fileReport, newMember } from "../support/actors.ts";
import { freezeClockAhead, runUntilVisible, search } from "../support/page.ts";
import { patient } from "../support/patience.ts";
import { db, uniqueId } from "../support/suite.ts";
import { fileReportsWithNewWord, test } from "./fixtures.ts";
import {
  focusWindow,
  forgetListener,
  LISTENER_URLS,
  lostConnectionMessage,
  setVisibility,
  showNewButton,
  waitForListener,
} from "./live-updates.ts";

test("without a listener the page shows a message, requests changes on focus, and reconnects by itself", async ({
  member: { page, person },
}) => {
  const otherMember = await newMember();
  const word = await fileReportsWithNewWord(person, 1);
  await page.context().route(LISTENER_URLS, (route) => route.abort());
  await page.reload();
  await search(page, word);
  await expect(lostConnectionMessage(page)).toBeVisible();
  await fileReport(otherMember, { title: `${word} unheard` });
  await expect(showNewButton(page, 1)).toHaveCount(0);
  await focusWindow(page);
  await showNewButton(page, 1).waitFor();

  // From now on the listener can connect. It tries again by itself, at the latest after 30 s.
  await page.context().unroute(LISTENER_URLS);
  await expect(lostConnectionMessage(page)).toBeHidden({ timeout: patient(60_000) });
  await fileReport(otherMember, { title: `${word} heard` });
  await showNewButton(page, 2).waitFor();
});

for (const [moment, reachMoment] of [
  ["when the user has stayed for some seconds", (page: Page) => page.clock.runFor(3_000)],
  ["when the user returns to the window", focusWindow],
] as const)
  test(`the listener's code loads ${moment}`, async ({ member: { page } }) => {
    await freezeClockAhead(page, 60_000);
    await page.reload({ waitUntil: "commit" });
    const codeRequests: string[] = [];
    page.on("request", (request) => {
      if (/board-listener/.test(request.url())) codeRequests.push(request.url());
    });
    const runUntilHydrated = async () => {
      await page.clock.runFor(20);
      return await page.locator("html[data-first=hydrated]").count();
    };
    await expect.poll(runUntilHydrated).toBe(1);
    await expect(page.getByText(/in the log/)).toBeVisible();
    await page.clock.runFor(500);
    expect(codeRequests).toEqual([]);
    await reachMoment(page);
    await expect.poll(() => codeRequests.length).toBe(1);
  });

test("a hidden window stops its listener, and requests changes when it becomes visible", async ({
  member: { page, person },
}) => {
  const otherMember = await newMember();
  const word = await fileReportsWithNewWord(person, 1);
  await search(page, word);
  await waitForListener(page);
  // Wait for the first update: a response that arrives after the window was hidden could still bring a change.
  const changesResponse = page.waitForResponse("**/api/issues/changes?**");
  await fileReport(otherMember, { title: uniqueId("Elsewhere") });
  await changesResponse;
  const listenerStopped = page.waitForRequest((request) => /Listen\/channel.*TYPE=terminate/.test(request.url()));
  await setVisibility(page, "hidden");
  await listenerStopped;
  await fileReport(otherMember, { title: `${word} unseen` });
  await expect(showNewButton(page, 1)).toHaveCount(0);
  await forgetListener(page);
  await setVisibility(page, "visible");
  await showNewButton(page, 1).waitFor();
  await waitForListener(page);
  await fileReport(otherMember, { title: `${word} seen` });
  await showNewButton(page, 2).waitFor();
});

test("a window hidden and shown before its listener has connected still gets live updates", async ({ openAs }) => {
  const [person, otherMember] = [await newMember(), await newMember()];
  const { page } = await openAs(person);
  // Hold Firebase's code until the window has been hidden and shown: the listener needs this code to connect. The chunk
  // `firebase-providers` may load, because it has only code of the page.
  const firebaseRequests: Route[] = [];
  await page.route(/\/firebase-(?!providers)[^/]*\.js/, (route) => void firebaseRequests.push(route));
  const listenerCode = page.waitForResponse(/board-listener[^/]*\.js/);
  await page.reload();
  const word = await fileReportsWithNewWord(person, 1);
  await search(page, word);
  await listenerCode;
  await expect.poll(() => firebaseRequests.length).toBe(1);
  await setVisibility(page, "hidden");
  await setVisibility(page, "visible");
  for (const route of firebaseRequests) await route.continue();
  await fileReport(otherMember, { title: `${word} heard` });
  await expect(showNewButton(page, 1)).toBeVisible();
  await expect(lostConnectionMessage(page)).toHaveCount(0);
});

test("a listener that the rules have refused is opened again when the window is focused", async ({ openAs }) => {
  const [person, otherMember] = [await newMember(), await newMember()];
  const { page } = await openAs(person);
  const pendingCalls = new Set<Request>();
  page.on("request", (request) => {
    if (request.url().includes("/api/")) pendingCalls.add(request);
  });
  page.on("requestfinished", (request) => pendingCalls.delete(request));
  page.on("requestfailed", (request) => pendingCalls.delete(request));
  await waitForListener(page);
  const word = await fileReportsWithNewWord(person, 1);
  await search(page, word);
  await setVisibility(page, "hidden");
  const memberDocument = db.doc(`members/${person.uid}`);
  // Abort all calls: the API would refuse a disabled member's call, and the page would then sign the member out.
  await page.route("**/api/**", (route) => route.abort());
  await expect.poll(() => pendingCalls.size).toBe(0);
  await memberDocument.update({ disabled: true });
  await setVisibility(page, "visible");
  // The page waits 20 seconds for a listener's first response before it shows the message.
  await expect(lostConnectionMessage(page)).toBeVisible({ timeout: patient(40_000) });
  await memberDocument.update({ disabled: false });
  await page.unroute("**/api/**");
  await focusWindow(page);
  await expect(lostConnectionMessage(page)).toBeHidden();
  await fileReport(otherMember, { title: `${word} heard` });
  await showNewButton(page, 1).waitFor();
});

test("if the listener's code does not load, the page shows a message, and listens once the code has loaded", async ({
  openAs,
}) => {
  const [person, otherMember] = [await newMember(), await newMember()];
  const { page } = await openAs(person);
  const codeRequests: Route[] = [];
  await page.route(/board-listener[^/]*\.js/, (route) => void codeRequests.push(route));
  await page.clock.install();
  await page.reload();
  const word = await fileReportsWithNewWord(person, 1);
  await search(page, word);
  await runUntilVisible(page, lostConnectionMessage(page));
  for (const route of codeRequests) await route.continue();
  await focusWindow(page);
  await expect(lostConnectionMessage(page)).toBeHidden();
  await fileReport(otherMember, { title: `${word} heard` });
  await showNewButton(page, 1).waitFor();
});

test("signing out stops the listener, and the next user gets a listener of their own", async ({ openAs }) => {
  const [firstUser, nextUser] = [await newMember(), await newMember()];
  const { page, log } = await openAs(firstUser);
  await waitForListener(page);
  const listenerStopped = page.waitForRequest((request) => /Listen\/channel.*TYPE=terminate/.test(request.url()));
  await page.getByRole("button", { name: "Logout" }).click();
  await listenerStopped;
  const requestedUrls: string[] = [];
  page.on("request", (request) => requestedUrls.push(request.url()));
  await fileReport(firstUser);
  await expect(page.getByLabel("Username")).toBeVisible();
  // A URL with a SID (session id) is a late request of the stopped listener. A new listener's first URL has none.
  expect(requestedUrls.filter((url) => /Listen\/channel(?!.*SID=)|\/api\/issues/.test(url))).toEqual([]);

  await forgetListener(page);
  await page.getByLabel("Username").fill(nextUser.username);
  await page.getByLabel("Password", { exact: true }).fill(nextUser.password);
  await page.getByRole("button", { name: "Login" }).click();
  const word = await fileReportsWithNewWord(nextUser, 1);
  await search(page, word);
  await waitForListener(page);
  await fileReport(firstUser, { title: `${word} new` });
  await showNewButton(page, 1).click();
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(lostConnectionMessage(page)).toHaveCount(0);
  expect(log).toEqual([]);
});
