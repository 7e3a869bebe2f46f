import { expect, type Page } from "@playwright/test";
import { cardOf, logIn, search } from "../support/page.ts";
import { call, fileReport, fileReports, logbook, newMember, type Person, test, uniqueId } from "./fixtures.ts";

const IMAGE = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

const openReport = async (page: Page, number: number | null): Promise<void> => {
  await page.goto(`/?report=${number}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
};

const amend = (as: Person, issueId: string, text: string) =>
  call("POST", "/api/issues/amendment", { as, body: { issueId, text } });

const timeline = (page: Page) => page.locator("main ol > li");

test.describe("a report's page", () => {
  test("is shown at an address with a malformed fragment", async ({ member: { page, person } }) => {
    const { number, title } = fileReport(person);
    await page.goto(`/?report=${number}#%`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(title);
  });

  test("has its number, its texts, and one timeline of steps and amendments", async ({ member, admin }) => {
    const { page, person } = member;
    const details = { environmentInfo: "Firefox on Android", reproductionSteps: "1. Open it." };
    const { id, number } = fileReport(person, { title: "Photo upload fails", description: "It stops.", ...details });
    amend(person, id, "Seen again.");
    call("PUT", `/api/issues/${id}`, { as: admin.person, body: { status: "IN_PROGRESS" } });
    amend(admin.person, id, "Found it.");
    await openReport(page, number);
    await expect(page).toHaveTitle(`#${number} Photo upload fails · Logbook`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Photo upload fails");
    const main = page.getByRole("main");
    for (const text of [`#${number}`, "It stops.", ...Object.values(details), "In Progress", "Severity: Medium"])
      await expect(main).toContainText(text);
    await expect(timeline(page)).toHaveText([
      new RegExp(`^${person.username} reported this`),
      /^Seen again\./,
      new RegExp(`^${admin.person.username} moved this from Open to In Progress`),
      /^Found it\..*Admin$/s,
    ]);
    await expect(main.getByText("Only admins can modify issues")).toBeVisible();
  });

  test("opens from the card's title, and Back shows the same place of the same list", async ({
    member: { page, person },
  }) => {
    const word = fileReports(person, 9);
    await page.goto(`/?search=${word}&type=bug`);
    const card = page.getByRole("article").filter({ hasText: `${word} 2` });
    await card.getByRole("textbox", { name: "Amendment" }).fill("Half a sen");
    const link = card.getByRole("link", { name: `${word} 2` });
    const scroll = () => page.evaluate(() => scrollY);
    const before = await scroll();
    expect(before).toBeGreaterThan(0);
    await link.click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${word} 2`);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    expect(await scroll()).toBe(0);
    await page.goBack();
    await expect(link).toBeFocused();
    expect(await scroll()).toBe(before);
    await expect(page).toHaveURL(`/?search=${word}&type=bug`);
    await expect(page).toHaveTitle("Official Website · Logbook");
    await expect(card.getByRole("textbox", { name: "Amendment" })).toHaveValue("Half a sen");
    await link.click();
    await page.getByRole("link", { name: "All reports" }).click();
    await expect(link).toBeFocused();
    expect(await scroll()).toBe(before);
    await expect(page).toHaveURL(`/?search=${word}&type=bug`);
  });

  test("opens in a tab of its own if the title is clicked with a modifier key", async ({ member }) => {
    const { page, person } = member;
    const { number } = fileReport(person, { title: "In another tab" });
    await page.reload();
    const opened = page.context().waitForEvent("page");
    await page.getByRole("link", { name: "In another tab" }).click({ modifiers: ["ControlOrMeta"] });
    const other = await opened;
    await expect(other).toHaveURL(`/?report=${number}`);
    await expect(other.getByRole("heading", { level: 1 })).toHaveText("In another tab");
    await expect(page.getByRole("heading", { name: "Entries" })).toBeVisible();
  });

  test("a link to it opened by a visitor shows it after login", async ({ page, actors }) => {
    const { number } = fileReport(actors.member, { title: "Behind the login" });
    await page.goto(`/?report=${number}`);
    await logIn(page, actors.member);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Behind the login");
  });

  test("says that there is no report with this number", async ({ member: { page } }) => {
    await page.goto("/?report=4711");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("There is no report #4711");
    await expect(page.getByText("It may have been deleted")).toBeVisible();
    await page.getByRole("link", { name: "All reports" }).click();
    await expect(page.getByRole("heading", { name: "Entries" })).toBeVisible();
  });

  test("a report without a number opens by its id", async ({ member: { page, person } }) => {
    const { id } = fileReport(person, { title: "An imported one" });
    const [report] = logbook().reports();
    logbook().store({ ...report!, number: null });
    await page.reload();
    await page.getByRole("link", { name: "An imported one" }).click();
    await expect(page).toHaveURL(`/?report=${id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("An imported one");
  });

  test("lets an admin move and delete the report", async ({ admin: { page, person } }) => {
    const { number } = fileReport(person, { title: "On its way" });
    await openReport(page, number);
    await page.getByRole("button", { name: "Mark as In Progress" }).click();
    await expect(timeline(page).last()).toHaveText(/moved this from Open to In Progress/);
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete report" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`There is no report #${number}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expect(page.getByText("You have not sent this text.")).toBeHidden();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("On its way");
    await expect(timeline(page).last()).toHaveText(/restored this from the trash/);
  });

  test("keeps the focus on its heading if the report was opened from the list and is deleted", async ({
    admin: { page, person },
  }) => {
    const { number } = fileReport(person, { title: "Soon gone" });
    fileReport(person, { title: "Stays" });
    await page.reload();
    await page.getByRole("link", { name: "Soon gone" }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete report" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`There is no report #${number}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  });

  test("says that it could not be updated, keeps what it shows, and Retry updates it", async ({
    member: { page, person },
    admin,
  }) => {
    const { id, number } = fileReport(person, { title: "Out of date" });
    await openReport(page, number);
    await page.route("**/api/reports/*", (route) =>
      route.fulfill({ status: 400, json: { success: false, error: "Not now." } }),
    );
    call("PUT", `/api/issues/${id}`, { as: admin.person, body: { status: "IN_PROGRESS" } });
    await page.getByRole("button", { name: "Vote" }).click();
    await expect(page.getByText("The report could not be updated. Not now.")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Out of date");
    await page.unroute("**/api/reports/*");
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(timeline(page).last()).toContainText("moved this from Open to In Progress");
    await expect(page.getByText("could not be updated")).toHaveCount(0);
  });

  test("shows an amendment written there in its timeline", async ({ member: { page, person } }) => {
    const { number } = fileReport(person);
    await openReport(page, number);
    await page.getByRole("textbox", { name: "Amendment" }).fill("One more thing.");
    await page.getByRole("button", { name: "Add amendment" }).click();
    await expect(timeline(page).last()).toContainText("One more thing.");
    await expect(page.getByRole("textbox", { name: "Amendment" })).toHaveValue("");
  });

  test("copies its link", async ({ member: { page, person } }) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const { number } = fileReport(person);
    await page.goto(`/?type=bug&report=${number}`);
    await page.getByRole("button", { name: "Copy link" }).click();
    await expect(page.getByText("Link copied.")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      new URL(`/?report=${number}`, page.url()).href,
    );
  });

  test("has its link copied from its card right after it was filed", async ({ member: { page, person } }) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    fileReport(person, { title: "Filed before" });
    await page.reload();
    await page.getByRole("button", { name: "Report Bug" }).click();
    const form = page.getByRole("form", { name: "Report Bug" });
    await form.getByLabel("Title").fill("Just filed");
    await form.getByLabel("Description").fill("What happened.");
    await form.getByRole("button", { name: "Submit" }).click();
    const card = cardOf(page, "Just filed");
    await card.getByRole("button", { name: "Copy link" }).click();
    await expect(page.getByText("Link copied.")).toBeVisible();
    const number = /#(\d+)/.exec((await card.textContent())!)![1];
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      new URL(`/?report=${number}`, page.url()).href,
    );
    await expect(cardOf(page, "Filed before").getByRole("button", { name: "Copy link" })).toHaveCount(0);
    await search(page, "Just filed");
    await expect(cardOf(page, "Just filed")).toBeVisible();
    await expect(page.getByRole("button", { name: "Copy link" })).toHaveCount(0);
  });

  test("shows pictures large and all of the report on paper, with exact times", async ({
    member: { page, person },
  }) => {
    const id = uniqueId("r");
    const url = `/api/attachments/${person.uid}/${id}/picture`;
    logbook().storeFile(url.slice("/api/".length), { type: "image/gif", bytes: IMAGE });
    const attachments = [{ name: "screen.gif", size: IMAGE.length, type: "image/gif", url }];
    const { number } = fileReport(person, { id, actualResult: "Nothing.", attachments });
    amend(person, id, "Still so.");
    await openReport(page, number);
    const picture = page.getByRole("button", { name: /View image/ });
    await expect(picture.locator("img")).toBeVisible();
    expect((await picture.boundingBox())!.width).toBeGreaterThan(600);
    // Empty fields are left out, and so are the times, which the top of the page has.
    for (const label of ["Expected Result", "Created"])
      await expect(page.getByRole("term").filter({ hasText: label })).toHaveCount(0);
    await page.emulateMedia({ media: "print" });
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    for (const text of ["Nothing.", "Still so."]) await expect(page.getByText(text)).toBeVisible();
    await expect(page.getByRole("button", { name: "Copy link" })).toBeHidden();
    const counts = page.locator("main [data-counts]");
    await expect(counts).toBeVisible();
    await expect(counts).toHaveAttribute("data-counts", "Votes: 0. Followers: 1.");
    const times = await page.locator("main time:visible").allTextContents();
    expect(times.length).toBeGreaterThan(3);
    for (const time of times) expect(time).toMatch(/\d{4}/);
  });

  test("that could not be loaded says so and offers to try again", async ({ member: { page, person } }) => {
    const { number } = fileReport(person, { title: "At the second try" });
    await page.route("**/api/reports/*", (route) =>
      route.fulfill({ status: 409, json: { success: false, error: "Not now.", code: "conflict" } }),
    );
    await page.goto(`/?report=${number}`);
    await expect(page.getByText("The report could not be loaded. Not now.")).toBeVisible();
    await page.unroute("**/api/reports/*");
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("At the second try");
  });
});

test.describe("mentions and marks", () => {
  test("a mention such as #1 leads to the report, and its tooltip says title and status", async ({
    member: { page, person },
  }) => {
    const first = fileReport(person, { title: "The first of its kind" });
    const second = fileReport(person, { title: "The second", description: `The same as #${first.number}.` });
    await openReport(page, second.number);
    const mention = page.getByRole("link", { name: `#${first.number}`, exact: true });
    await mention.hover();
    await expect(page.getByRole("tooltip")).toHaveText("The first of its kind · Open");
    await mention.click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("The first of its kind");
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("The second");
  });

  test("a mention's tooltip has the current status each time, and says that there is no such report", async ({
    member: { page, person },
    admin,
  }) => {
    const { id, number } = fileReport(person, { title: "Moving on" });
    const second = fileReport(person, { title: "The second", description: `As #${number}, not #999999.` });
    await openReport(page, second.number);
    const mention = page.getByRole("link", { name: `#${number}`, exact: true });
    await mention.hover();
    await expect(page.getByRole("tooltip")).toHaveText("Moving on · Open");
    call("PUT", `/api/issues/${id}`, { as: admin.person, body: { status: "IN_PROGRESS" } });
    const leave = async () => {
      await page.mouse.move(0, 0, { steps: 5 });
      await expect(page.getByRole("tooltip")).toHaveCount(0);
    };
    await leave();
    await page.getByRole("link", { name: "#999999" }).hover();
    await expect(page.getByRole("tooltip")).toHaveText("There is no report #999999");
    // For some seconds the page regards a status as current.
    await page.evaluate(() => {
      const now = Date.now;
      Date.now = () => now() + 6_000;
    });
    await leave();
    const answered = page.waitForResponse(`**/api/reports/${number}`);
    await mention.hover();
    await answered;
    await leave();
    await mention.hover();
    await expect(page.getByRole("tooltip")).toHaveText("Moving on · In Progress");
  });

  test("an admin's report and amendments stay marked after the role is taken away", async ({ member: { page } }) => {
    const formerAdmin = newMember(uniqueId("boss"), true);
    const { id, title } = fileReport(formerAdmin, { title: uniqueId("Mark") });
    amend(formerAdmin, id, "As an admin.");
    logbook().memberOf(logbook().sessionOf(`custom:${formerAdmin.uid}`)!.idToken)!.isAdmin = false;
    amend(formerAdmin, id, "As a member.");
    await page.reload();
    const card = page.getByRole("article").filter({ hasText: title });
    await expect(card.getByText("Reported by").locator("xpath=following-sibling::*[1]")).toHaveText("Admin");
    await expect(
      card.getByRole("listitem").filter({ hasText: "As an admin." }).getByText("Admin", { exact: true }),
    ).toBeVisible();
    await expect(
      card.getByRole("listitem").filter({ hasText: "As a member." }).getByText("Admin", { exact: true }),
    ).toHaveCount(0);
  });
});
