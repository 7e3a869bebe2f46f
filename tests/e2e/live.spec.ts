import { expect, type Page, type Request, type Route } from "@playwright/test";
import { call, fileReport, newAdmin, newMember, type Person } from "../support/actors.ts";
import { cardOf, holdRequests, runUntilVisible, search, waitForCachedList, waitTwoFrames } from "../support/page.ts";
import { db, eventually, FIRESTORE, uniqueId } from "../support/suite.ts";
import { fileReports, test } from "./fixtures.ts";

/** The URLs that Firestore's listener requests. */
const LISTENER_URLS = `${FIRESTORE}/google.firestore.v1.Firestore/Listen/channel**`;

/** Waits until the page has connected its listener, since its start or since the last `forgetListener`. */
const waitForListener = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => /Listen.channel/.test(name)));

/** Forgets the recorded connections, so that `waitForListener` waits for the next one. */
const forgetListener = (page: Page) => page.evaluate(() => performance.clearResourceTimings());

/** Waits until a change is visible, logs how long that takes, and expects less than 5 s. An idle machine needs 2 s. */
async function expectVisibleSoon(change: string, waitUntilVisible: () => Promise<void>): Promise<void> {
  const startedAt = performance.now();
  await waitUntilVisible();
  const milliseconds = Math.round(performance.now() - startedAt);
  console.log(`      ${change}: visible ${milliseconds} ms after the response`);
  test.info().annotations.push({ type: change, description: `${milliseconds} ms` });
  expect(milliseconds).toBeLessThan(5_000);
}

const showNewButton = (page: Page, count: number) =>
  page.getByRole("button", { name: `${count} new – show`, exact: true });
const lostConnectionMessage = (page: Page) => page.getByText("Live updates pause.");
const focusWindow = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event("focus")));

/** Makes the page believe that its window is hidden or visible. */
const setVisibility = (page: Page, state: "hidden" | "visible") =>
  page.evaluate((value) => {
    Object.defineProperty(document, "visibilityState", { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);

test("an admin's changes show in a member's window without moving what the member is reading or typing", async ({
  admin,
  member,
}) => {
  const { page } = member;
  const word = await fileReports(member.person, 6, { environmentInfo: "Firefox on a boat", priority: "HIGH" });
  for (const signedIn of [admin, member]) await search(signedIn.page, word);
  await waitForListener(page);

  // The member opens one report's details, and then types in the card of a report further down.
  const cards = page.getByRole("article");
  const titleOf = async (index: number) =>
    (await cards.nth(index).getByRole("heading", { level: 3 }).textContent()) as string;
  const [movedTitle, amendedTitle, deletedTitle] = [await titleOf(0), await titleOf(1), await titleOf(2)];
  await cardOf(page, amendedTitle).getByRole("button", { name: "View all details" }).click();
  await expect(cardOf(page, amendedTitle).getByText("Firefox on a boat")).toBeVisible();
  const amendmentBox = cardOf(page, await titleOf(4)).getByRole("textbox", { name: "Amendment" });
  await amendmentBox.fill("Half a thought");
  await amendmentBox.scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 120);
  const topOfBox = () => amendmentBox.evaluate((box) => Math.round(box.getBoundingClientRect().top));
  await waitTwoFrames(page);
  const topBefore = await topOfBox();

  const adminCard = (text: string) => cardOf(admin.page, text);
  const responseTo = (method: string, path: string) =>
    admin.page.waitForResponse((response) => response.request().method() === method && response.url().includes(path));

  await Promise.all([
    responseTo("PUT", "/api/issues/"),
    adminCard(movedTitle).getByRole("button", { name: "Mark as In Progress" }).click(),
  ]);
  await expectVisibleSoon("status step", () =>
    cardOf(page, movedTitle).getByText("In Progress", { exact: true }).waitFor(),
  );

  await adminCard(amendedTitle).getByRole("textbox", { name: "Amendment" }).fill("Seen by the admin");
  await Promise.all([
    responseTo("POST", "/api/issues/amendment"),
    adminCard(amendedTitle).getByRole("button", { name: "Add amendment" }).click(),
  ]);
  await expectVisibleSoon("amendment", () => cardOf(page, amendedTitle).getByText("Seen by the admin").waitFor());

  await adminCard(deletedTitle).getByRole("button", { name: "Delete" }).click();
  await Promise.all([
    responseTo("DELETE", "/api/issues/"),
    admin.page.getByRole("button", { name: "Delete report" }).click(),
  ]);
  await expectVisibleSoon("deletion", () =>
    cardOf(page, deletedTitle).getByText("This entry has been deleted").waitFor(),
  );

  const newReport = await fileReport(admin.person, { title: `${word} seventh` });
  await expectVisibleSoon("new report", () => showNewButton(page, 1).waitFor());

  await expect(page.getByText("6 of")).toBeVisible();
  expect(await cards.getByRole("heading", { level: 3 }).allInnerTexts()).not.toContain(newReport.title);
  await expect(cards).toHaveCount(6);
  await expect(cardOf(page, amendedTitle).getByText("Firefox on a boat")).toBeVisible();
  await expect(amendmentBox).toHaveValue("Half a thought");
  await expect(amendmentBox).toBeFocused();
  expect(Math.abs((await topOfBox()) - topBefore)).toBeLessThanOrEqual(1);
});

const amend = async (as: Person, issueId: string, text: string) => {
  const { status } = await call("POST", "/api/issues/amendment", { as, body: { issueId, text } });
  expect(status).toBe(201);
};

// In lists of more than ten cards, those far below the window have no layout yet (`content-visibility` in styles.css).
for (const pageSize of [10, 50])
  test(`a focused text box keeps its position when its card and the card above grow, with ${pageSize} cards a page`, async ({
    member: { page, person },
  }) => {
    const otherMember = await newMember();
    const word = await fileReports(person, pageSize === 10 ? 6 : 30);
    await page.goto(`/?search=${word}&pageSize=${pageSize}`);
    await waitForListener(page);
    const cards = page.getByRole("article");
    await expect(cards.nth(5)).toBeVisible();
    const { body } = await call("GET", `/api/issues?search=${word}`, { as: person });
    // The reports of the cards 2 and 3, counted from 0: the text box is in card 3.
    const [reportAbove, reportOfBox] = body.bugs.slice(2, 4) as { id: string }[];
    const amendmentBox = cards.nth(3).getByRole("textbox", { name: "Amendment" });
    await amendmentBox.fill("Half a thought");
    // The card above is partly visible, so browsers anchor the scroll position to it.
    await cards.nth(2).evaluate((card) => scrollTo(0, scrollY + card.getBoundingClientRect().top + 40));
    const topOfBox = () => amendmentBox.evaluate((box) => Math.round(box.getBoundingClientRect().top));
    const topBefore = await topOfBox();
    for (const [id, text] of [
      [reportAbove!.id, "One\nTwo\nThree\nFour"],
      [reportOfBox!.id, "Five\nSix"],
    ] as const) {
      await amend(otherMember, id, text);
      const lastLine = text.split("\n").at(-1)!;
      await expect(page.getByText(lastLine)).toBeVisible();
      expect(Math.abs((await topOfBox()) - topBefore)).toBeLessThanOrEqual(1);
    }
    await expect(amendmentBox).toBeFocused();
  });

test("a request for changes that fails twice is sent again until it succeeds", async ({ member: { page, person } }) => {
  const otherMember = await newMember();
  const { id, title } = await fileReport(person, { title: uniqueId("Late") });
  await search(page, title);
  await waitForListener(page);
  await page.route("**/api/issues/changes?*", (route) => route.abort(), { times: 2 });
  await amend(otherMember, id, "Heard of at last");
  await expect(page.getByText("Heard of at last")).toBeVisible();
});

test("a request for changes that fails after logout is not sent again", async ({ openAs, admin }) => {
  const { page, person } = await openAs(await newMember());
  const { id, title } = await fileReport(person, { title: uniqueId("Left") });
  await search(page, title);
  await waitForListener(page);
  // At `release` the first of these requests fails.
  const release = await holdRequests(page, "**/api/issues/changes?*", "fail");
  const changesRequest = page.waitForRequest("**/api/issues/changes?*");
  await amend(admin.person, id, "Not heard of");
  const requestFailed = page.waitForEvent("requestfailed", (request) => request.url().includes("/changes?"));
  await changesRequest;
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("heading", { name: /members only/i })).toBeVisible();
  const laterRequests: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/changes?")) laterRequests.push(request.url());
  });
  await page.clock.install();
  release();
  await requestFailed;
  // By the first response to this image the page has handled the failed request, and by the second response the test
  // would have recorded a request that one of the page's timers has sent.
  for (let round = 0; round < 2; round += 1) {
    await page.evaluate(async () => (await fetch("/favicon.png")).ok);
    await page.clock.runFor(5_000);
  }
  expect(laterRequests).toEqual([]);
});

test("a page of the list that is opened while changes are being requested also gets these changes", async ({
  member: { page, person },
}) => {
  const otherMember = await newMember();
  const word = await fileReports(person, 12);
  const prefetchResponse = page.waitForResponse(`**/api/issues?page=2&*search=${word}*`);
  await search(page, word);
  await prefetchResponse;
  await waitForListener(page);
  const { body } = await call("GET", `/api/issues?page=2&search=${word}`, { as: person });
  const release = await holdRequests(page, "**/api/issues/changes?*");
  const changesRequest = page.waitForRequest("**/api/issues/changes?*");
  await amend(otherMember, body.bugs[0].id, "Written meanwhile");
  await changesRequest;
  // A click by mouse would hover the button, which prefetches the page again.
  await page.getByRole("button", { name: "Next" }).dispatchEvent("click");
  await expect(page.getByRole("article")).toHaveCount(2);
  release();
  await expect(page.getByText("Written meanwhile")).toBeVisible();
});

test("a report deleted by an admin leaves the cached list, and the filters can still be cleared", async ({
  admin,
  member: { page, person },
}) => {
  const { id, title } = await fileReport(person, { title: uniqueId("Gone") });
  await search(page, title);
  await waitForCachedList(page, title);
  await waitForListener(page);
  await call("DELETE", `/api/issues/${id}`, { as: admin.person });
  await expect(page.getByText("This entry has been deleted")).toBeVisible();
  // With its quotes, since the title alone is also the cached list's search.
  await page.waitForFunction((text) => !localStorage.getItem("logbook.list")?.includes(text), `"${title}"`);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page.getByText(/in the log/)).toBeVisible();
});

test("the button '… new – show' counts others' new reports and, when pressed, shows all of them", async ({
  member: { page, person },
}) => {
  const otherMember = await newMember();
  const word = await fileReports(person, 10, { priority: "HIGH" });
  await search(page, word);
  await waitForListener(page);

  await fileReport(otherMember, { title: `${word} urgent`, priority: "CRITICAL" });
  await showNewButton(page, 1).waitFor();
  await fileReport(otherMember, { title: `${word} idle`, priority: "LOW" });
  await fileReport(otherMember, { title: `${word} dull`, priority: "LOW" });
  await showNewButton(page, 3).waitFor();
  await expect(page.getByRole("article")).toHaveCount(10);
  await expect(page.getByText("13 of")).toBeVisible();
  // A report that the search does not match is not counted.
  await fileReport(otherMember, { title: uniqueId("elsewhere") });

  // Of the three new reports, one belongs on this page and two on the next. The group above the list shows those two.
  await showNewButton(page, 3).click();
  const group = page.getByRole("region", { name: "New", exact: true });
  await expect(group.getByRole("article")).toHaveCount(2);
  await expect(group.getByRole("heading", { name: "New", exact: true })).toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: "3 new entries shown." })).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(12);
  await expect(page.getByRole("article").nth(2)).toContainText(`${word} urgent`);
  await expect(page.getByRole("button", { name: /new – show/ })).toHaveCount(0);

  // Reports in the group get live updates, also after the user's own changes.
  const idleCard = cardOf(page, `${word} idle`);
  await idleCard.getByRole("textbox", { name: "Amendment" }).fill("Mine");
  await idleCard.getByRole("button", { name: "Add amendment" }).click();
  await expect(idleCard.getByRole("paragraph").filter({ hasText: "Mine" })).toBeVisible();
  const { body } = await call("GET", `/api/issues?search=${word}%20dull`, { as: otherMember });
  await call("POST", "/api/issues/amendment", { as: otherMember, body: { issueId: body.bugs[0].id, text: "Theirs" } });
  await expect(cardOf(page, `${word} dull`).getByText("Theirs", { exact: true })).toBeVisible();
  await expect(group.getByRole("article")).toHaveCount(2);

  await fileReport(otherMember, { title: `${word} last`, priority: "CRITICAL" });
  await showNewButton(page, 1).click();
  await expect(page.getByRole("heading", { name: `${word} last` })).toBeFocused();

  await page.getByRole("button", { name: "2", exact: true }).click();
  await expect(group).toHaveCount(0);
});

test("a member's own new report is not counted by '… new – show'", async ({ member: { page } }) => {
  await waitForListener(page);
  const offeredTitles: string[] = [];
  page.on("response", async (response) => {
    if (!response.url().includes("/api/issues/changes")) return;
    // If the window closes while a response is arriving, the response's JSON cannot be read.
    const changes: { fresh: { title: string }[] } | null = await response.json().catch(() => null);
    offeredTitles.push(...(changes?.fresh ?? []).map(({ title }) => title));
  });
  const [ownTitle, othersTitle] = [uniqueId("mine"), uniqueId("theirs")];
  await page.getByRole("button", { name: "Report Bug" }).click();
  await page.getByLabel("Title").fill(ownTitle);
  await page.getByLabel("Description").fill("Mine.");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Bug report added." })).toBeVisible();
  await fileReport(await newMember(), { title: othersTitle });
  await showNewButton(page, 1).waitFor();
  expect(offeredTitles).toContain(othersTitle);
  expect(offeredTitles).not.toContain(ownTitle);
});

test("a deleted report stays in the list, marked as deleted, while its text box has a typed amendment", async ({
  admin,
  openAs,
}) => {
  const reader = await newMember();
  // This report stays: the page shows another text in place of 'No entries match' if the log is empty.
  await fileReport(reader);
  const word = await fileReports(reader, 2);
  const { page } = await openAs(reader);
  await search(page, word);
  await waitForListener(page);
  const changesRequest = page.waitForRequest("**/api/issues/changes*");
  const release = await holdRequests(page, "**/api/issues/changes*");
  const [firstCard, secondCard] = [page.getByRole("article").nth(0), page.getByRole("article").nth(1)];
  await firstCard.getByRole("textbox", { name: "Amendment" }).fill("Not sent yet");
  await secondCard.getByRole("textbox", { name: "Amendment" }).focus();
  const { body } = await call("GET", `/api/issues?search=${word}`, { as: reader });
  for (const { id } of body.bugs) await call("DELETE", `/api/issues/${id}`, { as: admin.person });
  await changesRequest;
  // Both reports are deleted, so the held request gets both deletions in one response.
  release();

  await expect(page.getByText("This entry has been deleted")).toHaveCount(2);
  await expect(firstCard.getByRole("textbox", { name: "Amendment" })).toHaveValue("Not sent yet");
  await expect(page.getByRole("textbox", { name: "Amendment" })).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Add amendment" })).toHaveCount(0);
  await expect(secondCard.getByRole("heading", { level: 3 })).toBeFocused();
  await expect(page.getByText(/^0 of/)).toBeVisible();
  await page.reload();
  await expect(page.getByText("No entries match")).toBeVisible();
});

for (const deleter of ["the user", "another admin"])
  test(`a page of the list that was prefetched before ${deleter} deleted a report is not shown`, async ({
    admin: { page, person },
  }) => {
    const word = await fileReports(person, 12);
    const prefetchResponse = page.waitForResponse(`**/api/issues?page=2&*search=${word}*`);
    await search(page, word);
    await prefetchResponse;
    await waitForListener(page);
    if (deleter === "the user") {
      const firstCard = page.getByRole("article").first();
      await firstCard.getByRole("button", { name: "Delete" }).click();
      await page.getByRole("button", { name: "Delete report" }).click();
    } else {
      const { body } = await call("GET", `/api/issues?search=${word}`, { as: person });
      await call("DELETE", `/api/issues/${body.bugs[0].id}`, { as: await newAdmin() });
    }
    await expect(page.getByText(/^11 of/)).toBeVisible();
    const release = await holdRequests(page, `**/api/issues?page=2&*search=${word}*`);
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.locator("[aria-busy=true]").getByRole("article")).toHaveCount(10);
    release();
    await expect(page.getByRole("article")).toHaveCount(1);
  });

test("after another member has filed a report, hovering Next or focusing Previous prefetches the next or previous page again", async ({
  member: { page, person },
}) => {
  const word = await fileReports(person, 12);
  const requestedPages: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes(`search=${word}`))
      requestedPages.push(new URL(request.url()).searchParams.get("page") ?? "");
  });
  const countRequests = (number: string) => requestedPages.filter((pageNumber) => pageNumber === number).length;
  await search(page, word);
  await expect.poll(() => countRequests("2")).toBe(1);
  await waitForListener(page);
  await fileReport(await newMember(), { title: `${word} 13` });
  await expect(page.getByRole("button", { name: "Show" })).toBeVisible();
  expect(countRequests("2")).toBe(1);
  await page.getByRole("button", { name: "Next" }).hover();
  await expect.poll(() => countRequests("2")).toBe(2);
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByRole("article")).toHaveCount(3);
  await fileReport(await newMember(), { title: `${word} 14` });
  await expect(page.getByRole("button", { name: "Show" })).toBeVisible();
  const requestsBefore = countRequests("1");
  await page.getByRole("button", { name: "Previous" }).focus();
  await expect.poll(() => countRequests("1")).toBe(requestsBefore + 1);
  // After the last page nothing is prefetched. Next is disabled there, and Playwright hovers it only with `force`.
  await page.getByRole("button", { name: "Next" }).hover({ force: true });
  await page.getByRole("button", { name: "Previous" }).click();
  await expect(page.getByRole("article")).toHaveCount(10);
  expect(requestedPages).not.toContain("3");
});

test("without a listener the page shows a message, requests changes on focus, and reconnects by itself", async ({
  member: { page, person },
}) => {
  const otherMember = await newMember();
  const word = await fileReports(person, 1);
  await page.context().route(LISTENER_URLS, (route) => route.abort());
  await page.reload();
  await search(page, word);
  await expect(lostConnectionMessage(page)).toBeVisible();
  await fileReport(otherMember, { title: `${word} unheard` });
  await expect(showNewButton(page, 1)).toHaveCount(0);
  await focusWindow(page);
  await showNewButton(page, 1).waitFor();

  // From now on the listener can connect; it tries again by itself.
  await page.context().unroute(LISTENER_URLS);
  await expect(lostConnectionMessage(page)).toBeHidden({ timeout: 60_000 });
  await fileReport(otherMember, { title: `${word} heard` });
  await showNewButton(page, 2).waitFor();
});

test("a hidden window stops its listener, and requests changes when it becomes visible", async ({
  member: { page, person },
}) => {
  const otherMember = await newMember();
  const word = await fileReports(person, 1);
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
  // The listener's code waits for Firebase's code, which these requests would load. The chunk `firebase-providers` has
  // code of the page only.
  const firebaseRequests: Route[] = [];
  await page.route(/\/firebase-(?!providers)[^/]*\.js/, (route) => void firebaseRequests.push(route));
  const listenerCode = page.waitForResponse(/board-listener[^/]*\.js/);
  await page.reload();
  const word = await fileReports(person, 1);
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
  const word = await fileReports(person, 1);
  await search(page, word);
  await setVisibility(page, "hidden");
  const memberDocument = db.doc(`members/${person.uid}`);
  // The API would refuse a disabled member's call, and the page would then sign the member out.
  await page.route("**/api/**", (route) => route.abort());
  await expect.poll(() => pendingCalls.size).toBe(0);
  await memberDocument.update({ disabled: true });
  await setVisibility(page, "visible");
  // The page waits 20 seconds for a listener's first response before it shows the message.
  await expect(lostConnectionMessage(page)).toBeVisible({ timeout: 40_000 });
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
  const word = await fileReports(person, 1);
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
  // A listener's URL with a SID is a late request of the stopped listener; a new listener's first URL has none.
  expect(requestedUrls.filter((url) => /Listen\/channel(?!.*SID=)|\/api\/issues/.test(url))).toEqual([]);

  await forgetListener(page);
  await page.getByLabel("Username").fill(nextUser.username);
  await page.getByLabel("Password", { exact: true }).fill(nextUser.password);
  await page.getByRole("button", { name: "Login" }).click();
  const word = await fileReports(nextUser, 1);
  await search(page, word);
  await waitForListener(page);
  await fileReport(firstUser, { title: `${word} new` });
  await showNewButton(page, 1).click();
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(lostConnectionMessage(page)).toHaveCount(0);
  expect(log).toEqual([]);
});

test("a report's page shows, without a reload, how an admin moves, amends, deletes and restores the report", async ({
  admin,
  member,
}) => {
  const { page } = member;
  const report = await fileReport(member.person, { title: uniqueId("Page") });
  await page.goto(`/?report=${report.number}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(report.title);
  await waitForListener(page);
  const timelineEntries = page.locator("main ol > li");
  await call("PUT", `/api/issues/${report.id}`, { as: admin.person, body: { status: "IN_PROGRESS" } });
  await expect(timelineEntries.last()).toHaveText(
    new RegExp(`^${admin.person.username} moved this from Open to In Progress`),
  );
  await call("POST", "/api/issues/amendment", { as: admin.person, body: { issueId: report.id, text: "We have it." } });
  await expect(timelineEntries.last()).toContainText("We have it.");
  const amendmentBox = page.getByRole("textbox", { name: "Amendment", exact: true });
  await amendmentBox.fill("Half a thought");
  await call("DELETE", `/api/issues/${report.id}`, { as: admin.person });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`There is no report #${report.number}`);
  // The member can still copy the unsent text.
  await expect(amendmentBox).toHaveValue("Half a thought");
  await expect(amendmentBox).not.toBeEditable();
  await call("POST", `/api/trash/${report.id}/restore`, { as: admin.person, body: {} });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(report.title);
  await expect(timelineEntries.last()).toContainText("restored this from the trash");
  await expect(amendmentBox).toHaveValue("Half a thought");
});

test("a report's page is updated again if the report changes while an update is being loaded", async ({
  member: { page, person },
}) => {
  const report = await fileReport(person, { title: uniqueId("Twice") });
  await page.goto(`/?report=${report.number}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(report.title);
  await waitForListener(page);
  // The response to the first update has only the first amendment: the second is added before the response arrives.
  await page.route(
    /\/api\/reports\/\d+/,
    async (route) => {
      const response = await route.fetch();
      await amend(person, report.id, "The second");
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await amend(person, report.id, "The first");
  await expect(page.getByText("The first")).toBeVisible();
  await expect(page.getByText("The second")).toBeVisible();
});

const markInProgress = (as: Person, id: string) =>
  call("PUT", `/api/issues/${id}`, { as, body: { status: "IN_PROGRESS", from: "OPEN" } });

const newsOf = async (as: Person) => (await call("GET", "/api/me/news", { as })).body;

/** A trigger makes members follow the reports that they file. `eventually` asks again while the result is `null`. */
const waitUntilFollowed = (person: Person, ids: string[]) =>
  eventually("the reporter follows the reports", async () => {
    const { following } = await newsOf(person);
    return ids.every((id) => following[id]) ? true : null;
  });

async function reloadWithNews(page: Page): Promise<void> {
  const newsResponse = page.waitForResponse("**/api/me/news");
  await page.reload();
  await newsResponse;
}

test("news of the member's reports arrive while the page is open, also of a report filed meanwhile", async ({
  openAs,
}) => {
  // Not the fixture `member`, which has news of earlier tests.
  const { page, person } = await openAs(await newMember());
  const admin = await newAdmin();
  const { id } = await fileReport(person, { title: `${uniqueId("own")} report` });
  await waitUntilFollowed(person, [id]);
  await reloadWithNews(page);
  await waitForListener(page);
  await markInProgress(admin, id);
  // A trigger records the step. The page requests news some seconds after the change and, if there are none yet, again.
  await expect(page.getByRole("button", { name: "News, 1 unread" })).toBeVisible({ timeout: 45_000 });

  // News of a report that is filed while the page is open arrive in the same way.
  await page.getByRole("button", { name: "Report Bug" }).click();
  const form = page.getByRole("form", { name: "Report Bug" });
  const title = `${uniqueId("own")} report`;
  await form.getByLabel("Title").fill(title);
  await form.getByLabel("Description").fill("Seen just now.");
  const createResponse = page.waitForResponse(
    (response) => response.request().method() === "POST" && /issues$/.test(response.url()),
  );
  await form.getByRole("button", { name: /submit/i }).click();
  const { issue } = await (await createResponse).json();
  await expect(cardOf(page, title)).toBeVisible();
  await markInProgress(admin, issue.id);
  await expect(page.getByRole("button", { name: "News, 2 unread" })).toBeVisible({ timeout: 45_000 });
});

test("on a report's page that was opened from the list, a change causes one request for news", async ({ openAs }) => {
  const { page, person } = await openAs(await newMember());
  const admin = await newAdmin();
  const openReport = await fileReport(person, { title: uniqueId("Shown") });
  const changedReport = await fileReport(person);
  await waitUntilFollowed(person, [openReport.id, changedReport.id]);
  await reloadWithNews(page);
  await search(page, openReport.title);
  await page.getByRole("link", { name: openReport.title }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(openReport.title);
  await waitForListener(page);
  await page.clock.install();
  let newsRequests = 0;
  await page.route("**/api/me/news", async (route) => {
    newsRequests += 1;
    await eventually("the trigger has recorded the event", async () =>
      (await newsOf(person)).unread === 1 ? true : null,
    );
    await route.continue();
  });
  await markInProgress(admin, changedReport.id);
  await expect(page.getByRole("button", { name: "News, 1 unread" })).toBeVisible({ timeout: 20_000 });
  // By then the page would have sent a second request.
  await page.clock.fastForward(25_000);
  await waitTwoFrames(page);
  expect(newsRequests).toBe(1);
});

test("news of two quick changes arrive, even if the second change is recorded later", async ({ openAs }) => {
  const { page, person } = await openAs(await newMember());
  const admin = await newAdmin();
  const { id: firstId } = await fileReport(person, { title: uniqueId("First") });
  const { id: secondId } = await fileReport(person, { title: uniqueId("Second") });
  await waitUntilFollowed(person, [firstId, secondId]);
  await reloadWithNews(page);
  await waitForListener(page);
  await page.clock.install();
  // The first response after the changes lacks the second change, as if its trigger had not run yet.
  await page.route(
    "**/api/me/news",
    async (route) => {
      const { items } = await eventually("the trigger has recorded both events", async () => {
        const news = await newsOf(person);
        return news.unread === 2 ? news : null;
      });
      const response = await route.fetch();
      const firstItems = items.filter(({ issueId }: { issueId: string }) => issueId === firstId);
      await route.fulfill({ response, json: { ...(await response.json()), items: firstItems, unread: 1 } });
    },
    { times: 1 },
  );
  for (const id of [firstId, secondId]) await markInProgress(admin, id);
  await expect(page.getByRole("button", { name: "News, 1 unread" })).toBeVisible({ timeout: 20_000 });
  // By then the page requests the news again.
  await page.clock.fastForward(25_000);
  await expect(page.getByRole("button", { name: "News, 2 unread" })).toBeVisible();
});
