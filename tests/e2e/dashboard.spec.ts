import { expect, type Page } from "@playwright/test";
import { newMember } from "../support/people.ts";
import { fileMany, holdBack, search, test } from "./world.ts";

/** What stands under one of the three cards' headings. */
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

  test("card 'Project Information' has the project, the deadline and a link to a dev site", async ({ member }) => {
    const card = cardUnder(member.page, "Project Information");
    await expect(card).toContainText("Official Website");
    await expect(card).toContainText("September 1st 2025");
    await expect(card.getByRole("link")).toHaveAttribute("href", /^https:/);
  });

  test("cards 'Reports' and 'Status' count, and a new report counts at once", async ({ member: { page, person } }) => {
    const read = async () => {
      const numbers = cardUnder(page, /^(Reports|Status)$/).locator("dd");
      await expect(numbers).toHaveCount(6);
      await expect(numbers.first()).toHaveText(/\d/);
      return (await numbers.allInnerTexts()).map((text) => Number(text.replaceAll(",", "")));
    };
    const [bugs, features, total, open, inProgress, closed] = await read();
    expect(bugs! + features!).toBe(total);
    await fileMany(person, 1, { type: "feature" });
    await page.reload();
    await expect.poll(read).toEqual([bugs, features! + 1, total! + 1, open! + 1, inProgress, closed]);
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

  test("the other type's button switches the form and keeps what fits both", async ({ member: { page } }) => {
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

test("the look follows the system until the switch is used, and keeps that choice", async ({ member: { page } }) => {
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const light = await paper();
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await paper();
  expect(dark).not.toBe(light);
  await page.getByRole("button", { name: "Switch to the light theme" }).click();
  expect(await paper()).toBe(light);
  await page.reload();
  await expect(page.getByRole("button", { name: "Switch to the dark theme" })).toBeVisible();
  expect(await paper()).toBe(light);
});

test("printed, a report shows all its fields and none of the controls", async ({ member: { page, person } }) => {
  const word = await fileMany(person, 1, { actualResult: "Nothing at all happens" });
  await search(page, word);
  await page.emulateMedia({ media: "print" });
  const card = page.getByRole("article");
  await expect(card.getByText("Nothing at all happens")).toBeVisible();
  await expect(page.getByRole("searchbox")).toBeHidden();
  await expect(card.getByRole("button")).toHaveCount(0);
});

test.describe("section 9: filters, search and pages", () => {
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

  test("search matches title, description and reporter, whatever the case", async ({ member: { page }, open }) => {
    const reporter = await newMember();
    const word = await fileMany(reporter, 1, { description: "Zebra CROSSING ahead" });
    void open;
    await search(page, word.toUpperCase());
    await expect(page.getByRole("article")).toHaveCount(1);
    await search(page, reporter.username.toUpperCase());
    await expect(page.getByRole("article")).toHaveCount(1);
    await search(page, "zebra crossing");
    await expect(page.getByRole("article").filter({ hasText: word })).toHaveCount(1);
  });

  test("filters narrow by type, status and priority", async ({ member: { page, person } }) => {
    const word = await fileMany(person, 1, { type: "bug", priority: "CRITICAL" });
    await fileMany(person, 1, { type: "feature", title: `${word} feature`, priority: "LOW" });
    await search(page, word);
    await expect(page.getByRole("article")).toHaveCount(2);
    for (const [name, value] of [
      ["Type", "feature"],
      ["Status", "PLANNED"],
      ["Priority", "LOW"],
    ] as const) {
      await page.getByRole("combobox", { name, exact: true }).selectOption(value);
      await expect(page.getByRole("article")).toHaveCount(1);
      await expect(page.getByRole("article")).toContainText("feature");
      await page.getByRole("combobox", { name, exact: true }).selectOption("all");
      await expect(page.getByRole("article")).toHaveCount(2);
    }
  });

  test("pagination is hidden for one page, and search, filters and page size lead back to page 1", async ({
    member: { page, person },
  }) => {
    const word = await fileMany(person, 23, { priority: "LOW" });
    const pages = page.getByRole("navigation", { name: "Pagination" });
    await search(page, word);
    await expect(pages.getByRole("button", { name: "3", exact: true })).toBeVisible();
    for (const change of [
      () => page.getByRole("combobox", { name: "Type", exact: true }).selectOption("bug"),
      () => page.getByRole("combobox", { name: "Status", exact: true }).selectOption("OPEN"),
      () => page.getByRole("combobox", { name: "Priority", exact: true }).selectOption("LOW"),
      () => page.getByRole("searchbox").fill(`${word} `),
    ]) {
      await pages.getByRole("button", { name: "3", exact: true }).click();
      await expect(page.getByRole("article")).toHaveCount(3);
      await change();
      await expect(pages.locator("[aria-current=page]")).toHaveText("1");
      await expect(page.getByRole("article")).toHaveCount(10);
    }
    await pages.getByRole("button", { name: "2", exact: true }).click();
    await expect(pages.locator("[aria-current=page]")).toHaveText("2");
    await page.getByRole("combobox", { name: "Page size" }).selectOption("25");
    await expect(page.getByRole("article")).toHaveCount(23);
    await expect(pages).toHaveCount(0);
  });

  test("more than five pages show the first, the last and the ones around, with ellipsis", async ({ member }) => {
    const { page, person } = member;
    const word = await fileMany(person, 81);
    await search(page, word);
    const pages = page.getByRole("navigation", { name: "Pagination" });
    const shown = async () =>
      (await pages.locator(":scope > *").allTextContents()).filter((text) => /^(\d+|…)$/.test(text)).join(" ");
    const go = (name: string) => pages.getByRole("button", { name, exact: true }).click();
    await expect.poll(shown).toBe("1 2 3 4 … 9");
    await go("4");
    await expect.poll(shown).toBe("1 … 3 4 5 … 9");
    await go("9");
    await expect.poll(shown).toBe("1 … 6 7 8 9");
    await expect(page.getByRole("article")).toHaveCount(1);
  });

  test("the list is sorted by status and then by priority", async ({ member: { page, person } }) => {
    const word = await fileMany(person, 1, { priority: "LOW" });
    await fileMany(person, 1, { title: `${word} critical`, priority: "CRITICAL" });
    await fileMany(person, 1, { title: `${word} feature`, type: "feature", priority: "CRITICAL" });
    await search(page, word);
    await expect(page.getByRole("article").getByRole("heading", { level: 3 })).toHaveText([
      `${word} critical`,
      `${word} 1`,
      `${word} feature`,
    ]);
  });

  test("an empty state says that nothing matches and offers all entries again", async ({
    member: { page, person },
  }) => {
    await fileMany(person, 1);
    await search(page, "nothing-is-called-like-this");
    await expect(page.getByRole("article")).toHaveCount(0);
    await page
      .getByRole("main")
      .getByRole("button", { name: /filters/i })
      .click();
    await expect(page.getByRole("article").first()).toBeVisible();
  });

  test("the address holds the view, and Back brings the view before", async ({ member: { page, person } }) => {
    await fileMany(person, 1);
    await page.getByRole("combobox", { name: "Type", exact: true }).selectOption("bug");
    await expect(page).toHaveURL(/type=bug/);
    await page.getByRole("combobox", { name: "Status", exact: true }).selectOption("OPEN");
    await page.reload();
    await expect(page.getByRole("combobox", { name: "Status", exact: true })).toHaveValue("OPEN");
    await page.goBack();
    await expect(page.getByRole("combobox", { name: "Status", exact: true })).toHaveValue("all");
    await expect(page.getByRole("combobox", { name: "Type", exact: true })).toHaveValue("bug");
  });

  test("while 'Reset filters' waits for its answer, nobody is told that the log is empty", async ({
    member: { page, person },
  }) => {
    await fileMany(person, 1);
    await page.goto("/?search=nothing-is-called-like-this");
    await expect(page.getByRole("heading", { name: "No entries match" })).toBeVisible();
    const release = await holdBack(page, "**/api/issues?*");
    await page.getByRole("button", { name: "Reset filters" }).click();
    await expect(page.getByRole("searchbox")).toHaveValue("");
    expect(await page.getByText(/^0 in the log|Nothing has been reported yet/).allTextContents()).toEqual([]);
    release();
    await expect(page.getByText(/\d in the log/)).toBeVisible();
    await expect(page.getByRole("article").first()).toBeVisible();
  });

  for (const [way, turn] of [
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
    test(`${way} shows the search again, in the box and in the address`, async ({ member: { page, person } }) => {
      const word = await fileMany(person, 1);
      const box = page.getByRole("searchbox", { name: "Search" });
      await page.getByRole("combobox", { name: "Type", exact: true }).selectOption("bug");
      await expect(page).toHaveURL(/type=bug/);
      await search(page, word);
      await expect(page).toHaveURL(new RegExp(`search=${word}`));
      await page.clock.install();
      await turn(page);
      await expect(box).toHaveValue(word);
      await page.clock.runFor(2_000);
      await expect(page).toHaveURL(new RegExp(`search=${word}`));
      await expect(box).toHaveValue(word);
      await expect(page.getByText(/^1 of [\d,]+ match/)).toBeVisible();
    });

  test("a new list is drawn from the top, the rest of it one frame later", async ({ member: { page, person } }) => {
    const word = await fileMany(person, 6);
    await page.evaluate(() => {
      const drawing: boolean[] = [];
      Object.assign(window, { drawing });
      new MutationObserver(() => drawing.push("drawing" in document.documentElement.dataset)).observe(
        document.documentElement,
        { attributeFilter: ["data-drawing"] },
      );
    });
    await search(page, word);
    await expect(page.locator("[data-entry]:nth-child(6) h3")).toBeVisible();
    expect(await page.evaluate("window.drawing")).toEqual([true, false]);
  });

  test("a list that cannot be loaded is logged, told, and loaded by Retry", async ({ member: { page, log } }) => {
    let broken = true;
    await page.route("**/api/issues?*", (route) =>
      broken
        ? route.fulfill({ status: 400, json: { success: false, error: "Broken for a test.", code: "bad-request" } })
        : route.continue(),
    );
    await page.reload();
    await expect(page.getByRole("alert")).toBeVisible();
    expect(log.join("\n")).toContain("Failed to load issues");
    broken = false;
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(page.getByText(/in the log/)).toBeVisible();
  });
});
