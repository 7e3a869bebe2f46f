import { STATUS_CYCLES } from "@logbook/domain";
import { expect, type Page } from "@playwright/test";
import { DESKTOP_SIZE, PHONE_SIZE } from "../support/browser.ts";
import {
  cardOf,
  freezeClockAhead,
  holdRequests,
  logIn,
  preparePhoneBack,
  runUntilVisible,
  search,
  waitTwoFrames,
} from "../support/page.ts";
import {
  call,
  changeStoredReport,
  fileAndSearch,
  fileReport,
  fileReportsWithNewWord,
  newAdmin,
  newMember,
  type Person,
  storedReport,
  test,
  uniqueId,
} from "./fixtures.ts";

test.describe("sections 4 and 6: admin actions", () => {
  for (const [type, labels] of [
    ["bug", ["Open", "In Progress", "Testing", "Resolved", "Closed", "Open"]],
    ["feature", ["Planned", "In Progress", "Testing", "Completed", "Planned"]],
  ] as const)
    test(`a ${type} goes once around its cycle by 'Mark as', and one step back`, async ({
      admin: { page, person },
    }) => {
      const { card } = await fileAndSearch(page, person, { type });
      for (const label of labels.slice(1)) {
        await card.getByRole("button", { name: `Mark as ${label}` }).click();
        await expect(card.getByRole("button", { name: `Mark as ${label}` })).toHaveCount(0);
      }
      await card.getByRole("button", { name: `Back to ${labels.at(-2)}` }).click();
      await expect(card.getByRole("button", { name: `Mark as ${labels[0]}` })).toBeVisible();
    });

  test("a step that another admin took meanwhile shows a message, and the card shows the current status", async ({
    admin: { page, person },
  }) => {
    const { id, card } = await fileAndSearch(page, person);
    // The page must not learn of the other admin's step before the click.
    await page.route("**/api/issues/changes?*", (route) => route.abort());
    await call("PUT", `/api/issues/${id}`, { as: await newAdmin(), body: { status: "IN_PROGRESS" } });
    await card.getByRole("button", { name: "Mark as In Progress" }).click();
    await expect(card.getByRole("alert")).toBeVisible();
    await expect(card.getByRole("button", { name: "Mark as Testing" })).toBeVisible();
  });

  test("a double click makes one step, even if the first click's step is complete before the second click", async ({
    admin: { page, person },
  }) => {
    const { card, id } = await fileAndSearch(page, person);
    const buttonBox = (await card.getByRole("button", { name: "Mark as In Progress" }).boundingBox())!;
    const center = [buttonBox.x + buttonBox.width / 2, buttonBox.y + buttonBox.height / 2] as const;
    await page.mouse.click(...center);
    await expect(card.getByRole("button", { name: "Mark as Testing" })).toBeVisible();
    const stepRequests: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "PUT") stepRequests.push(request.url());
    });
    await page.mouse.move(...center);
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    // Requests are sent in order: if the second click had sent one, it would be counted before this click's request.
    await card.getByRole("button", { name: "Mark as Testing" }).click();
    await expect(card.getByRole("button", { name: "Mark as Resolved" })).toBeVisible();
    expect(stepRequests).toHaveLength(1);
    expect((await storedReport(id)).status).toBe("TESTING");
  });

  test("a report with a status outside the cycle shows no progress and offers no step", async ({
    admin: { page, person },
  }) => {
    const { card, id } = await fileAndSearch(page, person);
    await expect(card.locator(".cycle")).toHaveCount(1);
    await changeStoredReport(id, { status: "CANCELLED" });
    await page.reload();
    await expect(card.getByText("No step leads on from Cancelled.")).toBeVisible();
    await expect(card.locator(".cycle")).toHaveCount(0);
  });

  test("Delete asks first, names the report, and takes the report out of the list", async ({
    admin: { page, person },
  }) => {
    const { card, title } = await fileAndSearch(page, person);
    await card.getByRole("button", { name: "Delete" }).click();
    const dialog = page.getByRole("alertdialog");
    await expect(dialog).toContainText(title);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(card.getByRole("button", { name: "Delete" })).toBeFocused();
    await card.getByRole("button", { name: "Delete" }).click();
    await dialog.getByRole("button", { name: "Delete report" }).click();
    await expect(card).toHaveCount(0);
    await expect(page.locator(":focus")).not.toHaveCount(0);
  });

  test("a key held on the step's button makes one step", async ({ admin: { page, person } }) => {
    const { card } = await fileAndSearch(page, person);
    const stepRequests: string[] = [];
    page.on("request", (request) => request.method() === "PUT" && stepRequests.push(request.url()));
    await card.getByRole("button", { name: "Mark as In Progress" }).focus();
    // A keyboard repeats a held key about 30 times in a second; Playwright's repeated `down` does the same.
    for (let repeat = 0; repeat < 30; repeat += 1) {
      await page.keyboard.down("Enter");
      await waitTwoFrames(page);
    }
    await page.keyboard.up("Enter");
    await expect(card.getByRole("button", { name: "Mark as Testing" })).toBeFocused();
    expect(stepRequests).toHaveLength(1);
    await page.keyboard.press("Enter");
    await expect(card.getByRole("button", { name: "Mark as Resolved" })).toBeVisible();
  });

  test("the dialog closes after a successful deletion even if the list cannot be loaded afterwards", async ({
    admin: { page, person },
  }) => {
    const { card } = await fileAndSearch(page, person);
    await page.route(/\/api\/issues(\?|\/changes)/, (route) => route.abort());
    // The page tries to load the list several times; advancing the clock makes these tries quick.
    await page.clock.install();
    await card.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete report" }).click();
    await runUntilVisible(page, page.getByRole("status").filter({ hasText: "The report was deleted." }));
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
  });

  test("the result of a step is not shown to the next user", async ({ openAs }) => {
    const { page, person } = await openAs(await newAdmin());
    const { card } = await fileAndSearch(page, person);
    const release = await holdRequests(page, "**/api/issues/*");
    await card.getByRole("button", { name: "Mark as In Progress" }).click();
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page.getByRole("heading", { name: /members only/i })).toBeVisible();
    const nextUser = await newMember();
    await logIn(page, nextUser);
    await expect(page.getByText(`Welcome, ${nextUser.username}!`)).toBeVisible();
    const stepResponse = page.waitForResponse("**/api/issues/*");
    release();
    await (await stepResponse).finished();
    await waitTwoFrames(page);
    expect(await page.getByText("The report is now").count()).toBe(0);
  });

  test("a phone's Back closes the delete or password dialog, but not while the report is being deleted", async ({
    admin: { page, person },
  }) => {
    const pressPhoneBack = await preparePhoneBack(page);
    const word = await fileReportsWithNewWord(person, 1);
    await page.goto(`/?search=${word}`);
    const card = cardOf(page, word);
    const deleteDialog = page.getByRole("alertdialog");
    await card.getByRole("button", { name: "Delete" }).click();
    await deleteDialog.getByRole("button", { name: "Keep it" }).waitFor();
    await pressPhoneBack();
    await expect(deleteDialog).toHaveCount(0);
    await expect(card.getByRole("button", { name: "Delete" })).toBeFocused();
    await card.getByRole("button", { name: "Delete" }).click();
    const release = await holdRequests(page, "**/api/issues/*");
    await deleteDialog.getByRole("button", { name: "Delete report" }).click();
    await pressPhoneBack();
    await expect(deleteDialog).toBeVisible();
    release();
    await expect(deleteDialog).toHaveCount(0);
    await expect(card).toHaveCount(0);
    await page.getByRole("button", { name: "My account" }).click();
    await page.getByRole("button", { name: "Change my password" }).click();
    await expect(page.getByRole("dialog", { name: "Change my password" })).toBeVisible();
    await pressPhoneBack();
    await expect(page.getByRole("dialog", { name: "Change my password" })).toHaveCount(0);
  });

  test("a step or a deletion answered with 'success: false' is logged and shown as an error, even with status 200", async ({
    admin: { page, person, log },
  }) => {
    const { card } = await fileAndSearch(page, person);
    await page.route("**/api/issues/*", (route) => route.fulfill({ json: { success: false, error: "Not now." } }));
    await card.getByRole("button", { name: "Mark as In Progress" }).click();
    await expect(card.getByRole("alert")).toHaveText("The status was not changed. Not now.");
    await card.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete report" }).click();
    await expect(page.getByRole("alertdialog").getByRole("alert")).toHaveText("The report was not deleted. Not now.");
    expect(log.join("\n")).toContain("Failed to update issue");
    expect(log.join("\n")).toContain("Failed to delete issue");
  });

  test("an error replaces the last success message, and Undo stays in the page", async ({
    admin: { page, person },
  }) => {
    const title = uniqueId("Card");
    await fileReport(person, { title: `${title} one` });
    await fileReport(person, { title: `${title} two` });
    await search(page, title);
    const message = (text: string) => page.getByRole("status").filter({ hasText: text });
    await cardOf(page, `${title} two`).getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete report" }).click();
    await expect(message("The report was deleted.")).toHaveCount(1);
    const card = cardOf(page, `${title} one`);
    await card.getByRole("button", { name: "Vote" }).click();
    await expect(message("Your vote counts.")).toHaveCount(1);
    await page.route("**/api/issues/*", (route) =>
      route.fulfill({ status: 503, json: { success: false, error: "Not now.", code: "unavailable" } }),
    );
    // While the clock is stopped, no message disappears by itself.
    await freezeClockAhead(page, 1_000);
    await card.getByRole("button", { name: "Mark as In Progress" }).click();
    await expect(card.getByRole("alert")).toHaveText("The status was not changed. Not now.");
    await expect(message("Your vote counts.")).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^Undo/ })).toBeVisible();
  });

  test("at 390 px an admin's buttons for the steps, Close and Delete are in one row", async ({
    admin: { page, person },
  }) => {
    await page.setViewportSize(PHONE_SIZE);
    const title = uniqueId("Card");
    for (const status of STATUS_CYCLES.bug)
      await changeStoredReport((await fileReport(person, { title: `${title} ${status}` })).id, { status });
    for (const status of STATUS_CYCLES.feature)
      await changeStoredReport((await fileReport(person, { title: `${title} F ${status}`, type: "feature" })).id, {
        status,
      });
    await search(page, title);
    const cardsWithOneRow = await page.getByRole("article").evaluateAll(
      (cards) =>
        cards.filter((card) => {
          const buttons = [...card.querySelectorAll("button")];
          const boxOf = (name: RegExp) =>
            buttons.find(({ textContent }) => name.test(textContent))!.getBoundingClientRect();
          const firstBox = boxOf(/^Back to/);
          const otherBoxes = [boxOf(/^Mark as/), boxOf(/^Close…$/), boxOf(/^Delete$/)];
          return otherBoxes.every(({ top, bottom }) => top < firstBox.bottom && bottom > firstBox.top);
        }).length,
    );
    expect(cardsWithOneRow).toBe(STATUS_CYCLES.bug.length + STATUS_CYCLES.feature.length);
  });

  test("a deletion without a response is logged and shown as an error", async ({ admin: { page, person, log } }) => {
    const { card } = await fileAndSearch(page, person);
    await page.route("**/api/issues/*", (route) =>
      route.request().method() === "DELETE" ? route.abort() : route.continue(),
    );
    await card.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete report" }).click();
    await expect(page.getByRole("alertdialog").getByRole("alert")).toBeVisible();
    expect(log.join("\n")).toContain("Failed to delete issue");
  });

  test("deleting a report that another admin has just deleted shows 'The report was already deleted.'", async ({
    admin: { page, person },
  }) => {
    const { card, id } = await fileAndSearch(page, person);
    await card.getByRole("button", { name: "Delete" }).click();
    // The call stands for the other admin's deletion: the page cannot know whose it is.
    await call("DELETE", `/api/issues/${id}`, { as: person });
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete report" }).click();
    await expect(page.getByText("The report was already deleted.")).toBeVisible();
    await expect(card).toHaveCount(0);
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
  });
});

test.describe("when a card leaves the list, the next card gets the focus without scrolling", () => {
  const headingOf = (page: Page, title: string) => page.getByRole("heading", { level: 3, name: title, exact: true });
  const pressButtonOf = (page: Page, title: string, name: string) =>
    page
      .getByRole("article")
      .filter({ has: headingOf(page, title) })
      .getByRole("button", { name })
      .press("Enter");
  const deleteReport = async (page: Page, title: string) => {
    await pressButtonOf(page, title, "Delete");
    await page.getByRole("button", { name: "Delete report" }).press("Enter");
    await expect(headingOf(page, title)).toHaveCount(0);
  };
  /** Files 12 reports and scrolls to the eighth. Returns the titles on the first page and the scroll position. */
  const LOW_SIZE = { ...DESKTOP_SIZE, height: 500 };
  const scrollToEighth = async (page: Page, person: Person): Promise<{ titles: string[]; scrollPosition: number }> => {
    await page.setViewportSize(LOW_SIZE);
    const word = await fileReportsWithNewWord(person, 12);
    await search(page, word);
    const headings = page.getByRole("heading", { level: 3 });
    await expect(headings).toHaveText(Array.from({ length: 10 }, () => new RegExp(word)));
    const titles = await headings.allTextContents();
    await headingOf(page, titles[7]!).evaluate((heading) => heading.scrollIntoView({ block: "center" }));
    return { titles, scrollPosition: await page.evaluate(() => scrollY) };
  };
  const expectNoScroll = async (page: Page, positionBefore: number) => {
    // The eighth card is more than a window's height below the top.
    expect(positionBefore).toBeGreaterThan(LOW_SIZE.height);
    const positionAfter = await page.evaluate(() => scrollY);
    // A card is higher than 80 px, so the list has not been scrolled by a card.
    expect(Math.abs(positionAfter - positionBefore)).toBeLessThan(80);
  };

  test("after a step that moves the card to another page, once the mouse has left the cards", async ({
    admin: { page, person },
  }) => {
    const { titles, scrollPosition } = await scrollToEighth(page, person);
    // One step back from Open is Closed, and closed reports are at the end of the list.
    await cardOf(page, titles[7]!).getByRole("button", { name: "Back to Closed" }).click();
    await expect(page.getByText("The report is now Closed.")).toBeVisible();
    await page.mouse.move(0, 0);
    await expect(headingOf(page, titles[7]!)).toHaveCount(0);
    await expect(headingOf(page, titles[8]!)).toBeFocused();
    await expect(headingOf(page, titles[8]!)).toBeInViewport();
    await expectNoScroll(page, scrollPosition);
  });

  test("after a deletion; if it was the last card, the previous card gets the focus", async ({
    admin: { page, person },
  }) => {
    const { titles, scrollPosition } = await scrollToEighth(page, person);
    await deleteReport(page, titles[7]!);
    await expect(headingOf(page, titles[8]!)).toBeFocused();
    await expect(headingOf(page, titles[8]!)).toBeInViewport();
    await expectNoScroll(page, scrollPosition);
    // Eleven reports are left: ten on the first page and one on the second.
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.getByRole("article")).toHaveCount(1);
    await page.getByRole("combobox", { name: "Page size" }).selectOption("25");
    const headings = page.getByRole("heading", { level: 3 });
    await expect(headings).toHaveCount(11);
    const remainingTitles = await headings.allTextContents();
    await deleteReport(page, remainingTitles[10]!);
    await expect(headingOf(page, remainingTitles[9]!)).toBeFocused();
  });

  test("after the deletion of the only card, the list's heading gets the focus", async ({
    admin: { page, person },
  }) => {
    const word = await fileReportsWithNewWord(person, 1);
    await search(page, word);
    await deleteReport(page, `${word} 1`);
    await expect(page.getByRole("heading", { name: "Entries", exact: true })).toBeFocused();
  });
});
