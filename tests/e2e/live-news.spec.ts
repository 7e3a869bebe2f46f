import { expect, type Page } from "@playwright/test";
import { call, fileReport, newAdmin, newMember, type Person } from "../support/actors.ts";
import { cardOf, search, waitTwoFrames } from "../support/page.ts";
import { uniqueId } from "../support/suite.ts";
import { test } from "./fixtures.ts";
import { waitForListener } from "./live-updates.ts";

const markInProgress = (as: Person, id: string) =>
  call("PUT", `/api/issues/${id}`, { as, body: { status: "IN_PROGRESS", from: "OPEN" } });

async function reloadWithNews(page: Page): Promise<void> {
  const newsResponse = page.waitForResponse("**/api/me/news");
  await page.reload();
  await newsResponse;
}

test("news of the member's reports arrive while the page is open, also of a report filed meanwhile", async ({
  openAs,
}) => {
  // The fixture `member` would have news of earlier tests.
  const { page, person } = await openAs(await newMember());
  const admin = await newAdmin();
  const { id } = await fileReport(person, { title: `${uniqueId("own")} report` });
  await reloadWithNews(page);
  await waitForListener(page);
  await markInProgress(admin, id);
  await expect(page.getByRole("button", { name: "News, 1 unread" })).toBeVisible();

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
  await expect(page.getByRole("button", { name: "News, 2 unread" })).toBeVisible();
});

test("on a report's page that was opened from the list, a change causes one request for news", async ({ openAs }) => {
  const { page, person } = await openAs(await newMember());
  const admin = await newAdmin();
  const shownReport = await fileReport(person, { title: uniqueId("Shown") });
  const changedReport = await fileReport(person);
  await reloadWithNews(page);
  await search(page, shownReport.title);
  await page.getByRole("link", { name: shownReport.title }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(shownReport.title);
  await waitForListener(page);
  await page.clock.install();
  let newsRequests = 0;
  await page.route("**/api/me/news", async (route) => {
    newsRequests += 1;
    await route.continue();
  });
  await markInProgress(admin, changedReport.id);
  await expect(page.getByRole("button", { name: "News, 1 unread" })).toBeVisible();
  await page.clock.fastForward(25_000);
  await waitTwoFrames(page);
  expect(newsRequests).toBe(1);
});

test("what another device of the member reads and follows shows here while the page is open", async ({ openAs }) => {
  const { page, person } = await openAs(await newMember());
  const admin = await newAdmin();
  const { id, title } = await fileReport(person, { title: uniqueId("Own") });
  await markInProgress(admin, id);
  await reloadWithNews(page);
  await search(page, title);
  await waitForListener(page);
  const bell = page.getByRole("button", { name: /^News/ });
  await expect(bell).toHaveAccessibleName("News, 1 unread");
  await expect(page).toHaveTitle(/^\(1\) /);
  // The other device only calls the API: nothing tells this window but its listener.
  const { items } = (await call("GET", "/api/me/news", { as: person })).body;
  const seen = { until: items[0].at, issueId: id };
  expect((await call("PUT", "/api/me/news", { as: person, body: seen })).status).toBe(200);
  await expect(bell).toHaveAccessibleName("News");
  await expect(page).not.toHaveTitle(/^\(/);
  const button = cardOf(page, title).getByRole("button", { name: /^Follow/ });
  await expect(button).toHaveAccessibleName("Following, every change");
  expect((await call("PUT", `/api/issues/${id}/follow`, { as: person, body: { mode: "status" } })).status).toBe(200);
  await expect(button).toHaveAccessibleName("Following, status only");
});

test("an entry of What's new that is published while the page is open is named above the list", async ({ openAs }) => {
  const { page } = await openAs(await newMember());
  const admin = await newAdmin();
  await reloadWithNews(page);
  await waitForListener(page);
  const path = `/api/changelog/${uniqueId("e")}`;
  const title = uniqueId("Entry");
  const body = { title, text: "It works again.", reports: [], publish: true, from: "" };
  expect((await call("PUT", path, { as: admin, body })).status).toBe(200);
  await expect(page.getByRole("link", { name: `New: ${title}` })).toBeVisible();
  // Other tests' members would see the line too.
  expect((await call("DELETE", path, { as: admin, body: {} })).status).toBe(200);
});
