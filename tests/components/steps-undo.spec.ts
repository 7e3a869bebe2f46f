import type { WireIssue } from "@logbook/domain";
import { expect, type Page } from "@playwright/test";
import { cardOf, search } from "../support/page.ts";
import {
  addAmendment,
  call,
  changeStoredReport,
  fileAndSearch,
  fileReportsWithNewWord,
  newAdmin,
  storedReport,
  test,
} from "./fixtures.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name });
const statusOf = async (id: string) => (await storedReport(id)).status;

/** The titles of the cards, in their order. */
async function titlesOf(page: Page): Promise<string[]> {
  await expect(page.getByRole("article").first()).toBeVisible();
  return await page.getByRole("article").getByRole("heading", { level: 3 }).allTextContents();
}

/** Moves the mouse to the corner of the window, where no card is. */
const leaveCards = (page: Page) => page.mouse.move(0, 0);

/** The reports whose titles have this word, by title. */
async function reportsWith(word: string, as: Parameters<typeof call>[2]["as"]): Promise<Map<string, WireIssue>> {
  const { bugs, features } = (await call("GET", `/api/issues?search=${word}&pageSize=100`, { as })).body;
  return new Map([...bugs, ...features].map((report: WireIssue) => [report.title, report]));
}

test.describe("Undo of a status step", () => {
  test("by the message's button and by Ctrl+Z makes the opposite step, and the message says so", async ({
    admin: { page, person },
  }) => {
    const { id, card } = await fileAndSearch(page, person);
    await card.getByRole("button", { name: "Mark as In Progress" }).click();
    await expect(page.getByText("The report is now In Progress.")).toBeVisible();
    await button(page, "Undo").click();
    await expect(page.getByText("The report is Open again.")).toBeVisible();
    expect(await statusOf(id)).toBe("OPEN");

    // The step around the end of the cycle, and its opposite.
    const backButton = card.getByRole("button", { name: "Back to Closed" });
    // For 800 ms after a change from elsewhere, as by Undo, the buttons make no step.
    await expect(async () => {
      await backButton.press("Enter");
      await expect(page.getByText("The report is now Closed.")).toBeVisible({ timeout: 2_000 });
    }).toPass();
    const request = page.waitForRequest((sent) => sent.method() === "PUT");
    await page.keyboard.press("Control+z");
    expect((await request).postDataJSON()).toMatchObject({ from: "CLOSED", status: "OPEN" });
    await expect(card.getByRole("button", { name: "Mark as In Progress" })).toBeVisible();
    await expect(backButton).toBeFocused();
    expect(await statusOf(id)).toBe("OPEN");
    // There is nothing left to undo.
    await expect(button(page, "Undo")).toHaveCount(0);
  });

  test("works on a report's page, too", async ({ admin: { page, person } }) => {
    const { id, title } = await fileAndSearch(page, person, { type: "feature" });
    await page.getByRole("link", { name: title }).click();
    await button(page, "Mark as In Progress").click();
    await expect(page.getByText("The report is now In Progress.")).toBeVisible();
    await page.keyboard.press("Control+z");
    await expect(page.getByText("The report is Planned again.")).toBeVisible();
    await expect(button(page, "Back to Completed")).toBeVisible();
    expect(await statusOf(id)).toBe("PLANNED");
  });

  test("after a step by another admin changes nothing, and says what the report is now", async ({
    admin: { page, person },
  }) => {
    const { id, card } = await fileAndSearch(page, person);
    await card.getByRole("button", { name: "Mark as In Progress" }).click();
    await expect(button(page, "Undo")).toBeVisible();
    await call("PUT", `/api/issues/${id}`, { as: await newAdmin(), body: { status: "TESTING" } });
    await button(page, "Undo").click();
    await expect(page.getByText("The step was not taken back.")).toContainText("it is Testing now");
    await expect(card.getByRole("button", { name: "Mark as Resolved" })).toBeVisible();
    await expect(button(page, "Try again")).toHaveCount(0);
    expect(await statusOf(id)).toBe("TESTING");
  });

  test("without a response offers to try again", async ({ admin: { page, person } }) => {
    const { id, card } = await fileAndSearch(page, person);
    await card.getByRole("button", { name: "Mark as In Progress" }).click();
    await expect(button(page, "Undo")).toBeVisible();
    await page.route(`**/api/issues/${id}`, (route) => route.abort(), { times: 1 });
    await page.keyboard.press("Control+z");
    await expect(page.getByText("The step was not taken back.")).toBeVisible();
    await button(page, "Try again").click();
    await expect(page.getByText("The report is Open again.")).toBeVisible();
    expect(await statusOf(id)).toBe("OPEN");
  });
});

test("the step around the end of the cycle has no frame and no colour of its own", async ({
  admin: { page, person },
}) => {
  const { id, card } = await fileAndSearch(page, person);
  const lookOf = (name: string) =>
    card.getByRole("button", { name }).evaluate((element) => {
      const { backgroundColor, borderColor } = getComputedStyle(element);
      return [backgroundColor, borderColor].map((colour) => (colour === "rgba(0, 0, 0, 0)" ? "none" : "coloured"));
    });
  expect(await lookOf("Back to Closed")).toEqual(["none", "none"]);
  expect(await lookOf("Mark as In Progress")).not.toEqual(["none", "none"]);
  await changeStoredReport(id, { status: "CLOSED" });
  await page.reload();
  expect(await lookOf("Mark as Open")).toEqual(["none", "none"]);
  expect(await lookOf("Back to Resolved")).not.toEqual(["none", "none"]);
});

test.describe("after a write of one's own, a card stays in its place", () => {
  test("so that four clicks at one spot, 250 ms apart, do not move four reports", async ({
    admin: { page, person },
  }) => {
    const word = await fileReportsWithNewWord(person, 12);
    await page.goto(`/?search=${word}&status=OPEN`);
    const first = page.getByRole("article").first();
    const box = (await first.getByRole("button", { name: "Mark as In Progress" }).boundingBox())!;
    for (let click = 0; click < 4; click += 1) {
      await page.mouse.click(box.x + box.width - 20, box.y + box.height / 2);
      // The clicks must not wait for the page: a person does not.
      await page.evaluate(() => new Promise((done) => setTimeout(done, 250)));
    }
    await expect(page.getByText(/^The report is now /)).toBeVisible();
    const moved = [...(await reportsWith(word, person)).values()].filter(({ status }) => status !== "OPEN");
    expect(moved).toHaveLength(1);
  });

  test("until the pointer is over no card; then a report that no longer matches leaves the list", async ({
    admin: { page, person },
  }) => {
    const word = await fileReportsWithNewWord(person, 3);
    await page.goto(`/?search=${word}&status=OPEN`);
    const titles = await titlesOf(page);
    await cardOf(page, titles[0]!).getByRole("button", { name: "Mark as In Progress" }).click();
    await expect(page.getByText("The report is now In Progress.")).toBeVisible();
    await expect(page.getByText("2 of 3 match")).toBeVisible();
    expect(await titlesOf(page)).toEqual(titles);
    await expect(cardOf(page, titles[0]!).getByRole("button", { name: "Mark as Testing" })).toBeVisible();
    // The next card is another place where a button could slide under the pointer.
    await cardOf(page, titles[1]!).getByRole("button", { name: "Mark as In Progress" }).hover();
    expect(await titlesOf(page)).toEqual(titles);
    await leaveCards(page);
    await expect(cardOf(page, titles[0]!)).toHaveCount(0);
    expect(await titlesOf(page)).toEqual(titles.slice(1));
  });

  test("until the keyboard's focus has left it, which then stays where the user has moved it", async ({
    admin: { page, person },
  }) => {
    const word = await fileReportsWithNewWord(person, 3);
    await page.goto(`/?search=${word}&status=OPEN`);
    await leaveCards(page);
    const titles = await titlesOf(page);
    await cardOf(page, titles[1]!).getByRole("button", { name: "Mark as In Progress" }).press("Enter");
    await expect(page.getByText("The report is now In Progress.")).toBeVisible();
    await expect(cardOf(page, titles[1]!).getByRole("button", { name: "Mark as Testing" })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(cardOf(page, titles[1]!).getByRole("button", { name: "Close…" })).toBeFocused();
    expect(await titlesOf(page)).toEqual(titles);
    const link = page.getByRole("link", { name: titles[2]!, exact: true });
    await link.focus();
    await expect(cardOf(page, titles[1]!)).toHaveCount(0);
    await expect(link).toBeFocused();
  });

  test("and another view of the list shows it in its new place at once", async ({ admin: { page, person } }) => {
    const word = await fileReportsWithNewWord(person, 3);
    await search(page, word);
    const titles = await titlesOf(page);
    await cardOf(page, titles[0]!).getByRole("button", { name: "Back to Closed" }).click();
    await expect(page.getByText("The report is now Closed.")).toBeVisible();
    expect(await titlesOf(page)).toEqual(titles);
    await page.getByRole("combobox", { name: "Status" }).selectOption("OPEN");
    await expect(page.getByRole("article")).toHaveCount(2);
    await page.getByRole("combobox", { name: "Status" }).selectOption("all");
    await expect(page.getByRole("article")).toHaveCount(3);
    expect((await titlesOf(page)).at(-1)).toBe(titles[0]);
  });

  test("as for a step, so for an amendment that makes a report leave the tab: the card shows the amendment", async ({
    admin: { page },
    member,
  }) => {
    const word = await fileReportsWithNewWord(member.person, 2);
    await page.goto(`/?search=${word}&show=unanswered`);
    const titles = await titlesOf(page);
    const card = cardOf(page, titles[0]!);
    await card.getByRole("textbox", { name: "Amendment" }).fill("I have seen it, too.");
    await card.getByRole("textbox", { name: "Amendment" }).press("Control+Enter");
    await expect(card.getByText("I have seen it, too.")).toBeVisible();
    expect(await titlesOf(page)).toEqual(titles);
    await page.getByRole("searchbox", { name: "Search" }).focus();
    await leaveCards(page);
    await expect(card).toHaveCount(0);
  });

  test("while others write to it, its card shows what they wrote", async ({ admin: { page, person }, member }) => {
    const word = await fileReportsWithNewWord(member.person, 2);
    await page.goto(`/?search=${word}&status=OPEN`);
    const titles = await titlesOf(page);
    const card = cardOf(page, titles[0]!);
    await card.getByRole("button", { name: "Mark as In Progress" }).click();
    await expect(page.getByText("The report is now In Progress.")).toBeVisible();
    const { id } = (await reportsWith(word, person)).get(titles[0]!)!;
    await addAmendment(member.person, id, "Thank you.");
    // The user's next write loads the held cards again.
    await card.getByRole("button", { name: "Mark as Testing" }).click();
    await expect(card.getByText("Thank you.")).toBeVisible();
    expect(await titlesOf(page)).toEqual(titles);
  });
});
