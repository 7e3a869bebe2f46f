import { readFileSync } from "node:fs";
import { LIMITS, parseJsonList } from "@logbook/domain";
import { expect, type Locator, type Page, type Route } from "@playwright/test";
import { PHONE_SIZE } from "../support/browser.ts";
import { dropFile, pastePicture, uploadFor } from "../support/files.ts";
import { openForm } from "../support/form.ts";
import { cardOf, expectHydrated, search } from "../support/page.ts";
import {
  addAmendment,
  call,
  fileAndSearch,
  fileReport,
  newMember,
  openReport,
  type Person,
  readDraftDatabase,
  storedReport,
  test,
  uniqueId,
} from "./fixtures.ts";

const UPLOADS = /\/v0\/b\//;
const AMENDMENTS = "**/api/issues/amendment";
const PICTURE = readFileSync(new URL("../../suite/data/sample/files/gallery-thumbnails.jpg", import.meta.url));

const picture = (name = "calendar.jpg") => ({ name, mimeType: "image/jpeg", buffer: PICTURE });
const textFile = (name: string, text = "It broke.") => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
const button = (scope: Page | Locator, name: string) => scope.getByRole("button", { name, exact: true });
const amendmentBox = (scope: Page | Locator) => scope.getByRole("textbox", { name: "Amendment", exact: true });
const zoneOf = (scope: Page | Locator) => scope.getByRole("group", { name: "Attachments" });
const removeButtons = (scope: Page | Locator) => scope.getByRole("button", { name: /^Remove / });
const thumbnails = (scope: Page | Locator) => scope.getByRole("button", { name: /^View image / });

/** Opens the area for files of the form. */
async function openFiles(scope: Page | Locator): Promise<Locator> {
  await amendmentBox(scope).focus();
  await button(scope, "Add pictures or files").click();
  await expect(zoneOf(scope)).toBeFocused();
  return scope.locator("input[type=file]");
}

const addedNames = async (id: string) =>
  (await storedReport(id)).amendments.map(({ text, attachments = [] }) => [
    text,
    ...attachments.map(({ name }: { name: string }) => name),
  ]);

/** Adds an amendment with files of these names by calls of Storage and the API. Returns its id. */
async function amendWith(
  as: Person,
  issueId: string,
  names: readonly string[],
  text = "See the files.",
): Promise<string> {
  const attachments = await Promise.all(
    names.map((name) => uploadFor(as, issueId, name, name.endsWith(".jpg") ? PICTURE : Buffer.from("a log"))),
  );
  return await addAmendment(as, issueId, text, attachments);
}

test.describe("an amendment's form", () => {
  test("takes three files by button, paste and drop: also into the text, where pasted text stays text", async ({
    member: { page, person },
  }) => {
    const { card, id } = await fileAndSearch(page, person);
    await expect(button(card, "Add pictures or files")).toHaveCount(0);
    // A picture that is pasted into the text opens the area, and the text keeps the focus.
    await amendmentBox(card).fill("Three files.");
    await expect(button(card, "Add pictures or files")).toBeVisible();
    await pastePicture(page);
    await expect(card.getByText(/^pasted-image-\d{13}\.jpg$/)).toBeVisible();
    await expect(amendmentBox(card)).toBeFocused();
    await pastePicture(page, { text: "Words" });
    await expect(removeButtons(card)).toHaveCount(1);
    await zoneOf(card).focus();
    await pastePicture(page);
    await expect(removeButtons(card)).toHaveCount(2);
    await dropFile(page, amendmentBox(card), "dropped.log");
    await expect(button(card, "Remove dropped.log")).toBeVisible();
    await expect(card.getByText("3 of 3")).toBeVisible();
    await dropFile(page, zoneOf(card), "fourth.log");
    await expect(card.getByText("Only 3 files can be attached; 1 was left out.")).toBeVisible();
    await expect(removeButtons(card)).toHaveCount(3);

    await button(card, "Add amendment").click();
    await expect(page.getByText("Amendment added.")).toBeVisible();
    await expect(zoneOf(card)).toHaveCount(0);
    const [[text, ...names] = []] = await addedNames(id);
    expect([text, names]).toEqual([
      "Three files.",
      [expect.stringMatching(/^pasted-image-/), expect.stringMatching(/^pasted-image-/), "dropped.log"],
    ]);
    await expect(thumbnails(card)).toHaveCount(2);
    await expect.poll(() => readDraftDatabase(page)).toEqual([]);
    // The next amendment begins without files.
    await openFiles(card);
    await expect(button(card, "Without files")).toBeVisible();
  });

  test("says what it does not take, keeps the text, and adds no files without a text", async ({
    member: { page, person, log },
  }) => {
    const { card, id } = await fileAndSearch(page, person);
    const input = await openFiles(card);
    await button(card, "Without files").click();
    await expect(amendmentBox(card)).toBeFocused();
    await expect(zoneOf(card)).toHaveCount(0);
    await openFiles(card);
    await input.setInputFiles([
      { name: "page.html", mimeType: "text/html", buffer: Buffer.from("<p>") },
      { name: "large.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(LIMITS.attachmentBytes + 1) },
      picture(),
    ]);
    await expect(card.getByRole("list", { name: "Not attached" }).getByRole("listitem")).toHaveText([
      /^page\.html.*Only images, PDF, TXT, LOG and JSON files can be attached\./,
      /^large\.pdf.*Larger than 5 MB/,
    ]);
    await expect(card.getByText("Please write a text, too: files alone are not added.")).toBeVisible();
    await expect(button(card, "Add amendment")).toBeDisabled();
    await amendmentBox(card).fill("Here it is.");
    await expect(card.getByText("Please write a text, too")).toHaveCount(0);
    await page.route(UPLOADS, (route) => route.fulfill({ status: 403, body: "{}" }));
    await button(card, "Add amendment").click();
    await expect(card.getByRole("alert")).toHaveText("Failed to add amendment. Please try again.");
    await expect(card.getByText("1 file could not be attached, the list says why.")).toBeVisible();
    await expect(amendmentBox(card)).toHaveValue("Here it is.");
    await expect(removeButtons(card)).toHaveCount(1);
    expect(await addedNames(id)).toEqual([]);
    await page.unroute(UPLOADS);
    await button(card, "Retry calendar.jpg").click();
    await expect(card.getByText("Uploaded", { exact: true })).toBeVisible();
    await button(card, "Add amendment").click();
    await expect(page.getByText("Amendment added.")).toBeVisible();
    expect(await addedNames(id)).toEqual([["Here it is.", "calendar.jpg"]]);
    log.length = 0;
  });

  test("with the thirty-first file of a report says so, and keeps text and files", async ({
    member: { page, person },
  }) => {
    const { id: issueId, card } = await fileAndSearch(page, person);
    for (let count = 0; count < LIMITS.attachmentsInAll / LIMITS.attachmentsPerAmendment; count += 1)
      await amendWith(person, issueId, ["a.log", "b.log", "c.log"]);
    const input = await openFiles(card);
    await input.setInputFiles([textFile("more.log")]);
    await amendmentBox(card).fill("One more.");
    await button(card, "Add amendment").click();
    await expect(card.getByText("A report and its amendments may have 30 files together.")).toBeVisible();
    await expect(amendmentBox(card)).toHaveValue("One more.");
    await button(card, "Remove more.log").click();
    await button(card, "Add amendment").click();
    await expect(page.getByText("Amendment added.")).toBeVisible();
  });

  test("lets pictures be marked and strikes out what is private, as the report form does", async ({
    member: { page, person },
  }) => {
    const { card, id } = await fileAndSearch(page, person);
    const input = await openFiles(card);
    await input.setInputFiles([picture(), textFile("server.log", "mail to mia@example.org")]);
    await expect(card.getByText("1 of 1 likely private parts struck out")).toBeVisible();
    await button(card, "Mark up calendar.jpg").click();
    await expect(page.getByRole("application", { name: "The picture" })).toBeVisible();
    await page.keyboard.press("Escape");
    await amendmentBox(card).fill("Struck out.");
    await button(card, "Add amendment").click();
    await expect(page.getByText("Amendment added.")).toBeVisible();
    expect(await addedNames(id)).toEqual([["Struck out.", "calendar.jpg", "server (1 struck out).log"]]);
  });

  test("keeps chosen files through a filter and a reload; a lost response leads to one amendment", async ({
    member: { page, person },
  }) => {
    const { id, title } = await fileReport(person, { title: "A bug" });
    await page.reload();
    await expectHydrated(page);
    const card = cardOf(page, title);
    const input = await openFiles(card);
    await input.setInputFiles([picture()]);
    await amendmentBox(card).fill("Only once.");
    await page.getByRole("combobox", { name: "Type", exact: true }).selectOption("feature");
    await expect(card).toHaveCount(0);
    await page.getByRole("combobox", { name: "Type", exact: true }).selectOption("all");
    await expect(removeButtons(card)).toHaveCount(1);
    const loseResponse = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route(AMENDMENTS, loseResponse, { times: 1 });
    await button(card, "Add amendment").click();
    await expect(card.getByRole("alert")).toHaveText("Error adding amendment. Please try again.");
    await page.reload();
    await expect(amendmentBox(card)).toHaveValue("Only once.");
    await expect(card.getByText("Uploaded", { exact: true })).toBeVisible();
    // The file of the amendment itself is on the card by now.
    await button(card, "Add amendment").click();
    await expect(page.getByText("Amendment added.")).toBeVisible();
    expect(await addedNames(id)).toEqual([["Only once.", "calendar.jpg"]]);
    await expect(zoneOf(card)).toHaveCount(0);
    await expect.poll(() => readDraftDatabase(page)).toEqual([]);
  });

  test("keeps chosen files while the member begins a report", async ({ member: { page, person } }) => {
    await fileReport(person, { title: "A bug" });
    await page.reload();
    await expectHydrated(page);
    const card = cardOf(page, "A bug");
    const input = await openFiles(card);
    await input.setInputFiles([picture()]);
    const readDatabase = async () => JSON.stringify(await readDraftDatabase(page));
    await expect.poll(readDatabase).toContain("calendar.jpg");
    await (await openForm(page)).getByLabel("Title").fill("Another bug");
    await expect.poll(readDatabase).toContain("Another bug");
    expect(await readDatabase()).toContain("calendar.jpg");
    await page.reload();
    await expect(removeButtons(card)).toHaveCount(1);
  });

  test("whose amendment has arrived, with a file that was added since: says so, and adds a second one only when asked again", async ({
    member: { page, person },
  }) => {
    const { card, id } = await fileAndSearch(page, person);
    const input = await openFiles(card);
    await input.setInputFiles([picture("first.jpg")]);
    await amendmentBox(card).fill("A note.");
    const loseResponse = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route(AMENDMENTS, loseResponse, { times: 1 });
    await button(card, "Add amendment").click();
    await expect(card.getByRole("alert")).toBeVisible();
    await input.setInputFiles([picture("second.jpg")]);
    await button(card, "Add amendment").click();
    await expect(card.getByText("This amendment has arrived already, with another text or other files.")).toBeVisible();
    expect(await addedNames(id)).toEqual([["A note.", "first.jpg"]]);
    await button(card, "Add amendment").click();
    await expect(page.getByText("Amendment added.")).toBeVisible();
    expect(await addedNames(id)).toEqual([
      ["A note.", "first.jpg"],
      ["A note.", "first.jpg", "second.jpg"],
    ]);
  });

  test("uploads again what the server has swept away meanwhile", async ({ member: { page, person } }) => {
    const { card, id } = await fileAndSearch(page, person);
    const input = await openFiles(card);
    await input.setInputFiles([picture()]);
    await amendmentBox(card).fill("After a day.");
    await page.route(AMENDMENTS, (route) => route.abort(), { times: 1 });
    await button(card, "Add amendment").click();
    await expect(card.getByRole("alert")).toBeVisible();
    await expect(card.getByText("Uploaded", { exact: true })).toBeVisible();
    await page.route(
      AMENDMENTS,
      (route) => {
        const { url } = route.request().postDataJSON().attachments[0];
        const gone = url.replace(/[^/]+$/, "gone");
        return route.continue({ postData: route.request().postData()!.replace(url, gone) });
      },
      { times: 1 },
    );
    await button(card, "Add amendment").click();
    await expect(page.getByText("Amendment added.")).toBeVisible();
    expect(await addedNames(id)).toEqual([["After a day.", "calendar.jpg"]]);
  });

  test("threat 32: the next member finds neither text nor files", async ({ openAs }) => {
    const first = await newMember();
    const { page, person } = await openAs(first);
    const { card } = await fileAndSearch(page, person);
    const input = await openFiles(card);
    await input.setInputFiles([picture("private.jpg")]);
    await amendmentBox(card).fill("Private");
    await expect.poll(async () => JSON.stringify(await readDraftDatabase(page))).toContain("private.jpg");
    await button(page, "Logout").click();
    await expect.poll(() => readDraftDatabase(page)).toEqual([]);
  });

  test("asks before leaving while the browser cannot keep the files", async ({ member: { page, person } }) => {
    const { card } = await fileAndSearch(page, person);
    await page.evaluate(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException("The user denied permission.", "SecurityError");
      };
    });
    const input = await openFiles(card);
    await input.setInputFiles([picture()]);
    await expect(removeButtons(card)).toHaveCount(1);
    let hasAsked = false;
    page.once("dialog", async (dialog) => {
      hasAsked = dialog.type() === "beforeunload";
      await dialog.accept();
    });
    await page.reload();
    expect(hasAsked).toBe(true);
  });
});

test.describe("the pictures of amendments", () => {
  test("are small on the card for the latest amendment only, which loads them when they are in view; names for earlier ones", async ({
    member: { page, person },
  }) => {
    const title = uniqueId("Card");
    const { id } = await fileReport(person, { title });
    await amendWith(person, id, ["old.jpg"], "Earlier");
    await amendWith(person, id, ["one.jpg", "two.jpg", "server.log"], "Latest");
    const loaded: string[] = [];
    page.on("request", (request) => request.url().includes("/api/attachments/") && loaded.push(request.url()));
    await search(page, title);
    const card = cardOf(page, title);
    const latest = card.getByRole("listitem").filter({ hasText: "Latest" });
    await expect(latest.locator("img")).toHaveCount(2);
    await expect(button(latest, "Download server.log 5 Bytes")).toBeVisible();
    await button(card, "Show 1 earlier amendment").click();
    const earlier = card.getByRole("listitem").filter({ hasText: "Earlier" });
    await expect(thumbnails(earlier)).toHaveCount(1);
    await expect(earlier.locator("img")).toHaveCount(0);
    expect(loaded).toHaveLength(2);
    const box = (await thumbnails(latest).first().boundingBox())!;
    expect(box.height).toBeLessThanOrEqual(72);

    await thumbnails(latest).first().click();
    const viewer = page.getByRole("dialog", { name: "one.jpg" });
    await expect(viewer.getByRole("img")).toBeVisible();
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("dialog", { name: "two.jpg" }).getByRole("img")).toBeVisible();
    await page.keyboard.press("+");
    await expect(page.getByText("150 %")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await thumbnails(earlier).click();
    await expect(page.getByRole("dialog", { name: "old.jpg" }).getByRole("img")).toBeVisible();
  });

  test("are on the report's page, with a viewer that goes to the next and the previous one; at 390 px they fit", async ({
    member: { page, person },
  }) => {
    const { id, number } = await fileReport(person);
    await amendWith(person, id, ["one.jpg", "two.jpg"]);
    await addAmendment(person, id, "Thank you.");
    await page.setViewportSize(PHONE_SIZE);
    await openReport(page, number);
    await expect(page.locator("ol img")).toHaveCount(2);
    for (const tile of await thumbnails(page).all()) {
      const box = (await tile.boundingBox())!;
      expect(box.x + box.width).toBeLessThanOrEqual(PHONE_SIZE.width);
    }
    await thumbnails(page).last().click();
    await page.getByRole("dialog", { name: "two.jpg" }).getByRole("button", { name: "Previous image" }).click();
    await expect(page.getByRole("dialog", { name: "one.jpg" })).toBeVisible();
  });

  test("stay when the text is edited, go with a hidden amendment, and are read by admins only", async ({
    admin,
    member: { page, person },
  }) => {
    const { id, number } = await fileReport(person);
    const amendmentId = await amendWith(person, id, ["one.jpg"], "With a name in it");
    await openReport(page, number);
    await expect(thumbnails(page)).toHaveCount(1);
    await button(page, "Edit your amendment").click();
    await page.getByRole("textbox", { name: "Text of your amendment" }).fill("Edited");
    await button(page, "Save").click();
    await expect(page.getByText("Amendment saved.")).toBeVisible();
    await expect(thumbnails(page)).toHaveCount(1);
    await openReport(admin.page, number);
    await button(admin.page, "Hide").click();
    await expect(admin.page.getByText("Hidden by an admin")).toBeVisible();
    await expect(thumbnails(admin.page)).toHaveCount(0);
    await button(admin.page, "Read its text").click();
    await expect(thumbnails(admin.page)).toHaveCount(1);
    await expect(admin.page.locator("ol img")).toHaveCount(1);
    await page.reload();
    await expect(page.getByText("Hidden by an admin")).toBeVisible();
    await expect(thumbnails(page)).toHaveCount(0);
    const { body } = await call("GET", `/api/issues/${id}`, { as: person });
    expect(parseJsonList(body.issue.amendment)).toMatchObject([{ id: amendmentId, text: "" }]);
    expect(body.issue.amendment).not.toContain("one.jpg");
  });
});
