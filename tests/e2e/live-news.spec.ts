import { expect, type Page } from "@playwright/test";
import { call, fileReport, newAdmin, newMember, type Person } from "../support/actors.ts";
import { cardOf, search, waitTwoFrames } from "../support/page.ts";
import { eventually, uniqueId } from "../support/suite.ts";
import { test } from "./fixtures.ts";
import { waitForListener } from "./live-updates.ts";

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
  // The fixture `member` would have news of earlier tests.
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
  const shownReport = await fileReport(person, { title: uniqueId("Shown") });
  const changedReport = await fileReport(person);
  await waitUntilFollowed(person, [shownReport.id, changedReport.id]);
  await reloadWithNews(page);
  await search(page, shownReport.title);
  await page.getByRole("link", { name: shownReport.title }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(shownReport.title);
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
  // Within 25 s the page would send a second request.
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
  // Within 25 s the page requests the news again.
  await page.clock.fastForward(25_000);
  await expect(page.getByRole("button", { name: "News, 2 unread" })).toBeVisible();
});
