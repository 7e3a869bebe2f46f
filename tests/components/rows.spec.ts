import { expect, type Locator, type Page } from "@playwright/test";
import { Timestamp } from "firebase-admin/firestore";
import { cardOf, expectHydrated, holdRequests } from "../support/page.ts";
import { addAmendment, call, changeStoredReport, fileReport, newMember, type Person, test } from "./fixtures.ts";
import { findLayoutProblems } from "./layout-problems.ts";

/** A title for each thing that widens a row, and what is stored of its report. */
const REPORTS: [title: string, changes: Record<string, unknown>][] = [
  ["Photo upload fails on slow connections", { status: "IN_PROGRESS", priority: "CRITICAL", votes: 12_345 }],
  [`Donaudampfschiff${"fahrtsgesellschaft".repeat(6)}`, { number: 123_456 }],
  ["لا تعمل صفحة الصور عند استخدام الهاتف المحمول على شبكة بطيئة في المساء", { status: "TESTING" }],
  ["Closed for a reason whose name is long", { closedAs: "not-reproducible" }],
  ["x", { votes: 1 }],
];
// 40 letters, the widest ones of the alphabet, without a place to break a line.
const LONG_NAME = `${"WM".repeat(19)}Mb`;
const AREA = { id: "gallery1", name: "Gallery of all the members' pictures", pattern: "/gallery/*" };

/** Files `REPORTS`, by the person with the long name, in an area, with an amendment, and taken by an admin. */
async function fileWideReports(admin: Person): Promise<void> {
  await call("PUT", "/api/areas", { as: admin, body: { areas: [AREA], from: [] } });
  const reporter = await newMember(LONG_NAME);
  for (const [title, changes] of REPORTS) {
    const { id } = await fileReport(reporter, { title, websiteUrl: "https://example.org/gallery/1" });
    await addAmendment(reporter, id, "It happens here, too.");
    await call("PUT", `/api/issues/${id}/assignee`, { as: admin, body: { taken: true, from: "" } });
    await changeStoredReport(id, changes);
  }
}

async function showRows(page: Page, query = ""): Promise<void> {
  await page.goto(`/${query}`);
  await expectHydrated(page);
  await page.getByRole("button", { name: "Rows", exact: true }).click();
}

const boxOf = async (element: Locator) => (await element.boundingBox())!;

test.describe("rows", () => {
  for (const role of ["member", "admin"] as const) {
    test(`of a${role === "admin" ? "n admin" : " member"} are one line with a wide title, or two in a narrow window, whatever their reports hold`, async ({
      member,
      admin,
    }) => {
      await fileWideReports(admin.person);
      const { page } = { member, admin }[role];
      await showRows(page);
      const rows = page.getByRole("article");
      await expect(rows).toHaveCount(REPORTS.length);
      for (const [width, maxHeight, titleShare] of [
        [1440, 44, 0.3],
        [1280, 44, 0.3],
        [1024, 44, 0.35],
        [768, 72, 0.7],
        [390, 72, 0.5],
        [320, 72, 0.4],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        const titleWidths = new Set<number>();
        for (const row of await rows.all()) {
          const box = await boxOf(row);
          const title = await boxOf(row.getByRole("heading"));
          expect(box.height, `${width} px`).toBeLessThanOrEqual(maxHeight);
          expect(title.width / box.width, `${width} px`).toBeGreaterThan(titleShare);
          titleWidths.add(Math.round(title.width));
          const names = role === "admin" ? [/^Vote/, /^Back to/, /^Mark as/, "Whole card"] : [/^Vote/, "Whole card"];
          for (const name of names) {
            const button = row.getByRole("button", { name });
            const { x, y, width: buttonWidth, height } = await boxOf(button);
            expect(Math.min(buttonWidth, height), `${width} px: ${name}`).toBeGreaterThanOrEqual(24);
            expect(y + height, `${width} px: ${name}`).toBeLessThanOrEqual(box.y + box.height);
            expect(x + buttonWidth, `${width} px: ${name}`).toBeLessThanOrEqual(box.x + box.width);
          }
        }
        // The rows share their columns.
        if (width >= 1024) expect(titleWidths.size, `${width} px`).toBe(1);
        expect(await findLayoutProblems(page), `${width} px`).toEqual([]);
      }
    });
  }

  test("have columns that are as wide as their content, and the title the rest", async ({
    admin: { page, person },
  }) => {
    const { id } = await fileReport(person, { title: "First" });
    await page.setViewportSize({ width: 1440, height: 900 });
    await showRows(page);
    const title = cardOf(page, "First").getByRole("heading");
    const { width: widthAlone } = await boxOf(title);
    const other = await fileReport(await newMember(LONG_NAME), { title: "Second" });
    await changeStoredReport(other.id, { status: "IN_PROGRESS" });
    await call("PUT", `/api/issues/${id}/assignee`, { as: person, body: { taken: true, from: "" } });
    await page.reload();
    await expect(page.getByRole("article")).toHaveCount(2);
    expect((await boxOf(title)).width).toBeLessThan(widthAlone - 60);
    // The content of a report that is opened in its place widens no column.
    const { width } = await boxOf(title);
    await cardOf(page, "Second").getByRole("button", { name: "Whole card" }).click();
    await expect(cardOf(page, "Second").getByRole("textbox")).toBeVisible();
    expect((await boxOf(title)).width).toBeGreaterThanOrEqual(width);
  });

  test("show the time by which the list is sorted", async ({ member: { page, person }, admin }) => {
    const { id, number } = await fileReport(person, { title: "With times" });
    await addAmendment(admin.person, id, "Which browser?");
    const daysAgo = (days: number) => Timestamp.fromMillis(Date.now() - days * 24 * 60 * 60_000);
    await changeStoredReport(id, { createdAt: daysAgo(5), updatedAt: daysAgo(3) });
    await page.setViewportSize({ width: 1024, height: 900 });
    const row = cardOf(page, "With times");
    const shownTimes = async () => {
      await expect(row.getByRole("time").first()).toBeAttached();
      const times = await row.getByRole("time").all();
      const isShown = await Promise.all(times.map((time) => time.isVisible()));
      return await Promise.all(times.filter((_, index) => isShown[index]).map((time) => time.textContent()));
    };
    for (const [sort, time] of [
      ["status", "5 days ago"],
      ["newest", "5 days ago"],
      ["changed", "3 days ago"],
      ["wanted", "5 days ago"],
      ["unanswered", "5 days ago"],
      ["waiting", "1 min"],
    ]) {
      await showRows(page, `?sort=${sort}`);
      expect(await shownTimes(), sort).toEqual([time]);
    }
    // The server's markup has them, too, before any code has loaded.
    const release = await holdRequests(page, "**/assets/*.js");
    await page.goto("/?sort=changed", { waitUntil: "commit" });
    await expect(row).toBeVisible();
    expect(await shownTimes()).toEqual(["3 days ago"]);
    release();
    await expectHydrated(page);
    await page.getByRole("combobox", { name: "Sort by" }).selectOption("Newest");
    await expect(page).toHaveURL(/sort=newest/);
    await expect.poll(shownTimes).toEqual(["5 days ago"]);
    expect(number).toBe(1);
  });

  test("stress the votes or the answers if the list is sorted by them", async ({ member: { page, person } }) => {
    const { id } = await fileReport(person, { title: "Wanted" });
    await changeStoredReport(id, { votes: 3, status: "RESOLVED" });
    await call("PUT", `/api/issues/${id}/fix-answer`, { as: person, body: { fixed: false } });
    const vote = cardOf(page, "Wanted").getByRole("button", { name: /^Vote/ });
    const numberStyle = () =>
      vote.evaluate((button) => {
        const { content, fontSize } = getComputedStyle(button, "::after");
        return [content, Number.parseFloat(fontSize)] as const;
      });
    await showRows(page);
    const [content, usualSize] = await numberStyle();
    expect(content).toContain('"3"');
    await showRows(page, "?sort=wanted");
    expect((await numberStyle())[1]).toBeGreaterThan(usualSize);
    const answers = cardOf(page, "Wanted").getByText("1 still happens");
    await expect(answers).toBeHidden();
    await showRows(page, "?sort=unfixed");
    await expect(answers).toBeVisible();
  });

  test("take a vote and a step, at the same place each time, and say why a step has failed", async ({
    admin: { page, person },
  }) => {
    await fileReport(person, { title: "Stepped" });
    await fileReport(person, { title: "Other" });
    await showRows(page);
    const row = cardOf(page, "Stepped");
    const vote = row.getByRole("button", { name: /^Vote/ });
    const placeBefore = await boxOf(vote);
    await vote.click();
    await expect(vote).toHaveAccessibleName("Voted 1 vote");
    await expect(vote).toHaveAttribute("aria-pressed", "true");
    expect(await boxOf(vote)).toEqual(placeBefore);

    const next = row.getByRole("button", { name: /^Mark as/ });
    const release = await holdRequests(page, "**/api/issues/*");
    const { width } = await boxOf(next);
    await next.click();
    await expect(next).toHaveAttribute("aria-busy", "true");
    expect((await boxOf(next)).width).toBe(width);
    release();
    await expect(row.getByText("In Progress", { exact: true })).toBeVisible();
    await page.unrouteAll({ behavior: "wait" });
    await row.getByRole("button", { name: "Back to Open" }).click();
    await expect(row.getByText("Open", { exact: true })).toBeVisible();

    await page.mouse.move(0, 0);
    await next.hover();
    await expect(page.getByRole("tooltip", { name: "Mark as In Progress" })).toBeVisible();

    for (const size of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size);
      await holdRequests(page, "**/api/issues/*", "fail").then((fail) => fail());
      await next.click();
      const alert = row.getByRole("alert");
      await expect(alert).toContainText("The status was not changed.");
      const [alertBox, rowBox] = [await boxOf(alert), await boxOf(row)];
      expect(alertBox.y + alertBox.height).toBeLessThanOrEqual(rowBox.y + rowBox.height);
      await page.unrouteAll({ behavior: "wait" });
    }
  });

  test("keep their columns as the member's own votes and news arrive", async ({ member: { page, person }, admin }) => {
    const { id } = await fileReport(person, { title: "Voted for" });
    await fileReport(person, { title: "Other" });
    await call("PUT", `/api/issues/${id}/vote`, { as: person, body: { voted: true } });
    await call("PUT", `/api/issues/${id}`, { as: admin.person, body: { status: "IN_PROGRESS" } });
    await showRows(page);
    const row = cardOf(page, "Voted for");
    const boxes = async () =>
      await Promise.all(
        [row, row.getByRole("heading"), row.getByText("In Progress"), row.getByRole("button", { name: /^Vote/ })].map(
          boxOf,
        ),
      );
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const releases = [await holdRequests(page, "**/api/me/votes"), await holdRequests(page, "**/api/me/news*")];
      await page.reload();
      await expect(row.getByRole("button", { name: "Vote 1 vote" })).toBeVisible();
      const boxesBefore = await boxes();
      for (const release of releases) release();
      await expect(row.getByRole("button", { name: "Voted 1 vote" })).toBeVisible();
      await expect(row.getByText("Unread")).toBeVisible();
      // The line that names the news may be above the list.
      const top = (box: { y: number }) => box.y;
      const boxesAfter = await boxes();
      const moved = top(boxesAfter[0]!) - top(boxesBefore[0]!);
      expect(boxesAfter.map((box) => ({ ...box, y: box.y - moved }))).toEqual(boxesBefore);
      await page.unrouteAll({ behavior: "wait" });
    }
  });
});
