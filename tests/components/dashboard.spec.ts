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
import { call, fileReport, fileReports, logbook, newAdmin, newMember, test, uniqueId } from "./fixtures.ts";

/** The card with this heading, one of the three above the list. */
const cardUnder = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 2, name }).locator("..");

test.describe("section 2: the dashboard", () => {
  test("the header welcomes a member by name, without '(Admin)'", async ({ member: { page, person } }) => {
    await expect(page.getByRole("banner")).toContainText(`Welcome, ${person.username}!`);
    await expect(page.getByText("(Admin)")).toHaveCount(0);
    await expect(page.getByRole("banner").getByRole("button", { name: "Logout" })).toBeVisible();
  });

  test("the header welcomes an admin with '(Admin)'", async ({ admin: { page, person } }) => {
    await expect(page.getByRole("banner")).toContainText(`Welcome, ${person.username}! (Admin)`);
  });

  test("the header shows a name of 16 characters and '(Admin)' whole, and cuts only the longest names", async ({
    open,
  }) => {
    const [name, longest] = [uniqueId("n").padEnd(16, "x"), uniqueId("w").padEnd(64, "w")];
    for (const username of [name, longest]) {
      const { page } = await open(newAdmin(username));
      const heading = page.getByRole("heading", { name: `Welcome, ${username}! (Admin)`, exact: true });
      await expect(heading).toHaveText(`Welcome, ${username}! (Admin)`, { useInnerText: false });
      for (const width of [320, 390, 640, 768, 1024, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        const { isAdminVisible, cutFromName, spaceAfter } = await heading.evaluate((element) => {
          const word = element.lastElementChild!;
          const name = word.previousElementSibling ?? element;
          const box = word.getBoundingClientRect();
          return {
            spaceAfter: element.getBoundingClientRect().right - box.right,
            isAdminVisible: document.elementFromPoint(box.right - 2, box.top + box.height / 2) === word,
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
    const card = cardUnder(member.page, "Project Information");
    await expect(card).toContainText("Official Website");
    await expect(card).toContainText("September 1st 2025");
    await expect(card.getByRole("link")).toHaveAttribute("href", /^https:/);
  });

  test("each number of the summary is a link to exactly the reports that it counts", async ({
    member: { page, person },
  }) => {
    const titles = ["OPEN", "IN_PROGRESS", "TESTING", "RESOLVED", "CLOSED"].map((status) => {
      const { title } = fileReport(person, { title: `Bug ${status}` });
      const report = logbook()
        .reports()
        .find((one) => one.title === title)!;
      logbook().store({ ...report, status: status as typeof report.status });
      return title;
    });
    fileReport(person, { type: "feature", title: "Feature PLANNED" });
    await page.reload();
    const cards = page.getByRole("article").getByRole("heading", { level: 3 });
    const follow = async (term: string, count: number, address: string, shown: string[]) => {
      await page.getByRole("link", { name: `${count} ${term}, show them`, exact: true }).click();
      await expect(page).toHaveURL(address);
      await expect(page.getByRole("heading", { name: "Entries" })).toBeFocused();
      await expect(cards).toHaveText(shown);
    };
    await follow("Bugs", 5, "/?type=bug", [titles[1]!, titles[2]!, titles[3]!, titles[0]!, titles[4]!]);
    await follow("Features", 1, "/?type=feature", ["Feature PLANNED"]);
    await follow("Open", 2, "/?status=open", [titles[0]!, "Feature PLANNED"]);
    await expect(page.getByRole("combobox", { name: "Status" }).locator("option:checked")).toHaveText("Open, Planned");
    await page.reload();
    await expect(cards).toHaveText([titles[0]!, "Feature PLANNED"]);
    await follow("In Progress", 3, "/?status=inProgress", [titles[1]!, titles[2]!, titles[3]!]);
    await follow("Closed", 1, "/?status=closed", [titles[4]!]);
    await page.goBack();
    await expect(cards).toHaveText([titles[1]!, titles[2]!, titles[3]!]);
    await follow("Total", 6, "/", [titles[1]!, titles[2]!, titles[3]!, titles[0]!, "Feature PLANNED", titles[4]!]);
    await expect(page.getByRole("combobox", { name: "Status" }).locator("option")).toHaveCount(9);
  });

  test("the list can be sorted, and the order is in the address", async ({ member: { page, person }, admin }) => {
    for (const name of ["First", "Second", "Third"]) fileReport(person, { title: name, priority: "LOW" });
    const first = logbook()
      .reports()
      .find(({ title }) => title === "First")!;
    await page.reload();
    const cards = page.getByRole("article").getByRole("heading", { level: 3 });
    const sortBy = (label: string) => page.getByRole("combobox", { name: "Sort by" }).selectOption(label);
    await sortBy("Longest unanswered");
    await expect(cards).toHaveText(["First", "Second", "Third"]);
    await expect(page).toHaveURL("/?sort=unanswered");
    call("POST", "/api/issues/amendment", { as: admin.person, body: { issueId: first.id, text: "Seen." } });
    await page.reload();
    await expect(cards).toHaveText(["Second", "Third", "First"]);
    await sortBy("Recently changed");
    await expect(cards).toHaveText(["First", "Third", "Second"]);
    await sortBy("Newest");
    await expect(cards).toHaveText(["Third", "Second", "First"]);
    await page.getByRole("combobox", { name: "Type" }).selectOption("Bug");
    await expect(page).toHaveURL("/?type=bug&sort=newest");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(page).toHaveURL("/?sort=newest");
    await sortBy("Status");
    await expect(page).toHaveURL("/");
  });

  test("the two buttons toggle their form and are labelled 'Close …' while it is open", async ({
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
    const bug = page.getByRole("form", { name: "Report Bug" });
    await bug.getByLabel("Title").fill("Kept title");
    await bug.getByLabel("Description").fill("Kept description");
    await bug.getByLabel("Severity").selectOption("CRITICAL");
    await bug.getByLabel("Website URL").fill("https://example.org");
    await page.getByRole("button", { name: "Request Feature" }).click();
    const feature = page.getByRole("form", { name: "Request Feature" });
    await expect(feature.getByLabel("Title")).toHaveValue("Kept title");
    await expect(feature.getByLabel("Description")).toHaveValue("Kept description");
    await expect(feature.getByLabel("Importance")).toHaveValue("CRITICAL");
    await expect(feature.getByLabel("Website URL")).toHaveValue("https://example.org");
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

  test("on a phone the first report begins above 520 px at the first visit, and everything is visible", async ({
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

  test("on a phone summary and filters fold, the next visit remembers it, and the first report begins above 260 px", async ({
    member: { page, person },
  }) => {
    fileReport(person);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    for (const button of [summaryButton(page), filterButton(page)])
      await expect(button).toHaveAttribute("aria-expanded", "true");
    await summaryButton(page).click();
    for (const button of [summaryButton(page), filterButton(page)])
      await expect(button).toHaveAttribute("aria-expanded", "false");
    await expect(page.getByText("Official Website")).toBeHidden();
    await expect(page.getByRole("combobox", { name: "Type" })).toBeHidden();
    await expect(page.getByRole("link", { name: "1 Open, show them" })).toBeVisible();
    for (const term of ["Total", "Open", "In Progress", "Closed"])
      await expect(page.locator("dt", { hasText: term })).toBeInViewport({ ratio: 1 });
    // The choice holds before any code has loaded.
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

  test("on a phone search and report buttons stay in view, cover no heading, and a form that they open is in view", async ({
    member: { page, person },
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const word = fileReports(person, 11);
    await page.goto(`/?search=${word}`);
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.getByRole("article")).toHaveCount(1);
    const heading = page.getByRole("heading", { name: "Entries" });
    const bottomOf = async (part: Locator) => (await part.boundingBox())!.y + (await part.boundingBox())!.height;
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

  const rowsButton = (page: Page) => page.getByRole("button", { name: "Rows", exact: true });

  test("a row has number, type, title, status, priority, reporter, age, votes and amendments, and opens in place", async ({
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
    const parts = row.getByText(/The whole text|A note|Updated/).or(row.getByRole("textbox"));
    for (const part of await parts.all()) await expect(part).toBeHidden();
    await expect(row.getByRole("button")).toHaveCount(1);
    const opener = row.getByRole("button", { name: "Whole card" });
    await row.getByRole("link").focus();
    await page.keyboard.press("Tab");
    await expect(opener).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(opener).toHaveAttribute("aria-expanded", "true");
    for (const part of await parts.all()) await expect(part).toBeVisible();
    await row.getByRole("button", { name: "Mark as In Progress" }).click();
    await expect(row.getByRole("button", { name: "Mark as Testing" })).toBeVisible();
    await row.getByRole("textbox", { name: "Amendment" }).fill("Half a note");
    await opener.click();
    await expect(row.getByRole("textbox")).toBeHidden();
    await page.getByRole("button", { name: "Cards", exact: true }).click();
    await expect(row.getByRole("textbox")).toHaveValue("Half a note");
    await expect(opener).toBeHidden();
  });

  test("ten rows fit into 900 px, even with long titles, and into the width of a phone", async ({
    member: { page, person },
  }) => {
    const word = fileReports(person, 11, { priority: "CRITICAL", type: "feature" });
    for (const report of logbook().reports())
      logbook().store({ ...report, title: `${report.title} ${"and another word ".repeat(4)}`, status: "IN_PROGRESS" });
    await page.goto(`/?search=${word}`);
    await rowsButton(page).click();
    const articles = page.getByRole("article");
    await expect(articles).toHaveCount(10);
    await page.setViewportSize({ width: 1440, height: 900 });
    const last = (await articles.last().boundingBox())!;
    expect(last.y + last.height).toBeLessThanOrEqual(900);
    for (const width of [320, 390, 768, 1024]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBe(width);
    }
  });

  test("a choice of rows holds at the next visit before any code has loaded, and rows are printed as whole cards", async ({
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

  test("a folded summary is printed whole", async ({ member: { page, person } }) => {
    fileReport(person);
    await summaryButton(page).click();
    await expect(page.getByRole("heading", { name: "Project Information" })).toBeHidden();
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("heading", { name: "Project Information" })).toBeVisible();
    await expect(page.getByText("September 1st 2025")).toBeVisible();
  });
});

test("the theme follows the system until the switch is used, and then keeps that choice", async ({
  member: { page },
}) => {
  const pageColour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const light = await pageColour();
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await pageColour();
  expect(dark).not.toBe(light);
  await page.getByRole("button", { name: "Switch to the light theme" }).click();
  expect(await pageColour()).toBe(light);
  await page.reload();
  await expect(page.getByRole("button", { name: "Switch to the dark theme" })).toBeVisible();
  expect(await pageColour()).toBe(light);
  // Choosing the system's theme follows the system again.
  await page.getByRole("button", { name: "Switch to the dark theme" }).click();
  expect(await pageColour()).toBe(dark);
  await page.emulateMedia({ colorScheme: "light" });
  await page.reload();
  await expect(page.getByRole("button", { name: "Switch to the dark theme" })).toBeVisible();
  expect(await pageColour()).toBe(light);
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

test("printed, a list of long reports has all its pages, even if no details were open", async ({
  member: { page, person },
}) => {
  const steps = Array.from({ length: 40 }, (_, index) => `${index + 1}. Press the button again`).join("\n");
  const word = fileReports(person, 12, { reproductionSteps: steps });
  await page.goto(`/?search=${word}&pageSize=25`);
  const cards = page.getByRole("article");
  await expect(cards).toHaveCount(12);
  // The code of the details loads once the page is idle.
  await cards.first().getByRole("button", { name: "View all details" }).click();
  await expect(cards.first().getByText("Press the button again")).toBeVisible();
  await cards.first().getByRole("button", { name: "View all details" }).click();
  const printedPages = async () => {
    const pdf = (await page.pdf()).toString("latin1");
    return pdf.match(/\/Type\s*\/Page\b/g)?.length;
  };
  const withoutDetails = await printedPages();
  await expect(page.getByText("Press the button again")).toHaveCount(0);
  await page.emulateMedia({ media: "print" });
  await expect(cards.getByText("Press the button again")).toHaveCount(12);
  const withDetails = await printedPages();
  // Each report needs at least one page.
  expect(withDetails).toBeGreaterThanOrEqual(12);
  expect(withoutDetails).toBe(withDetails);
});

test("printed, '(Admin)' is as dark as all other text, even in the dark theme", async ({ admin: { page, person } }) => {
  await search(page, fileReports(person, 1));
  const heading = page.getByRole("heading", { level: 1 });
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  expect(
    await heading.evaluate((element) =>
      [element, ...element.querySelectorAll("*")].map((one) => getComputedStyle(one).color),
    ),
  ).toEqual(["rgb(0, 0, 0)", "rgb(0, 0, 0)", "rgb(0, 0, 0)"]);
  await expect(page.getByRole("navigation", { name: "Admin" })).toBeHidden();
});

test("at 320 px a card's badges are whole, one below the other where the width requires it", async ({
  member: { page, person },
}) => {
  const word = fileReports(person, 1, { type: "feature", priority: "CRITICAL" });
  await search(page, word);
  const card = cardOf(page, word);
  const badge = card.getByText("Importance: Critical", { exact: true });
  const [report] = logbook().reports();
  logbook().store({ ...report!, status: "IN_PROGRESS" });
  await page.reload();
  await expectHydrated(page);
  await expect(card.getByText("In Progress", { exact: true })).toBeVisible();
  for (const width of [320, 390, 768]) {
    await page.setViewportSize({ width, height: 640 });
    const [badgeBox, cardBox] = [(await badge.boundingBox())!, (await card.boundingBox())!];
    expect(badgeBox.x + badgeBox.width, `${width} px`).toBeLessThanOrEqual(cardBox.x + cardBox.width);
  }
});

test("a list that could not be loaded offline loads by itself once the browser is online", async ({
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
  const lists: string[] = [];
  // Leave out requests of the markup, which the page may send at any time to cache it.
  page.on("request", (request) => /\/api\/issues\?(?!.*draw=)/.test(request.url()) && lists.push(request.url()));
  // A minute later the list is stale.
  await page.clock.install();
  await page.clock.fastForward("01:00");
  await page.context().setOffline(true);
  await page.waitForFunction(() => !navigator.onLine);
  await page.context().setOffline(false);
  await page.waitForFunction(() => navigator.onLine);
  await waitTwoFrames(page);
  expect(lists).toEqual([]);
});

test.describe("section 9: filters, search and pages", () => {
  test("a report that is opened before a typed search is shown stays open", async ({ member: { page, person } }) => {
    const { number, title } = fileReport(person, { title: uniqueId("Opened") });
    await page.reload();
    const searchBox = page.getByRole("searchbox", { name: "Search", includeHidden: true });
    await searchBox.fill("something else");
    await page.getByRole("link", { name: title }).click();
    // The search is dropped, as by any other way out of the list.
    await expect(searchBox).toHaveValue("");
    await expect(page).toHaveURL(`/?report=${number}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  });

  test("the filter bar offers all and every type, status and priority, and 10, 25, 50, 100 a page", async ({
    member,
  }) => {
    const options = (name: string) =>
      member.page.getByRole("combobox", { name, exact: true }).locator("option").allInnerTexts();
    expect(await options("Type")).toEqual(["All", "Bug", "Feature"]);
    expect(await options("Status")).toEqual([
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
    expect(await options("Priority")).toEqual(["All", "Low", "Medium", "High", "Critical"]);
    expect(await options("Page size")).toEqual(["10", "25", "50", "100"]);
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
    const word = fileReports(person, 33, { priority: "LOW" });
    const pages = page.getByRole("navigation", { name: "Pagination" });
    await search(page, word);
    await expect(pages.getByRole("button", { name: "4", exact: true })).toBeVisible();
    for (const change of [
      () => page.getByRole("combobox", { name: "Type", exact: true }).selectOption("bug"),
      () => page.getByRole("combobox", { name: "Status", exact: true }).selectOption("OPEN"),
      () => page.getByRole("combobox", { name: "Priority", exact: true }).selectOption("LOW"),
      () => page.getByRole("searchbox").fill(`${word} `),
    ]) {
      await pages.getByRole("button", { name: "4", exact: true }).click();
      await expect(page.getByRole("article")).toHaveCount(3);
      await change();
      await expect(pages.locator("[aria-current=page]")).toHaveText("1");
      await expect(page.getByRole("article")).toHaveCount(10);
    }
    await pages.getByRole("button", { name: "2", exact: true }).click();
    await expect(pages.locator("[aria-current=page]")).toHaveText("2");
    await page.getByRole("combobox", { name: "Page size" }).selectOption("25");
    await expect(page.getByRole("article")).toHaveCount(25);
    await expect(pages.locator("[aria-current=page]")).toHaveText("1");
    await page.getByRole("combobox", { name: "Page size" }).selectOption("50");
    await expect(page.getByRole("article")).toHaveCount(33);
    await expect(pages).toHaveCount(0);
  });

  test("with more than five pages the first, the last and those around the current one are shown, with ellipsis", async ({
    member,
  }) => {
    const { page, person } = member;
    const word = fileReports(person, 81);
    await search(page, word);
    const pages = page.getByRole("navigation", { name: "Pagination" });
    const shown = async () =>
      (await pages.locator(":scope > *").allTextContents()).filter((text) => /^(\d+|…)$/.test(text)).join(" ");
    const go = (name: string) => pages.getByRole("button", { name, exact: true }).click();
    const [previous, next] = ["Previous", "Next"].map((name) => pages.getByRole("button", { name, exact: true }));
    await expect.poll(shown).toBe("1 2 3 4 … 9");
    await expect(previous!).toBeDisabled();
    await expect(next!).toBeEnabled();
    await go("4");
    await expect.poll(shown).toBe("1 … 3 4 5 … 9");
    await expect(previous!).toBeEnabled();
    await go("9");
    await expect.poll(shown).toBe("1 … 6 7 8 9");
    await expect(previous!).toBeEnabled();
    await expect(next!).toBeDisabled();
    await expect(page.getByRole("article")).toHaveCount(1);
  });

  test("an empty state says that nothing matches and offers to show all entries", async ({ open, actors }) => {
    fileReports(actors.member, 1);
    const { page } = await open(actors.member);
    await search(page, "nothing-is-called-like-this");
    await expect(page.getByRole("article")).toHaveCount(0);
    await page
      .getByRole("main")
      .getByRole("button", { name: /filters/i })
      .click();
    await expect(page.getByRole("article").first()).toBeVisible();
  });

  test("the URL contains the view, and Back restores the previous view", async ({ member: { page, person } }) => {
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

  for (const text of ["a search that is longer than its box, ".repeat(3), "الزر لا يعمل عند تسجيل الدخول ".repeat(3)])
    test(`a search text does not overlap its clear button: ${text.slice(0, 8)}`, async ({ member: { page } }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByRole("searchbox").fill(text);
      const devtools = await page.context().newCDPSession(page);
      const { root } = await devtools.send("DOM.getDocument");
      const { nodeId } = await devtools.send("DOM.querySelector", { nodeId: root.nodeId, selector: "[type=search]" });
      const { node } = await devtools.send("DOM.describeNode", { nodeId, depth: -1, pierce: true });
      /** The left and right edges of a part that the browser itself adds to the field. */
      const edges = async (name: string): Promise<{ left: number; right: number }> => {
        const parts = [node];
        for (const part of parts) parts.push(...(part.shadowRoots ?? []), ...(part.children ?? []));
        const { backendNodeId } = parts.find(({ attributes = [] }) => attributes.includes(name))!;
        const { model } = await devtools.send("DOM.getBoxModel", { backendNodeId });
        return { left: model.border[0]!, right: model.border[2]! };
      };
      const [typed, button] = [await edges("editing-view-port"), await edges("search-clear")];
      await devtools.detach();
      expect(Math.max(typed.left - button.right, button.left - typed.right)).toBeGreaterThanOrEqual(8);
    });

  test("the messages about new reports and paused updates do not overlap the filters at 320, 390 and 1440 px", async ({
    member: { page, person },
  }) => {
    const word = fileReports(person, 2);
    await search(page, word);
    const paused = page.getByText("Live updates pause.");
    await expect(paused).toBeVisible({ timeout: 45_000 });
    fileReport(newMember(), { title: `${word} new` });
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    const waiting = page.getByRole("button", { name: "1 new – show" });
    await expect(waiting).toBeVisible();
    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const box = async (part: Locator) => (await part.boundingBox())!;
      const fields = await page.getByRole("search").getByRole("combobox").all();
      const bottoms = await Promise.all(fields.map(async (field) => (await box(field)).y + (await box(field)).height));
      const list = await box(page.getByRole("article").first());
      const line = await box(paused);
      expect(line.y - Math.max(...bottoms), `the line at ${width} px`).toBeGreaterThanOrEqual(4);
      expect(line.y + line.height, `the line at ${width} px`).toBeLessThanOrEqual(list.y);
      expect((await box(waiting)).y - Math.max(...bottoms), `the pill at ${width} px`).toBeGreaterThanOrEqual(8);
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

  test("Enter in the search box searches at once", async ({ open }) => {
    const { page, person } = await open(newMember());
    const word = fileReports(person, 1);
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1_000);
    const box = page.getByRole("searchbox", { name: "Search" });
    await box.fill(word);
    await box.press("Enter");
    await expect(page).toHaveURL(new RegExp(`search=${word}`));
  });

  // 'Reset filters' is the button of an empty list.
  for (const [name, choice] of [
    ["Clear filters", ["Type", "bug"]],
    ["Reset filters", ["Status", "CANCELLED"]],
  ] as const)
    test(`'${name}' also clears a search typed just before`, async ({ open }) => {
      const { page, person } = await open(newMember());
      fileReports(person, 1);
      const [label, value] = choice;
      await page.getByRole("combobox", { name: label, exact: true }).selectOption(value);
      const button = page.getByRole("button", { name });
      await button.waitFor();
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

  test("while a search waits for its response, the count belongs to the visible list", async ({
    member: { page, person },
  }) => {
    const word = fileReports(person, 2);
    await page.reload();
    const count = page.getByRole("status").filter({ hasText: /in the log|match/ });
    await expect(count).toHaveText(/^[\d,]+ in the log$/);
    const before = await count.textContent();
    const list = page.locator("[aria-busy=true]").filter({ has: page.getByRole("article") });
    for (const [text, after] of [
      [`${word} 1`, /^1 of [\d,]+ match$/],
      [word, /^2 of [\d,]+ match$/],
    ] as const) {
      const release = await holdRequests(page, "**/api/issues?*");
      const countBefore = await count.textContent();
      await page.getByRole("searchbox", { name: "Search" }).fill(text);
      await expect(list).toHaveCount(1);
      await expect(count).toHaveText(countBefore!);
      release();
      await expect(count).toHaveText(after);
      await page.unroute("**/api/issues?*");
    }
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(count).toHaveText(before!);
  });

  for (const [way, navigate] of [
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
    test(`${way} restores the search in the search box and in the URL`, async ({ member: { page, person } }) => {
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

  test("a new list is rendered from the top, the rest of it one frame later", async ({ member: { page, person } }) => {
    const word = fileReports(person, 6);
    // The first list is rendered in the same way, so wait until it is complete.
    await page.reload();
    await expect(page.locator("[data-card]:nth-child(6) h3")).toBeVisible();
    await expectHydrated(page);
    await expect(page.locator("html[data-defer-below-fold]")).toHaveCount(0);
    await page.evaluate(() => {
      const states: boolean[] = [];
      Object.assign(window, { states });
      new MutationObserver(() => states.push("deferBelowFold" in document.documentElement.dataset)).observe(
        document.documentElement,
        { attributeFilter: ["data-defer-below-fold"] },
      );
    });
    await search(page, word);
    await expect(page.locator("[data-card]:nth-child(6) h3")).toBeVisible();
    await expect.poll(() => page.evaluate("window.states")).toEqual([true, false]);
  });

  test("a list that the API sends whole (section 7) is sorted, filtered, counted and paged by the page", async ({
    member: { page },
  }) => {
    const issue = (type: string, index: number) => ({
      ...{ id: `${type}-${index}`, type, title: `${type} ${index}`, description: "Told.", priority: "MEDIUM" },
      ...{ status: type === "bug" ? "OPEN" : "CANCELLED", user: { username: "somebody" } },
      ...{ createdAt: "2025-01-01T00:00:00.000Z", updatedAt: "2025-01-01T00:00:00.000Z" },
      ...{ attachments: "no list", amendment: "{" },
    });
    const twenty = (type: string) => Array.from({ length: 20 }, (_, index) => issue(type, index));
    await page.route("**/api/issues?*", (route) =>
      route.fulfill({ json: { success: true, bugs: twenty("bug"), features: twenty("feature") } }),
    );
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

  test("on a slow connection pressing Next again moves one page further, and the same page is in the history once", async ({
    member: { page, person },
  }) => {
    const word = fileReports(person, 30);
    await search(page, word);
    const release = await holdRequests(page, /\/api\/issues\?page=[23]&/);
    const next = page.getByRole("button", { name: "Next" });
    await next.click();
    await expect(page).toHaveURL(/page=2/);
    await next.click();
    await expect(page).toHaveURL(/page=3/);
    await page.getByRole("button", { name: "3", exact: true }).click();
    await page.goBack();
    await expect(page).toHaveURL(/page=2/);
    release();
    await expect(page.getByRole("button", { name: "2", exact: true })).toHaveAttribute("aria-current", "page");
  });

  test("a search cancelled by Back leaves the search box in line with the list", async ({
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
    await expect(page).toHaveURL(/^((?!page=2).)*$/);
    await page.clock.runFor(1_000);
    await expect(box).toHaveValue(word);
    await expect(page.getByRole("article")).toHaveCount(10);
  });

  test("a page of ten is laid out completely, whatever the scroll position", async ({ member: { page, person } }) => {
    const word = fileReports(person, 10);
    await search(page, word);
    await expect(page.getByRole("article")).toHaveCount(10);
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

  test("a URL with an invalid view shows the first page, requested once and without an error", async ({
    member: { page, person, log },
  }) => {
    const long = `${fileReports(person, 1)}${"x".repeat(250)}`;
    const requestedUrls: string[] = [];
    // Record only requests of page 1, because the page prefetches page 2 when the browser is idle.
    page.on("request", (request) => /\/api\/issues\?page=1&/.test(request.url()) && requestedUrls.push(request.url()));
    await page.goto("/?page=abc&pageSize=7&type=BUG&status=OPENED&priority=low");
    await expect(page.getByText(/in the log/)).toBeVisible();
    await expect(page.getByRole("article").first()).toBeVisible();
    expect(requestedUrls).toEqual([
      expect.stringContaining("?page=1&pageSize=10&search=&type=all&status=all&priority=all"),
    ]);
    requestedUrls.length = 0;
    await page.goto(`/?search=${long}`);
    await expect(page.getByText(/^0 of/)).toBeVisible();
    expect(requestedUrls).toEqual([expect.stringContaining(`search=${long.slice(0, 200)}&`)]);
    expect(log).toEqual([]);
  });

  test("a list that cannot be loaded is logged and shown as an error, and Retry loads it", async ({
    member: { page, log },
  }) => {
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
