import { expect, type Page } from "@playwright/test";
import { openForm } from "../support/form.ts";
import { cardOf, expectHydrated, logIn } from "../support/page.ts";
import {
  addAmendment,
  call,
  fileReport,
  newMember,
  openReport,
  type Person,
  readDraftDatabase,
  storedReport,
  test,
} from "./fixtures.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const amendmentBox = (page: Page) => page.getByRole("textbox", { name: "Amendment", exact: true });
const editedAmendmentBox = (page: Page) => page.getByRole("textbox", { name: "Text of your amendment" });
const editForm = (page: Page) => page.getByRole("form", { name: "Edit this report" });
const draftOffer = (page: Page) => page.getByRole("status").filter({ hasText: "Continue your report?" });

/** Ends the person's session as 'Sign out everywhere' on another device does. The page notices it with its next call. */
async function endSessionElsewhere(page: Page, person: Person): Promise<void> {
  await call("POST", "/api/auth/sign-out-everywhere", { as: person, body: {} });
  await button(page, "Vote").click();
  await expect(page.getByText("Your session has ended. Please sign in again.")).toBeVisible();
}

async function logInAs(page: Page, person: Person): Promise<void> {
  await logIn(page, person);
  await expect(page.getByText(`Welcome, ${person.username}!`)).toBeVisible();
}

/** Everything that the browser keeps of drafts and unsent texts, as one text. */
const readKeptTexts = async (page: Page): Promise<string> => {
  const storages = await page.evaluate(() => [{ ...sessionStorage }, localStorage.getItem("logbook.draft")]);
  return JSON.stringify([storages, await readDraftDatabase(page)]);
};

/** Reloads the page. Returns whether the browser asked before. */
async function reloadAndAnswerYes(page: Page): Promise<boolean> {
  let hasAsked = false;
  page.once("dialog", async (dialog) => {
    hasAsked = dialog.type() === "beforeunload";
    await dialog.accept();
  });
  await page.reload();
  return hasAsked;
}

test.describe("an amendment that is being written", () => {
  test("stays after a reload and after a visit to another site, until it is sent", async ({
    member: { page, person },
  }) => {
    const { id } = await fileReport(person, { title: "A bug" });
    await page.reload();
    await expectHydrated(page);
    await amendmentBox(page).fill("On a phone");
    expect(await reloadAndAnswerYes(page)).toBe(false);
    await expect(amendmentBox(page)).toHaveValue("On a phone");
    await page.route("https://example.org/", (route) => route.fulfill({ contentType: "text/html", body: "Elsewhere" }));
    await page.goto("https://example.org/");
    await page.goBack();
    await expect(amendmentBox(page)).toHaveValue("On a phone");
    await amendmentBox(page).press("Control+Enter");
    await expect(page.getByText("Amendment added.")).toBeVisible();
    await page.reload();
    await expect(cardOf(page, "A bug")).toContainText("On a phone");
    await expect(amendmentBox(page)).toHaveValue("");
    expect((await storedReport(id)).amendments).toHaveLength(1);
  });

  test("is sent by ⌘+Enter too, and neither Enter alone nor an empty text sends anything", async ({
    member: { page, person },
  }) => {
    const { id } = await fileReport(person);
    await page.reload();
    await amendmentBox(page).press("Control+Enter");
    await amendmentBox(page).pressSequentially("Two");
    await amendmentBox(page).press("Enter");
    await amendmentBox(page).pressSequentially("lines");
    await amendmentBox(page).press("Meta+Enter");
    await expect(page.getByText("Amendment added.")).toBeVisible();
    expect((await storedReport(id)).amendments.map(({ text }) => text)).toEqual(["Two\nlines"]);
  });

  test("whose response is lost is added once, even if it is sent again after a reload", async ({
    member: { page, person },
  }) => {
    const { id } = await fileReport(person);
    await page.reload();
    await page.route(
      "**/api/issues/amendment",
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await amendmentBox(page).fill("Only once");
    await button(page, "Add amendment").click();
    await expect(page.getByRole("alert")).toBeVisible();
    await page.reload();
    await expect(amendmentBox(page)).toHaveValue("Only once");
    await expect(page.getByRole("alert")).toHaveCount(0);
    await button(page, "Add amendment").click();
    await expect(amendmentBox(page)).toHaveValue("");
    expect((await storedReport(id)).amendments).toHaveLength(1);
  });

  test("is not lost without a question if the browser cannot store it", async ({ member: { page, person } }) => {
    await fileReport(person);
    await page.reload();
    await page.evaluate(() => {
      const { setItem } = Storage.prototype;
      Storage.prototype.setItem = function (key, value) {
        if (key === "logbook.amendments") throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
        setItem.call(this, key, value);
      };
    });
    await amendmentBox(page).click();
    await amendmentBox(page).fill("On a phone");
    expect(await reloadAndAnswerYes(page)).toBe(true);
    await expect(amendmentBox(page)).toHaveValue("");
    expect(await reloadAndAnswerYes(page)).toBe(false);
  });
});

test("open edits of a report and of an amendment stay after a reload, until they are saved or cancelled", async ({
  member: { page, person },
}) => {
  const { id, number } = await fileReport(person, { title: "Grey butons" });
  await addAmendment(person, id, "Old amendment");
  await openReport(page, number);
  await page
    .getByRole("heading", { level: 1 })
    .locator("..")
    .getByRole("button", { name: "Edit", exact: true })
    .click();
  await editForm(page).getByLabel("Title").fill("Grey buttons");
  await page.getByRole("button", { name: "Edit your amendment" }).click();
  await editedAmendmentBox(page).fill("New amendment");
  await page.reload();
  await expect(editForm(page).getByLabel("Title")).toHaveValue("Grey buttons");
  await expect(editedAmendmentBox(page)).toHaveValue("New amendment");
  await editForm(page).getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Report saved.")).toBeVisible();
  await editedAmendmentBox(page).locator("xpath=ancestor::form").getByRole("button", { name: "Cancel" }).click();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Grey buttons");
  await expect(editForm(page)).toHaveCount(0);
  await expect(editedAmendmentBox(page)).toHaveCount(0);
});

test.describe("after 'Sign out everywhere' on another device", () => {
  /** Begins an amendment, an edit of an amendment, and a report. Returns the member's page and the member. */
  async function begin(page: Page, person: Person): Promise<void> {
    const { id } = await fileReport(person, { title: "A bug" });
    await addAmendment(person, id, "Old amendment");
    await page.reload();
    await page.getByRole("button", { name: "Edit your amendment" }).click();
    await editedAmendmentBox(page).fill("Changed amendment");
    await amendmentBox(page).fill("Private amendment");
    const form = await openForm(page);
    await form.getByLabel("Title").fill("Private report");
    await expect.poll(() => readKeptTexts(page)).toContain("Private report");
  }

  test("the same member finds their texts again, and a real logout deletes them", async ({ openAs }) => {
    const { page, person } = await openAs(await newMember());
    await begin(page, person);
    await endSessionElsewhere(page, person);
    await logInAs(page, person);
    await expect(amendmentBox(page)).toHaveValue("Private amendment");
    await expect(editedAmendmentBox(page)).toHaveValue("Changed amendment");
    await button(page, "Continue").click();
    await expect(page.getByRole("form", { name: "Report Bug" }).getByLabel("Title")).toHaveValue("Private report");
    await button(page, "Logout").click();
    await logInAs(page, person);
    await expect(amendmentBox(page)).toHaveValue("");
    await expect(editedAmendmentBox(page)).toHaveCount(0);
    await expect(draftOffer(page)).toHaveCount(0);
    await expect.poll(() => readKeptTexts(page)).not.toMatch(/Private|Changed/);
  });

  test("the same member finds the texts of a report's page again, also if the page was reloaded before the login", async ({
    openAs,
  }) => {
    const { page, person } = await openAs(await newMember());
    const { number } = await fileReport(person, { title: "Grey butons" });
    await openReport(page, number);
    await button(page, "Edit").click();
    await editForm(page).getByLabel("Title").fill("Grey buttons");
    await amendmentBox(page).fill("Private amendment");
    await endSessionElsewhere(page, person);
    await page.reload();
    await logInAs(page, person);
    await expect(editForm(page).getByLabel("Title")).toHaveValue("Grey buttons");
    await expect(amendmentBox(page)).toHaveValue("Private amendment");
  });

  for (const isReloaded of [false, true])
    test(`threat 32: another member's login deletes what the last one was typing${isReloaded ? ", also after a reload" : ""}`, async ({
      openAs,
    }) => {
      const { page, person } = await openAs(await newMember());
      await begin(page, person);
      await endSessionElsewhere(page, person);
      if (isReloaded) await page.reload();
      await logInAs(page, await newMember());
      await expect(amendmentBox(page)).toHaveValue("");
      await expect(draftOffer(page)).toHaveCount(0);
      await expect.poll(() => readKeptTexts(page)).not.toMatch(/Private|Changed/);
    });
});

test.describe("a report that the browser does not keep", () => {
  const unsavedNotice = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });

  const REFUSALS = {
    "refuses IndexedDB": () => {
      IDBFactory.prototype.open = () => {
        throw new DOMException("The user denied permission.", "SecurityError");
      };
    },
    "has no more space": () => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
      };
    },
  };
  for (const [reason, refuse] of Object.entries(REFUSALS))
    test(`because the browser ${reason}: the form says so, and the browser asks before leaving`, async ({ openAs }) => {
      const { page, person } = await openAs(await newMember());
      await fileReport(person, { title: "A bug" });
      await page.reload();
      await page.evaluate(refuse);
      const form = await openForm(page);
      const notice = unsavedNotice(page, "This browser cannot keep your report while you write it.");
      await expect(notice).toHaveCount(0);
      await form.getByLabel("Title").fill("Half a report");
      await expect(notice).toHaveCount(1);
      await form.getByLabel("Description").fill("It stops");
      // A session that ends elsewhere loads no page, so the report stays in memory.
      await endSessionElsewhere(page, person);
      await logInAs(page, person);
      await openForm(page);
      await expect(form.getByLabel("Title")).toHaveValue("Half a report");
      await expect(form.getByLabel("Description")).toHaveValue("It stops");
      await expect(notice).toHaveCount(1);
      expect(await reloadAndAnswerYes(page)).toBe(true);
      await expect(draftOffer(page)).toHaveCount(0);
    });

  test("because another window's report is kept: the form says so until that one is gone", async ({
    member: { page },
  }) => {
    const otherPage = await page.context().newPage();
    await otherPage.goto("/");
    const form = await openForm(page);
    const otherForm = await openForm(otherPage);
    await form.getByLabel("Title").fill("The first");
    await expect.poll(() => readKeptTexts(page)).toContain("The first");
    await otherForm.getByLabel("Title").fill("The second");
    const notice = unsavedNotice(otherPage, "This browser keeps one report for you until you submit it");
    await expect(notice).toHaveCount(1);
    await form.getByLabel("Description").fill("It stops");
    await form.getByRole("button", { name: "Submit" }).click();
    await expect(page.getByText("Bug report added.")).toBeVisible();
    await expect(notice).toHaveCount(0);
    expect(await reloadAndAnswerYes(otherPage)).toBe(false);
    await expect(draftOffer(otherPage)).toContainText("“The second”");
  });

  test("because an earlier report is still offered: 'Continue' does not replace it, and the browser asks before leaving", async ({
    admin: { page },
  }) => {
    const form = await openForm(page);
    await form.getByLabel("Title").fill("The first");
    await expect.poll(() => readKeptTexts(page)).toContain("The first");
    await page.reload();
    await expect(draftOffer(page)).toBeVisible();
    await openForm(page);
    await form.getByLabel("Title").fill("The second");
    await expect(unsavedNotice(page, "it has another one already")).toHaveCount(1);
    await page.getByRole("link", { name: "Members" }).click();
    await page.goBack();
    await button(page, "Continue").click();
    await expect(page.getByText("You have begun another report, which this one would replace.")).toBeVisible();
    await openForm(page);
    await expect(form.getByLabel("Title")).toHaveValue("The second");
    expect(await reloadAndAnswerYes(page)).toBe(true);
    await expect(draftOffer(page)).toContainText("“The first”");
  });

  test("is saved at once in one of two windows that begin at the same moment, and the other says that it is not", async ({
    member: { page },
  }) => {
    const otherPage = await page.context().newPage();
    await otherPage.goto("/");
    const forms = [await openForm(page), await openForm(otherPage)] as const;
    await Promise.all([
      forms[0].getByLabel("Title").fill("The first"),
      forms[1].getByLabel("Title").fill("The second"),
    ]);
    const notices = [page, otherPage].map((window) => unsavedNotice(window, "it has another one already"));
    await expect.poll(async () => (await notices[0]!.count()) + (await notices[1]!.count())).toBe(1);
  });
});

test("what was typed is there after a reload, even if the page breaks", async ({ admin: { page, person } }) => {
  await fileReport(person, { title: "A bug" });
  await page.reload();
  await amendmentBox(page).fill("Private amendment");
  const form = await openForm(page);
  await form.getByLabel("Title").fill("Half a report");
  await page.getByRole("combobox", { name: "Type" }).selectOption("bug");
  // React cannot remove an element that somebody else, such as a faulty browser extension, has removed.
  await button(page, "Clear filters").evaluate((element) => element.remove());
  await page.getByRole("combobox", { name: "Type" }).selectOption("all");
  await expect(page.getByRole("heading", { name: "This page could not be shown" })).toBeVisible();
  await button(page, "Reload").click();
  await expect(amendmentBox(page)).toHaveValue("Private amendment");
  await expect(draftOffer(page)).toContainText("“Half a report”");
});
