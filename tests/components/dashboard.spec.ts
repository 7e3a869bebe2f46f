import { STATUS_CYCLES } from "@logbook/domain";
import { expect, type Locator, type Page } from "@playwright/test";
import {
  cardOf,
  expectHydrated,
  holdRequests,
  runUntilVisible,
  SCRIPTS,
  search,
  waitTwoFrames,
} from "../support/page.ts";
import {
  call,
  changeStoredReport,
  fileReport,
  fileReports,
  logbook,
  newAdmin,
  newMember,
  test,
  uniqueId,
} from "./fixtures.ts";

/** The card with this heading in the summary above the list. */
const summaryCard = (page: Page, name: string) => page.getByRole("heading", { level: 2, name }).locator("..");

test.describe("section 2: the dashboard", () => {
  test("the header welcomes a member by name, without '(Admin)'", async ({ member: { page, person } }) => {
    await expect(page.getByRole("banner")).toContainText(`Welcome, ${person.username}!`);
    await expect(page.getByText("(Admin)")).toHaveCount(0);
    await expect(page.getByRole("banner").getByRole("button", { name: "Logout" })).toBeVisible();
  });

  test("the header welcomes an admin with '(Admin)'", async ({ admin: { page, person } }) => {
    await expect(page.getByRole("banner")).toContainText(`Welcome, ${person.username}! (Admin)`);
  });

  test("the header shows '(Admin)' completely at any width, and a name of 16 characters from 390 px on", async ({
    openAs,
  }) => {
    for (const username of [uniqueId("n").padEnd(16, "x"), uniqueId("w").padEnd(64, "w")]) {
      const { page } = await openAs(newAdmin(username));
      const heading = page.getByRole("heading", { name: `Welcome, ${username}! (Admin)`, exact: true });
      await expect(heading).toHaveText(`Welcome, ${username}! (Admin)`);
      for (const width of [320, 390, 640, 768, 1024, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        const { isAdminVisible, cutFromName, spaceAfter } = await heading.evaluate((element) => {
          const adminLabel = element.lastElementChild!;
          const name = adminLabel.previousElementSibling ?? element;
          const box = adminLabel.getBoundingClientRect();
          return {
            spaceAfter: element.getBoundingClientRect().right - box.right,
            isAdminVisible: document.elementFromPoint(box.right - 2, box.top + box.height / 2) === adminLabel,
            cutFromName: name.scrollWidth - name.clientWidth,
          };
        });
        expect(isAdminVisible, `'(Admin)' of ${username} at ${width} px`).toBe(true);
        expect(spaceAfter, `'(Admin)' of ${username} at ${width} px`).toBeGreaterThanOrEqual(0);
        if (username.length === 16 && width >= 390) expect(cutFromName, `${username} at ${width} px`).toBe(0);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
    }
  });

  test("card 'Project Information' has the project, the deadline and a link to a dev site", async ({ member }) => {
    const card = summaryCard(member.page, "Project Information");
    await expect(card).toContainText("Official Website");
    await expect(card).toContainText("September 1st 2025");
    await expect(card.getByRole("link")).toHaveAttribute("href", /^https:/);
  });

  test("each number of the summary is a link to the reports that the number counts", async ({
    member: { page, person },
  }) => {
    for (const status of STATUS_CYCLES.bug)
      changeStoredReport(fileReport(person, { title: `Bug ${status}` }).id, { status });
    // The summary counts these three statuses as 'In Progress'.
    const inProgress = ["Bug IN_PROGRESS", "Bug TESTING", "Bug RESOLVED"];
    fileReport(person, { type: "feature", title: "Feature PLANNED" });
    await page.reload();
    const cardTitles = page.getByRole("article").getByRole("heading", { level: 3 });
    const followNumber = async (term: string, count: number, address: string, titles: string[]) => {
      await page.getByRole("link", { name: `${count} ${term}, show them`, exact: true }).click();
      await expect(page).toHaveURL(address);
      await expect(page.getByRole("heading", { name: "Entries" })).toBeFocused();
      await expect(cardTitles).toHaveText(titles);
    };
    await followNumber("Bugs", 5, "/?type=bug", [...inProgress, "Bug OPEN", "Bug CLOSED"]);
    await followNumber("Features", 1, "/?type=feature", ["Feature PLANNED"]);
    await followNumber("Open", 2, "/?status=open", ["Bug OPEN", "Feature PLANNED"]);
    await expect(page.getByRole("combobox", { name: "Status" }).locator("option:checked")).toHaveText("Open, Planned");
    await page.reload();
    await expect(cardTitles).toHaveText(["Bug OPEN", "Feature PLANNED"]);
    await followNumber("In Progress", 3, "/?status=inProgress", inProgress);
    await followNumber("Closed", 1, "/?status=closed", ["Bug CLOSED"]);
    await page.goBack();
    await expect(cardTitles).toHaveText(inProgress);
    await followNumber("Total", 6, "/", [...inProgress, "Bug OPEN", "Feature PLANNED", "Bug CLOSED"]);
    // The filter's usual options: 'Open, Planned' is offered only while the address has that filter.
    await expect(page.getByRole("combobox", { name: "Status" }).locator("option")).toHaveCount(9);
  });

  test("the list can be sorted, and the order is in the address", async ({ member: { page, person }, admin }) => {
    const { id: firstId } = fileReport(person, { title: "First", priority: "LOW" });
    for (const title of ["Second", "Third"]) fileReport(person, { title, priority: "LOW" });
    await page.reload();
    const cardTitles = page.getByRole("article").getByRole("heading", { level: 3 });
    const sortBy = (label: string) => page.getByRole("combobox", { name: "Sort by" }).selectOption(label);
    await sortBy("Longest unanswered");
    await expect(cardTitles).toHaveText(["First", "Second", "Third"]);
    await expect(page).toHaveURL("/?sort=unanswered");
    call("POST", "/api/issues/amendment", { as: admin.person, body: { issueId: firstId, text: "Seen." } });
    await page.reload();
    await expect(cardTitles).toHaveText(["Second", "Third", "First"]);
    await sortBy("Recently changed");
    await expect(cardTitles).toHaveText(["First", "Third", "Second"]);
    await sortBy("Newest");
    await expect(cardTitles).toHaveText(["Third", "Second", "First"]);
    await page.getByRole("combobox", { name: "Type" }).selectOption("Bug");
    await expect(page).toHaveURL("/?type=bug&sort=newest");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(page).toHaveURL("/?sort=newest");
    await sortBy("Status");
    await expect(page).toHaveURL("/");
  });

  test("'Report Bug' and 'Request Feature' toggle their form and are labelled 'Close …' while the form is open", async ({
    member: { page },
  }) => {
    const form = (name: string) => page.getByRole("form", { name });
    await page.getByRole("button", { name: "Report Bug" }).click();
    await expect(form("Report Bug")).toBeVisible();
    await page.getByRole("button", { name: "Close Bug Form" }).click();
    await expect(form("Report Bug")).toBeHidden();
    await page.getByRole("button", { name: "Request Feature" }).click();
    await expect(form("Request Feature")).toBeVisible();
    await page.getByRole("button", { name: "Close Feature Form" }).click();
    await expect(form("Request Feature")).toBeHidden();
  });

  test("the other type's button switches the form and keeps the fields that both types have", async ({
    member: { page },
  }) => {
    await page.getByRole("button", { name: "Report Bug" }).click();
    const bugForm = page.getByRole("form", { name: "Report Bug" });
    await bugForm.getByLabel("Title").fill("Kept title");
    await bugForm.getByLabel("Description").fill("Kept description");
    await bugForm.getByLabel("Severity").selectOption("CRITICAL");
    await bugForm.getByLabel("Website URL").fill("https://example.org");
    await page.getByRole("button", { name: "Request Feature" }).click();
    const featureForm = page.getByRole("form", { name: "Request Feature" });
    await expect(featureForm.getByLabel("Title")).toHaveValue("Kept title");
    await expect(featureForm.getByLabel("Description")).toHaveValue("Kept description");
    await expect(featureForm.getByLabel("Importance")).toHaveValue("CRITICAL");
    await expect(featureForm.getByLabel("Website URL")).toHaveValue("https://example.org");
    await expect(page.getByRole("button", { name: "Report Bug" })).toBeVisible();
  });

  test("the footer has the year, a link to the dev site and the credit", async ({ member: { page } }) => {
    const footer = page.getByRole("contentinfo");
    await expect(footer).toContainText(String(new Date().getFullYear()));
    await expect(footer.getByRole("link")).toHaveAttribute("href", /^https:/);
    await expect(footer).toContainText(/made for/i);
  });
});

test.describe("the layout of the dashboard", () => {
  const topOfFirstCard = async (page: Page) => (await page.getByRole("article").first().boundingBox())!.y;
  const summaryButton = (page: Page) => page.getByRole("button", { name: "Summary" });
  const filterButton = (page: Page) => page.getByRole("button", { name: /^Filter/ });
  const rowsButton = (page: Page) => page.getByRole("button", { name: "Rows", exact: true });

  test("on a phone the first visit shows summary, buttons and filters, and the list begins above 520 px", async ({
    member: { page, person },
  }) => {
    fileReport(person);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
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

  test("on a phone summary and filters stay folded at later visits, and the list begins above 260 px", async ({
    member: { page, person },
  }) => {
    fileReport(person);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    for (const button of [summaryButton(page), filterButton(page)])
      await expect(button).toHaveAttribute("aria-expanded", "true");
    // Folding the summary folds the filters, too.
    await summaryButton(page).click();
    for (const button of [summaryButton(page), filterButton(page)])
      await expect(button).toHaveAttribute("aria-expanded", "false");
    await expect(page.getByText("Official Website")).toBeHidden();
    await expect(page.getByRole("combobox", { name: "Type" })).toBeHidden();
    await expect(page.getByRole("link", { name: "1 Open, show them" })).toBeVisible();
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
    expect(await topOfFirstCard(page)).toBeLessThan(260);
    await expect(summaryButton(page)).toHaveAttribute("aria-expanded", "false");
    await summaryButton(page).press("Enter");
    await expect(page.getByText("Official Website")).toBeVisible();
    await filterButton(page).press("Enter");
    await expect(page.getByRole("combobox", { name: "Type" })).toBeVisible();
    // With everything unfolded again there is no choice to remember.
    expect(await page.evaluate(() => localStorage.getItem("logbook.layout"))).toBeNull();
  });

  test("on a phone the Filter button says how many filters are set", async ({ member: { page, person } }) => {
    fileReport(person);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(filterButton(page)).toHaveText("Filter");
    await page.getByRole("combobox", { name: "Type" }).selectOption("bug");
    await expect(filterButton(page)).toHaveText("Filter (1)");
    await page.getByRole("combobox", { name: "Priority" }).selectOption("MEDIUM");
    await expect(filterButton(page)).toHaveText("Filter (2)");
    await filterButton(page).click();
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(filterButton(page)).toBeHidden();
    await expect(page.getByRole("combobox", { name: "Type" })).toBeVisible();
  });

  test("on a phone the search box and the buttons stay in view and cover no heading, and a form opens in view", async ({
    member: { page, person },
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const word = fileReports(person, 11);
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

  test("a row shows one line of a report, and 'Whole card' opens the card in its place", async ({
    admin: { page, person },
  }) => {
    const { id, number } = fileReport(person, { title: "In one line", description: "The whole text." });
    call("PUT", `/api/issues/${id}/vote`, { as: person, body: { voted: true } });
    call("POST", "/api/issues/amendment", { as: person, body: { issueId: id, text: "A note." } });
    await page.reload();
    await rowsButton(page).click();
    await expect(rowsButton(page)).toHaveAttribute("aria-pressed", "true");
    const row = cardOf(page, "In one line");
    for (const text of [`Bug #${number}`, "Open", "Severity: Medium", person.username])
      await expect(row.getByText(text, { exact: true }).first()).toBeVisible();
    await expect(row.getByRole("time").first()).toBeVisible();
    const counts = row.locator("[data-counts]");
    await expect(counts).toBeVisible();
    // The page loads the member's own votes once it is idle.
    await expect
      .poll(() => counts.evaluate((span) => getComputedStyle(span, "::before").content))
      .toBe('"1 vote (with yours), 1 amendment"');
    const partsOfCard = row.getByText(/The whole text|A note|Updated/).or(row.getByRole("textbox"));
    for (const part of await partsOfCard.all()) await expect(part).toBeHidden();
    await expect(row.getByRole("button")).toHaveCount(1);
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
    const word = fileReports(person, 11, { priority: "CRITICAL", type: "feature" });
    for (const { id, title } of logbook().reports())
      changeStoredReport(id, { title: `${title} ${"and another word ".repeat(4)}`, status: "IN_PROGRESS" });
    await page.goto(`/?search=${word}`);
    await rowsButton(page).click();
    const articles = page.getByRole("article");
    await expect(articles).toHaveCount(10);
    await page.setViewportSize({ width: 1440, height: 900 });
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
    fileReport(person, { description: "The whole text." });
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
    fileReport(person);
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
  const word = fileReports(person, 1, { actualResult: "Nothing at all happens" });
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
  const word = fileReports(person, 12, { reproductionSteps: steps });
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
  await search(page, fileReports(person, 1));
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
  const word = fileReports(person, 1, { type: "feature", priority: "CRITICAL" });
  await search(page, word);
  const card = cardOf(page, word);
  const badge = card.getByText("Importance: Critical", { exact: true });
  changeStoredReport(logbook().reports()[0]!.id, { status: "IN_PROGRESS" });
  await page.reload();
  await expectHydrated(page);
  await expect(card.getByText("In Progress", { exact: true })).toBeVisible();
  for (const width of [320, 390, 768]) {
    await page.setViewportSize({ width, height: 640 });
    const [badgeBox, cardBox] = [(await badge.boundingBox())!, (await card.boundingBox())!];
    expect(badgeBox.x + badgeBox.width, `${width} px`).toBeLessThanOrEqual(cardBox.x + cardBox.width);
  }
});

test("a list that could not be loaded offline is loaded once the browser is online", async ({
  member: { page, person },
}) => {
  const word = fileReports(person, 1);
  await page.clock.install();
  await page.context().setOffline(true);
  await page.getByRole("searchbox", { name: "Search" }).fill(word);
  await runUntilVisible(page, page.getByRole("alert").filter({ hasText: "The entries could not be loaded." }));
  await page.context().setOffline(false);
  await expect(cardOf(page, word)).toBeVisible();
  await expect(page.getByText("The entries could not be loaded.")).toHaveCount(0);
});

test("a visible list is not reloaded when the browser comes online", async ({ member: { page, person } }) => {
  const word = fileReports(person, 1);
  await search(page, word);
  await expect(cardOf(page, word)).toBeVisible();
  const listRequests: string[] = [];
  // `draw=` requests markup, which the page may request at any time to cache it.
  page.on("request", (request) => {
    if (/\/api\/issues\?(?!.*draw=)/.test(request.url())) listRequests.push(request.url());
  });
  // After a minute TanStack Query regards the list as stale.
  await page.clock.install();
  await page.clock.fastForward("01:00");
  await page.context().setOffline(true);
  await page.waitForFunction(() => !navigator.onLine);
  await page.context().setOffline(false);
  await page.waitForFunction(() => navigator.onLine);
  await waitTwoFrames(page);
  expect(listRequests).toEqual([]);
});

test.describe("section 9: filters, search and pages", () => {
  test("a report stays open if it is opened right after a search was typed", async ({ member: { page, person } }) => {
    const { number, title } = fileReport(person, { title: uniqueId("Opened") });
    await page.reload();
    // The report's page hides the list and its search box.
    const searchBox = page.getByRole("searchbox", { name: "Search", includeHidden: true });
    await searchBox.fill("something else");
    await page.getByRole("link", { name: title }).click();
    await expect(searchBox).toHaveValue("");
    await expect(page).toHaveURL(`/?report=${number}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  });

  test("the filter bar offers 'All' and every type, status and priority, and 10, 25, 50 or 100 reports a page", async ({
    member,
  }) => {
    const optionTexts = (name: string) =>
      member.page.getByRole("combobox", { name, exact: true }).locator("option").allInnerTexts();
    expect(await optionTexts("Type")).toEqual(["All", "Bug", "Feature"]);
    expect(await optionTexts("Status")).toEqual([
      "All",
      "Open",
      "In Progress",
      "Testing",
      "Resolved",
      "Closed",
      "Planned",
      "Completed",
      "Cancelled",
    ]);
    expect(await optionTexts("Priority")).toEqual(["All", "Low", "Medium", "High", "Critical"]);
    expect(await optionTexts("Page size")).toEqual(["10", "25", "50", "100"]);
    await expect(member.page.getByRole("combobox", { name: "Page size" })).toHaveValue("10");
  });

  test("a search pasted from a terminal searches for its visible text", async ({ member: { page, person } }) => {
    const word = fileReports(person, 1);
    await search(page, `\u001b[1;31m${word}\u001b[0m`);
    await expect(page.getByRole("article")).toHaveCount(1);
  });

  test("pagination is hidden for one page, and search, filters and page size lead back to page 1", async ({
    member: { page, person },
  }) => {
    // Three pages of ten reports, and a fourth page with three.
    const word = fileReports(person, 33, { priority: "LOW" });
    const pagination = page.getByRole("navigation", { name: "Pagination" });
    await search(page, word);
    await expect(pagination.getByRole("button", { name: "4", exact: true })).toBeVisible();
    for (const change of [
      () => page.getByRole("combobox", { name: "Type", exact: true }).selectOption("bug"),
      () => page.getByRole("combobox", { name: "Status", exact: true }).selectOption("OPEN"),
      () => page.getByRole("combobox", { name: "Priority", exact: true }).selectOption("LOW"),
      // The added space is a new search with the same matches.
      () => page.getByRole("searchbox").fill(`${word} `),
    ]) {
      await pagination.getByRole("button", { name: "4", exact: true }).click();
      await expect(page.getByRole("article")).toHaveCount(3);
      await change();
      await expect(pagination.locator("[aria-current=page]")).toHaveText("1");
      await expect(page.getByRole("article")).toHaveCount(10);
    }
    await pagination.getByRole("button", { name: "2", exact: true }).click();
    await expect(pagination.locator("[aria-current=page]")).toHaveText("2");
    await page.getByRole("combobox", { name: "Page size" }).selectOption("25");
    await expect(page.getByRole("article")).toHaveCount(25);
    await expect(pagination.locator("[aria-current=page]")).toHaveText("1");
    await page.getByRole("combobox", { name: "Page size" }).selectOption("50");
    await expect(page.getByRole("article")).toHaveCount(33);
    await expect(pagination).toHaveCount(0);
  });

  test("of more than five pages the first, the last and the pages around the current one are shown, with '…' between", async ({
    member,
  }) => {
    const { page, person } = member;
    const word = fileReports(person, 81);
    await search(page, word);
    const pagination = page.getByRole("navigation", { name: "Pagination" });
    const pageNumbers = async () => {
      const texts = await pagination.locator(":scope > *").allTextContents();
      return texts.filter((text) => /^(\d+|…)$/.test(text)).join(" ");
    };
    const pageButton = (name: string) => pagination.getByRole("button", { name, exact: true });
    await expect.poll(pageNumbers).toBe("1 2 3 4 … 9");
    await expect(pageButton("Previous")).toBeDisabled();
    await expect(pageButton("Next")).toBeEnabled();
    await pageButton("4").click();
    await expect.poll(pageNumbers).toBe("1 … 3 4 5 … 9");
    await expect(pageButton("Previous")).toBeEnabled();
    await pageButton("9").click();
    await expect.poll(pageNumbers).toBe("1 … 6 7 8 9");
    await expect(pageButton("Previous")).toBeEnabled();
    await expect(pageButton("Next")).toBeDisabled();
    await expect(page.getByRole("article")).toHaveCount(1);
  });

  test("a search without matches offers a button that shows all entries again", async ({ openAs, actors }) => {
    fileReports(actors.member, 1);
    const { page } = await openAs(actors.member);
    await search(page, "nothing-is-called-like-this");
    await expect(page.getByRole("article")).toHaveCount(0);
    await page
      .getByRole("main")
      .getByRole("button", { name: /filters/i })
      .click();
    await expect(page.getByRole("article").first()).toBeVisible();
  });

  test("the URL contains the filters, and Back restores the previous filters", async ({ member: { page, person } }) => {
    fileReports(person, 1);
    await page.getByRole("combobox", { name: "Type", exact: true }).selectOption("bug");
    await expect(page).toHaveURL(/type=bug/);
    await page.getByRole("combobox", { name: "Status", exact: true }).selectOption("OPEN");
    await page.reload();
    await expect(page.getByRole("combobox", { name: "Status", exact: true })).toHaveValue("OPEN");
    await page.goBack();
    await expect(page.getByRole("combobox", { name: "Status", exact: true })).toHaveValue("all");
    await expect(page.getByRole("combobox", { name: "Type", exact: true })).toHaveValue("bug");
  });

  for (const [language, text] of [
    ["English", "a search that is longer than its box, "],
    ["Arabic", "الزر لا يعمل عند تسجيل الدخول "],
  ] as const)
    test(`a long search in ${language} does not overlap the search box's clear button`, async ({
      member: { page },
    }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByRole("searchbox").fill(text.repeat(3));
      const devtools = await page.context().newCDPSession(page);
      const { root } = await devtools.send("DOM.getDocument");
      const { nodeId } = await devtools.send("DOM.querySelector", { nodeId: root.nodeId, selector: "[type=search]" });
      const { node } = await devtools.send("DOM.describeNode", { nodeId, depth: -1, pierce: true });
      /** The edges of an element in the search box's shadow tree, which the browser itself makes. */
      const edgesOf = async (id: string): Promise<{ left: number; right: number }> => {
        const elements = [node];
        // The loop also visits the elements that it appends.
        for (const { shadowRoots = [], children = [] } of elements) elements.push(...shadowRoots, ...children);
        const { backendNodeId } = elements.find(({ attributes = [] }) => attributes.includes(id))!;
        const { model } = await devtools.send("DOM.getBoxModel", { backendNodeId });
        // The coordinates of the corners: x and y of the top left corner, then of the top right corner, and so on.
        const [left, , right] = model.border;
        return { left: left!, right: right! };
      };
      const [typedText, clearButton] = [await edgesOf("editing-view-port"), await edgesOf("search-clear")];
      await devtools.detach();
      const gap = Math.max(typedText.left - clearButton.right, clearButton.left - typedText.right);
      expect(gap).toBeGreaterThanOrEqual(8);
    });

  test("the messages about new reports and paused updates overlap no filter at 320, 390 and 1440 px", async ({
    member: { page, person },
  }) => {
    const word = fileReports(person, 2);
    await search(page, word);
    const pausedMessage = page.getByText("Live updates pause.");
    // The fake API never responds to the listener, and the page says so after 20 seconds.
    await expect(pausedMessage).toBeVisible({ timeout: 45_000 });
    fileReport(newMember(), { title: `${word} new` });
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    const newReportsButton = page.getByRole("button", { name: "1 new – show" });
    await expect(newReportsButton).toBeVisible();
    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const boxOf = async (element: Locator) => (await element.boundingBox())!;
      const filters = await page.getByRole("search").getByRole("combobox").all();
      const filterBoxes = await Promise.all(filters.map(boxOf));
      const bottomOfFilters = Math.max(...filterBoxes.map(({ y, height }) => y + height));
      const firstCardBox = await boxOf(page.getByRole("article").first());
      const messageBox = await boxOf(pausedMessage);
      const buttonBox = await boxOf(newReportsButton);
      expect(messageBox.y - bottomOfFilters, `paused message at ${width} px`).toBeGreaterThanOrEqual(4);
      expect(messageBox.y + messageBox.height, `paused message at ${width} px`).toBeLessThanOrEqual(firstCardBox.y);
      expect(buttonBox.y - bottomOfFilters, `button for new reports at ${width} px`).toBeGreaterThanOrEqual(8);
    }
  });

  test("a heading focused by script has an underline instead of an outline", async ({ member: { page, person } }) => {
    const word = fileReports(person, 11);
    await search(page, word);
    await page.getByRole("button", { name: "Next" }).focus();
    await page.keyboard.press("Enter");
    const heading = page.getByRole("heading", { name: "Entries" });
    await expect(heading).toBeFocused();
    await expect(heading).toHaveCSS("outline-style", "none");
    await expect(heading).toHaveCSS("text-decoration-line", "underline");
  });

  test("Enter in the search box searches at once", async ({ openAs }) => {
    const { page, person } = await openAs(newMember());
    const word = fileReports(person, 1);
    // While the clock is stopped, the page does not search by itself after a delay.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1_000);
    const box = page.getByRole("searchbox", { name: "Search" });
    await box.fill(word);
    await box.press("Enter");
    await expect(page).toHaveURL(new RegExp(`search=${word}`));
  });

  // 'Reset filters' is the button of an empty list, and no report is cancelled.
  for (const [name, filter, value] of [
    ["Clear filters", "Type", "bug"],
    ["Reset filters", "Status", "CANCELLED"],
  ] as const)
    test(`'${name}' also clears a search typed just before`, async ({ openAs }) => {
      const { page, person } = await openAs(newMember());
      fileReports(person, 1);
      await page.getByRole("combobox", { name: filter, exact: true }).selectOption(value);
      const button = page.getByRole("button", { name });
      await button.waitFor();
      // While the clock is stopped, the page does not search by itself after a delay.
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 1_000);
      const box = page.getByRole("searchbox", { name: "Search" });
      await box.fill("half a word");
      await button.click();
      await expect(button).toHaveCount(0);
      await expect(box).toHaveValue("");
      await page.clock.runFor(1_000);
      await expect(page).toHaveURL(/\/$/);
    });

  test("while 'Reset filters' waits for its response, the page does not say that the log is empty", async ({
    member: { page, person },
  }) => {
    fileReports(person, 1);
    await page.goto("/?search=nothing-is-called-like-this");
    await expect(page.getByRole("heading", { name: "No entries match" })).toBeVisible();
    const release = await holdRequests(page, "**/api/issues?*");
    await page.getByRole("button", { name: "Reset filters" }).click();
    await expect(page.getByRole("searchbox")).toHaveValue("");
    expect(await page.getByText(/^0 in the log|Nothing has been reported yet/).allTextContents()).toEqual([]);
    release();
    await expect(page.getByText(/\d in the log/)).toBeVisible();
    await expect(page.getByRole("article").first()).toBeVisible();
  });

  test("while a search waits for its response, the count above the list stays that of the visible reports", async ({
    member: { page, person },
  }) => {
    const word = fileReports(person, 2);
    await page.reload();
    const countMessage = page.getByRole("status").filter({ hasText: /in the log|match/ });
    await expect(countMessage).toHaveText(/^[\d,]+ in the log$/);
    const countOfAll = await countMessage.textContent();
    const busyList = page.locator("[aria-busy=true]").filter({ has: page.getByRole("article") });
    for (const [text, expectedCount] of [
      [`${word} 1`, /^1 of [\d,]+ match$/],
      [word, /^2 of [\d,]+ match$/],
    ] as const) {
      const release = await holdRequests(page, "**/api/issues?*");
      const countBefore = await countMessage.textContent();
      await page.getByRole("searchbox", { name: "Search" }).fill(text);
      await expect(busyList).toHaveCount(1);
      await expect(countMessage).toHaveText(countBefore!);
      release();
      await expect(countMessage).toHaveText(expectedCount);
      await page.unroute("**/api/issues?*");
    }
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(countMessage).toHaveText(countOfAll!);
  });

  for (const [navigation, navigate] of [
    [
      "Back after 'Clear filters'",
      async (page: Page) => {
        await page.getByRole("button", { name: "Clear filters" }).click();
        await expect(page).not.toHaveURL(/search=/);
        await page.goBack();
      },
    ],
    [
      "Forward after Back",
      async (page: Page) => {
        await page.goBack();
        await expect(page).not.toHaveURL(/search=/);
        await page.goForward();
      },
    ],
  ] as const)
    test(`${navigation} restores the search in the search box and in the URL`, async ({ member: { page, person } }) => {
      const word = fileReports(person, 1);
      const box = page.getByRole("searchbox", { name: "Search" });
      await page.getByRole("combobox", { name: "Type", exact: true }).selectOption("bug");
      await expect(page).toHaveURL(/type=bug/);
      await search(page, word);
      await expect(page).toHaveURL(new RegExp(`search=${word}`));
      await page.clock.install();
      await navigate(page);
      await expect(box).toHaveValue(word);
      await page.clock.runFor(2_000);
      await expect(page).toHaveURL(new RegExp(`search=${word}`));
      await expect(box).toHaveValue(word);
      await expect(page.getByText(/^1 of [\d,]+ match/)).toBeVisible();
    });

  test("a new list first renders the cards in the window, and the cards below it one frame later", async ({
    member: { page, person },
  }) => {
    const word = fileReports(person, 6);
    // The page's first list also renders in two steps, which must not be recorded.
    await page.reload();
    await expect(page.locator("[data-card]:nth-child(6) h3")).toBeVisible();
    await expectHydrated(page);
    await expect(page.locator("html[data-defer-below-fold]")).toHaveCount(0);
    // The page sets this attribute until it renders the cards below the window.
    await page.evaluate(() => {
      const deferStates: boolean[] = [];
      Object.assign(window, { deferStates });
      const root = document.documentElement;
      const observer = new MutationObserver(() => deferStates.push("deferBelowFold" in root.dataset));
      observer.observe(root, { attributeFilter: ["data-defer-below-fold"] });
    });
    await search(page, word);
    await expect(page.locator("[data-card]:nth-child(6) h3")).toBeVisible();
    await expect.poll(() => page.evaluate("window.deferStates")).toEqual([true, false]);
  });

  test("a list that the API sends whole (section 7) is sorted, filtered, counted and paged by the page", async ({
    member: { page },
  }) => {
    // Attachments and amendments that cannot be parsed count as empty lists.
    const twentyReports = (type: string, status: string) =>
      Array.from({ length: 20 }, (_, index) => ({
        id: `${type}-${index}`,
        type,
        status,
        title: `${type} ${index}`,
        description: "Told.",
        priority: "MEDIUM",
        user: { username: "somebody" },
        createdAt: "2025-01-01T00:00:00.000Z",
        updatedAt: "2025-01-01T00:00:00.000Z",
        attachments: "no list",
        amendment: "{",
      }));
    const list = { bugs: twentyReports("bug", "OPEN"), features: twentyReports("feature", "CANCELLED") };
    await page.route("**/api/issues?*", (route) => route.fulfill({ json: { success: true, ...list } }));
    await page.goto("/?page=2");
    const titles = page.getByRole("article").getByRole("heading", { level: 3 });
    await expect(titles.nth(9)).toHaveText(/^bug /);
    await expect(page.getByText("40 in the log")).toBeVisible();
    await expect(page.getByRole("button", { name: "4", exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Next" }).click();
    await expect(titles.first()).toHaveText(/^feature /);
    await page.getByRole("searchbox", { name: "Search" }).fill("FEATURE 7");
    await expect(titles).toHaveText(["feature 7"]);
  });

  test("on a slow connection Next moves one page each time, and choosing the current page adds no history entry", async ({
    member: { page, person },
  }) => {
    const word = fileReports(person, 30);
    await search(page, word);
    const release = await holdRequests(page, /\/api\/issues\?page=[23]&/);
    const nextButton = page.getByRole("button", { name: "Next" });
    await nextButton.click();
    await expect(page).toHaveURL(/page=2/);
    await nextButton.click();
    await expect(page).toHaveURL(/page=3/);
    await page.getByRole("button", { name: "3", exact: true }).click();
    await page.goBack();
    await expect(page).toHaveURL(/page=2/);
    release();
    await expect(page.getByRole("button", { name: "2", exact: true })).toHaveAttribute("aria-current", "page");
  });

  test("Back during a search shows the former search, in the search box and in the list", async ({
    member: { page, person },
  }) => {
    const word = fileReports(person, 12);
    await page.goto(`/?search=${word}`);
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page).toHaveURL(/page=2/);
    await expect(page.getByRole("article")).toHaveCount(2);
    const box = page.getByRole("searchbox", { name: "Search" });
    await holdRequests(page, /search=[^&]*sooner/);
    await page.clock.install();
    await box.fill(`${word} sooner`);
    // The page requests the search after 150 ms. Without a response the URL changes after 400 ms.
    await page.clock.runFor(300);
    await page.goBack();
    await expect(page).not.toHaveURL(/page=2/);
    await page.clock.runFor(1_000);
    await expect(box).toHaveValue(word);
    await expect(page.getByRole("article")).toHaveCount(10);
  });

  test("all ten cards of a page are laid out, even those below the window", async ({ member: { page, person } }) => {
    const word = fileReports(person, 10);
    await search(page, word);
    await expect(page.getByRole("article")).toHaveCount(10);
    // The inner text of an element without layout is empty.
    await expect.poll(() => page.getByRole("article").getByRole("heading").allInnerTexts()).not.toContain("");
  });

  test("a list answered with 'success: false' counts as a failed load", async ({ member: { page } }) => {
    await page.route("**/api/issues?*", (route) => route.fulfill({ json: { success: false, error: "Not now." } }));
    await page.clock.install();
    await page.reload();
    await runUntilVisible(
      page,
      page.getByRole("alert").filter({ hasText: "The entries could not be loaded. Not now." }),
    );
    await expect(page.getByRole("button", { name: "Retry" })).toBeVisible();
  });

  test("for invalid filters in the URL the page requests the first page once, without an error", async ({
    member: { page, person, log },
  }) => {
    const tooLongSearch = `${fileReports(person, 1)}${"x".repeat(250)}`;
    const requestedUrls: string[] = [];
    // When the browser is idle, the page prefetches page 2, so record only requests of page 1.
    page.on("request", (request) => {
      if (/\/api\/issues\?page=1&/.test(request.url())) requestedUrls.push(request.url());
    });
    await page.goto("/?page=abc&pageSize=7&type=BUG&status=OPENED&priority=low");
    await expect(page.getByText(/in the log/)).toBeVisible();
    await expect(page.getByRole("article").first()).toBeVisible();
    expect(requestedUrls).toEqual([
      expect.stringContaining("?page=1&pageSize=10&search=&type=all&status=all&priority=all"),
    ]);
    requestedUrls.length = 0;
    await page.goto(`/?search=${tooLongSearch}`);
    await expect(page.getByText(/^0 of/)).toBeVisible();
    expect(requestedUrls).toEqual([expect.stringContaining(`search=${tooLongSearch.slice(0, 200)}&`)]);
    expect(log).toEqual([]);
  });

  test("a list that cannot be loaded is logged and shown as an error, and Retry loads it", async ({
    member: { page, log },
  }) => {
    // With the status 400 the page shows the error at once; after a 500 it would first try again.
    let isBroken = true;
    await page.route("**/api/issues?*", (route) =>
      isBroken
        ? route.fulfill({ status: 400, json: { success: false, error: "Broken for a test.", code: "bad-request" } })
        : route.continue(),
    );
    await page.reload();
    await expect(page.getByRole("alert")).toBeVisible();
    expect(log.join("\n")).toContain("Failed to load issues");
    isBroken = false;
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(page.getByText(/in the log/)).toBeVisible();
  });
});
