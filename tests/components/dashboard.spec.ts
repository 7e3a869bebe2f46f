import { STATUS_CYCLES } from "@logbook/domain";
import { expect, type Locator } from "@playwright/test";
import { cardOf, expectHydrated, holdRequests, REACT_SCRIPT, reloadFromCache, search } from "../support/page.ts";
import {
  call,
  changeStoredReport,
  fileReport,
  fileReportsWithNewWord,
  newAdmin,
  newMember,
  test,
  uniqueId,
} from "./fixtures.ts";

test.describe("section 2: the dashboard", () => {
  test("the header welcomes a member by name; the card 'Project Information' and the footer link to a dev site", async ({
    member: { page, person },
  }) => {
    await expect(page.getByRole("banner")).toContainText(`Welcome, ${person.username}!`);
    await expect(page.getByText("(Admin)")).toHaveCount(0);
    await expect(page.getByRole("banner").getByRole("button", { name: "Logout" })).toBeVisible();
    const card = page.getByRole("heading", { level: 2, name: "Project Information" }).locator("..");
    await expect(card).toContainText("Official Website");
    await expect(card).toContainText("September 1st 2025");
    await expect(card.getByRole("link")).toHaveAttribute("href", /^https:/);
    const footer = page.getByRole("contentinfo");
    await expect(footer).toContainText(String(new Date().getFullYear()));
    await expect(footer.getByRole("link")).toHaveAttribute("href", /^https:/);
    await expect(footer).toContainText(/made for/i);
  });

  test("the header shows '(Admin)' completely at any width, and a name of 16 characters from 390 px on", async ({
    openAs,
  }) => {
    for (const username of [uniqueId("n").padEnd(16, "x"), uniqueId("w").padEnd(64, "w")]) {
      const { page } = await openAs(await newAdmin(username));
      const heading = page.getByRole("heading", { name: `Welcome, ${username}! (Admin)`, exact: true });
      await expect(heading).toHaveText(`Welcome, ${username}! (Admin)`);
      for (const width of [320, 390, 640, 768, 1024, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        const { isLabelVisible, cutFromName, spaceAfter } = await heading.evaluate((element) => {
          const adminLabel = element.lastElementChild!;
          const name = adminLabel.previousElementSibling ?? element;
          const box = adminLabel.getBoundingClientRect();
          return {
            spaceAfter: element.getBoundingClientRect().right - box.right,
            isLabelVisible: document.elementFromPoint(box.right - 2, box.top + box.height / 2) === adminLabel,
            cutFromName: name.scrollWidth - name.clientWidth,
          };
        });
        expect(isLabelVisible, `'(Admin)' of ${username} at ${width} px`).toBe(true);
        expect(spaceAfter, `'(Admin)' of ${username} at ${width} px`).toBeGreaterThanOrEqual(0);
        if (username.length === 16 && width >= 390) expect(cutFromName, `${username} at ${width} px`).toBe(0);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
    }
  });

  test("each number of the summary is a link to the reports that the number counts", async ({
    member: { page, person },
  }) => {
    for (const status of STATUS_CYCLES.bug)
      await changeStoredReport((await fileReport(person, { title: `Bug ${status}` })).id, { status });
    // The summary counts these three statuses as 'In Progress'.
    const inProgress = ["Bug IN_PROGRESS", "Bug TESTING", "Bug RESOLVED"];
    await fileReport(person, { type: "feature", title: "Feature PLANNED" });
    await page.reload();
    await expectHydrated(page);
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
    await expectHydrated(page);
    await expect(cardTitles).toHaveText(["Bug OPEN", "Feature PLANNED"]);
    await followNumber("In Progress", 3, "/?status=inProgress", inProgress);
    await followNumber("Closed", 1, "/?status=closed", ["Bug CLOSED"]);
    await page.goBack();
    await expect(cardTitles).toHaveText(inProgress);
    await followNumber("Total", 6, "/", [...inProgress, "Bug OPEN", "Feature PLANNED", "Bug CLOSED"]);
    // These are the usual options. 'Open, Planned' is offered only while the address has this filter.
    await expect(page.getByRole("combobox", { name: "Status" }).locator("option")).toHaveCount(9);
  });

  test("the list can be sorted, and the order is in the address", async ({ member: { page, person }, admin }) => {
    const { id: firstId } = await fileReport(person, { title: "First", priority: "LOW" });
    for (const title of ["Second", "Third"]) await fileReport(person, { title, priority: "LOW" });
    await page.reload();
    const cardTitles = page.getByRole("article").getByRole("heading", { level: 3 });
    const sortBy = (label: string) => page.getByRole("combobox", { name: "Sort by" }).selectOption(label);
    await sortBy("Longest unanswered");
    await expect(cardTitles).toHaveText(["First", "Second", "Third"]);
    await expect(page).toHaveURL("/?sort=unanswered");
    await call("POST", "/api/issues/amendment", { as: admin.person, body: { issueId: firstId, text: "Seen." } });
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
});

test("a report that is printed before hydration gets its details once React has loaded", async ({
  member: { page, person },
}) => {
  const word = uniqueId("w");
  await fileReport(person, { title: word, reproductionSteps: "Turn it over." });
  const release = await reloadFromCache(page, word, REACT_SCRIPT);
  await page.emulateMedia({ media: "print" });
  await expect(cardOf(page, word)).toBeVisible();
  release();
  await expectHydrated(page);
  await expect(cardOf(page, word).getByText("Turn it over.")).toBeVisible();
});

test("with forced colours the current page number and an upload's progress have their own colours", async ({
  member: { page, person },
}) => {
  const word = await fileReportsWithNewWord(person, 11);
  await page.emulateMedia({ forcedColors: "active" });
  await search(page, word);
  const pagination = page.getByRole("navigation", { name: "Pagination" });
  const currentPage = pagination.getByRole("button", { name: "1", exact: true });
  const otherPage = pagination.getByRole("button", { name: "2", exact: true });
  const backgroundOf = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).backgroundColor);
  await expect(currentPage).toHaveAttribute("aria-current", "page");
  expect(await backgroundOf(currentPage)).not.toBe(await backgroundOf(otherPage));

  const uploadUrl = /\/v0\/b\//;
  const release = await holdRequests(page, uploadUrl);
  await page.getByRole("button", { name: "Report Bug" }).click();
  const form = page.getByRole("form", { name: "Report Bug" });
  const buffer = Buffer.from("It broke.");
  await form.locator("input[type=file]").setInputFiles([{ name: "a.log", mimeType: "text/plain", buffer }]);
  await form.getByLabel("Title").fill("With a file");
  await form.getByLabel("Description").fill("On a slow connection");
  await form.getByRole("button", { name: "Submit bug report" }).click();
  const progressBar = form.getByRole("progressbar");
  await expect(progressBar).toBeVisible();
  expect(await backgroundOf(progressBar.locator("> *"))).not.toBe(await backgroundOf(progressBar));
  release();
  await expect(form).toBeHidden();
  // axe measures other colours than the forced ones.
  await page.emulateMedia({ forcedColors: "none" });
});

test.describe("section 9: filters, search and pages", () => {
  test("search matches title, description and reporter, whatever the case", async ({ member: { page } }) => {
    const reporter = await newMember();
    const word = await fileReportsWithNewWord(reporter, 1, { description: "Zebra CROSSING ahead" });
    await search(page, word.toUpperCase());
    await expect(page.getByRole("article")).toHaveCount(1);
    await search(page, reporter.username.toUpperCase());
    await expect(page.getByRole("article")).toHaveCount(1);
    await search(page, "zebra crossing");
    await expect(page.getByRole("article").filter({ hasText: word })).toHaveCount(1);
  });

  test("filters narrow by type, status and priority", async ({ member: { page, person } }) => {
    const word = await fileReportsWithNewWord(person, 1, { type: "bug", priority: "CRITICAL" });
    await fileReport(person, { type: "feature", title: `${word} feature`, priority: "LOW" });
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

  test("the list is sorted by status and then by priority", async ({ member: { page, person } }) => {
    const word = await fileReportsWithNewWord(person, 1, { priority: "LOW" });
    await fileReport(person, { title: `${word} critical`, priority: "CRITICAL" });
    await fileReport(person, { title: `${word} feature`, type: "feature", priority: "CRITICAL" });
    await search(page, word);
    await expect(page.getByRole("article").getByRole("heading", { level: 3 })).toHaveText([
      `${word} critical`,
      `${word} 1`,
      `${word} feature`,
    ]);
  });
});
