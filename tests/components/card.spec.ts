import { fromWire, STATUS_CYCLES, type WireList } from "@logbook/domain";
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
  fileReport,
  fileReports,
  logbook,
  newAdmin,
  newMember,
  type Person,
  test,
  uniqueId,
} from "./fixtures.ts";

/** The links in a card's texts, without the link of its title. */
const linksIn = (card: Locator) => card.locator("a:not([data-report])");

test.describe("section 2: the report card", () => {
  test("shows title, description, status, priority, reporter and times", async ({ member: { page, person } }) => {
    const title = uniqueId("Card");
    const times = { createdAt: "2026-03-01T08:00:00.000Z", updatedAt: "2026-03-02T08:00:00.000Z" };
    logbook().store({
      ...fromWire(fileReport(person, { title, description: "It broke.", priority: "HIGH" })),
      ...times,
    });
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

  test("has no transition on an idle pseudo-element, which would slow every list; the chevron has one on hover", async ({
    member: { page, person },
  }) => {
    const title = uniqueId("Card");
    fileReport(person, { title });
    await search(page, title);
    await page.mouse.move(0, 0);
    const card = cardOf(page, title);
    const countTransitions = () =>
      card.evaluate(
        (element) =>
          [...element.querySelectorAll("*")].filter((one) =>
            ["::before", "::after"].some((part) => getComputedStyle(one, part).transitionDuration !== "0s"),
          ).length,
      );
    await expect.poll(countTransitions).toBe(0);
    const opener = card.getByRole("button", { name: "View all details" });
    await opener.hover();
    expect(await countTransitions()).toBe(1);
    await page.mouse.move(0, 0);
    await opener.focus();
    expect(await countTransitions()).toBe(1);
  });

  test("a feature's priority is its importance", async ({ member: { page, person } }) => {
    const title = uniqueId("Card");
    fileReport(person, { title, type: "feature", priority: "CRITICAL" });
    await search(page, title);
    await expect(cardOf(page, title)).toContainText("Importance: Critical");
    await expect(cardOf(page, title)).toContainText("Planned");
  });

  test("a report that is shortened in the list says so, and its details show the whole text", async ({
    member: { page, person },
  }) => {
    const title = uniqueId("Long");
    const description = `Begins here. ${"More of it. ".repeat(300)}Ends there.`;
    const { id } = fileReport(person, { title, description, howItWorks: "", expectedResult: "All of it." });
    for (const text of ["The first note.", "The last note."])
      call("POST", "/api/issues/amendment", { as: person, body: { issueId: id, text } });
    await page.route("**/api/issues?*", async (route) => {
      const response = await route.fetch();
      const list = (await response.json()) as WireList;
      for (const one of list.bugs) {
        const last = (JSON.parse(one.amendment) as object[]).slice(-1);
        Object.assign(one, { description: "Begins here. …", amendment: JSON.stringify(last), shortened: true });
      }
      await route.fulfill({ response, json: list });
    });
    await search(page, title);
    const card = cardOf(page, title);
    await expect(card.getByText("Shortened", { exact: true })).toBeVisible();
    await expect(card).not.toContainText("Ends there.");
    await expect(card).not.toContainText("The first note.");

    const details = card.locator(".details");
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
    const button = card.getByRole("button", { name: "View all details" });
    await expect(card.getByText("It stays shut")).toBeHidden();
    await button.click();
    await expect(button).toHaveAttribute("aria-expanded", "true");
    for (const text of Object.values(fields)) await expect(card.getByText(text)).toBeVisible();
    await button.click();
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
    expect((await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")))).sort()).toEqual([
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
    const [turn, back] = ["\u202e", "\u202c"];
    fileReport(person, { title, description: `${turn}Look: https://evil.example/${turn}gro.doog ${back} end` });
    await search(page, title);
    const link = linksIn(cardOf(page, title));
    await expect(link).toHaveText("https://evil.example/%E2%80%AEgro.doog");
    await expect(link).toHaveAttribute("href", "https://evil.example/%E2%80%AEgro.doog");
    const lefts = await link.evaluate((a) =>
      Array.from(a.textContent!, (_, index) => {
        const range = document.createRange();
        range.setStart(a.firstChild!, index);
        range.setEnd(a.firstChild!, index + 1);
        return Math.round(range.getBoundingClientRect().left);
      }),
    );
    expect(lefts).toEqual([...lefts].sort((a, b) => a - b));
  });

  test("right-to-left text is displayed right to left, line by line, in reports and in text boxes", async ({
    member: { page, person },
  }) => {
    const word = uniqueId("Card");
    const [arabic, latin] = ["الزر لا يعمل.", "The button does nothing."];
    fileReport(person, { title: `${arabic} ${word}`, description: `${arabic}\n${latin}` });
    await search(page, word);
    const card = cardOf(page, word);
    await expect(card.getByRole("heading", { level: 3 })).toHaveCSS("direction", "rtl");
    const lines = await card.getByText(latin).evaluate((text) => {
      const box = text.getBoundingClientRect();
      const lineBreak = text.firstChild!.textContent!.indexOf("\n");
      const range = document.createRange();
      return [
        [0, lineBreak],
        [lineBreak + 1, text.firstChild!.textContent!.length],
      ].map(([start, end]) => {
        range.setStart(text.firstChild!, start!);
        range.setEnd(text.firstChild!, end!);
        const { left, right } = range.getBoundingClientRect();
        return { left: Math.round(left - box.left), right: Math.round(box.right - right) };
      });
    });
    expect(lines).toEqual([
      { left: expect.any(Number), right: 0 },
      { left: 0, right: expect.any(Number) },
    ]);
    expect(lines[0]!.left).toBeGreaterThan(100);
    const note = card.getByRole("textbox", { name: "Amendment" });
    for (const box of [note, page.getByRole("searchbox")]) {
      await expect(box).toHaveCSS("direction", "ltr");
      await box.fill(arabic);
      await expect(box).toHaveCSS("direction", "rtl");
    }
  });

  test("stacked accents in a note do not cover another note, and in a title no other card", async ({
    member: { page, person },
  }) => {
    const word = uniqueId("Card");
    const accents = `e${"\u0301".repeat(60)}`;
    for (const title of [`${word} one ${accents}`, `${word} two ${accents}`]) {
      const { id } = fileReport(person, { title });
      for (const text of ["A plain note.", `A note with ${accents}`])
        call("POST", "/api/issues/amendment", { as: person, body: { issueId: id, text, userId: person.uid } });
    }
    await search(page, word);
    const cards = page.getByRole("article");
    await expect(cards).toHaveCount(2);
    await page.mouse.move(0, 0);
    /** Whether `above` looks the same once the stacked accents in `below` are removed. */
    const isUncovered = async (above: Locator, below: Locator) => {
      const before = await above.screenshot();
      await below.evaluate((text) => {
        text.textContent = text.textContent!.normalize("NFD").replace(/\u0301+/, "");
      });
      return (await above.screenshot()).equals(before);
    };
    const note = cards.first().getByRole("listitem").filter({ hasText: "A plain note." });
    const accented = cards
      .first()
      .getByRole("listitem")
      .filter({ hasText: "A note with" })
      .getByRole("paragraph")
      .first();
    expect(await isUncovered(note, accented)).toBe(true);
    expect(await isUncovered(cards.first(), cards.last().getByRole("heading", { level: 3 }))).toBe(true);
  });

  test("a long description is cut after two lines, and whole while the details are open", async ({
    member: { page, person },
  }) => {
    const title = uniqueId("Card");
    fileReport(person, { title, description: "One more line.\n".repeat(9) });
    await search(page, title);
    const card = cardOf(page, title);
    const text = card.getByText("One more line.");
    const lines = () =>
      text.evaluate((p) => Math.round(p.clientHeight / Number.parseFloat(getComputedStyle(p).lineHeight)));
    expect(await lines()).toBe(2);
    await page.emulateMedia({ media: "print" });
    expect(await lines()).toBeGreaterThanOrEqual(9);
    await page.emulateMedia({ media: "screen" });
    expect(await lines()).toBe(2);
    await card.getByRole("button", { name: "View all details" }).click();
    expect(await lines()).toBeGreaterThanOrEqual(9);
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
      .evaluateAll((all) => all.map((card) => card.getBoundingClientRect().top));
    expect(tops[5]! - tops[0]!).toBeLessThanOrEqual(900);
  });

  test("the amendment's box is beside the details' button, and below the details once they are open", async ({
    member: { page, person },
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const title = uniqueId("Card");
    fileReport(person, { title });
    await search(page, title);
    const card = cardOf(page, title);
    const [button, box] = [
      card.getByRole("button", { name: "View all details" }),
      card.getByRole("textbox", { name: "Amendment" }),
    ];
    const gap = async () => (await box.boundingBox())!.y - (await button.boundingBox())!.y;
    expect(Math.abs(await gap())).toBeLessThan(10);
    const { height } = (await box.boundingBox())!;
    await box.fill("One\ntwo\nthree");
    expect((await box.boundingBox())!.height).toBeGreaterThan(height * 2);
    await button.click();
    const details = card.locator(".details");
    await expect(details).toBeVisible();
    expect((await details.boundingBox())!.y).toBeLessThan((await box.boundingBox())!.y);
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
  // Read all icons in one call, since the list may be rendered again at any moment.
  const icons = await page.evaluate(() =>
    [...document.querySelectorAll(".icon, .icon-before, .icon-after")].map((element) => {
      const part = /icon-(?:before|after)/.exec(element.className)?.[0].replace("icon-", "::");
      const { maskImage, maskPosition, width } = getComputedStyle(element, part);
      const name = /(?<!\S)icon-(?!before|after)[a-z-]+/.exec(element.className)?.[0];
      return { name, image: maskImage, place: maskPosition, width: Number.parseFloat(width) };
    }),
  );
  expect(icons.length).toBeGreaterThan(10);
  const shaped = /^url\("data:image\/(png;base64|svg\+xml),/;
  expect(icons.filter(({ image, width }) => !(shaped.test(image) && width >= 14))).toEqual([]);
  // Each icon has its own image, or its own position in a shared image.
  const shapes = new Map(icons.map(({ name, image, place }) => [name, `${place} ${image}`]));
  expect(new Set(shapes.values()).size).toBe(shapes.size);
});

test("section 9: tooltips show after 700 ms, and at once within 300 ms of the one before", async ({
  member: { page, person },
}) => {
  const title = uniqueId("Card");
  fileReport(person, { title: `${title} one` });
  fileReport(person, { title: `${title} two` });
  await search(page, title);
  const [first, second] = [page.locator("article time").nth(0), page.locator("article time").nth(1)];
  const tooltip = page.getByRole("tooltip");
  await page.clock.install();
  // The first tooltip loads the tooltips' code.
  await first.hover();
  await expect(tooltip).toHaveCount(1);
  await page.mouse.move(0, 0, { steps: 4 });
  await expect(tooltip).toHaveCount(0);
  await page.clock.pauseAt(Date.now() + 60_000);
  await first.hover();
  await page.clock.runFor(699);
  await expect(tooltip).toHaveCount(0);
  await page.clock.runFor(2);
  await expect(tooltip).toHaveCount(1);
  await page.mouse.move(0, 0, { steps: 4 });
  await page.clock.runFor(200);
  await expect(tooltip).toHaveCount(0);
  await second.hover();
  await page.clock.runFor(20);
  await expect(tooltip).toHaveCount(1);
  await page.mouse.move(0, 0, { steps: 4 });
  await page.clock.runFor(400);
  await first.hover();
  await page.clock.runFor(600);
  await expect(tooltip).toHaveCount(0);
  await page.mouse.move(0, 0, { steps: 4 });
});

test.describe("section 9: the theme switch and the account button have this tooltip instead of the browser's", () => {
  const expectTooltip = async (page: Page, name: RegExp, text: string) => {
    const button = page.getByRole("button", { name });
    await expect(button).not.toHaveAttribute("title");
    await page.clock.install();
    // The first tooltip loads the tooltips' code.
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

  test("on the dashboard", async ({ open }) => {
    const { page } = await open(newMember());
    await expectTooltip(page, /theme/, "Switch to the dark theme");
    const account = page.getByRole("button", { name: "My account" });
    await expect(account).not.toHaveAttribute("title");
    await account.focus();
    await page.keyboard.press("Shift+Tab");
    await expect(page.getByRole("tooltip", { name: "Switch to the dark theme" })).toHaveCount(1);
    await page.keyboard.press("Tab");
    // This tooltip stays visible, so axe checks it at the end of the test.
    await expect(page.getByRole("tooltip", { name: "My account" })).toHaveCount(1);
  });
});

test.describe("the tooltips' code is loaded only after an interaction:", () => {
  const INTERACTIONS: Record<string, (page: Page) => Promise<void>> = {
    "with the mouse": (page) => page.mouse.move(300, 300, { steps: 2 }),
    "with Tab": (page) => page.keyboard.press("Tab"),
  };
  for (const [name, interact] of Object.entries(INTERACTIONS))
    test(name, async ({ open }) => {
      const { page } = await open(newMember());
      const requestedUrls: string[] = [];
      page.on("request", (request) => requestedUrls.push(request.url()));
      const isRequested = (code: string) => () => requestedUrls.some((url) => url.includes(code));
      await page.reload();
      // The browser requests the details' code when idle; by then it would have requested the tooltips' code too.
      await expect.poll(isRequested("details")).toBe(true);
      await page.evaluate(() => {
        dispatchEvent(new PointerEvent("pointermove", { pointerType: "touch" }));
        dispatchEvent(new KeyboardEvent("keydown", { key: "a" }));
        return new Promise((idle) => requestIdleCallback(() => requestIdleCallback(idle)));
      });
      expect(isRequested("tooltip")()).toBe(false);
      await interact(page);
      await expect.poll(isRequested("tooltip")).toBe(true);
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
    open,
  }) => {
    const title = uniqueId("Card");
    fileReport(member.person, { title });
    const { page, person } = await open(newMember());
    await search(page, title);
    const card = cardOf(page, title);
    const send = card.getByRole("button", { name: "Add amendment" });
    await expect(send).toBeDisabled();
    await card.getByRole("textbox", { name: "Amendment" }).fill("   ");
    await expect(send).toBeDisabled();
    await card.getByRole("textbox", { name: "Amendment" }).fill("  Me too.  ");
    await send.click();
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
    const notes = card.getByRole("listitem");
    await expect(notes).toHaveText([/^Note 10\./, /^Note 11\./, /^Note 12\./]);
    await card.getByRole("button", { name: "Show 9 earlier amendments" }).press("Enter");
    await expect(notes).toHaveCount(12);
    await expect(notes.first()).toContainText("Note 1.");
    await expect(card.getByRole("list")).toBeFocused();
  });

  test("text pasted from a terminal is added without its escape codes, and any ok response is a success", async ({
    member: { page, person },
  }) => {
    const title = uniqueId("Card");
    fileReport(person, { title });
    await search(page, title);
    const card = cardOf(page, title);
    const box = card.getByRole("textbox", { name: "Amendment" });
    await page.route("**/api/issues/amendment", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ status: response.status(), body: "" });
    });
    await box.fill("\u001b[0m");
    await expect(card.getByRole("button", { name: "Add amendment" })).toBeDisabled();
    await box.fill("\u001b[31mred\u001b[0m\nand so on");
    await card.getByRole("button", { name: "Add amendment" }).click();
    await expect(card.getByRole("listitem").filter({ hasText: "and so on" })).toContainText("red");
    await expect(card.getByRole("listitem")).not.toContainText("31m");
    await expect(box).toHaveValue("");
    await expect(card.getByRole("alert")).toHaveCount(0);
  });

  test("adding an amendment reloads the data without losing the scroll position or text typed elsewhere", async ({
    member: { page, person },
  }) => {
    const title = uniqueId("Card");
    fileReport(person, { title: `${title} one` });
    fileReport(person, { title: `${title} two` });
    await search(page, title);
    const [one, two] = [cardOf(page, `${title} one`), cardOf(page, `${title} two`)];
    await one.getByRole("textbox", { name: "Amendment" }).fill("half a thought");
    await two.getByRole("textbox", { name: "Amendment" }).fill("A whole one");
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const scrolled = await page.evaluate(() => scrollY);
    await two.getByRole("button", { name: "Add amendment" }).click();
    await expect(two.getByRole("listitem").filter({ hasText: "A whole one" })).toBeVisible();
    await expect(one.getByRole("textbox", { name: "Amendment" })).toHaveValue("half a thought");
    expect(await page.evaluate(() => scrollY)).toBeGreaterThanOrEqual(scrolled);
  });

  test("a note typed before the session is restored is still there after a filter", async ({
    member: { page, person },
  }) => {
    const word = fileReports(person, 1);
    await page.goto(`/?search=${word}`);
    const release = await holdRequests(page, "**/accounts:lookup?*");
    const restored = page.waitForResponse("**/api/me");
    await page.reload();
    await expectHydrated(page);
    const note = cardOf(page, word).getByRole("textbox", { name: "Amendment" });
    await note.fill("half a note");
    release();
    await restored;
    await page.getByRole("combobox", { name: "Type", exact: true }).selectOption("feature");
    await expect(page.getByRole("article")).toHaveCount(0);
    await page.getByRole("combobox", { name: "Type", exact: true }).selectOption("all");
    await expect(note).toHaveValue("half a note");
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

test.describe("a removed card passes the focus to the card in its place without scrolling", () => {
  const headingOf = (page: Page, title: string) => page.getByRole("heading", { level: 3, name: title, exact: true });
  const press = (page: Page, title: string, name: string) =>
    page
      .getByRole("article")
      .filter({ has: headingOf(page, title) })
      .getByRole("button", { name })
      .press("Enter");
  const remove = async (page: Page, title: string) => {
    await press(page, title, "Delete");
    await page.getByRole("button", { name: "Delete report" }).press("Enter");
    await expect(headingOf(page, title)).toHaveCount(0);
  };
  /** Files 12 reports, scrolls to the eighth, and returns the titles on the first page and the scroll position. */
  const scrollToEighth = async (page: Page, person: Person): Promise<{ titles: string[]; scrolled: number }> => {
    const word = fileReports(person, 12);
    await search(page, word);
    const headings = page.getByRole("heading", { level: 3 });
    await expect(headings).toHaveText(Array.from({ length: 10 }, () => new RegExp(word)));
    const titles = await headings.allTextContents();
    await headingOf(page, titles[7]!).evaluate((heading) => heading.scrollIntoView({ block: "center" }));
    return { titles, scrolled: await page.evaluate(() => scrollY) };
  };
  const expectNoScroll = async (page: Page, scrolled: number) => {
    expect(scrolled).toBeGreaterThan(900);
    expect(Math.abs((await page.evaluate(() => scrollY)) - scrolled)).toBeLessThan(100);
  };

  test("after a step that leads to another page", async ({ admin: { page, person } }) => {
    const { titles, scrolled } = await scrollToEighth(page, person);
    await press(page, titles[7]!, "Back to Closed");
    await expect(headingOf(page, titles[7]!)).toHaveCount(0);
    await expect(headingOf(page, titles[8]!)).toBeFocused();
    await expect(headingOf(page, titles[8]!)).toBeInViewport();
    await expectNoScroll(page, scrolled);
  });

  test("after a deletion; the last card passes the focus to the card before", async ({ admin: { page, person } }) => {
    const { titles, scrolled } = await scrollToEighth(page, person);
    await remove(page, titles[7]!);
    await expect(headingOf(page, titles[8]!)).toBeFocused();
    await expect(headingOf(page, titles[8]!)).toBeInViewport();
    await expectNoScroll(page, scrolled);
    // One report has moved from the second page to the first, so the second has one left.
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.getByRole("article")).toHaveCount(1);
    await page.getByRole("combobox", { name: "Page size" }).selectOption("25");
    // The contents of cards below the fold are rendered a frame later.
    const headings = page.getByRole("heading", { level: 3 });
    await expect(headings).toHaveCount(11);
    const all = await headings.allTextContents();
    await remove(page, all[10]!);
    await expect(headingOf(page, all[9]!)).toBeFocused();
  });

  test("after the deletion of the only card the list's heading has the focus", async ({ admin: { page, person } }) => {
    const word = fileReports(person, 1);
    await search(page, word);
    await remove(page, `${word} 1`);
    await expect(page.getByRole("heading", { name: "Entries", exact: true })).toBeFocused();
  });
});

test.describe("sections 4 and 6: admin actions", () => {
  for (const [type, forward] of [
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
      for (const label of forward.slice(1)) {
        await card.getByRole("button", { name: `Mark as ${label}` }).click();
        await expect(card.getByRole("button", { name: `Mark as ${label}` })).toHaveCount(0);
      }
      await card.getByRole("button", { name: `Back to ${forward.at(-2)}` }).click();
      await expect(card.getByRole("button", { name: `Mark as ${forward[0]}` })).toBeVisible();
    });

  test("a step that another admin took meanwhile shows a message, and the card shows the current status", async ({
    admin: { page, person },
  }) => {
    const title = uniqueId("Card");
    const { id } = fileReport(person, { title });
    await search(page, title);
    // Simulate a click before the listener has delivered the other admin's step.
    await page.route("**/api/issues/changes?*", (route) => route.abort());
    const other = newAdmin();
    call("PUT", `/api/issues/${id}`, { as: other, body: { status: "IN_PROGRESS", userId: other.uid } });
    const card = cardOf(page, title);
    await card.getByRole("button", { name: "Mark as In Progress" }).click();
    await expect(card.getByRole("alert")).toBeVisible();
    await expect(card.getByRole("button", { name: "Mark as Testing" })).toBeVisible();
  });

  test("a double click takes one step, however fast the first one is made", async ({ admin: { page, person } }) => {
    const title = uniqueId("Card");
    fileReport(person, { title });
    await search(page, title);
    const card = cardOf(page, title);
    const button = await card.getByRole("button", { name: "Mark as In Progress" }).boundingBox();
    if (button === null) throw new Error("The button has no place on the page.");
    const place = [button.x + button.width / 2, button.y + button.height / 2] as const;
    await page.mouse.click(...place);
    await expect(card.getByRole("button", { name: "Mark as Testing" })).toBeVisible();
    const steps: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "PUT") steps.push(request.url());
    });
    await page.mouse.move(...place);
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    // A separate click takes one more step, which shows that the double click's second click sent none.
    await card.getByRole("button", { name: "Mark as Testing" }).click();
    await expect(card.getByRole("button", { name: "Mark as Resolved" })).toBeVisible();
    expect(steps).toHaveLength(1);
    expect(
      logbook()
        .reports()
        .map(({ status }) => status),
    ).toEqual(["TESTING"]);
  });

  test("a report whose status is not in the cycle has no progress mark and no step", async ({
    admin: { page, person },
  }) => {
    const title = uniqueId("Card");
    fileReport(person, { title });
    await search(page, title);
    const card = cardOf(page, title);
    await expect(card.locator(".cycle")).toHaveCount(1);
    const [report] = logbook().reports();
    logbook().store({ ...report!, status: "CANCELLED" });
    await page.reload();
    await expect(card.getByText("No step leads on from Cancelled.")).toBeVisible();
    await expect(card.locator(".cycle")).toHaveCount(0);
  });

  test("delete asks first, names the report, and takes it out of the list", async ({ admin: { page, person } }) => {
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

  test("a held key takes one step", async ({ admin: { page, person } }) => {
    const title = uniqueId("Card");
    fileReport(person, { title });
    await search(page, title);
    const steps: string[] = [];
    page.on("request", (request) => request.method() === "PUT" && steps.push(request.url()));
    await cardOf(page, title).getByRole("button", { name: "Mark as In Progress" }).focus();
    // Repeat about as fast as a keyboard does, for about a second.
    for (let repeat = 0; repeat < 30; repeat += 1) {
      await page.keyboard.down("Enter");
      await waitTwoFrames(page);
    }
    await page.keyboard.up("Enter");
    await expect(cardOf(page, title).getByRole("button", { name: "Mark as Testing" })).toBeFocused();
    expect(steps).toHaveLength(1);
    await page.keyboard.press("Enter");
    await expect(cardOf(page, title).getByRole("button", { name: "Mark as Resolved" })).toBeVisible();
  });

  test("the dialog closes after a successful deletion even if the list cannot be loaded", async ({
    admin: { page, person },
  }) => {
    const title = uniqueId("Card");
    fileReport(person, { title });
    await search(page, title);
    await page.route(/\/api\/issues(\?|\/changes)/, (route) => route.abort());
    await page.clock.install();
    await cardOf(page, title).getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete report" }).click();
    await runUntilVisible(page, page.getByRole("status").filter({ hasText: "The report was deleted." }));
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
  });

  test("the result of a step is not shown to the next user", async ({ open }) => {
    const { page, person } = await open(newAdmin());
    const title = uniqueId("Card");
    fileReport(person, { title });
    await search(page, title);
    const release = await holdRequests(page, "**/api/issues/*");
    await cardOf(page, title).getByRole("button", { name: "Mark as In Progress" }).click();
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page.getByRole("heading", { name: /members only/i })).toBeVisible();
    const next = newMember();
    await logIn(page, next);
    await expect(page.getByText(`Welcome, ${next.username}!`)).toBeVisible();
    const answered = page.waitForResponse("**/api/issues/*");
    release();
    await (await answered).finished();
    await waitTwoFrames(page);
    expect(await page.getByText("The report is now").count()).toBe(0);
  });

  test("Back on a phone closes only the dialog, and not while the report is being deleted", async ({
    admin: { page, person },
  }) => {
    const back = await preparePhoneBack(page);
    const word = fileReports(person, 1);
    await page.goto(`/?search=${word}`);
    const card = cardOf(page, word);
    const question = page.getByRole("alertdialog");
    await card.getByRole("button", { name: "Delete" }).click();
    await question.getByRole("button", { name: "Keep it" }).waitFor();
    await back();
    await expect(question).toHaveCount(0);
    await expect(card.getByRole("button", { name: "Delete" })).toBeFocused();
    await card.getByRole("button", { name: "Delete" }).click();
    const release = await holdRequests(page, "**/api/issues/*");
    await question.getByRole("button", { name: "Delete report" }).click();
    await back();
    await expect(question).toBeVisible();
    release();
    await expect(question).toHaveCount(0);
    await expect(card).toHaveCount(0);
    await page.getByRole("button", { name: "My account" }).click();
    await page.getByRole("button", { name: "Change my password" }).click();
    await expect(page.getByRole("dialog", { name: "Change my password" })).toBeVisible();
    await back();
    await expect(page.getByRole("dialog", { name: "Change my password" })).toHaveCount(0);
  });

  test("a step or a delete answered with 'success: false' is logged and shown as an error, whatever the status", async ({
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
    for (const what of ["update", "delete"]) expect(log.join("\n")).toContain(`Failed to ${what} issue`);
  });

  test("an error replaces the last success message, and Undo stays", async ({ admin: { page, person } }) => {
    const title = uniqueId("Card");
    fileReport(person, { title: `${title} one` });
    fileReport(person, { title: `${title} two` });
    await search(page, title);
    const message = (text: string) => page.getByRole("status").filter({ hasText: text });
    await cardOf(page, `${title} two`).getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete report" }).click();
    await expect(message("The report was deleted.")).toHaveCount(1);
    const card = cardOf(page, title);
    await card.getByRole("button", { name: "Mark as In Progress" }).click();
    await expect(message("The report is now In Progress.")).toHaveCount(1);
    await page.route("**/api/issues/*", (route) =>
      route.fulfill({ status: 503, json: { success: false, error: "Not now.", code: "unavailable" } }),
    );
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1_000);
    await card.getByRole("button", { name: "Mark as Testing" }).click();
    await expect(card.getByRole("alert")).toHaveText("The status was not changed. Not now.");
    await expect(message("The report is now In Progress.")).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^Undo/ })).toBeVisible();
  });

  test("at 390 px both steps and Delete are in one row", async ({ admin: { page, person } }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const title = uniqueId("Card");
    for (const status of STATUS_CYCLES.bug)
      logbook().store({ ...fromWire(fileReport(person, { title: `${title} ${status}` })), status });
    for (const status of STATUS_CYCLES.feature)
      logbook().store({ ...fromWire(fileReport(person, { title: `${title} F ${status}`, type: "feature" })), status });
    await search(page, title);
    const rows = await page.getByRole("article").evaluateAll((cards) =>
      cards.map((card) => {
        const boxOf = (name: RegExp) =>
          [...card.querySelectorAll("button")]
            .find(({ textContent }) => name.test(textContent))!
            .getBoundingClientRect();
        const boxes = [boxOf(/^Back to/), boxOf(/^Mark as/), boxOf(/^Delete$/)];
        return boxes.every(({ top, bottom }) => top < boxes[0]!.bottom && bottom > boxes[0]!.top);
      }),
    );
    expect(rows).toEqual([...STATUS_CYCLES.bug, ...STATUS_CYCLES.feature].map(() => true));
  });

  test("a refused delete is logged and shown as an error", async ({ admin: { page, person, log } }) => {
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

  test("a report that another admin has deleted meanwhile disappears, and a message says so", async ({
    admin: { page, person },
  }) => {
    const title = uniqueId("Card");
    const { id } = fileReport(person, { title });
    await search(page, title);
    await cardOf(page, title).getByRole("button", { name: "Delete" }).click();
    call("DELETE", `/api/issues/${id}`, { as: person });
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete report" }).click();
    await expect(page.getByText("The report was already deleted.")).toBeVisible();
    await expect(cardOf(page, title)).toHaveCount(0);
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
  });
});
