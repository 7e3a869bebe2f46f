import { STATUS_CYCLES, type WireList } from "@logbook/domain";
import { expect, type Locator, type Page } from "@playwright/test";
import { expectNoViolations } from "../support/axe.ts";
import {
  cardOf,
  expectHydrated,
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
  fileReport,
  fileReports,
  newAdmin,
  newMember,
  type Person,
  storedReport,
  test,
  uniqueId,
} from "./fixtures.ts";

/** The links in a card's texts, without the link of its title. */
const linksIn = (card: Locator) => card.locator("a:not([data-report])");

test.describe("section 2: the report card", () => {
  test("shows title, description, status, priority, reporter and times", async ({ member: { page, person } }) => {
    const title = uniqueId("Card");
    const times = { createdAt: "2026-03-01T08:00:00.000Z", updatedAt: "2026-03-02T08:00:00.000Z" };
    const { id } = fileReport(person, { title, description: "It broke.", priority: "HIGH" });
    changeStoredReport(id, times);
    await search(page, title);
    const card = cardOf(page, title);
    await expect(card.getByRole("heading", { name: title })).toBeVisible();
    for (const text of ["It broke.", "Open", "Severity: High", person.username]) await expect(card).toContainText(text);
    for (const [label, time] of [
      ["Created", times.createdAt],
      ["Updated", times.updatedAt],
    ] as const)
      await expect(card.getByText(label).locator("time")).toHaveAttribute("datetime", time);
  });

  test("has no transition of a pseudo-element, except the chevron of 'View all details' while hovered or focused", async ({
    member: { page, person },
  }) => {
    const title = uniqueId("Card");
    fileReport(person, { title });
    await search(page, title);
    await page.mouse.move(0, 0);
    const card = cardOf(page, title);
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
    const title = uniqueId("Card");
    fileReport(person, { title, type: "feature", priority: "CRITICAL" });
    await search(page, title);
    await expect(cardOf(page, title)).toContainText("Importance: Critical");
    await expect(cardOf(page, title)).toContainText("Planned");
  });

  test("a report shortened in the list is marked 'Shortened', and its details show the whole text", async ({
    member: { page, person },
  }) => {
    const title = uniqueId("Long");
    const description = `Begins here. ${"More of it. ".repeat(300)}Ends there.`;
    const { id } = fileReport(person, { title, description, expectedResult: "All of it." });
    for (const text of ["The first note.", "The last note."])
      call("POST", "/api/issues/amendment", { as: person, body: { issueId: id, text } });
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
    fileReport(person, { title, ...fields });
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
    fileReport(person, {
      title,
      description: "See https://example.org/a, http://example.org/b, javascript:alert(1), README.md and ftp://c.org.",
    });
    fileReport(person, { title, description: "www.example.org" });
    const { id } = fileReport(person, { title, description: "None." });
    call("POST", "/api/issues/amendment", { as: person, body: { issueId: id, text: "Write to help@example.org." } });
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
    fileReport(person, { title, description });
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
    fileReport(person, { title: `${arabic} ${word}`, description: `${arabic}\n${latin}` });
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
      const { id } = fileReport(person, { title });
      for (const text of ["A plain note.", `A note with ${accents}`])
        call("POST", "/api/issues/amendment", { as: person, body: { issueId: id, text } });
    }
    await search(page, word);
    const cards = page.getByRole("article");
    await expect(cards).toHaveCount(2);
    await page.mouse.move(0, 0);
    /** Whether the accents in `below` cover nothing of `above`: `above` looks the same once they are removed. */
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

  test("a long description has two lines in the list, and all lines in print and while the details are open", async ({
    member: { page, person },
  }) => {
    const title = uniqueId("Card");
    fileReport(person, { title, description: "One more line.\n".repeat(9) });
    await search(page, title);
    const card = cardOf(page, title);
    const text = card.getByText("One more line.");
    const countLines = () =>
      text.evaluate((paragraph) => {
        const { lineHeight } = getComputedStyle(paragraph);
        return Math.round(paragraph.clientHeight / Number.parseFloat(lineHeight));
      });
    expect(await countLines()).toBe(2);
    await page.emulateMedia({ media: "print" });
    expect(await countLines()).toBeGreaterThanOrEqual(9);
    await page.emulateMedia({ media: "screen" });
    expect(await countLines()).toBe(2);
    await card.getByRole("button", { name: "View all details" }).click();
    expect(await countLines()).toBeGreaterThanOrEqual(9);
  });

  test("five cards without amendments fit into 900 px, even with an admin's buttons", async ({
    admin: { page, person },
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const word = fileReports(person, 6, { description: "It stops in the middle of a word. ".repeat(9) });
    await search(page, word);
    await expect(page.getByRole("article")).toHaveCount(6);
    const tops = await page
      .getByRole("article")
      .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().top));
    // The sixth card begins where the fifth and its gap end.
    const heightOfFive = tops[5]! - tops[0]!;
    expect(heightOfFive).toBeLessThanOrEqual(900);
  });

  test("the amendment's text box is beside 'View all details', and below the details while they are open", async ({
    member: { page, person },
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const title = uniqueId("Card");
    fileReport(person, { title });
    await search(page, title);
    const card = cardOf(page, title);
    const detailsButton = card.getByRole("button", { name: "View all details" });
    const amendmentBox = card.getByRole("textbox", { name: "Amendment" });
    const verticalDistance = (await amendmentBox.boundingBox())!.y - (await detailsButton.boundingBox())!.y;
    expect(Math.abs(verticalDistance)).toBeLessThan(10);
    const { height } = (await amendmentBox.boundingBox())!;
    await amendmentBox.fill("One\ntwo\nthree");
    expect((await amendmentBox.boundingBox())!.height).toBeGreaterThan(height * 2);
    await detailsButton.click();
    const details = card.locator(".details");
    await expect(details).toBeVisible();
    expect((await details.boundingBox())!.y).toBeLessThan((await amendmentBox.boundingBox())!.y);
  });

  test("non-admins see 'Only admins can modify issues' and no admin buttons", async ({ member: { page, person } }) => {
    const title = uniqueId("Card");
    fileReport(person, { title });
    await search(page, title);
    await expect(cardOf(page, title).getByText("Only admins can modify issues")).toBeVisible();
    await expect(cardOf(page, title).getByRole("button", { name: /Mark as|Back to|Delete/ })).toHaveCount(0);
  });
});

test("every icon gets its shape from the stylesheet", async ({ admin: { page, person } }) => {
  fileReport(person);
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
  expect(icons.length).toBeGreaterThan(10);
  for (const { name, maskImage, width } of icons) {
    expect(maskImage, name).toMatch(/^url\("data:image\/(png;base64|svg\+xml),/);
    expect(width, name).toBeGreaterThanOrEqual(14);
  }
  // Each icon has its own image, or its own position in a shared image.
  const shapes = new Map(icons.map(({ name, maskImage, maskPosition }) => [name, `${maskPosition} ${maskImage}`]));
  expect(new Set(shapes.values()).size).toBe(shapes.size);
});

test("section 9: a tooltip shows after 700 ms, or at once within 300 ms after the previous tooltip", async ({
  member: { page, person },
}) => {
  const title = uniqueId("Card");
  fileReport(person, { title: `${title} one` });
  fileReport(person, { title: `${title} two` });
  await search(page, title);
  const [firstTime, secondTime] = [page.locator("article time").nth(0), page.locator("article time").nth(1)];
  const tooltip = page.getByRole("tooltip");
  await page.clock.install();
  // The first hover loads the tooltips' code, and the clock must run meanwhile.
  await firstTime.hover();
  await expect(tooltip).toHaveCount(1);
  await page.mouse.move(0, 0, { steps: 4 });
  await expect(tooltip).toHaveCount(0);
  // A minute later, long after the previous tooltip.
  await page.clock.pauseAt(Date.now() + 60_000);
  await firstTime.hover();
  await page.clock.runFor(699);
  await expect(tooltip).toHaveCount(0);
  await page.clock.runFor(2);
  await expect(tooltip).toHaveCount(1);
  await page.mouse.move(0, 0, { steps: 4 });
  await page.clock.runFor(200);
  await expect(tooltip).toHaveCount(0);
  await secondTime.hover();
  await page.clock.runFor(20);
  await expect(tooltip).toHaveCount(1);
  await page.mouse.move(0, 0, { steps: 4 });
  await page.clock.runFor(400);
  await firstTime.hover();
  await page.clock.runFor(600);
  await expect(tooltip).toHaveCount(0);
  await page.mouse.move(0, 0, { steps: 4 });
});

test.describe("section 9: the theme switch and the account button have the page's tooltip instead of the browser's", () => {
  const expectTooltip = async (page: Page, name: RegExp, text: string) => {
    const button = page.getByRole("button", { name });
    await expect(button).not.toHaveAttribute("title");
    await page.clock.install();
    // The first hover loads the tooltips' code, and the clock must run meanwhile.
    await button.hover();
    await expect(page.getByRole("tooltip", { name: text })).toHaveCount(1);
    await page.mouse.move(0, 0, { steps: 4 });
    await expect(page.getByRole("tooltip")).toHaveCount(0);
    await page.clock.pauseAt(Date.now() + 60_000);
    await button.hover();
    await page.clock.runFor(699);
    await expect(page.getByRole("tooltip")).toHaveCount(0);
    await page.clock.runFor(2);
    await expect(page.getByRole("tooltip", { name: text })).toHaveCount(1);
    await page.mouse.move(0, 0, { steps: 4 });
  };

  test("when logged out", async ({ page }) => {
    await page.goto("/");
    await expectTooltip(page, /theme/, "Switch to the dark theme");
  });

  test("on the dashboard", async ({ openAs }) => {
    const { page } = await openAs(newMember());
    await expectTooltip(page, /theme/, "Switch to the dark theme");
    const account = page.getByRole("button", { name: "My account" });
    await expect(account).not.toHaveAttribute("title");
    await account.focus();
    await page.keyboard.press("Shift+Tab");
    await expect(page.getByRole("tooltip", { name: "Switch to the dark theme" })).toHaveCount(1);
    await page.keyboard.press("Tab");
    // The fixture `openAs` runs axe at the end of the test, so this tooltip stays visible until then.
    await expect(page.getByRole("tooltip", { name: "My account" })).toHaveCount(1);
  });
});

test.describe("a touch or a letter key does not load the tooltips' code", () => {
  const INTERACTIONS: Record<string, (page: Page) => Promise<void>> = {
    "but a mouse movement does": (page) => page.mouse.move(300, 300, { steps: 2 }),
    "but Tab does": (page) => page.keyboard.press("Tab"),
  };
  for (const [name, interact] of Object.entries(INTERACTIONS))
    test(name, async ({ openAs }) => {
      const { page } = await openAs(newMember());
      const requestedUrls: string[] = [];
      page.on("request", (request) => requestedUrls.push(request.url()));
      const isRequested = (chunk: string) => requestedUrls.some((url) => url.includes(chunk));
      await page.reload();
      // When the browser is idle, the page requests the code of report details. If it also requested the code of tooltips
      // when idle, it would have done so after two further idle times.
      await expect.poll(() => isRequested("details")).toBe(true);
      await page.evaluate(() => {
        dispatchEvent(new PointerEvent("pointermove", { pointerType: "touch" }));
        dispatchEvent(new KeyboardEvent("keydown", { key: "a" }));
        return new Promise((done) => requestIdleCallback(() => requestIdleCallback(done)));
      });
      expect(isRequested("tooltip")).toBe(false);
      await interact(page);
      await expect.poll(() => isRequested("tooltip")).toBe(true);
    });
});

test("section 5: attachment and amendment lists that cannot be parsed are treated as empty", async ({
  member: { page, person, log },
}) => {
  const title = uniqueId("Card");
  fileReport(person, { title });
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

test.describe("section 2: amendments", () => {
  test("are added by any signed-in user; the button is disabled when the trimmed text is empty", async ({
    member,
    openAs,
  }) => {
    const title = uniqueId("Card");
    fileReport(member.person, { title });
    const { page, person } = await openAs(newMember());
    await search(page, title);
    const card = cardOf(page, title);
    const addButton = card.getByRole("button", { name: "Add amendment" });
    await expect(addButton).toBeDisabled();
    await card.getByRole("textbox", { name: "Amendment" }).fill("   ");
    await expect(addButton).toBeDisabled();
    await card.getByRole("textbox", { name: "Amendment" }).fill("  Me too.  ");
    await addButton.click();
    await expect(card.getByRole("listitem").filter({ hasText: "Me too." })).toContainText(person.username);
    await expect(card.getByRole("textbox", { name: "Amendment" })).toHaveValue("");
  });

  test("show the three newest; a button shows the earlier ones and moves the focus to the list", async ({
    member: { page, person },
  }) => {
    const title = uniqueId("Card");
    const { id: issueId } = fileReport(person, { title });
    for (let number = 1; number <= 12; number += 1)
      call("POST", "/api/issues/amendment", { as: person, body: { issueId, text: `Note ${number}.` } });
    await search(page, title);
    const card = cardOf(page, title);
    const amendments = card.getByRole("listitem");
    await expect(amendments).toHaveText([/^Note 10\./, /^Note 11\./, /^Note 12\./]);
    await card.getByRole("button", { name: "Show 9 earlier amendments" }).press("Enter");
    await expect(amendments).toHaveCount(12);
    await expect(amendments.first()).toContainText("Note 1.");
    await expect(card.getByRole("list")).toBeFocused();
  });

  test("text from a terminal is added without its escape codes, and an ok response without JSON is a success", async ({
    member: { page, person },
  }) => {
    const title = uniqueId("Card");
    fileReport(person, { title });
    await search(page, title);
    const card = cardOf(page, title);
    const amendmentBox = card.getByRole("textbox", { name: "Amendment" });
    await page.route("**/api/issues/amendment", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ status: response.status(), body: "" });
    });
    await amendmentBox.fill("\u001b[0m");
    await expect(card.getByRole("button", { name: "Add amendment" })).toBeDisabled();
    await amendmentBox.fill("\u001b[31mred\u001b[0m\nand so on");
    await card.getByRole("button", { name: "Add amendment" }).click();
    await expect(card.getByRole("listitem").filter({ hasText: "and so on" })).toContainText("red");
    await expect(card.getByRole("listitem")).not.toContainText("31m");
    await expect(amendmentBox).toHaveValue("");
    await expect(card.getByRole("alert")).toHaveCount(0);
  });

  test("adding an amendment reloads the data without losing the scroll position or text typed elsewhere", async ({
    member: { page, person },
  }) => {
    const title = uniqueId("Card");
    fileReport(person, { title: `${title} one` });
    fileReport(person, { title: `${title} two` });
    await search(page, title);
    const [card, otherCard] = [cardOf(page, `${title} two`), cardOf(page, `${title} one`)];
    await otherCard.getByRole("textbox", { name: "Amendment" }).fill("half a thought");
    await card.getByRole("textbox", { name: "Amendment" }).fill("A whole thought");
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const scrollPosition = await page.evaluate(() => scrollY);
    await card.getByRole("button", { name: "Add amendment" }).click();
    await expect(card.getByRole("listitem").filter({ hasText: "A whole thought" })).toBeVisible();
    await expect(otherCard.getByRole("textbox", { name: "Amendment" })).toHaveValue("half a thought");
    expect(await page.evaluate(() => scrollY)).toBeGreaterThanOrEqual(scrollPosition);
  });

  test("an amendment typed before the session is confirmed survives a filter that hides its card", async ({
    member: { page, person },
  }) => {
    const word = fileReports(person, 1);
    await page.goto(`/?search=${word}`);
    // By this request Auth confirms a stored session; then the page requests the member's role.
    const release = await holdRequests(page, "**/accounts:lookup?*");
    const sessionConfirmed = page.waitForResponse("**/api/me");
    await page.reload();
    await expectHydrated(page);
    const amendmentBox = cardOf(page, word).getByRole("textbox", { name: "Amendment" });
    await amendmentBox.fill("half a note");
    release();
    await sessionConfirmed;
    await page.getByRole("combobox", { name: "Type", exact: true }).selectOption("feature");
    await expect(page.getByRole("article")).toHaveCount(0);
    await page.getByRole("combobox", { name: "Type", exact: true }).selectOption("all");
    await expect(amendmentBox).toHaveValue("half a note");
  });

  test("a non-ok response: alert 'Failed to add amendment. Please try again.'", async ({
    member: { page, person, log },
  }) => {
    const title = uniqueId("Card");
    fileReport(person, { title });
    await search(page, title);
    await page.route("**/api/issues/amendment", (route) => route.fulfill({ status: 500, body: "Broken for a test." }));
    const card = cardOf(page, title);
    await card.getByRole("textbox", { name: "Amendment" }).fill("Kept text");
    await card.getByRole("button", { name: "Add amendment" }).click();
    await expect(card.getByRole("alert")).toHaveText("Failed to add amendment. Please try again.");
    await expect(card.getByRole("textbox", { name: "Amendment" })).toHaveValue("Kept text");
    expect(log.join("\n")).toMatch(/Failed to add amendment.*Broken for a test/);
  });

  test("a network error: alert 'Error adding amendment. Please try again.'", async ({ member: { page, person } }) => {
    const title = uniqueId("Card");
    fileReport(person, { title });
    await search(page, title);
    await page.route("**/api/issues/amendment", (route) => route.abort());
    const card = cardOf(page, title);
    await card.getByRole("textbox", { name: "Amendment" }).fill("Kept text");
    await card.getByRole("button", { name: "Add amendment" }).click();
    await expect(card.getByRole("alert")).toHaveText("Error adding amendment. Please try again.");
    await expect(card.getByRole("textbox", { name: "Amendment" })).toHaveValue("Kept text");
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
  const scrollToEighth = async (page: Page, person: Person): Promise<{ titles: string[]; scrollPosition: number }> => {
    const word = fileReports(person, 12);
    await search(page, word);
    const headings = page.getByRole("heading", { level: 3 });
    await expect(headings).toHaveText(Array.from({ length: 10 }, () => new RegExp(word)));
    const titles = await headings.allTextContents();
    await headingOf(page, titles[7]!).evaluate((heading) => heading.scrollIntoView({ block: "center" }));
    return { titles, scrollPosition: await page.evaluate(() => scrollY) };
  };
  const expectNoScroll = async (page: Page, positionBefore: number) => {
    expect(positionBefore).toBeGreaterThan(900);
    const positionAfter = await page.evaluate(() => scrollY);
    expect(Math.abs(positionAfter - positionBefore)).toBeLessThan(100);
  };

  test("after a step that moves the card to another page", async ({ admin: { page, person } }) => {
    const { titles, scrollPosition } = await scrollToEighth(page, person);
    // One step back from Open is Closed, and closed reports are at the end of the list.
    await pressButtonOf(page, titles[7]!, "Back to Closed");
    await expect(headingOf(page, titles[7]!)).toHaveCount(0);
    await expect(headingOf(page, titles[8]!)).toBeFocused();
    await expect(headingOf(page, titles[8]!)).toBeInViewport();
    await expectNoScroll(page, scrollPosition);
  });

  test("after a deletion, or the previous card if the last card was deleted", async ({ admin: { page, person } }) => {
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
    const word = fileReports(person, 1);
    await search(page, word);
    await deleteReport(page, `${word} 1`);
    await expect(page.getByRole("heading", { name: "Entries", exact: true })).toBeFocused();
  });
});

test.describe("sections 4 and 6: admin actions", () => {
  for (const [type, labels] of [
    ["bug", ["Open", "In Progress", "Testing", "Resolved", "Closed", "Open"]],
    ["feature", ["Planned", "In Progress", "Testing", "Completed", "Planned"]],
  ] as const)
    test(`a ${type} goes once around its cycle by 'Mark as', and one step back`, async ({
      admin: { page, person },
    }) => {
      const title = uniqueId("Card");
      fileReport(person, { title, type });
      await search(page, title);
      const card = cardOf(page, title);
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
    const title = uniqueId("Card");
    const { id } = fileReport(person, { title });
    await search(page, title);
    // The page must not learn of the other admin's step before the click.
    await page.route("**/api/issues/changes?*", (route) => route.abort());
    call("PUT", `/api/issues/${id}`, { as: newAdmin(), body: { status: "IN_PROGRESS" } });
    const card = cardOf(page, title);
    await card.getByRole("button", { name: "Mark as In Progress" }).click();
    await expect(card.getByRole("alert")).toBeVisible();
    await expect(card.getByRole("button", { name: "Mark as Testing" })).toBeVisible();
  });

  test("a double click makes one step, even if the first click's step is complete before the second click", async ({
    admin: { page, person },
  }) => {
    const title = uniqueId("Card");
    const { id } = fileReport(person, { title });
    await search(page, title);
    const card = cardOf(page, title);
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
    expect(storedReport(id).status).toBe("TESTING");
  });

  test("a report with a status outside the cycle shows no progress and offers no step", async ({
    admin: { page, person },
  }) => {
    const title = uniqueId("Card");
    const { id } = fileReport(person, { title });
    await search(page, title);
    const card = cardOf(page, title);
    await expect(card.locator(".cycle")).toHaveCount(1);
    changeStoredReport(id, { status: "CANCELLED" });
    await page.reload();
    await expect(card.getByText("No step leads on from Cancelled.")).toBeVisible();
    await expect(card.locator(".cycle")).toHaveCount(0);
  });

  test("Delete asks first, names the report, and takes the report out of the list", async ({
    admin: { page, person },
  }) => {
    const title = uniqueId("Card");
    fileReport(person, { title });
    await search(page, title);
    await cardOf(page, title).getByRole("button", { name: "Delete" }).click();
    const dialog = page.getByRole("alertdialog");
    await expect(dialog).toContainText(title);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(cardOf(page, title).getByRole("button", { name: "Delete" })).toBeFocused();
    await cardOf(page, title).getByRole("button", { name: "Delete" }).click();
    await dialog.getByRole("button", { name: "Delete report" }).click();
    await expect(cardOf(page, title)).toHaveCount(0);
    await expect(page.locator(":focus")).not.toHaveCount(0);
  });

  test("a key held on the step's button makes one step", async ({ admin: { page, person } }) => {
    const title = uniqueId("Card");
    fileReport(person, { title });
    await search(page, title);
    const stepRequests: string[] = [];
    page.on("request", (request) => request.method() === "PUT" && stepRequests.push(request.url()));
    await cardOf(page, title).getByRole("button", { name: "Mark as In Progress" }).focus();
    // A keyboard repeats a held key about 30 times in a second; Playwright's repeated `down` does the same.
    for (let repeat = 0; repeat < 30; repeat += 1) {
      await page.keyboard.down("Enter");
      await waitTwoFrames(page);
    }
    await page.keyboard.up("Enter");
    await expect(cardOf(page, title).getByRole("button", { name: "Mark as Testing" })).toBeFocused();
    expect(stepRequests).toHaveLength(1);
    await page.keyboard.press("Enter");
    await expect(cardOf(page, title).getByRole("button", { name: "Mark as Resolved" })).toBeVisible();
  });

  test("the dialog closes after a successful deletion even if the list cannot be loaded afterwards", async ({
    admin: { page, person },
  }) => {
    const title = uniqueId("Card");
    fileReport(person, { title });
    await search(page, title);
    await page.route(/\/api\/issues(\?|\/changes)/, (route) => route.abort());
    // The page tries to load the list several times; advancing the clock makes these tries quick.
    await page.clock.install();
    await cardOf(page, title).getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete report" }).click();
    await runUntilVisible(page, page.getByRole("status").filter({ hasText: "The report was deleted." }));
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
  });

  test("the result of a step is not shown to the next user", async ({ openAs }) => {
    const { page, person } = await openAs(newAdmin());
    const title = uniqueId("Card");
    fileReport(person, { title });
    await search(page, title);
    const release = await holdRequests(page, "**/api/issues/*");
    await cardOf(page, title).getByRole("button", { name: "Mark as In Progress" }).click();
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page.getByRole("heading", { name: /members only/i })).toBeVisible();
    const nextUser = newMember();
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
    const word = fileReports(person, 1);
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
    const title = uniqueId("Card");
    fileReport(person, { title });
    await search(page, title);
    await page.route("**/api/issues/*", (route) => route.fulfill({ json: { success: false, error: "Not now." } }));
    const card = cardOf(page, title);
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
    fileReport(person, { title: `${title} one` });
    fileReport(person, { title: `${title} two` });
    await search(page, title);
    const message = (text: string) => page.getByRole("status").filter({ hasText: text });
    await cardOf(page, `${title} two`).getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete report" }).click();
    await expect(message("The report was deleted.")).toHaveCount(1);
    const card = cardOf(page, `${title} one`);
    await card.getByRole("button", { name: "Mark as In Progress" }).click();
    await expect(message("The report is now In Progress.")).toHaveCount(1);
    await page.route("**/api/issues/*", (route) =>
      route.fulfill({ status: 503, json: { success: false, error: "Not now.", code: "unavailable" } }),
    );
    // While the clock is stopped, no message disappears by itself.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1_000);
    await card.getByRole("button", { name: "Mark as Testing" }).click();
    await expect(card.getByRole("alert")).toHaveText("The status was not changed. Not now.");
    await expect(message("The report is now In Progress.")).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^Undo/ })).toBeVisible();
  });

  test("at 390 px an admin's buttons for the steps and Delete are in one row", async ({ admin: { page, person } }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const title = uniqueId("Card");
    for (const status of STATUS_CYCLES.bug)
      changeStoredReport(fileReport(person, { title: `${title} ${status}` }).id, { status });
    for (const status of STATUS_CYCLES.feature)
      changeStoredReport(fileReport(person, { title: `${title} F ${status}`, type: "feature" }).id, { status });
    await search(page, title);
    const cardsWithOneRow = await page.getByRole("article").evaluateAll(
      (cards) =>
        cards.filter((card) => {
          const buttons = [...card.querySelectorAll("button")];
          const boxOf = (name: RegExp) =>
            buttons.find(({ textContent }) => name.test(textContent))!.getBoundingClientRect();
          const firstBox = boxOf(/^Back to/);
          const otherBoxes = [boxOf(/^Mark as/), boxOf(/^Delete$/)];
          return otherBoxes.every(({ top, bottom }) => top < firstBox.bottom && bottom > firstBox.top);
        }).length,
    );
    expect(cardsWithOneRow).toBe(STATUS_CYCLES.bug.length + STATUS_CYCLES.feature.length);
  });

  test("a deletion without a response is logged and shown as an error", async ({ admin: { page, person, log } }) => {
    const title = uniqueId("Card");
    fileReport(person, { title });
    await search(page, title);
    await page.route("**/api/issues/*", (route) =>
      route.request().method() === "DELETE" ? route.abort() : route.continue(),
    );
    await cardOf(page, title).getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete report" }).click();
    await expect(page.getByRole("alertdialog").getByRole("alert")).toBeVisible();
    expect(log.join("\n")).toContain("Failed to delete issue");
  });

  test("deleting a report that another admin has just deleted shows 'The report was already deleted.'", async ({
    admin: { page, person },
  }) => {
    const title = uniqueId("Card");
    const { id } = fileReport(person, { title });
    await search(page, title);
    await cardOf(page, title).getByRole("button", { name: "Delete" }).click();
    // The call stands for the other admin's deletion: the page cannot know whose it is.
    call("DELETE", `/api/issues/${id}`, { as: person });
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete report" }).click();
    await expect(page.getByText("The report was already deleted.")).toBeVisible();
    await expect(cardOf(page, title)).toHaveCount(0);
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
  });
});
