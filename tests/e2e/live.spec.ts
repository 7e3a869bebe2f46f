import { expect, type Page, type Request, type Route } from "@playwright/test";
import { call, fileReport, newAdmin, newMember, type Person } from "../support/actors.ts";
import { cardOf, holdRequests, runUntilVisible, search, waitForCachedList, waitTwoFrames } from "../support/page.ts";
import { db, eventually, FIRESTORE, uniqueId } from "../support/suite.ts";
import { fileReports, test } from "./fixtures.ts";

/** The URLs that the listener requests. */
const CHANNEL = `${FIRESTORE}/google.firestore.v1.Firestore/Listen/channel**`;

/** Waits until the page has connected its listener since it was opened, or since `forgetListener` was called. */
const waitForListener = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => /Listen.channel/.test(name)));

/** Makes `waitForListener` wait for the next connection. */
const forgetListener = (page: Page) => page.evaluate(() => performance.clearResourceTimings());

/** Waits for `seen`, logs how long it takes, and expects less than 5 s; an idle machine needs less than 2 s. */
async function expectSeenSoon(what: string, seen: () => Promise<void>): Promise<void> {
  const startedAt = performance.now();
  await seen();
  const milliseconds = Math.round(performance.now() - startedAt);
  console.log(`      ${what}: seen ${milliseconds} ms after the response`);
  test.info().annotations.push({ type: what, description: `${milliseconds} ms` });
  expect(milliseconds).toBeLessThan(5_000);
}

const showNewButton = (page: Page, count: number) =>
  page.getByRole("button", { name: `${count} new – show`, exact: true });
const lostLiveUpdates = (page: Page) => page.getByText("Live updates pause.");
const focusWindow = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event("focus")));

/** Makes the page believe that its window is hidden or visible. */
const setVisible = (page: Page, visible: boolean) =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    },
    visible ? "visible" : "hidden",
  );

test("a change in one window shows in another without changing anything else there", async ({ admin, member }) => {
  const { page } = member;
  const word = await fileReports(member.person, 6, { environmentInfo: "Firefox on a boat", priority: "HIGH" });
  for (const { page } of [admin, member]) await search(page, word);
  await waitForListener(page);

  // The member opens one report's details, scrolls further down and writes half a note there.
  const cards = page.getByRole("article");
  const [stepped, amended, deleted, written] = await Promise.all(
    [0, 1, 2, 4].map((index) => cards.nth(index).getByRole("heading", { level: 3 }).textContent()),
  );
  await cardOf(page, amended!).getByRole("button", { name: "View all details" }).click();
  await expect(cardOf(page, amended!).getByText("Firefox on a boat")).toBeVisible();
  const note = cardOf(page, written!).getByRole("textbox", { name: "Amendment" });
  await note.fill("Half a thought");
  await note.scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 120);
  const topOfNote = () => note.evaluate((box) => Math.round(box.getBoundingClientRect().top));
  await waitTwoFrames(page);
  const before = await topOfNote();

  const adminCard = (text: string) => cardOf(admin.page, text);
  const responseTo = (method: string, path: string) =>
    admin.page.waitForResponse((response) => response.request().method() === method && response.url().includes(path));

  await Promise.all([
    responseTo("PUT", "/api/issues/"),
    adminCard(stepped!).getByRole("button", { name: "Mark as In Progress" }).click(),
  ]);
  await expectSeenSoon("status step", () => cardOf(page, stepped!).getByText("In Progress", { exact: true }).waitFor());

  await adminCard(amended!).getByRole("textbox", { name: "Amendment" }).fill("Seen by A");
  await Promise.all([
    responseTo("POST", "/api/issues/amendment"),
    adminCard(amended!).getByRole("button", { name: "Add amendment" }).click(),
  ]);
  await expectSeenSoon("amendment", () => cardOf(page, amended!).getByText("Seen by A").waitFor());

  await adminCard(deleted!).getByRole("button", { name: "Delete" }).click();
  await Promise.all([
    responseTo("DELETE", "/api/issues/"),
    admin.page.getByRole("button", { name: "Delete report" }).click(),
  ]);
  await expectSeenSoon("deletion", () => cardOf(page, deleted!).getByText("This entry has been deleted").waitFor());

  const filed = await fileReport(admin.person, { title: `${word} seventh` });
  await expectSeenSoon("new report", () => showNewButton(page, 1).waitFor());

  await expect(page.getByText("6 of")).toBeVisible();
  expect(await cards.getByRole("heading", { level: 3 }).allInnerTexts()).not.toContain(filed.title);
  await expect(cards).toHaveCount(6);
  await expect(cardOf(page, amended!).getByText("Firefox on a boat")).toBeVisible();
  await expect(note).toHaveValue("Half a thought");
  await expect(note).toBeFocused();
  expect(Math.abs((await topOfNote()) - before)).toBeLessThanOrEqual(1);
});

const amend = async (by: Person, issueId: string, text: string) =>
  expect((await call("POST", "/api/issues/amendment", { as: by, body: { issueId, text } })).status).toBe(201);

for (const size of [10, 50])
  test(`a focused text box keeps its position when the cards above it grow (${size} a page)`, async ({
    member: { page, person },
  }) => {
    const other = await newMember();
    const word = await fileReports(person, size === 10 ? 6 : 30);
    await page.goto(`/?search=${word}&pageSize=${size}`);
    await waitForListener(page);
    const cards = page.getByRole("article");
    await expect(cards.nth(5)).toBeVisible();
    const { body } = await call("GET", `/api/issues?search=${word}`, { as: person });
    const [above, own] = body.bugs.slice(2, 4) as { id: string }[];
    const note = cards.nth(3).getByRole("textbox", { name: "Amendment" });
    await note.fill("Half a thought");
    // The card above is partly visible, so browsers anchor the scroll position to it.
    await cards.nth(2).evaluate((card) => scrollTo(0, scrollY + card.getBoundingClientRect().top + 40));
    const topOfNote = () => note.evaluate((box) => Math.round(box.getBoundingClientRect().top));
    const before = await topOfNote();
    for (const [id, text] of [
      [above!.id, "One\nTwo\nThree\nFour"],
      [own!.id, "Five\nSix"],
    ] as const) {
      await amend(other, id, text);
      await expect(page.getByText(text.slice(-4))).toBeVisible();
      expect(Math.abs((await topOfNote()) - before)).toBeLessThanOrEqual(1);
    }
    await expect(note).toBeFocused();
  });

test("a failed request for changes is retried", async ({ member: { page, person } }) => {
  const other = await newMember();
  const { id, title } = await fileReport(person, { title: uniqueId("Late") });
  await search(page, title);
  await waitForListener(page);
  await page.route("**/api/issues/changes?*", (route) => route.abort(), { times: 2 });
  await amend(other, id, "Heard of at last");
  await expect(page.getByText("Heard of at last")).toBeVisible();
});

test("no request for changes is retried once the list is closed", async ({ open, admin }) => {
  const { page, person } = await open(await newMember());
  const { id, title } = await fileReport(person, { title: uniqueId("Left") });
  await search(page, title);
  await waitForListener(page);
  const release = await holdRequests(page, "**/api/issues/changes?*", "fail");
  const requested = page.waitForRequest("**/api/issues/changes?*");
  await amend(admin.person, id, "Not heard of");
  const failed = page.waitForEvent("requestfailed", { predicate: (request) => request.url().includes("/changes?") });
  await requested;
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("heading", { name: /members only/i })).toBeVisible();
  const requests: string[] = [];
  page.on("request", (request) => request.url().includes("/changes?") && requests.push(request.url()));
  await page.clock.install();
  release();
  await failed;
  // Once this request is answered, the page has handled the failed one.
  for (let round = 0; round < 2; round += 1) {
    await page.evaluate(async () => (await fetch("/favicon.png")).ok);
    await page.clock.runFor(5_000);
  }
  expect(requests).toEqual([]);
});

test("a page opened while changes are being requested is updated too", async ({ member: { page, person } }) => {
  const other = await newMember();
  const word = await fileReports(person, 12);
  const prefetched = page.waitForResponse(`**/api/issues?page=2&*search=${word}*`);
  await search(page, word);
  await prefetched;
  await waitForListener(page);
  const { body } = await call("GET", `/api/issues?page=2&search=${word}`, { as: person });
  const release = await holdRequests(page, "**/api/issues/changes?*");
  const requested = page.waitForRequest("**/api/issues/changes?*");
  await amend(other, body.bugs[0].id, "Written meanwhile");
  await requested;
  // Click by script, because hovering would prefetch the page again.
  await page.getByRole("button", { name: "Next" }).dispatchEvent("click");
  await expect(page.getByRole("article")).toHaveCount(2);
  release();
  await expect(page.getByText("Written meanwhile")).toBeVisible();
});

test("a report deleted meanwhile is not cached for the next visit, and the filters can still be cleared", async ({
  admin,
  member: { page, person },
}) => {
  const { id, title } = await fileReport(person, { title: uniqueId("Gone") });
  await search(page, title);
  await waitForCachedList(page, title);
  await waitForListener(page);
  await call("DELETE", `/api/issues/${id}`, { as: admin.person });
  await expect(page.getByText("This entry has been deleted")).toBeVisible();
  await page.waitForFunction((title) => !localStorage.getItem("logbook.list")?.includes(`"${title}"`), title);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page.getByText(/in the log/)).toBeVisible();
});

test("new reports wait behind '… new – show', and all of them are visible once it is pressed", async ({
  member: { page, person },
}) => {
  const other = await newMember();
  const word = await fileReports(person, 10, { priority: "HIGH" });
  await search(page, word);
  await waitForListener(page);

  await fileReport(other, { title: `${word} urgent`, priority: "CRITICAL" });
  await showNewButton(page, 1).waitFor();
  await fileReport(other, { title: `${word} idle`, priority: "LOW" });
  await fileReport(other, { title: `${word} dull`, priority: "LOW" });
  await showNewButton(page, 3).waitFor();
  await expect(page.getByRole("article")).toHaveCount(10);
  await expect(page.getByText("13 of")).toBeVisible();
  await fileReport(other, { title: uniqueId("elsewhere") });

  // One new report belongs on this page, two on the next.
  await showNewButton(page, 3).click();
  const group = page.getByRole("region", { name: "New", exact: true });
  await expect(group.getByRole("article")).toHaveCount(2);
  await expect(group.getByRole("heading", { name: "New", exact: true })).toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: "3 new entries shown." })).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(12);
  await expect(page.getByRole("article").nth(2)).toContainText(`${word} urgent`);
  await expect(page.getByRole("button", { name: /new – show/ })).toHaveCount(0);

  // Reports in the group get live updates, also after the user's own changes.
  const idle = cardOf(page, `${word} idle`);
  await idle.getByRole("textbox", { name: "Amendment" }).fill("Mine");
  await idle.getByRole("button", { name: "Add amendment" }).click();
  await expect(idle.getByRole("paragraph").filter({ hasText: "Mine" })).toBeVisible();
  const { body } = await call("GET", `/api/issues?search=${word}%20dull`, { as: other });
  await call("POST", "/api/issues/amendment", { as: other, body: { issueId: body.bugs[0].id, text: "Theirs" } });
  await expect(cardOf(page, `${word} dull`).getByText("Theirs", { exact: true })).toBeVisible();
  await expect(group.getByRole("article")).toHaveCount(2);

  await fileReport(other, { title: `${word} last`, priority: "CRITICAL" });
  await showNewButton(page, 1).click();
  await expect(page.getByRole("heading", { name: `${word} last` })).toBeFocused();

  await page.getByRole("button", { name: "2", exact: true }).click();
  await expect(group).toHaveCount(0);
});

test("a user's own new report is not offered as new", async ({ member: { page } }) => {
  await waitForListener(page);
  const offered: string[] = [];
  page.on("response", async (response) => {
    if (!response.url().includes("/api/issues/changes")) return;
    // A response that is still arriving when the window closes has no body.
    const changes: { fresh: { title: string }[] } | null = await response.json().catch(() => null);
    offered.push(...(changes?.fresh ?? []).map(({ title }) => title));
  });
  const [mine, theirs] = [uniqueId("mine"), uniqueId("theirs")];
  await page.getByRole("button", { name: "Report Bug" }).click();
  await page.getByLabel("Title").fill(mine);
  await page.getByLabel("Description").fill("Mine.");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Bug report added." })).toBeVisible();
  await fileReport(await newMember(), { title: theirs });
  await showNewButton(page, 1).waitFor();
  expect(offered).toContain(theirs);
  expect(offered).not.toContain(mine);
});

test("a deleted report with a draft note is removed from the list last", async ({ admin, open }) => {
  const reader = await newMember();
  await fileReport(reader);
  const word = await fileReports(reader, 2);
  const { page } = await open(reader);
  await search(page, word);
  await waitForListener(page);
  const requested = page.waitForRequest("**/api/issues/changes*");
  const release = await holdRequests(page, "**/api/issues/changes*");
  const [first, second] = [page.getByRole("article").nth(0), page.getByRole("article").nth(1)];
  await first.getByRole("textbox", { name: "Amendment" }).fill("Not sent yet");
  await second.getByRole("textbox", { name: "Amendment" }).focus();
  const { body } = await call("GET", `/api/issues?search=${word}`, { as: reader });
  for (const { id } of body.bugs) await call("DELETE", `/api/issues/${id}`, { as: admin.person });
  await requested;
  // The page learns of both deletions at once.
  release();

  await expect(page.getByText("This entry has been deleted")).toHaveCount(2);
  await expect(first.getByRole("textbox", { name: "Amendment" })).toHaveValue("Not sent yet");
  await expect(page.getByRole("textbox", { name: "Amendment" })).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Add amendment" })).toHaveCount(0);
  await expect(second.getByRole("heading", { level: 3 })).toBeFocused();
  await expect(page.getByText(/^0 of/)).toBeVisible();
  await page.reload();
  await expect(page.getByText("No entries match")).toBeVisible();
});

for (const changer of ["the user", "somebody else"])
  test(`a page prefetched before ${changer} changed the list is not shown`, async ({ admin: { page, person } }) => {
    const word = await fileReports(person, 12);
    const prefetched = page.waitForResponse(`**/api/issues?page=2&*search=${word}*`);
    await search(page, word);
    await prefetched;
    await waitForListener(page);
    const first = page.getByRole("article").first();
    if (changer === "the user") {
      await first.getByRole("button", { name: "Delete" }).click();
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

test("after another user's change the next page is prefetched again on hover or focus", async ({
  member: { page, person },
}) => {
  const word = await fileReports(person, 12);
  const requestedPages: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes(`search=${word}`))
      requestedPages.push(new URL(request.url()).searchParams.get("page") ?? "");
  });
  const count = (number: string) => requestedPages.filter((page) => page === number).length;
  await search(page, word);
  await expect.poll(() => count("2")).toBe(1);
  await waitForListener(page);
  await fileReport(await newMember(), { title: `${word} 13` });
  await expect(page.getByRole("button", { name: "Show" })).toBeVisible();
  expect(count("2")).toBe(1);
  await page.getByRole("button", { name: "Next" }).hover();
  await expect.poll(() => count("2")).toBe(2);
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByRole("article")).toHaveCount(3);
  await fileReport(await newMember(), { title: `${word} 14` });
  await expect(page.getByRole("button", { name: "Show" })).toBeVisible();
  const before = count("1");
  await page.getByRole("button", { name: "Previous" }).focus();
  await expect.poll(() => count("1")).toBe(before + 1);
  // After the last page nothing is prefetched.
  await page.getByRole("button", { name: "Next" }).hover({ force: true });
  await page.getByRole("button", { name: "Previous" }).click();
  await expect(page.getByRole("article")).toHaveCount(10);
  expect(requestedPages).not.toContain("3");
});

test("without the listener the page says so, requests changes when the window is focused, and reconnects by itself", async ({
  member: { page, person },
}) => {
  const other = await newMember();
  const word = await fileReports(person, 1);
  await page.context().route(CHANNEL, (route) => route.abort());
  await page.reload();
  await search(page, word);
  await expect(lostLiveUpdates(page)).toBeVisible();
  await fileReport(other, { title: `${word} unheard` });
  await expect(showNewButton(page, 1)).toHaveCount(0);
  await focusWindow(page);
  await showNewButton(page, 1).waitFor();

  await page.context().unroute(CHANNEL);
  await expect(lostLiveUpdates(page)).toBeHidden({ timeout: 60_000 });
  await fileReport(other, { title: `${word} heard` });
  await showNewButton(page, 2).waitFor();
});

test("a hidden window stops its listener and is updated at once when it becomes visible", async ({
  member: { page, person },
}) => {
  const other = await newMember();
  const word = await fileReports(person, 1);
  await search(page, word);
  await waitForListener(page);
  // A request that is on its way when the window is hidden may still bring a change.
  const updated = page.waitForResponse("**/api/issues/changes?**");
  await fileReport(other, { title: uniqueId("Elsewhere") });
  await updated;
  const closed = page.waitForRequest((request) => /Listen\/channel.*TYPE=terminate/.test(request.url()));
  await setVisible(page, false);
  await closed;
  await fileReport(other, { title: `${word} unseen` });
  await expect(showNewButton(page, 1)).toHaveCount(0);
  await forgetListener(page);
  await setVisible(page, true);
  await showNewButton(page, 1).waitFor();
  await waitForListener(page);
  await fileReport(other, { title: `${word} seen` });
  await showNewButton(page, 2).waitFor();
});

test("a window hidden and shown before its listener has connected still gets live updates", async ({ open }) => {
  const [person, other] = [await newMember(), await newMember()];
  const { page } = await open(person);
  const held: Route[] = [];
  await page.route(/\/firebase-(?!providers)[^/]*\.js/, (route) => void held.push(route));
  const listens = page.waitForResponse(/board-listener[^/]*\.js/);
  await page.reload();
  const word = await fileReports(person, 1);
  await search(page, word);
  await listens;
  await expect.poll(() => held.length).toBe(1);
  await setVisible(page, false);
  await setVisible(page, true);
  for (const route of held) await route.continue();
  await fileReport(other, { title: `${word} heard` });
  await expect(showNewButton(page, 1)).toBeVisible();
  await expect(lostLiveUpdates(page)).toHaveCount(0);
});

test("a rejected listener is retried when the window is focused again", async ({ open }) => {
  const [person, other] = [await newMember(), await newMember()];
  const { page } = await open(person);
  const pending = new Set<Request>();
  page.on("request", (request) => request.url().includes("/api/") && pending.add(request));
  for (const event of ["requestfinished", "requestfailed"] as const)
    page.on(event as "requestfinished", (request) => pending.delete(request));
  await waitForListener(page);
  const word = await fileReports(person, 1);
  await search(page, word);
  await setVisible(page, false);
  const member = db.doc(`members/${person.uid}`);
  // Block the API, which would sign the member out.
  await page.route("**/api/**", (route) => route.abort());
  await expect.poll(() => pending.size).toBe(0);
  await member.update({ disabled: true });
  await setVisible(page, true);
  // The page waits long before it reports a silent listener.
  await expect(lostLiveUpdates(page)).toBeVisible({ timeout: 40_000 });
  await member.update({ disabled: false });
  await page.unroute("**/api/**");
  await focusWindow(page);
  await expect(lostLiveUpdates(page)).toBeHidden();
  await fileReport(other, { title: `${word} heard` });
  await showNewButton(page, 1).waitFor();
});

test("a silent listener times out, the page says so, and it is retried when the window is focused again", async ({
  open,
}) => {
  const [person, other] = [await newMember(), await newMember()];
  const { page } = await open(person);
  const held: Route[] = [];
  await page.route(/board-listener[^/]*\.js/, (route) => void held.push(route));
  await page.clock.install();
  await page.reload();
  const word = await fileReports(person, 1);
  await search(page, word);
  await runUntilVisible(page, lostLiveUpdates(page));
  for (const route of held) await route.continue();
  await focusWindow(page);
  await expect(lostLiveUpdates(page)).toBeHidden();
  await fileReport(other, { title: `${word} heard` });
  await showNewButton(page, 1).waitFor();
});

test("signing out stops the listener, and the next user gets a listener of their own", async ({ open }) => {
  const [one, two] = [await newMember(), await newMember()];
  const { page, log } = await open(one);
  await waitForListener(page);
  const closed = page.waitForRequest((request) => /Listen\/channel.*TYPE=terminate/.test(request.url()));
  await page.getByRole("button", { name: "Logout" }).click();
  await closed;
  const heard: string[] = [];
  page.on("request", (request) => heard.push(request.url()));
  await fileReport(one);
  await expect(page.getByLabel("Username")).toBeVisible();
  // A request with a SID belongs to the channel that was just closed.
  expect(heard.filter((url) => /Listen\/channel(?!.*SID=)|\/api\/issues/.test(url))).toEqual([]);

  await forgetListener(page);
  await page.getByLabel("Username").fill(two.username);
  await page.getByLabel("Password", { exact: true }).fill(two.password);
  await page.getByRole("button", { name: "Login" }).click();
  const word = await fileReports(two, 1);
  await search(page, word);
  await waitForListener(page);
  await fileReport(one, { title: `${word} for two` });
  await showNewButton(page, 1).click();
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(lostLiveUpdates(page)).toHaveCount(0);
  expect(log).toEqual([]);
});

test("a report's page shows what others do with the report, also that it was deleted and restored, without a reload", async ({
  admin,
  member,
}) => {
  const { page } = member;
  const report = await fileReport(member.person, { title: uniqueId("Page") });
  await page.goto(`/?report=${report.number}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(report.title);
  await waitForListener(page);
  const timeline = page.locator("main ol > li");
  await call("PUT", `/api/issues/${report.id}`, { as: admin.person, body: { status: "IN_PROGRESS" } });
  await expect(timeline.last()).toHaveText(new RegExp(`^${admin.person.username} moved this from Open to In Progress`));
  await call("POST", "/api/issues/amendment", { as: admin.person, body: { issueId: report.id, text: "We have it." } });
  await expect(timeline.last()).toContainText("We have it.");
  const box = page.getByRole("textbox", { name: "Amendment", exact: true });
  await box.fill("Half a thought");
  await call("DELETE", `/api/issues/${report.id}`, { as: admin.person });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`There is no report #${report.number}`);
  // The unsent text can still be copied.
  await expect(box).toHaveValue("Half a thought");
  await expect(box).not.toBeEditable();
  await call("POST", `/api/trash/${report.id}/restore`, { as: admin.person, body: {} });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(report.title);
  await expect(timeline.last()).toContainText("restored this from the trash");
  await expect(box).toHaveValue("Half a thought");
});

test("a report's page that is outdated again when its update arrives is updated once more", async ({
  member: { page, person },
}) => {
  const report = await fileReport(person, { title: uniqueId("Twice") });
  const amend = (text: string) =>
    call("POST", "/api/issues/amendment", { as: person, body: { issueId: report.id, text } });
  await page.goto(`/?report=${report.number}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(report.title);
  await waitForListener(page);
  // The first response has the first amendment only: it is held until the second one has changed the board too.
  await page.route(
    /\/api\/reports\/\d+/,
    async (route) => {
      const response = await route.fetch();
      await amend("The second");
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await amend("The first");
  await expect(page.getByText("The first")).toBeVisible();
  await expect(page.getByText("The second")).toBeVisible();
});

test("news of a followed report arrive while the page is open", async ({ open }) => {
  // A new member, because the worker's member has news of earlier tests.
  const { page, person } = await open(await newMember());
  const [admin, own] = [await newAdmin(), await fileReport(person, { title: `${uniqueId("own")} report` })];
  await eventually("the author follows the report", async () =>
    (await call("GET", "/api/me/news", { as: person })).body.following[own.id] ? true : null,
  );
  const loaded = page.waitForResponse("**/api/me/news");
  await page.reload();
  await loaded;
  await waitForListener(page);
  await call("PUT", `/api/issues/${own.id}`, { as: admin, body: { status: "IN_PROGRESS", from: "OPEN" } });
  // A trigger records the step; the page requests it after some seconds and, if the trigger was late, once more.
  await expect(page.getByRole("button", { name: "News, 1 unread" })).toBeVisible({ timeout: 45_000 });

  // The same is true of a report that is filed while the page is open.
  await page.getByRole("button", { name: "Report Bug" }).click();
  const form = page.getByRole("form", { name: "Report Bug" });
  const title = `${uniqueId("own")} report`;
  await form.getByLabel("Title").fill(title);
  await form.getByLabel("Description").fill("Seen just now.");
  const filed = page.waitForResponse(
    (response) => response.request().method() === "POST" && /issues$/.test(response.url()),
  );
  await form.getByRole("button", { name: /submit/i }).click();
  const { issue } = await (await filed).json();
  await expect(cardOf(page, title)).toBeVisible();
  await call("PUT", `/api/issues/${issue.id}`, { as: admin, body: { status: "IN_PROGRESS", from: "OPEN" } });
  await expect(page.getByRole("button", { name: "News, 2 unread" })).toBeVisible({ timeout: 45_000 });
});

test("news of a change are requested once on a report's page that was opened from the list", async ({ open }) => {
  const { page, person } = await open(await newMember());
  const admin = await newAdmin();
  const [shown, other] = [await fileReport(person, { title: uniqueId("Shown") }), await fileReport(person)];
  await eventually("the author follows both reports", async () => {
    const { following } = (await call("GET", "/api/me/news", { as: person })).body;
    return following[shown.id] && following[other.id] ? true : null;
  });
  const loaded = page.waitForResponse("**/api/me/news");
  await page.reload();
  await loaded;
  await search(page, shown.title);
  await page.getByRole("link", { name: shown.title }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(shown.title);
  await waitForListener(page);
  await page.clock.install();
  // The response comes once the event is recorded.
  let requests = 0;
  await page.route("**/api/me/news", async (route) => {
    requests += 1;
    await eventually("the event is recorded", async () =>
      (await call("GET", "/api/me/news", { as: person })).body.unread === 1 ? true : null,
    );
    await route.continue();
  });
  await call("PUT", `/api/issues/${other.id}`, { as: admin, body: { status: "IN_PROGRESS", from: "OPEN" } });
  await expect(page.getByRole("button", { name: "News, 1 unread" })).toBeVisible({ timeout: 20_000 });
  await page.clock.fastForward("25");
  await waitTwoFrames(page);
  expect(requests).toBe(1);
});

test("news of two quick changes arrive, although the event of the second is recorded late", async ({ open }) => {
  const { page, person } = await open(await newMember());
  const admin = await newAdmin();
  const [first, second] = [
    await fileReport(person, { title: uniqueId("First") }),
    await fileReport(person, { title: uniqueId("Second") }),
  ];
  await eventually("the author follows both reports", async () => {
    const { following } = (await call("GET", "/api/me/news", { as: person })).body;
    return following[first.id] && following[second.id] ? true : null;
  });
  const loaded = page.waitForResponse("**/api/me/news");
  await page.reload();
  await loaded;
  await waitForListener(page);
  await page.clock.install();
  // The response after the changes lacks the second one, as if its trigger had not run yet.
  await page.route(
    "**/api/me/news",
    async (route) => {
      const { items } = await eventually("both events are recorded", async () => {
        const { body } = await call("GET", "/api/me/news", { as: person });
        return body.unread === 2 ? body : null;
      });
      const response = await route.fetch();
      const body = await response.json();
      await route.fulfill({
        response,
        json: { ...body, items: items.filter(({ issueId }: { issueId: string }) => issueId === first.id), unread: 1 },
      });
    },
    { times: 1 },
  );
  for (const { id } of [first, second])
    await call("PUT", `/api/issues/${id}`, { as: admin, body: { status: "IN_PROGRESS", from: "OPEN" } });
  await expect(page.getByRole("button", { name: "News, 1 unread" })).toBeVisible({ timeout: 20_000 });
  await page.clock.fastForward("25");
  await expect(page.getByRole("button", { name: "News, 2 unread" })).toBeVisible();
});
