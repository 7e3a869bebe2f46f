import type { WireIssue } from "@logbook/domain";
import { expect, type Page } from "@playwright/test";
import { PHONE_SIZE } from "../support/browser.ts";
import { cardOf, holdRequests, SCRIPTS, search, waitForCachedMarkup } from "../support/page.ts";
import { db } from "../support/suite.ts";
import { call, fileReport, fileReportsWithNewWord, newAdmin, type Person, test } from "./fixtures.ts";

const bar = (page: Page) => page.getByRole("region", { name: "Selected reports" });
const barButton = (page: Page, name: string) => bar(page).getByRole("button", { name });
const boxes = (page: Page) => page.getByRole("checkbox", { name: "Select" });
const titles = (page: Page) => page.getByRole("heading", { level: 3 });
const message = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });

async function reportsWith(word: string, as: Person): Promise<WireIssue[]> {
  const { bugs, features } = (await call("GET", `/api/issues?search=${word}&pageSize=100`, { as })).body;
  return [...bugs, ...features];
}

/** How many of the reports have each status. */
async function statusesOf(word: string, as: Person): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { status } of await reportsWith(word, as)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

test.describe("ten reports move one step", () => {
  test("with three clicks, and one more takes all of it back", async ({ admin: { page, person } }) => {
    const word = await fileReportsWithNewWord(person, 10);
    await search(page, word);
    await expect(boxes(page)).toHaveCount(10);
    let clicks = 0;
    const click = async (locator: ReturnType<typeof boxes>, modifiers: "Shift"[] = []) => {
      clicks += 1;
      await locator.click({ modifiers });
    };
    await click(boxes(page).first());
    await expect(bar(page)).toContainText("1 selected");
    await click(boxes(page).last(), ["Shift"]);
    await expect(bar(page)).toContainText("10 selected");
    await click(barButton(page, "Mark 10 as In Progress"));
    await expect(message(page, "10 reports are now In Progress.")).toHaveCount(1);
    expect(clicks).toBeLessThanOrEqual(4);
    expect(await statusesOf(word, person)).toEqual({ IN_PROGRESS: 10 });
    await expect(bar(page)).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "Entries", exact: true })).toBeFocused();

    await page.getByRole("button", { name: "Undo all" }).click();
    await expect(message(page, "10 reports as before.")).toHaveCount(1);
    expect(await statusesOf(word, person)).toEqual({ OPEN: 10 });
  });

  test("with thirteen keys, and Ctrl+Z takes all of it back", async ({ admin: { page, person } }) => {
    const word = await fileReportsWithNewWord(person, 10);
    await page.goto(`/?search=${word}`);
    await expect(boxes(page)).toHaveCount(10);
    const keys = ["j", "x", ..."jjjjjjjjj", "Shift+X", "]"];
    expect(keys.length).toBeLessThanOrEqual(15);
    for (const key of keys) {
      if (key === "]") await expect(barButton(page, "Mark 10 as In Progress")).toBeVisible();
      await page.keyboard.press(key);
      // The first key loads the code of the keys.
      if (key === "j") await expect(page.locator("h3:focus")).toHaveCount(1);
      if (key === "x") await expect(bar(page)).toContainText("1 selected");
    }
    await expect(message(page, "10 reports are now In Progress.")).toHaveCount(1);
    expect(await statusesOf(word, person)).toEqual({ IN_PROGRESS: 10 });
    await expect(titles(page).last()).toBeFocused();
    await page.keyboard.press("Control+z");
    await expect(message(page, "10 reports as before.")).toHaveCount(1);
    expect(await statusesOf(word, person)).toEqual({ OPEN: 10 });
  });
});

test.describe("the bar", () => {
  test("offers each step that is the next one of some reports, with their number", async ({
    admin: { page, person },
  }) => {
    const word = await fileReportsWithNewWord(person, 3);
    const feature = await fileReport(person, { title: `${word} feature`, type: "feature" });
    await call("PUT", `/api/issues/${feature.id}`, { as: person, body: { status: "COMPLETED" } });
    await search(page, word);
    await boxes(page).first().click();
    await barButton(page, "All 4 shown").click();
    await expect(bar(page)).toContainText("4 selected");
    await expect(bar(page).getByRole("button", { name: /^Mark/ })).toHaveText([
      "Mark 3 as In Progress",
      "Mark 1 as Planned",
    ]);
    await barButton(page, "Mark 3 as In Progress").click();
    await expect(message(page, "3 reports are now In Progress.")).toHaveCount(1);
    // The others stay selected for their own step.
    await expect(bar(page)).toContainText("1 selected");
    await expect(bar(page)).toBeFocused();
    expect(await statusesOf(word, person)).toEqual({ IN_PROGRESS: 3, COMPLETED: 1 });
    await barButton(page, "Select none").click();
    await expect(bar(page)).toHaveCount(0);
  });

  test("selects all that the search finds, on all pages, and keeps the selection on another page", async ({
    admin: { page, person },
  }) => {
    const word = await fileReportsWithNewWord(person, 13);
    await search(page, word);
    await boxes(page).first().click();
    await barButton(page, "All 13 found").click();
    await expect(bar(page)).toContainText("13 selected, 3 on other pages");
    await page.getByRole("button", { name: "Next" }).click();
    await expect(boxes(page)).toHaveCount(3);
    await expect(bar(page)).toContainText("13 selected, 10 on other pages");
    for (const box of await boxes(page).all()) await expect(box).toBeChecked();
    await barButton(page, "Mark 13 as In Progress").click();
    await expect(message(page, "13 reports are now In Progress.")).toHaveCount(1);
    expect(await statusesOf(word, person)).toEqual({ IN_PROGRESS: 13 });
  });

  test("ends the selection with another filter, and is not there for members", async ({
    admin: { page, person },
    member,
  }) => {
    const word = await fileReportsWithNewWord(person, 2);
    await search(page, word);
    await boxes(page).first().click();
    await expect(bar(page)).toBeVisible();
    await page.getByRole("combobox", { name: "Type" }).selectOption("bug");
    await expect(bar(page)).toHaveCount(0);
    await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
    await search(member.page, word);
    await expect(cardOf(member.page, `${word} 1`)).toBeVisible();
    await expect(boxes(member.page)).toHaveCount(0);
  });

  test("takes those that nobody has taken, and Undo frees them again", async ({ admin: { page, person } }) => {
    const word = await fileReportsWithNewWord(person, 3);
    const { id } = await fileReport(person, { title: `${word} taken` });
    await call("PUT", `/api/issues/${id}/assignee`, { as: await newAdmin(), body: { taken: true, from: "" } });
    const takenByUser = async () =>
      (await reportsWith(word, person)).filter(({ assignee }) => assignee === person.username).length;
    await search(page, word);
    await boxes(page).first().click();
    await barButton(page, "All 4 shown").click();
    await barButton(page, "Take 3").click();
    await expect(message(page, "You have taken 3 reports.")).toHaveCount(1);
    expect(await takenByUser()).toBe(3);
    await page.getByRole("button", { name: "Undo all" }).click();
    await expect(message(page, "3 reports as before.")).toHaveCount(1);
    expect(await takenByUser()).toBe(0);
  });

  test("closes as duplicates of one report those that are not closed, and Undo reopens them", async ({
    admin: { page, person },
  }) => {
    const word = await fileReportsWithNewWord(person, 3);
    const { id } = await fileReport(person, { title: `${word} closed` });
    const target = await fileReport(person, { title: "The first report of it" });
    await call("PUT", `/api/issues/${id}/closing`, { as: person, body: { reason: "not-planned" } });
    const closings = async () =>
      (await reportsWith(word, person))
        .map(({ closedAs, duplicateOf }) => closedAs ?? duplicateOf?.number ?? "open")
        .sort();
    await search(page, word);
    await boxes(page).first().click();
    await barButton(page, "All 4 shown").click();
    await barButton(page, "Close 3…").click();
    const dialog = page.getByRole("dialog", { name: "Close 3 reports" });
    await dialog.getByRole("radio", { name: "Duplicate of another report" }).check();
    await dialog.getByRole("searchbox", { name: "Which report?" }).fill(`#${target.number}`);
    await expect(dialog.getByRole("radio", { name: target.title })).toBeChecked();
    await dialog.getByRole("button", { name: "Close 3 reports" }).click();
    await expect(message(page, "3 reports are closed as duplicates.")).toHaveCount(1);
    expect(await closings()).toEqual([target.number, target.number, target.number, "not-planned"]);
    await page.getByRole("button", { name: "Undo all" }).click();
    await expect(message(page, "3 reports as before.")).toHaveCount(1);
    expect(await closings()).toEqual(["not-planned", "open", "open", "open"]);
  });

  test("deletes after one question, and Undo brings all back", async ({ admin: { page, person } }) => {
    const word = await fileReportsWithNewWord(person, 4);
    await search(page, word);
    await boxes(page).nth(0).click();
    await boxes(page)
      .nth(2)
      .click({ modifiers: ["Shift"] });
    await barButton(page, "Delete 3").click();
    const dialog = page.getByRole("alertdialog", { name: "Delete 3 reports?" });
    await dialog.getByRole("button", { name: "Keep them" }).click();
    await expect(barButton(page, "Delete 3")).toBeFocused();
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: "Delete 3 reports" }).click();
    await expect(message(page, "3 reports deleted.")).toHaveCount(1);
    // The cards stay in their places until the mouse has left them.
    await expect(page.getByText("This entry has been deleted")).toHaveCount(3);
    await page.mouse.move(0, 0);
    await expect(page.getByRole("article")).toHaveCount(1);
    await page.keyboard.press("Control+z");
    await expect(message(page, "3 reports as before.")).toHaveCount(1);
    await expect(page.getByRole("article")).toHaveCount(4);
    expect(await statusesOf(word, person)).toEqual({ OPEN: 4 });
  });

  test("covers at 390 px neither a message nor the focused element, and nothing is wider than the window", async ({
    admin: { page, person },
  }) => {
    await page.setViewportSize(PHONE_SIZE);
    const word = await fileReportsWithNewWord(person, 4);
    await fileReport(person, { title: `${word} feature`, type: "feature" });
    await search(page, word);
    await boxes(page).first().click();
    await barButton(page, "All 5 shown").click();
    await barButton(page, "Mark 5 as In Progress").click();
    await expect(message(page, "5 reports are now In Progress.")).toHaveCount(1);
    await boxes(page).first().click();
    // The bar moves into its place.
    await expect
      .poll(async () => Math.ceil((await bar(page).boundingBox())!.y + (await bar(page).boundingBox())!.height))
      .toBeLessThanOrEqual(PHONE_SIZE.height);
    const undoBox = (await page.getByRole("button", { name: "Undo all" }).boundingBox())!;
    expect(undoBox.y + undoBox.height).toBeLessThanOrEqual((await bar(page).boundingBox())!.y);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE_SIZE.width);
    for (let index = 0; index < 30; index += 1) {
      await page.keyboard.press("Tab");
      const focusBox = await page.locator(":focus").boundingBox();
      const isInBar = (await bar(page).locator(":focus").count()) > 0;
      if (isInBar || focusBox === null) break;
      expect(focusBox.y + Math.min(focusBox.height, 20)).toBeLessThanOrEqual((await bar(page).boundingBox())!.y);
    }
  });
});

test("a box that is ticked before the page's code has loaded selects its report", async ({
  admin: { page, person },
}) => {
  const word = await fileReportsWithNewWord(person, 2);
  const release = await reloadFromCacheWithMarkup(page, word);
  await boxes(page).first().click();
  release();
  await expect(bar(page)).toContainText("1 selected");
  await expect(boxes(page).first()).toBeChecked();
});

/** Shows a search with the page's code held back, so that the list is the server's markup. Returns the release. */
async function reloadFromCacheWithMarkup(page: Page, word: string): Promise<() => void> {
  await page.goto(`/?search=${word}`);
  await waitForCachedMarkup(page);
  const release = await holdRequests(page, SCRIPTS);
  await page.reload({ waitUntil: "commit" });
  await expect(boxes(page)).toHaveCount(2);
  return release;
}

test.describe("while an action runs", () => {
  test("its progress is shown, and Stop leaves the rest as it was and selected", async ({
    admin: { page, person },
  }) => {
    const word = await fileReportsWithNewWord(person, 5);
    await search(page, word);
    await boxes(page).first().click();
    await barButton(page, "All 5 shown").click();
    let steps = 0;
    let release = (): void => undefined;
    const released = new Promise<void>((done) => {
      release = done;
    });
    await page.route("**/api/issues/*", async (route) => {
      if (route.request().method() !== "PUT") return route.continue();
      steps += 1;
      if (steps === 3) await released;
      await route.continue();
    });
    await barButton(page, "Mark 5 as In Progress").click();
    await expect(bar(page).getByRole("progressbar")).toHaveAttribute("aria-valuetext", "2 of 5");
    await expect(bar(page)).toContainText("2 of 5");
    await barButton(page, "Stop").click();
    release();
    await expect(message(page, "3 reports are now In Progress. 2 reports left as before.")).toHaveCount(1);
    await expect(bar(page)).toContainText("2 selected");
    expect(await statusesOf(word, person)).toEqual({ IN_PROGRESS: 3, OPEN: 2 });
    expect(steps).toBe(3);
    await page.getByRole("button", { name: "Undo all" }).click();
    await expect(message(page, "3 reports as before.")).toHaveCount(1);
    expect(await statusesOf(word, person)).toEqual({ OPEN: 5 });
  });

  test("a lost race is named with its reason and stays selected, the others go on", async ({
    admin: { page, person },
  }) => {
    const word = await fileReportsWithNewWord(person, 4);
    await search(page, word);
    const [firstTitle, secondTitle] = await titles(page).allTextContents();
    const reports = await reportsWith(word, person);
    const idOf = (title: string) => reports.find((report) => report.title === title)!.id;
    await boxes(page).first().click();
    await barButton(page, "All 4 shown").click();
    const otherAdmin = await newAdmin();
    await call("PUT", `/api/issues/${idOf(firstTitle!)}`, { as: otherAdmin, body: { status: "CLOSED" } });
    await call("DELETE", `/api/issues/${idOf(secondTitle!)}`, { as: otherAdmin });
    await barButton(page, "Mark 4 as In Progress").click();
    await expect(message(page, "2 reports are now In Progress. 2 reports could not be changed.")).toHaveCount(1);
    const failures = bar(page).getByRole("alert");
    await expect(failures).toContainText("2 reports were not changed:");
    await expect(failures.getByRole("listitem").filter({ hasText: firstTitle! })).toContainText("it is Closed now");
    await expect(failures.getByRole("listitem").filter({ hasText: secondTitle! })).toContainText(
      "There is no such report",
    );
    // The closed one stays selected, with its present step; the deleted one cannot be changed any more.
    await expect(bar(page)).toContainText("1 selected");
    await expect(barButton(page, "Mark 1 as Open")).toBeVisible();
    expect(await statusesOf(word, person)).toEqual({ IN_PROGRESS: 2, CLOSED: 1 });
    await barButton(page, "Dismiss").click();
    await expect(failures).toHaveCount(0);
    await page.keyboard.press("Control+z");
    await expect(message(page, "2 reports as before.")).toHaveCount(1);
    expect(await statusesOf(word, person)).toEqual({ OPEN: 2, CLOSED: 1 });
  });

  test("it waits when the API takes no more writes, and then goes on", async ({ admin: { page, person } }) => {
    const word = await fileReportsWithNewWord(person, 3);
    await search(page, word);
    await boxes(page).first().click();
    await barButton(page, "All 3 shown").click();
    let steps = 0;
    await page.route("**/api/issues/*", (route) => {
      if (route.request().method() !== "PUT") return route.continue();
      steps += 1;
      if (steps !== 2) return route.continue();
      const json = { success: false, error: "You have sent very much.", code: "too-many" };
      return route.fulfill({ status: 429, headers: { "retry-after": "2" }, json });
    });
    await barButton(page, "Mark 3 as In Progress").click();
    await expect(bar(page)).toContainText("It goes on in 2 seconds.");
    await expect(message(page, "3 reports are now In Progress.")).toHaveCount(1);
    expect(await statusesOf(word, person)).toEqual({ IN_PROGRESS: 3 });
    expect(steps).toBe(4);
  });

  test("no response stops it: nothing more is sent, and the rest stays selected", async ({
    admin: { page, person, log },
  }) => {
    const word = await fileReportsWithNewWord(person, 4);
    await search(page, word);
    await boxes(page).first().click();
    await barButton(page, "All 4 shown").click();
    let steps = 0;
    await page.route("**/api/issues/*", (route) => {
      if (route.request().method() !== "PUT") return route.continue();
      steps += 1;
      return steps === 2 ? route.abort() : route.continue();
    });
    await barButton(page, "Mark 4 as In Progress").click();
    await expect(bar(page).getByRole("alert")).toContainText("The logbook cannot be reached.");
    await expect(bar(page)).toContainText("3 selected");
    expect(steps).toBe(2);
    expect(await statusesOf(word, person)).toEqual({ IN_PROGRESS: 1, OPEN: 3 });
    expect(log.join("\n")).toContain("Failed to change a report");
  });

  test("a browser that is closed in between leaves each report whole: with its event, or not moved", async ({
    openAs,
  }) => {
    const { page, person } = await openAs(await newAdmin());
    const word = await fileReportsWithNewWord(person, 6);
    await search(page, word);
    await boxes(page).first().click();
    await barButton(page, "All 6 shown").click();
    const moved = page.waitForResponse((response) => response.request().method() === "PUT");
    await barButton(page, "Mark 6 as In Progress").click();
    await moved;
    await page.close();
    for (const { id } of await reportsWith(word, person)) {
      // The last call may still be running, so the report and its events are read at one moment.
      const [report, history] = await db.runTransaction(
        async (transaction) => [
          await transaction.get(db.doc(`issues/${id}`)),
          await transaction.get(db.collection("history").where("issueId", "==", id)),
        ],
        { readOnly: true },
      );
      const steps = history.docs.filter((doc) => doc.get("kind") === "status");
      expect(steps.map((doc) => doc.get("to"))).toEqual(report.get("status") === "IN_PROGRESS" ? ["IN_PROGRESS"] : []);
    }
  });
});
