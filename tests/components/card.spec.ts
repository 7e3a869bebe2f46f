import type { WireList } from "@logbook/domain";
import { expect, type Locator } from "@playwright/test";
import { expectNoViolations } from "../support/axe.ts";
import { DESKTOP_SIZE, PHONE_SIZE } from "../support/browser.ts";
import { cardOf, search } from "../support/page.ts";
import {
  call,
  changeStoredReport,
  fileAndSearch,
  fileReport,
  fileReportsWithNewWord,
  test,
  uniqueId,
} from "./fixtures.ts";

/** The links in a card's texts, without the link of its title. */
const linksIn = (card: Locator) => card.locator("a:not([data-report])");

test.describe("section 2: the report card", () => {
  test("shows title, description, status, priority, reporter and times, and to non-admins 'Only admins can modify issues'", async ({
    member: { page, person },
  }) => {
    const title = uniqueId("Card");
    const times = { createdAt: "2026-03-01T08:00:00.000Z", updatedAt: "2026-03-02T08:00:00.000Z" };
    const { id } = await fileReport(person, { title, description: "It broke.", priority: "HIGH" });
    await changeStoredReport(id, {
      createdAt: new Date(times.createdAt),
      updatedAt: new Date(times.updatedAt),
    });
    await search(page, title);
    const card = cardOf(page, title);
    await expect(card.getByRole("heading", { name: title })).toBeVisible();
    for (const text of ["It broke.", "Open", "Severity: High", person.username]) await expect(card).toContainText(text);
    for (const [label, time] of [
      ["Created", times.createdAt],
      ["Updated", times.updatedAt],
    ] as const)
      await expect(card.getByText(label).locator("+ time")).toHaveAttribute("datetime", time);
    await expect(card.getByText("Only admins can modify issues")).toBeVisible();
    await expect(card.getByRole("button", { name: /Mark as|Back to|Delete/ })).toHaveCount(0);
  });

  test("has no transition of a pseudo-element, except the chevron of 'View all details' while hovered or focused", async ({
    member: { page, person },
  }) => {
    const { card } = await fileAndSearch(page, person);
    await page.mouse.move(0, 0);
    // Each permanent transition of a pseudo-element would slow down the browser's computation of a card's styles.
    const countTransitions = () =>
      card.evaluate(
        (element) =>
          [...element.querySelectorAll("*")].filter((child) =>
            ["::before", "::after"].some((pseudo) => getComputedStyle(child, pseudo).transitionDuration !== "0s"),
          ).length,
      );
    await expect.poll(countTransitions).toBe(0);
    const detailsButton = card.getByRole("button", { name: "View all details" });
    await detailsButton.hover();
    expect(await countTransitions()).toBe(1);
    await page.mouse.move(0, 0);
    await detailsButton.focus();
    expect(await countTransitions()).toBe(1);
  });

  test("shows the priority of a feature as its importance", async ({ member: { page, person } }) => {
    const { card } = await fileAndSearch(page, person, { type: "feature", priority: "CRITICAL" });
    await expect(card).toContainText("Importance: Critical");
    await expect(card).toContainText("Planned");
  });

  test("a report shortened in the list is marked 'Shortened', and its details show the whole text", async ({
    member: { page, person },
  }) => {
    const title = uniqueId("Long");
    const description = `Begins here. ${"More of it. ".repeat(300)}Ends there.`;
    const { id } = await fileReport(person, { title, description, expectedResult: "All of it." });
    for (const text of ["The first note.", "The last note."])
      await call("POST", "/api/issues/amendment", { as: person, body: { issueId: id, text } });
    await page.route("**/api/issues?*", async (route) => {
      const response = await route.fetch();
      const list = (await response.json()) as WireList;
      for (const bug of list.bugs) {
        const newestAmendment = (JSON.parse(bug.amendment) as object[]).slice(-1);
        Object.assign(bug, {
          description: "Begins here. …",
          amendment: JSON.stringify(newestAmendment),
          shortened: true,
        });
      }
      await route.fulfill({ response, json: list });
    });
    await search(page, title);
    const card = cardOf(page, title);
    await expect(card.getByText("Shortened", { exact: true })).toBeVisible();
    await expect(card).not.toContainText("Ends there.");
    await expect(card).not.toContainText("The first note.");

    const details = card.locator(".details");
    // The details request the whole report. The first request fails.
    await page.route(`**/api/issues/${id}`, (route) => route.fulfill({ status: 404 }), { times: 1 });
    await card.getByRole("button", { name: "View all details" }).click();
    await details.getByRole("button", { name: "Try again" }).click();
    for (const text of ["Begins here. More of it.", "Ends there.", "All of it.", "The first note.", "The last note."])
      await expect(details).toContainText(text);
    await expectNoViolations(page, "with the whole report");
  });

  test("'View all details' opens and closes the remaining fields", async ({ member: { page, person } }) => {
    const title = uniqueId("Card");
    const fields = {
      reproductionSteps: "Press it",
      expectedResult: "It opens",
      actualResult: "It stays shut",
      environmentInfo: "Firefox",
      websiteUrl: "https://example.org/door",
    };
    await fileReport(person, { title, ...fields });
    await search(page, title);
    const card = cardOf(page, title);
    const detailsButton = card.getByRole("button", { name: "View all details" });
    await expect(card.getByText("It stays shut")).toBeHidden();
    await detailsButton.click();
    await expect(detailsButton).toHaveAttribute("aria-expanded", "true");
    for (const text of Object.values(fields)) await expect(card.getByText(text)).toBeVisible();
    await detailsButton.click();
    await expect(card.getByText("It stays shut")).toBeHidden();
  });

  test("links in text are clickable: http, https, www and e-mail addresses, and nothing else", async ({
    member: { page, person },
  }) => {
    const title = uniqueId("Card");
    await fileReport(person, {
      title,
      description: "See https://example.org/a, http://example.org/b, javascript:alert(1), README.md and ftp://c.org.",
    });
    await fileReport(person, { title, description: "www.example.org" });
    const { id } = await fileReport(person, { title, description: "None." });
    await call("POST", "/api/issues/amendment", {
      as: person,
      body: { issueId: id, text: "Write to help@example.org." },
    });
    await search(page, title);
    const links = linksIn(cardOf(page, title));
    await expect(links).toHaveCount(4);
    expect((await links.evaluateAll((elements) => elements.map((link) => link.getAttribute("href")))).sort()).toEqual([
      "http://example.org/b",
      "https://example.org/a",
      "https://www.example.org",
      "mailto:help@example.org",
    ]);
    for (const link of await links.all()) await expect(link).toHaveAttribute("rel", /noopener/);
    await expect(page.getByRole("link", { name: "www.example.org" })).toHaveAttribute("target", "_blank");
    // The mail program opens in its own window; a new tab would stay empty.
    await expect(page.getByRole("link", { name: "help@example.org" })).not.toHaveAttribute("target");
  });

  test("threat 9: a link shows its real address despite text-direction characters before and in it", async ({
    member: { page, person },
  }) => {
    const title = uniqueId("Card");
    const [rightToLeft, endOfRightToLeft] = ["\u202e", "\u202c"];
    const description = `${rightToLeft}Look: https://evil.example/${rightToLeft}gro.doog ${endOfRightToLeft} end`;
    await fileReport(person, { title, description });
    await search(page, title);
    const link = linksIn(cardOf(page, title));
    await expect(link).toHaveText("https://evil.example/%E2%80%AEgro.doog");
    await expect(link).toHaveAttribute("href", "https://evil.example/%E2%80%AEgro.doog");
    const letterPositions = await link.evaluate((element) =>
      Array.from(element.textContent!, (_, index) => {
        const range = document.createRange();
        range.setStart(element.firstChild!, index);
        range.setEnd(element.firstChild!, index + 1);
        return Math.round(range.getBoundingClientRect().left);
      }),
    );
    // The letters stand from left to right in the order of the address.
    expect(letterPositions).toEqual([...letterPositions].sort((a, b) => a - b));
  });

  test("each line of a report, and each text box, is right-to-left if its text is", async ({
    member: { page, person },
  }) => {
    const word = uniqueId("Card");
    const [arabic, latin] = ["الزر لا يعمل.", "The button does nothing."];
    await fileReport(person, { title: `${arabic} ${word}`, description: `${arabic}\n${latin}` });
    await search(page, word);
    const card = cardOf(page, word);
    await expect(card.getByRole("heading", { level: 3 })).toHaveCSS("direction", "rtl");
    const spaceBesideLines = await card.getByText(latin).evaluate((paragraph) => {
      const box = paragraph.getBoundingClientRect();
      const text = paragraph.firstChild!;
      const lineBreak = text.textContent!.indexOf("\n");
      const range = document.createRange();
      return [
        { start: 0, end: lineBreak },
        { start: lineBreak + 1, end: text.textContent!.length },
      ].map(({ start, end }) => {
        range.setStart(text, start);
        range.setEnd(text, end);
        const { left, right } = range.getBoundingClientRect();
        return { left: Math.round(left - box.left), right: Math.round(box.right - right) };
      });
    });
    expect(spaceBesideLines).toEqual([
      { left: expect.any(Number), right: 0 },
      { left: 0, right: expect.any(Number) },
    ]);
    // The Arabic line is much shorter than its box.
    expect(spaceBesideLines[0]!.left).toBeGreaterThan(100);
    const amendmentBox = card.getByRole("textbox", { name: "Amendment" });
    for (const box of [amendmentBox, page.getByRole("searchbox")]) {
      await expect(box).toHaveCSS("direction", "ltr");
      await box.fill(arabic);
      await expect(box).toHaveCSS("direction", "rtl");
    }
  });

  test("stacked accents in an amendment or a title do not cover the amendment or the card above", async ({
    member: { page, person },
  }) => {
    const word = uniqueId("Card");
    const accents = `e${"\u0301".repeat(60)}`;
    for (const title of [`${word} one ${accents}`, `${word} two ${accents}`]) {
      const { id } = await fileReport(person, { title });
      for (const text of ["A plain note.", `A note with ${accents}`])
        await call("POST", "/api/issues/amendment", { as: person, body: { issueId: id, text } });
    }
    await search(page, word);
    const cards = page.getByRole("article");
    await expect(cards).toHaveCount(2);
    await cards.first().getByRole("button", { name: "Show 1 earlier amendment" }).click();
    await page.mouse.move(0, 0);
    /** Whether the accents in `below` cover nothing of `above`: `above` looks the same without the accents. */
    const isUncovered = async (above: Locator, below: Locator) => {
      const withAccents = await above.screenshot();
      await below.evaluate((text) => {
        text.textContent = text.textContent!.normalize("NFD").replace(/\u0301+/, "");
      });
      return (await above.screenshot()).equals(withAccents);
    };
    const amendments = cards.first().getByRole("listitem");
    const plainAmendment = amendments.filter({ hasText: "A plain note." });
    const accentedText = amendments.filter({ hasText: "A note with" }).getByRole("paragraph").first();
    expect(await isUncovered(plainAmendment, accentedText)).toBe(true);
    expect(await isUncovered(cards.first(), cards.last().getByRole("heading", { level: 3 }))).toBe(true);
  });

  test("a long description has one line in the list, and all lines in print and while the details are open", async ({
    member: { page, person },
  }) => {
    const { card } = await fileAndSearch(page, person, { description: "One more line.\n".repeat(9) });
    const text = card.getByText("One more line.");
    const countLines = () =>
      text.evaluate((paragraph) => {
        const { lineHeight } = getComputedStyle(paragraph);
        return Math.round(paragraph.clientHeight / Number.parseFloat(lineHeight));
      });
    expect(await countLines()).toBe(1);
    await page.emulateMedia({ media: "print" });
    expect(await countLines()).toBeGreaterThanOrEqual(9);
    await page.emulateMedia({ media: "screen" });
    expect(await countLines()).toBe(1);
    await card.getByRole("button", { name: "View all details" }).click();
    expect(await countLines()).toBeGreaterThanOrEqual(9);
  });

  test("five cards are in the first window of a desktop, and none without amendments is above 110 px, on a phone 220 px", async ({
    admin,
    member,
  }) => {
    const word = await fileReportsWithNewWord(member.person, 6, {
      description: "It stops in the middle of a word. ".repeat(9),
    });
    for (const { page } of [member, admin]) {
      await page.setViewportSize(DESKTOP_SIZE);
      await page.goto(`/?search=${word}`);
      const cards = page.getByRole("article");
      await expect(cards).toHaveCount(6);
      const boxes = await cards.evaluateAll((elements) =>
        elements.map((card) => card.getBoundingClientRect().toJSON()),
      );
      for (const { height } of boxes) expect(height).toBeLessThanOrEqual(110);
      expect(boxes[4].bottom).toBeLessThanOrEqual(DESKTOP_SIZE.height);
    }
    const { page } = member;
    await page.setViewportSize(PHONE_SIZE);
    const card = page.getByRole("article").first();
    expect((await card.boundingBox())!.height).toBeLessThanOrEqual(220);
    // Type, status, priority and age are in one line.
    const middles = await Promise.all(
      [
        card.getByText(/^Bug/),
        card.getByText("Open", { exact: true }),
        card.getByText("Medium"),
        card.getByRole("time"),
      ].map(async (part) => {
        const { y, height } = (await part.first().boundingBox())!;
        return y + height / 2;
      }),
    );
    for (const middle of middles) expect(Math.abs(middle - middles[0]!)).toBeLessThan(4);
  });

  test("the amendment's text box is beside the text and grows when it is used, and nothing else moves", async ({
    member: { page, person },
  }) => {
    await page.setViewportSize(DESKTOP_SIZE);
    const { card } = await fileAndSearch(page, person);
    const amendmentBox = card.getByRole("textbox", { name: "Amendment" });
    const boxesOfOthers = () =>
      Promise.all(
        [
          card,
          card.getByRole("button", { name: "View all details" }),
          card.getByRole("button", { name: "Add amendment" }),
          card.getByRole("button", { name: "Vote" }),
        ].map((element) => element.boundingBox()),
      );
    const before = await boxesOfOthers();
    const { y, width, height } = (await amendmentBox.boundingBox())!;
    // Beside 'View all details'.
    expect(Math.abs(y - before[1]!.y)).toBeLessThan(10);
    await amendmentBox.focus();
    await expect.poll(async () => (await amendmentBox.boundingBox())!.width).toBeGreaterThan(width * 2);
    // The button for files has loaded, too.
    await card.getByRole("button", { name: "Add pictures or files" }).waitFor();
    expect(await boxesOfOthers()).toEqual(before);
    // A click beside it must not move what is below: it would miss it.
    await amendmentBox.blur();
    await expect.poll(async () => (await amendmentBox.boundingBox())!.width).toBeLessThan(width * 2);
    expect(await boxesOfOthers()).toEqual(before);
    await amendmentBox.fill("One\ntwo\nthree");
    expect((await amendmentBox.boundingBox())!.height).toBeGreaterThan(height * 2);
    await card.getByRole("button", { name: "View all details" }).click();
    const details = card.locator(".details");
    await expect(details).toBeVisible();
    expect((await details.boundingBox())!.y).toBeGreaterThan((await amendmentBox.boundingBox())!.y);
  });
});

test("every icon gets its shape from the stylesheet", async ({ admin: { page, person } }) => {
  await fileReport(person);
  await page.reload();
  await page.getByRole("article").first().waitFor();
  // One call reads all icons: between two calls React could replace some of them.
  const icons = await page.evaluate(() =>
    [...document.querySelectorAll(".icon, .icon-before, .icon-after")].map((element) => {
      const iconClasses = [...element.classList].filter((className) => className.startsWith("icon-"));
      const placementClass = iconClasses.find((className) => ["icon-before", "icon-after"].includes(className));
      const name = iconClasses.find((className) => className !== placementClass);
      const pseudoElement = placementClass?.replace("icon-", "::");
      const { maskImage, maskPosition, width } = getComputedStyle(element, pseudoElement);
      return { name, maskImage, maskPosition, width: Number.parseFloat(width) };
    }),
  );
  // A dashboard with one card has more icons than this.
  expect(icons.length).toBeGreaterThan(10);
  for (const { name, maskImage, width } of icons) {
    expect(maskImage, name).toMatch(/^url\("data:image\/(png;base64|svg\+xml),/);
    // The smallest icons are 14 px wide.
    expect(width, name).toBeGreaterThanOrEqual(14);
  }
  // Each icon has its own image, or its own position in a shared image.
  const shapes = new Map(icons.map(({ name, maskImage, maskPosition }) => [name, `${maskPosition} ${maskImage}`]));
  expect(new Set(shapes.values()).size).toBe(shapes.size);
});

test("section 5: attachment and amendment lists that cannot be parsed are treated as empty", async ({
  member: { page, person, log },
}) => {
  const title = uniqueId("Card");
  await fileReport(person, { title });
  await page.route("**/api/issues?*", async (route) => {
    const response = await route.fetch();
    const list = (await response.json()) as { bugs: object[] };
    const bugs = list.bugs.map((bug) => ({ ...bug, attachments: "[{", amendment: "not a list" }));
    await route.fulfill({ response, json: { ...list, bugs } });
  });
  await search(page, title);
  const card = cardOf(page, title);
  await card.getByRole("button", { name: "View all details" }).click();
  await expect(card.getByRole("heading", { name: "Attachments" })).toHaveCount(0);
  await expect(card.getByRole("heading", { name: "Amendments" })).toHaveCount(0);
  expect(log).toEqual([]);
});
