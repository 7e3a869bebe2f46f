import { expect, type Locator, type Page } from "@playwright/test";
import { PHONE_SIZE } from "../support/browser.ts";
import {
  cardOf,
  expectHydrated,
  freezeClockAhead,
  holdRequests,
  runUntilVisible,
  search,
  waitTwoFrames,
} from "../support/page.ts";
import { patient } from "../support/patience.ts";
import { fileReport, fileReportsWithNewWord, newMember, test, uniqueId } from "./fixtures.ts";

test("a list that could not be loaded offline is loaded once the browser is online", async ({
  member: { page, person },
}) => {
  const word = await fileReportsWithNewWord(person, 1);
  await page.clock.install();
  await page.context().setOffline(true);
  await page.getByRole("searchbox", { name: "Search" }).fill(word);
  await runUntilVisible(page, page.getByRole("alert").filter({ hasText: "The entries could not be loaded." }));
  await page.context().setOffline(false);
  await expect(cardOf(page, word)).toBeVisible();
  await expect(page.getByText("The entries could not be loaded.")).toHaveCount(0);
});

test("a visible list asks for its changes only, and is not reloaded, when the browser comes online", async ({
  member: { page, person },
}) => {
  const word = await fileReportsWithNewWord(person, 1);
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
  const changesRequest = page.waitForRequest("**/api/issues/changes?*");
  await page.context().setOffline(false);
  await changesRequest;
  await waitTwoFrames(page);
  expect(listRequests).toEqual([]);
});

test.describe("section 9: filters, search and pages", () => {
  test("a report stays open if it is opened right after a search was typed", async ({ member: { page, person } }) => {
    const { number, title } = await fileReport(person, { title: uniqueId("Opened") });
    await page.reload();
    await expectHydrated(page);
    // The report's page hides the list and its search box.
    const searchBox = page.getByRole("searchbox", { name: "Search", includeHidden: true });
    // Found before, because the search takes the link out of the list.
    const link = await page.getByRole("link", { name: title }).elementHandle();
    await searchBox.fill("something else");
    await link!.dispatchEvent("click");
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
    const word = await fileReportsWithNewWord(person, 1);
    await search(page, `\u001b[1;31m${word}\u001b[0m`);
    await expect(page.getByRole("article")).toHaveCount(1);
  });

  test("pagination is hidden for one page, and search, filters and page size lead back to page 1", async ({
    member: { page, person },
  }) => {
    // Three pages of ten reports, and a fourth page with three.
    const word = await fileReportsWithNewWord(person, 33, { priority: "LOW" });
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
    const word = await fileReportsWithNewWord(person, 1);
    // As if there were 81 reports.
    await page.route("**/api/issues?*", async (route) => {
      const response = await route.fetch();
      const number = Number(new URL(route.request().url()).searchParams.get("page"));
      const list = await response.json();
      await route.fulfill({ response, json: { ...list, page: { ...list.page, number, pages: 9, total: 81 } } });
    });
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
  });

  test("a search without matches offers a button that shows all entries again", async ({ openAs, actors }) => {
    await fileReport(actors.member);
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
    await fileReport(person);
    await page.getByRole("combobox", { name: "Type", exact: true }).selectOption("bug");
    await expect(page).toHaveURL(/type=bug/);
    await page.getByRole("combobox", { name: "Status", exact: true }).selectOption("OPEN");
    await page.reload();
    await expect(page.getByRole("combobox", { name: "Status", exact: true })).toHaveValue("OPEN");
    await page.goBack();
    await expect(page.getByRole("combobox", { name: "Status", exact: true })).toHaveValue("all");
    await expect(page.getByRole("combobox", { name: "Type", exact: true })).toHaveValue("bug");
  });

  test("a long search in English or Arabic does not overlap the search box's clear button", async ({
    member: { page },
  }) => {
    await page.setViewportSize(PHONE_SIZE);
    for (const text of ["a search that is longer than its box, ", "الزر لا يعمل عند تسجيل الدخول "]) {
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
      // Some space must separate them.
      expect(gap).toBeGreaterThanOrEqual(8);
    }
  });

  test("the messages about new reports and paused updates overlap no filter at 320, 390 and 1440 px", async ({
    member: { page, person },
  }) => {
    const word = await fileReportsWithNewWord(person, 2);
    await search(page, word);
    const pausedMessage = page.getByText("Live updates pause.");
    // Firestore never responds to the page here, and the page says so after 20 seconds.
    await expect(pausedMessage).toBeVisible({ timeout: patient(45_000) });
    await fileReport(await newMember(), { title: `${word} new` });
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    const newReportsButton = page.getByRole("button", { name: "1 new – show" });
    await expect(newReportsButton).toBeVisible();
    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const boxOf = async (element: Locator) => (await element.boundingBox())!;
      const filters = await page.getByRole("search").getByRole("combobox").all();
      const filterBoxes = await Promise.all(filters.map(boxOf));
      const bottomOfFilters = Math.max(...filterBoxes.map(({ y, height }) => y + height));
      const messageBox = await boxOf(pausedMessage);
      const buttonBox = await boxOf(newReportsButton);
      const topOfSearch = (await boxOf(page.getByRole("searchbox"))).y;
      expect(messageBox.y + messageBox.height, `paused message at ${width} px`).toBeLessThanOrEqual(topOfSearch);
      expect(buttonBox.y - bottomOfFilters, `button for new reports at ${width} px`).toBeGreaterThanOrEqual(8);
    }
  });

  test("a heading focused by script has an underline instead of an outline", async ({ member: { page, person } }) => {
    const word = await fileReportsWithNewWord(person, 11);
    await search(page, word);
    await page.getByRole("button", { name: "Next" }).focus();
    await page.keyboard.press("Enter");
    const heading = page.getByRole("heading", { name: "Entries" });
    await expect(heading).toBeFocused();
    await expect(heading).toHaveCSS("outline-style", "none");
    await expect(heading).toHaveCSS("text-decoration-line", "underline");
  });

  test("Enter in the search box searches at once", async ({ openAs }) => {
    const { page, person } = await openAs(await newMember());
    const word = await fileReportsWithNewWord(person, 1);
    // While the clock is stopped, the page does not search by itself after a delay.
    await freezeClockAhead(page, 1_000);
    const box = page.getByRole("searchbox", { name: "Search" });
    await box.fill(word);
    await box.press("Enter");
    await expect(page).toHaveURL(new RegExp(`search=${word}`));
  });

  // Only an empty list has the button 'Reset filters'. No report is cancelled, so this status gives an empty list.
  for (const [name, filter, value] of [
    ["Clear filters", "Type", "bug"],
    ["Reset filters", "Status", "CANCELLED"],
  ] as const)
    test(`'${name}' also clears a search typed just before`, async ({ openAs }) => {
      const { page, person } = await openAs(await newMember());
      await fileReport(person);
      await page.getByRole("combobox", { name: filter, exact: true }).selectOption(value);
      const button = page.getByRole("button", { name });
      await button.waitFor();
      // While the clock is stopped, the page does not search by itself after a delay.
      await freezeClockAhead(page, 1_000);
      const box = page.getByRole("searchbox", { name: "Search" });
      await box.fill("half a word");
      await button.click();
      await expect(button).toHaveCount(0);
      await expect(box).toHaveValue("");
      // Within a second the page would search for the typed text.
      await page.clock.runFor(1_000);
      await expect(page).toHaveURL(/\/$/);
    });

  test("while 'Reset filters' waits for its response, the page does not say that the log is empty", async ({
    member: { page, person },
  }) => {
    await fileReport(person);
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
    const word = await fileReportsWithNewWord(person, 2);
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
    // Nothing moves under the pointer: the switch of the layout is where it was, with and without the button.
    const layoutSwitch = page.getByRole("group", { name: "Layout" });
    const boxBefore = await layoutSwitch.boundingBox();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(countMessage).toHaveText(countOfAll!);
    expect(await layoutSwitch.boundingBox()).toEqual(boxBefore);
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
      const word = await fileReportsWithNewWord(person, 1);
      const box = page.getByRole("searchbox", { name: "Search" });
      await page.getByRole("combobox", { name: "Type", exact: true }).selectOption("bug");
      await expect(page).toHaveURL(/type=bug/);
      await search(page, word);
      await expect(page).toHaveURL(new RegExp(`search=${word}`));
      await page.clock.install();
      await navigate(page);
      await expect(box).toHaveValue(word);
      // The search box changes the URL after a short delay; here it must not change the URL once more.
      await page.clock.runFor(2_000);
      await expect(page).toHaveURL(new RegExp(`search=${word}`));
      await expect(box).toHaveValue(word);
      await expect(page.getByText(/^1 of [\d,]+ match/)).toBeVisible();
    });

  test("a new list first renders the cards in the window, and the cards below it one frame later", async ({
    member: { page, person },
  }) => {
    const word = await fileReportsWithNewWord(person, 6);
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

  test("on a slow connection Next moves one page each time, and choosing the current page adds no history entry", async ({
    member: { page, person },
  }) => {
    const word = await fileReportsWithNewWord(person, 30);
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
    const word = await fileReportsWithNewWord(person, 12);
    await page.goto(`/?search=${word}`);
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page).toHaveURL(/page=2/);
    await expect(page.getByRole("article")).toHaveCount(2);
    const box = page.getByRole("searchbox", { name: "Search" });
    await holdRequests(page, /search=[^&]*sooner/);
    await page.clock.install();
    await box.fill(`${word} sooner`);
    // The page requests the search after 150 ms. Without a response the URL changes after 400 ms (the debounce
    // of 250 ms and a wait of 150 ms for the response).
    await page.clock.runFor(300);
    await page.goBack();
    await expect(page).not.toHaveURL(/page=2/);
    await page.clock.runFor(1_000);
    await expect(box).toHaveValue(word);
    await expect(page.getByRole("article")).toHaveCount(10);
  });

  test("all ten cards of a page are laid out, even those below the window", async ({ member: { page, person } }) => {
    const word = await fileReportsWithNewWord(person, 10);
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
    const tooLongSearch = `${await fileReportsWithNewWord(person, 1)}${"x".repeat(250)}`;
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
