import { expect } from "@playwright/test";
import { call, fileReport, newAdmin, newMember } from "../support/actors.ts";
import { cardOf, holdRequests, search, waitForCachedList, waitTwoFrames } from "../support/page.ts";
import { uniqueId } from "../support/suite.ts";
import { fileReportsWithNewWord, test } from "./fixtures.ts";
import { amend, showNewButton, waitForListener } from "./live-updates.ts";

/** Waits until a change is visible, logs how long that takes, and expects less than 5 s. An idle machine needs 2 s. */
async function expectVisibleSoon(change: string, waitUntilVisible: () => Promise<void>): Promise<void> {
  const startedAt = performance.now();
  await waitUntilVisible();
  const milliseconds = Math.round(performance.now() - startedAt);
  console.log(`      ${change}: visible ${milliseconds} ms after the response`);
  test.info().annotations.push({ type: change, description: `${milliseconds} ms` });
  expect(milliseconds).toBeLessThan(5_000);
}

/** An element that keeps its position may move by this much, because browsers round positions. */
const MAX_ROUNDING_PX = 1;

test("an admin's changes show in a member's window without moving what the member is reading or typing", async ({
  admin,
  member,
}) => {
  const { page } = member;
  const word = await fileReportsWithNewWord(member.person, 6, {
    environmentInfo: "Firefox on a boat",
    priority: "HIGH",
  });
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
  // The box must keep its position at any scroll position, so scroll a little more.
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
  expect(Math.abs((await topOfBox()) - topBefore)).toBeLessThanOrEqual(MAX_ROUNDING_PX);
});

// In lists of more than ten cards, those far below the window have no layout yet (`content-visibility` in styles.css).
for (const pageSize of [10, 50])
  test(`a focused text box keeps its position when its card and the card above grow, with ${pageSize} cards a page`, async ({
    member: { page, person },
  }) => {
    const otherMember = await newMember();
    const word = await fileReportsWithNewWord(person, pageSize === 10 ? 6 : 30);
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
      expect(Math.abs((await topOfBox()) - topBefore)).toBeLessThanOrEqual(MAX_ROUNDING_PX);
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
  // When the first response to this image arrives, the page has handled the failed request. When the second arrives,
  // the test would have recorded a request that one of the page's timers has sent.
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
  const word = await fileReportsWithNewWord(person, 12);
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
  // Look for the title in quotes: without quotes it is also in the cached list's path, as the search.
  await page.waitForFunction((text) => !localStorage.getItem("logbook.list")?.includes(text), `"${title}"`);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page.getByText(/in the log/)).toBeVisible();
});

test("the button '… new – show' counts others' new reports and, when pressed, shows all of them", async ({
  member: { page, person },
}) => {
  const otherMember = await newMember();
  const word = await fileReportsWithNewWord(person, 10, { priority: "HIGH" });
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
  const word = await fileReportsWithNewWord(reader, 2);
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
    const word = await fileReportsWithNewWord(person, 12);
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

test("hovering Next or focusing Previous prefetches that page again after another member has filed a report", async ({
  member: { page, person },
}) => {
  const word = await fileReportsWithNewWord(person, 12);
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
