import { expect, type Locator, type Page } from "@playwright/test";
import { upload } from "../support/actors.ts";
import { PHONE_SIZE } from "../support/browser.ts";
import { cardOf, expectHydrated, logIn, search } from "../support/page.ts";
import {
  addAmendment,
  call,
  changeStoredReport,
  demote,
  fileReport,
  fileReportsWithNewWord,
  newAdmin,
  openReport,
  storeEvents,
  test,
  uniqueId,
} from "./fixtures.ts";

const ONE_PIXEL_GIF = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

const timelineEntries = (page: Page) => page.locator("main ol > li");

test.describe("a report's page", () => {
  test("is shown at an address with a malformed fragment", async ({ member: { page, person } }) => {
    const { number, title } = await fileReport(person);
    await page.goto(`/?report=${number}#%`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(title);
  });

  test("has the report's number, texts, and one timeline of steps and amendments", async ({ member, admin }) => {
    const { page, person } = member;
    const details = { environmentInfo: "Firefox on Android", reproductionSteps: "1. Open it." };
    const { id, number } = await fileReport(person, {
      title: "Photo upload fails",
      description: "It stops.",
      ...details,
    });
    await addAmendment(person, id, "Seen again.");
    await call("PUT", `/api/issues/${id}`, { as: admin.person, body: { status: "IN_PROGRESS" } });
    await addAmendment(admin.person, id, "Found it.");
    await openReport(page, number);
    await expect(page).toHaveTitle(`#${number} Photo upload fails · Logbook`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Photo upload fails");
    const main = page.getByRole("main");
    for (const text of [`#${number}`, "It stops.", ...Object.values(details), "In Progress", "Severity: Medium"])
      await expect(main).toContainText(text);
    await expect(timelineEntries(page)).toHaveText([
      new RegExp(`^${person.username} reported this`),
      /^Seen again\./,
      new RegExp(`^${admin.person.username} moved this from Open to In Progress`),
      /^Found it\..*Admin$/s,
    ]);
    await expect(main.getByText("Only admins can modify issues")).toBeVisible();
  });

  test("opens from the card's title, and Back returns to the same scroll position in the same list", async ({
    member: { page, person },
  }) => {
    const word = await fileReportsWithNewWord(person, 9);
    await page.goto(`/?search=${word}&type=bug`);
    const card = page.getByRole("article").filter({ hasText: `${word} 2` });
    await card.getByRole("textbox", { name: "Amendment" }).fill("Half a sen");
    const link = card.getByRole("link", { name: `${word} 2` });
    const scrollPosition = () => page.evaluate(() => scrollY);
    const positionInList = await scrollPosition();
    expect(positionInList).toBeGreaterThan(0);
    await link.click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${word} 2`);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    expect(await scrollPosition()).toBe(0);
    await page.goBack();
    await expect(link).toBeFocused();
    expect(await scrollPosition()).toBe(positionInList);
    await expect(page).toHaveURL(`/?search=${word}&type=bug`);
    await expect(page).toHaveTitle("Official Website · Logbook");
    await expect(card.getByRole("textbox", { name: "Amendment" })).toHaveValue("Half a sen");
    await link.click();
    await page.getByRole("link", { name: "All reports" }).click();
    await expect(link).toBeFocused();
    expect(await scrollPosition()).toBe(positionInList);
    await expect(page).toHaveURL(`/?search=${word}&type=bug`);
  });

  test("opens in a new tab if the title is clicked with Ctrl or ⌘", async ({ member }) => {
    const { page, person } = member;
    const { number } = await fileReport(person, { title: "In another tab" });
    await page.reload();
    const newTabEvent = page.context().waitForEvent("page");
    await page.getByRole("link", { name: "In another tab" }).click({ modifiers: ["ControlOrMeta"] });
    const newTab = await newTabEvent;
    await expect(newTab).toHaveURL(`/?report=${number}`);
    await expect(newTab.getByRole("heading", { level: 1 })).toHaveText("In another tab");
    await expect(page.getByRole("heading", { name: "Entries" })).toBeVisible();
  });

  test("is shown after login to a visitor who followed a link to the report", async ({ page, actors }) => {
    const { number } = await fileReport(actors.member, { title: "Behind the login" });
    await page.goto(`/?report=${number}`);
    await logIn(page, actors.member);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Behind the login");
  });

  test("for an unknown number says that there is no such report", async ({ member: { page } }) => {
    await page.goto("/?report=4711");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("There is no report #4711");
    await expect(page.getByText("It may have been deleted")).toBeVisible();
    await page.getByRole("link", { name: "All reports" }).click();
    await expect(page.getByRole("heading", { name: "Entries" })).toBeVisible();
  });

  test("has the report's id in its address if the report has no number", async ({ member: { page, person } }) => {
    const { id } = await fileReport(person, { title: "An imported one" });
    await changeStoredReport(id, { number: null });
    await page.reload();
    await page.getByRole("link", { name: "An imported one" }).click();
    await expect(page).toHaveURL(`/?report=${id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("An imported one");
  });

  test("lets an admin move and delete the report", async ({ admin: { page, person } }) => {
    const { number } = await fileReport(person, { title: "On its way" });
    await openReport(page, number);
    await page.getByRole("button", { name: "Mark as In Progress" }).click();
    await expect(timelineEntries(page).last()).toHaveText(/moved this from Open to In Progress/);
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete report" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`There is no report #${number}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    // The admin has typed nothing, so the page offers no unsent text.
    await expect(page.getByText("You have not sent this text.")).toBeHidden();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("On its way");
    await expect(timelineEntries(page).last()).toHaveText(/restored this from the trash/);
  });

  test("has the focus on its heading when a report that was opened from the list is deleted", async ({
    admin: { page, person },
  }) => {
    const { number } = await fileReport(person, { title: "Soon gone" });
    await fileReport(person, { title: "Stays" });
    await page.reload();
    await expectHydrated(page);
    await page.getByRole("link", { name: "Soon gone" }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete report" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`There is no report #${number}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  });

  test("keeps its texts if the report could not be updated, shows the error, and Retry updates the report", async ({
    member: { page, person },
    admin,
  }) => {
    const { id, number } = await fileReport(person, { title: "Out of date" });
    await openReport(page, number);
    // With the status 400 the page shows the error at once; after a 500 it would first try again.
    await page.route("**/api/reports/*", (route) =>
      route.fulfill({ status: 400, json: { success: false, error: "Not now." } }),
    );
    await call("PUT", `/api/issues/${id}`, { as: admin.person, body: { status: "IN_PROGRESS" } });
    // After a vote the page loads the report again.
    await page.getByRole("button", { name: "Vote" }).click();
    await expect(page.getByText("The report could not be updated. Not now.")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Out of date");
    await page.unroute("**/api/reports/*");
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(timelineEntries(page).last()).toContainText("moved this from Open to In Progress");
    await expect(page.getByText("could not be updated")).toHaveCount(0);
  });

  test("has a form for an amendment, which then appears in the timeline", async ({ member: { page, person } }) => {
    const { number } = await fileReport(person);
    await openReport(page, number);
    await page.getByRole("textbox", { name: "Amendment" }).fill("One more thing.");
    await page.getByRole("button", { name: "Add amendment" }).click();
    await expect(timelineEntries(page).last()).toContainText("One more thing.");
    await expect(page.getByRole("textbox", { name: "Amendment" })).toHaveValue("");
  });

  test("shows the last 200 events of a long history, and earlier ones by a button", async ({
    member: { page, person },
  }) => {
    const { id, number } = await fileReport(person);
    await storeEvents(id, 405);
    await openReport(page, number);
    const moves = timelineEntries(page).filter({ hasText: "moved this" });
    // The report's creation is the last of its events, and shown from the report itself.
    await expect(moves).toHaveCount(199);
    await expect(moves.first()).toContainText("m-198 moved");
    const button = page.getByRole("button", { name: "Show earlier changes" });
    await button.press("Enter");
    await expect(moves).toHaveCount(399);
    await expect(moves.first()).toContainText("m-398 moved");
    await expect(button).toBeFocused();
    await page.route("**/history?*", (route) => route.abort(), { times: 1 });
    await button.press("Enter");
    await expect(page.getByRole("alert")).toBeVisible();
    await button.press("Enter");
    await expect(moves).toHaveCount(405);
    await expect(moves.first()).toContainText("m-404 moved");
    await expect(button).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  });

  test("has a button that copies the link to the report", async ({ member: { page, person } }) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const { number } = await fileReport(person);
    await page.goto(`/?type=bug&report=${number}`);
    await page.getByRole("button", { name: "Copy link" }).click();
    await expect(page.getByText("Link copied.")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      new URL(`/?report=${number}`, page.url()).href,
    );
  });

  test("can be linked by 'Copy link' on the card of a report that was just filed", async ({
    member: { page, person },
  }) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await fileReport(person, { title: "Filed before" });
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
    // With another search, the card is like all others.
    await search(page, "Just filed");
    await expect(cardOf(page, "Just filed")).toBeVisible();
    await expect(page.getByRole("button", { name: "Copy link" })).toHaveCount(0);
  });

  test("shows pictures large; printed, it has the whole report with exact times", async ({
    member: { page, person },
  }) => {
    const id = uniqueId("r");
    const url = `/api/attachments/${person.uid}/${id}/picture`;
    await upload(person, url.slice("/api/".length), new Uint8Array(ONE_PIXEL_GIF), "image/gif");
    const attachments = [{ name: "screen.gif", size: ONE_PIXEL_GIF.length, type: "image/gif", url }];
    const { number } = await fileReport(person, { id, actualResult: "Nothing.", attachments });
    await addAmendment(person, id, "Still so.");
    await openReport(page, number);
    const picture = page.getByRole("button", { name: /View image/ });
    await expect(picture.locator("img")).toBeVisible();
    expect((await picture.boundingBox())!.width).toBeGreaterThan(600);
    // The details leave out empty fields, and the time of filing, which is at the top of the page.
    for (const label of ["Expected Result", "Created"])
      await expect(page.getByRole("term").filter({ hasText: label })).toHaveCount(0);
    await page.emulateMedia({ media: "print" });
    // Playwright emulates the print media without the event that a browser sends before it prints.
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    for (const text of ["Nothing.", "Still so."]) await expect(page.getByText(text)).toBeVisible();
    await expect(page.getByRole("button", { name: "Copy link" })).toBeHidden();
    // In print the page shows the text of this attribute.
    const counts = page.locator("main [data-counts]");
    await expect(counts).toBeVisible();
    await expect(counts).toHaveAttribute("data-counts", "Votes: 0. Followers: 1.");
    const times = await page.locator("main time:visible").allTextContents();
    expect(times.length).toBeGreaterThan(3);
    // An exact time has a year, unlike '5 min ago'.
    for (const time of times) expect(time).toMatch(/\d{4}/);
  });

  test("shows on a phone what a card there leaves to be heard: 'Severity' and 'Created'", async ({
    member: { page, person },
  }) => {
    const { number, title } = await fileReport(person);
    await page.setViewportSize(PHONE_SIZE);
    await page.reload();
    const widths = (part: Page | Locator) =>
      Promise.all(
        [/^Severity: $/, /^Created $/].map(async (text) => (await part.getByText(text).boundingBox())!.width),
      );
    // As wide as a pixel, for screen readers.
    expect(await widths(cardOf(page, title))).toEqual([1, 1]);
    await openReport(page, number);
    for (const width of await widths(page)) expect(width).toBeGreaterThan(40);
  });

  test("shows upright and wide pictures whole, on a phone too", async ({ member: { page, person } }) => {
    const id = uniqueId("r");
    const sizes = { upright: { width: 100, height: 600 }, wide: { width: 800, height: 60 } };
    const attachments = await Promise.all(
      Object.entries(sizes).map(async ([name, size]) => {
        const bytes = new Uint8Array(await page.screenshot({ clip: { x: 0, y: 0, ...size } }));
        const url = `/api/attachments/${person.uid}/${id}/${name}`;
        expect(await upload(person, url.slice("/api/".length), bytes, "image/png")).toBe(200);
        return { name: `${name}.png`, size: bytes.length, type: "image/png", url };
      }),
    );
    const { number } = await fileReport(person, { id, attachments });
    await openReport(page, number);
    for (const windowSize of [page.viewportSize()!, PHONE_SIZE]) {
      await page.setViewportSize(windowSize);
      for (const name of Object.keys(sizes)) {
        const picture = page.getByRole("button", { name: `View image ${name}.png` });
        const image = (await picture.locator("img").boundingBox())!;
        const frame = (await picture.boundingBox())!;
        expect(image.height).toBeGreaterThan(200);
        // `object-contain` shows the picture whole inside this box, which its frame must not cut.
        expect(image.y + image.height).toBeLessThanOrEqual(frame.y + frame.height);
        expect(image.x + image.width).toBeLessThanOrEqual(frame.x + frame.width);
        await expect(picture.locator("img")).toHaveCSS("object-fit", "contain");
      }
    }
  });

  test("shows an error if the report could not be loaded, and Retry loads the report", async ({
    member: { page, person },
  }) => {
    const { number } = await fileReport(person, { title: "At the second try" });
    await page.route("**/api/reports/*", (route) =>
      route.fulfill({ status: 400, json: { success: false, error: "Not now.", code: "bad-request" } }),
    );
    await page.goto(`/?report=${number}`);
    await expect(page.getByText("The report could not be loaded. Not now.")).toBeVisible();
    await page.unroute("**/api/reports/*");
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("At the second try");
  });
});

test.describe("mentions of reports and admin marks", () => {
  test("a mention such as #1 is a link to the report, and its tooltip has the report's title and status", async ({
    member: { page, person },
  }) => {
    const mentioned = await fileReport(person, { title: "The first of its kind" });
    const { number } = await fileReport(person, {
      title: "The second",
      description: `The same as #${mentioned.number}.`,
    });
    await openReport(page, number);
    const mention = page.getByRole("link", { name: `#${mentioned.number}`, exact: true });
    await mention.hover();
    await expect(page.getByRole("tooltip")).toHaveText("The first of its kind · Open");
    await mention.click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("The first of its kind");
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("The second");
  });

  test("a mention's tooltip has the report's current status, or says that no report has the number", async ({
    member: { page, person },
    admin,
  }) => {
    const mentioned = await fileReport(person, { title: "Moving on" });
    const description = `As #${mentioned.number}, not #999999.`;
    const { number } = await fileReport(person, { title: "The second", description });
    await openReport(page, number);
    const mention = page.getByRole("link", { name: `#${mentioned.number}`, exact: true });
    await mention.hover();
    await expect(page.getByRole("tooltip")).toHaveText("Moving on · Open");
    await call("PUT", `/api/issues/${mentioned.id}`, { as: admin.person, body: { status: "IN_PROGRESS" } });
    const moveMouseAway = async () => {
      await page.mouse.move(0, 0, { steps: 5 });
      await expect(page.getByRole("tooltip")).toHaveCount(0);
    };
    await moveMouseAway();
    await page.getByRole("link", { name: "#999999" }).hover();
    await expect(page.getByRole("tooltip")).toHaveText("There is no report #999999");
    // The page requests a mentioned report again only if its last response is older than 5 seconds.
    await page.evaluate(() => {
      const realNow = Date.now;
      Date.now = () => realNow() + 6_000;
    });
    await moveMouseAway();
    const reportResponse = page.waitForResponse(`**/api/reports/${mentioned.number}`);
    await mention.hover();
    await reportResponse;
    await moveMouseAway();
    await mention.hover();
    await expect(page.getByRole("tooltip")).toHaveText("Moving on · In Progress");
  });

  test("a report and an amendment keep their admin mark after their author is no longer an admin", async ({
    member: { page },
  }) => {
    const formerAdmin = await newAdmin();
    const { id, title } = await fileReport(formerAdmin, { title: uniqueId("Mark") });
    await addAmendment(formerAdmin, id, "As an admin.");
    await demote(formerAdmin);
    await addAmendment(formerAdmin, id, "As a member.");
    await page.reload();
    const card = page.getByRole("article").filter({ hasText: title });
    // The mark is the next element after the reporter's name.
    await expect(card.getByText(/Reported by ./).locator("xpath=following-sibling::*[1]")).toHaveText("Admin");
    await card.getByRole("button", { name: "Show 1 earlier amendment" }).click();
    const adminMarkOf = (text: string) =>
      card.getByRole("listitem").filter({ hasText: text }).getByText("Admin", { exact: true });
    await expect(adminMarkOf("As an admin.")).toBeVisible();
    await expect(adminMarkOf("As a member.")).toHaveCount(0);
  });
});
