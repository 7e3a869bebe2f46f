import { expect, type Locator, type Page } from "@playwright/test";
import { DESKTOP_SIZE, PHONE_SIZE } from "../support/browser.ts";
import { cardOf, expectHydrated, holdRequests, SCRIPTS, search } from "../support/page.ts";
import { call, changeStoredReport, fileReport, fileReportsWithNewWord, test, uniqueId } from "./fixtures.ts";

test.describe("the layout of the dashboard", () => {
  const topOfFirstCard = async (page: Page) => (await page.getByRole("article").first().boundingBox())!.y;
  const newsLine = (page: Page) => page.getByRole("button", { name: "1 of your reports changed today" });
  const summaryButton = (page: Page) => page.getByRole("button", { name: "Summary" });
  const filterButton = (page: Page) => page.getByRole("button", { name: /^Filter/ });
  const rowsButton = (page: Page) => page.getByRole("button", { name: "Rows", exact: true });

  test("on a phone the first visit shows summary, buttons and filters, and the list begins above 520 px, with news", async ({
    member: { page, person },
    admin,
  }) => {
    const { id } = await fileReport(person);
    await call("PUT", `/api/issues/${id}`, { as: admin.person, body: { status: "IN_PROGRESS" } });
    await page.setViewportSize(PHONE_SIZE);
    await page.reload();
    await expect(newsLine(page)).toBeVisible();
    expect(await topOfFirstCard(page)).toBeLessThan(520);
    for (const name of ["Project Information", "Reports", "Status", "Entries"])
      await expect(page.getByRole("heading", { name, exact: true })).toBeInViewport({ ratio: 1 });
    for (const term of ["Bugs", "Features", "Total", "Open", "In Progress", "Closed"])
      await expect(page.locator("dt", { hasText: term })).toBeInViewport({ ratio: 1 });
    for (const name of ["Report Bug", "Request Feature"])
      await expect(page.getByRole("button", { name })).toBeInViewport({ ratio: 1 });
    for (const name of ["Type", "Status", "Priority", "Sort by", "Page size"])
      await expect(page.getByRole("combobox", { name, exact: true })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("searchbox")).toBeInViewport({ ratio: 1 });
  });

  test("on a phone summary and filters stay folded at later visits, and the list begins above 240 px, with news and the tabs in sight", async ({
    member: { page, person },
    admin,
  }) => {
    const { id } = await fileReport(person);
    await call("PUT", `/api/issues/${id}`, { as: admin.person, body: { status: "IN_PROGRESS" } });
    await page.setViewportSize(PHONE_SIZE);
    await page.reload();
    for (const button of [summaryButton(page), filterButton(page)])
      await expect(button).toHaveAttribute("aria-expanded", "true");
    // Folding the summary folds the filters, too.
    await summaryButton(page).click();
    for (const button of [summaryButton(page), filterButton(page)])
      await expect(button).toHaveAttribute("aria-expanded", "false");
    await expect(page.getByText("Official Website")).toBeHidden();
    await expect(page.getByRole("combobox", { name: "Type" })).toBeHidden();
    await expect(page.getByRole("link", { name: "1 In Progress, show them" })).toBeVisible();
    for (const term of ["Total", "Open", "In Progress", "Closed"])
      await expect(page.locator("dt", { hasText: term })).toBeInViewport({ ratio: 1 });
    // The page has the chosen layout even before its code has loaded.
    const release = await holdRequests(page, SCRIPTS);
    await page.reload({ waitUntil: "commit" });
    await expect(page.locator("html")).toHaveAttribute("data-layout", "summary-folded filters-folded");
    release();
    await expectHydrated(page);
    await expect(page.getByText("Official Website")).toBeHidden();
    await expect(page.getByRole("article")).toBeVisible();
    await expect(newsLine(page)).toBeVisible();
    expect(await topOfFirstCard(page)).toBeLessThanOrEqual(240);
    await expect(page.getByRole("link", { name: "Mine", exact: true })).toBeInViewport({ ratio: 1 });
    await expect(summaryButton(page)).toHaveAttribute("aria-expanded", "false");
    await summaryButton(page).press("Enter");
    await expect(page.getByText("Official Website")).toBeVisible();
    await filterButton(page).press("Enter");
    await expect(page.getByRole("combobox", { name: "Type" })).toBeVisible();
    // With everything unfolded again there is no choice to remember.
    expect(await page.evaluate(() => localStorage.getItem("logbook.layout"))).toBeNull();
  });

  test("the switch of the layout stays where it is as news arrive, and with and without filters", async ({
    member: { page, person },
    admin,
  }) => {
    const { id } = await fileReport(person);
    await fileReport(person, { type: "feature" });
    const layoutSwitch = page.getByRole("group", { name: "Layout" });
    // At 1024 px the line has the least room for the news.
    const sizes = [PHONE_SIZE, { width: 1024, height: 768 }, DESKTOP_SIZE];
    const boxes = new Map<number, object | null>();
    for (const size of sizes) {
      await page.setViewportSize(size);
      boxes.set(size.width, await layoutSwitch.boundingBox());
    }
    await call("PUT", `/api/issues/${id}`, { as: admin.person, body: { status: "IN_PROGRESS" } });
    await page.reload();
    await expect(newsLine(page)).toBeVisible();
    for (const size of sizes) {
      await page.setViewportSize(size);
      expect(await layoutSwitch.boundingBox(), `news, ${size.width} px`).toEqual(boxes.get(size.width));
      await page.getByRole("combobox", { name: "Type" }).selectOption("bug");
      await expect(page.getByText("1 of 2 match")).toBeVisible();
      expect(await layoutSwitch.boundingBox(), `filtered, ${size.width} px`).toEqual(boxes.get(size.width));
      await page.getByRole("button", { name: "Clear filters" }).click();
    }
  });

  test("on a phone the Filter button says how many filters are set", async ({ member: { page, person } }) => {
    await fileReport(person);
    await page.setViewportSize(PHONE_SIZE);
    await expect(filterButton(page)).toHaveText("Filter");
    await page.getByRole("combobox", { name: "Type" }).selectOption("bug");
    await expect(filterButton(page)).toHaveText("Filter (1)");
    await page.getByRole("combobox", { name: "Priority" }).selectOption("MEDIUM");
    await expect(filterButton(page)).toHaveText("Filter (2)");
    // A tab is no filter of the button: it stays in sight.
    await page.getByRole("link", { name: "Mine", exact: true }).click();
    await expect(page).toHaveURL(/show=mine/);
    await expect(filterButton(page)).toHaveText("Filter (2)");
    await filterButton(page).click();
    await page.setViewportSize(DESKTOP_SIZE);
    await expect(filterButton(page)).toBeHidden();
    await expect(page.getByRole("combobox", { name: "Type" })).toBeVisible();
  });

  test("on a phone the search box and the buttons stay in view and cover no heading, and a form opens in view", async ({
    member: { page, person },
  }) => {
    await page.setViewportSize(PHONE_SIZE);
    const word = await fileReportsWithNewWord(person, 11);
    await page.goto(`/?search=${word}`);
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.getByRole("article")).toHaveCount(1);
    const heading = page.getByRole("heading", { name: "Entries" });
    const bottomOf = async (element: Locator) => {
      const { y, height } = (await element.boundingBox())!;
      return y + height;
    };
    await page.getByRole("button", { name: "1", exact: true }).click();
    await expect(page.getByRole("article")).toHaveCount(10);
    expect((await heading.boundingBox())!.y).toBeGreaterThanOrEqual(
      await bottomOf(page.getByRole("button", { name: "Report Bug" })),
    );
    await page.getByRole("article").last().scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(1_000);
    for (const name of ["Report Bug", "Request Feature", "Filter"])
      await expect(page.getByRole("button", { name, exact: true })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("searchbox")).toBeInViewport({ ratio: 1 });
    await page.getByRole("button", { name: "Report Bug" }).click();
    await expect(page.getByLabel("Title")).toBeInViewport({ ratio: 1 });
    await page.getByRole("button", { name: "Close Bug Form" }).click();
    // In a low window the buttons would take too much space, so they scroll away.
    await page.setViewportSize({ width: 390, height: 400 });
    await page.getByRole("article").last().scrollIntoViewIfNeeded();
    await expect(page.getByRole("button", { name: "Report Bug" })).not.toBeInViewport();
  });

  test("at a zoom of 200 % the first report begins in the first window, with the summary open and folded", async ({
    member: { page, person },
  }) => {
    await fileReport(person);
    // A window of 1440 x 900 px at this zoom.
    await page.setViewportSize({ width: 720, height: 450 });
    await page.reload();
    await expect(page.getByRole("heading", { name: "Project Information" })).toBeVisible();
    expect(await topOfFirstCard(page)).toBeLessThan(450);
    await summaryButton(page).click();
    await expect(page.getByRole("heading", { name: "Project Information" })).toBeHidden();
    expect(await topOfFirstCard(page)).toBeLessThan(400);
  });

  test("a row shows one line of a report, and 'Whole card' opens the card in its place", async ({
    admin: { page, person },
  }) => {
    const { id, number } = await fileReport(person, { title: "In one line", description: "The whole text." });
    await call("PUT", `/api/issues/${id}/vote`, { as: person, body: { voted: true } });
    await call("POST", "/api/issues/amendment", { as: person, body: { issueId: id, text: "A note." } });
    await page.reload();
    await rowsButton(page).click();
    await expect(rowsButton(page)).toHaveAttribute("aria-pressed", "true");
    const row = cardOf(page, "In one line");
    for (const text of [`Bug #${number}`, "Open", "Severity: Medium", person.username])
      await expect(row.getByText(text, { exact: true }).first()).toBeVisible();
    await expect(row.getByRole("time").first()).toBeVisible();
    const counts = row.locator("[data-counts]");
    await expect(counts).toBeVisible();
    expect(await counts.evaluate((span) => getComputedStyle(span, "::after").content)).toContain('"1"');
    await counts.hover();
    await expect(page.getByRole("tooltip", { name: "1 amendment" })).toBeVisible();
    const partsOfCard = row.getByText(/The whole text|A note|Updated/).or(row.getByRole("textbox"));
    for (const part of await partsOfCard.all()) await expect(part).toBeHidden();
    // The page loads the member's own votes once it is idle.
    await expect(row.getByRole("button")).toHaveText([
      "",
      "Back to Closed",
      "Mark as In Progress",
      "Voted1 vote",
      "Following",
    ]);
    const wholeCardButton = row.getByRole("button", { name: "Whole card" });
    await row.getByRole("link").focus();
    await page.keyboard.press("Tab");
    await expect(wholeCardButton).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(wholeCardButton).toHaveAttribute("aria-expanded", "true");
    for (const part of await partsOfCard.all()) await expect(part).toBeVisible();
    await row.getByRole("button", { name: "Mark as In Progress" }).click();
    await expect(row.getByRole("button", { name: "Mark as Testing" })).toBeVisible();
    await row.getByRole("textbox", { name: "Amendment" }).fill("Half a note");
    await wholeCardButton.click();
    await expect(row.getByRole("textbox")).toBeHidden();
    await page.getByRole("button", { name: "Cards", exact: true }).click();
    await expect(row.getByRole("textbox")).toHaveValue("Half a note");
    await expect(wholeCardButton).toBeHidden();
  });

  test("ten rows with long titles fit into a height of 900 px and into a width of 320 px", async ({
    member: { page, person },
  }) => {
    const word = uniqueId("Rows");
    const title = `${word} ${"and another word ".repeat(4)}`;
    for (let number = 1; number <= 11; number += 1) {
      const { id } = await fileReport(person, { title, priority: "CRITICAL", type: "feature" });
      await changeStoredReport(id, { status: "IN_PROGRESS" });
    }
    await page.goto(`/?search=${word}`);
    await rowsButton(page).click();
    const articles = page.getByRole("article");
    await expect(articles).toHaveCount(10);
    await page.setViewportSize(DESKTOP_SIZE);
    const lastBox = (await articles.last().boundingBox())!;
    expect(lastBox.y + lastBox.height).toBeLessThanOrEqual(900);
    for (const width of [320, 390, 768, 1024]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBe(width);
    }
  });

  test("the choice of rows applies at the next visit before any code has loaded; rows are printed as cards", async ({
    member: { page, person },
  }) => {
    await fileReport(person, { description: "The whole text." });
    await rowsButton(page).click();
    const release = await holdRequests(page, SCRIPTS);
    await page.reload({ waitUntil: "commit" });
    await expect(page.locator("html")).toHaveAttribute("data-layout", "rows");
    release();
    await expect(rowsButton(page)).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByText("The whole text.")).toBeHidden();
    await page.emulateMedia({ media: "print" });
    await expect(page.getByText("The whole text.")).toBeVisible();
  });

  test("a folded summary is printed unfolded", async ({ member: { page, person } }) => {
    await fileReport(person);
    await summaryButton(page).click();
    await expect(page.getByRole("heading", { name: "Project Information" })).toBeHidden();
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("heading", { name: "Project Information" })).toBeVisible();
    await expect(page.getByText("September 1st 2025")).toBeVisible();
  });
});

test("the theme follows the system until a user chooses another, and again once they choose the system's", async ({
  member: { page },
}) => {
  const pageColour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const lightColour = await pageColour();
  await page.emulateMedia({ colorScheme: "dark" });
  const darkColour = await pageColour();
  expect(darkColour).not.toBe(lightColour);
  await page.getByRole("button", { name: "Switch to the light theme" }).click();
  expect(await pageColour()).toBe(lightColour);
  await page.reload();
  await expect(page.getByRole("button", { name: "Switch to the dark theme" })).toBeVisible();
  expect(await pageColour()).toBe(lightColour);
  await page.getByRole("button", { name: "Switch to the dark theme" }).click();
  expect(await pageColour()).toBe(darkColour);
  await page.emulateMedia({ colorScheme: "light" });
  await page.reload();
  await expect(page.getByRole("button", { name: "Switch to the dark theme" })).toBeVisible();
  expect(await pageColour()).toBe(lightColour);
});

test("printed, a report shows all its fields and none of the controls", async ({ member: { page, person } }) => {
  const word = await fileReportsWithNewWord(person, 1, { actualResult: "Nothing at all happens" });
  await search(page, word);
  await page.emulateMedia({ media: "print" });
  const card = page.getByRole("article");
  await expect(card.getByText("Nothing at all happens")).toBeVisible();
  await expect(page.getByRole("searchbox")).toBeHidden();
  await expect(card.getByRole("button")).toHaveCount(0);
});

test("printed, a list of long reports has the same number of pages whether or not its details were rendered before", async ({
  member: { page, person },
}) => {
  const steps = Array.from({ length: 40 }, (_, index) => `${index + 1}. Press the button again`).join("\n");
  const word = await fileReportsWithNewWord(person, 12, { reproductionSteps: steps });
  await page.goto(`/?search=${word}&pageSize=25`);
  const cards = page.getByRole("article");
  await expect(cards).toHaveCount(12);
  // Load the code of the details by opening and closing details: the page cannot render them for print without it.
  await cards.first().getByRole("button", { name: "View all details" }).click();
  await expect(cards.first().getByText("Press the button again")).toBeVisible();
  await cards.first().getByRole("button", { name: "View all details" }).click();
  const countPrintedPages = async () => {
    const pdf = (await page.pdf()).toString("latin1");
    return pdf.match(/\/Type\s*\/Page\b/g)?.length;
  };
  // The page renders the details when the browser begins to print, and removes them afterwards.
  const pagesIfRenderedForPrint = await countPrintedPages();
  await expect(page.getByText("Press the button again")).toHaveCount(0);
  await page.emulateMedia({ media: "print" });
  await expect(cards.getByText("Press the button again")).toHaveCount(12);
  const pagesIfRenderedBefore = await countPrintedPages();
  // Each report needs at least one page.
  expect(pagesIfRenderedBefore).toBeGreaterThanOrEqual(12);
  expect(pagesIfRenderedForPrint).toBe(pagesIfRenderedBefore);
});

test("printed, '(Admin)' is as dark as all other text, even in the dark theme", async ({ admin: { page, person } }) => {
  const word = await fileReportsWithNewWord(person, 1);
  await search(page, word);
  const heading = page.getByRole("heading", { level: 1 });
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  // The heading and its two parts, the name and '(Admin)'.
  expect(
    await heading.evaluate((element) =>
      [element, ...element.querySelectorAll("*")].map((part) => getComputedStyle(part).color),
    ),
  ).toEqual(["rgb(0, 0, 0)", "rgb(0, 0, 0)", "rgb(0, 0, 0)"]);
  await expect(page.getByRole("navigation", { name: "Admin" })).toBeHidden();
});

test("at 320, 390 and 768 px no badge extends beyond its card", async ({ member: { page, person } }) => {
  const { id, title } = await fileReport(person, { type: "feature", priority: "CRITICAL" });
  await changeStoredReport(id, { status: "IN_PROGRESS" });
  await page.reload();
  await expectHydrated(page);
  const card = cardOf(page, title);
  const badge = card.getByText("Importance: Critical", { exact: true });
  await expect(card.getByText("In Progress", { exact: true })).toBeVisible();
  for (const width of [320, 390, 768]) {
    await page.setViewportSize({ width, height: 640 });
    const [badgeBox, cardBox] = [(await badge.boundingBox())!, (await card.boundingBox())!];
    expect(badgeBox.x + badgeBox.width, `${width} px`).toBeLessThanOrEqual(cardBox.x + cardBox.width);
  }
});
