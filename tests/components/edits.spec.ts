import { expect, type Page } from "@playwright/test";
import { cardOf, hideServerTime } from "../support/page.ts";
import {
  addAmendment,
  call,
  changeStoredReport,
  demote,
  fileReport,
  newAdmin,
  newMember,
  openReport,
  storedReport,
  test,
  uniqueId,
} from "./fixtures.ts";

const timelineEntries = (page: Page) => page.locator("main ol > li");
const editButton = (page: Page) => page.getByRole("button", { name: "Edit", exact: true });
const correctButton = (page: Page) => page.getByRole("button", { name: "Correct title or priority" });
const editForm = (page: Page) => page.getByRole("form", { name: "Edit this report" });
const amendmentBox = (page: Page) => page.getByRole("textbox", { name: "Text of your amendment" });
/** Votes, because the report's page loads the report again after a vote. */
const voteToReload = (page: Page) => page.getByRole("button", { name: "Vote" }).click();
const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);
/** Minutes and seconds after which the 15 minutes for edits are over. */
const AFTER_EDIT_TIME = "16:00";

/** Holds the next request to `url`. Then `continue` sends it to the API, and `fail` responds with an error instead. */
async function holdNextRequest(page: Page, url: string) {
  const requested = Promise.withResolvers<void>();
  const released = Promise.withResolvers<"continue" | "fail">();
  await page.route(
    url,
    async (route) => {
      requested.resolve();
      if ((await released.promise) === "continue") return route.continue();
      await route.fulfill({ status: 429, json: { success: false, error: "Too many changes.", code: "too-many" } });
    },
    { times: 1 },
  );
  return {
    waitForRequest: () => requested.promise,
    continue: () => released.resolve("continue"),
    fail: () => released.resolve("fail"),
  };
}

/** Opens a report from the list, saves a new title, and returns to the list while the request is held. */
async function saveAndLeave(page: Page, title: string, newTitle: string) {
  await page.reload();
  await page.getByRole("link", { name: title }).click();
  await editButton(page).click();
  await editForm(page).getByLabel("Title").fill(newTitle);
  const heldRequest = await holdNextRequest(page, "**/texts");
  await editForm(page).getByRole("button", { name: "Save" }).click();
  await heldRequest.waitForRequest();
  await page.goBack();
  return heldRequest;
}

test.describe("editing a report", () => {
  test("the reporter changes texts and priority; the report's page, its timeline and the list show the changes", async ({
    member: { page, person },
  }) => {
    const { id, number } = await fileReport(person, {
      title: "Grey butons",
      description: "Old text.",
      actualResult: "Nothing.",
    });
    await openReport(page, number);
    await editButton(page).click();
    await expect(editForm(page).getByLabel("Title")).toBeFocused();
    await expect(editForm(page).getByLabel("Actual Result")).toHaveValue("Nothing.");
    await editForm(page).getByLabel("Title").fill(" Grey buttons ");
    await editForm(page).getByLabel("Severity").selectOption("HIGH");
    await editForm(page).getByLabel("Description").fill("See https://example.org.");
    await editForm(page).getByLabel("Website URL").fill("example.org/buttons");
    await editForm(page).getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Grey buttons");
    await expect(editForm(page)).toHaveCount(0);
    await expect(editButton(page)).toBeFocused();
    await expect(page.getByText("Report saved.")).toBeVisible();
    await expect(page.getByText("Edited just now")).toBeVisible();
    expect(await storedReport(id)).toMatchObject({
      title: "Grey buttons",
      priority: "HIGH",
      description: "See https://example.org.",
      websiteUrl: "https://example.org/buttons",
      actualResult: "Nothing.",
    });
    const entry = timelineEntries(page).last();
    await expect(entry).toHaveText(
      new RegExp(
        `^${person.username} edited the title: “Grey butons” → “Grey buttons”, the description, ` +
          "the severity: Medium → High and “Website URL”",
      ),
    );
    const formerTextButton = entry.getByRole("button", { name: "Former text" });
    await formerTextButton.click();
    // The website URL was empty before.
    await expect(entry.getByRole("definition")).toHaveText(["Grey butons", "Old text.", "—"]);
    await formerTextButton.click();
    await expect(entry.getByRole("definition")).toHaveCount(0);
    await page.getByRole("link", { name: "All reports" }).click();
    const card = cardOf(page, "Grey buttons");
    await expect(card).toContainText("See https://example.org.");
    await expect(card.getByText("Edited just now")).toBeVisible();
  });

  test("'Edit' disappears 15 minutes after filing, without a reload", async ({ openAs }) => {
    const { page, person } = await openAs(await newMember());
    await page.clock.install();
    await hideServerTime(page);
    const { number } = await fileReport(person);
    await openReport(page, number);
    await expect(editButton(page)).toBeVisible();
    await editButton(page).focus();
    await page.clock.fastForward(AFTER_EDIT_TIME);
    await expect(editButton(page)).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  });

  for (const minutes of [-20, 20])
    test(`a device's clock that is off by ${minutes} minutes changes neither 'just now' nor 'Edit'`, async ({
      openAs,
    }) => {
      const { page, person } = await openAs(await newMember());
      const { number } = await fileReport(person);
      await page.clock.setSystemTime(Date.now() + minutes * 60_000);
      await openReport(page, number);
      await expect(editButton(page)).toBeVisible();
      await expect(timelineEntries(page).first()).toContainText("just now");
    });

  test("'Edit' disappears when an admin moves the report, and is missing on others' reports and on old reports", async ({
    member: { page, person },
    admin,
  }) => {
    const { id, number } = await fileReport(person, { title: "Mine" });
    const adminsReport = await fileReport(admin.person, { title: "Somebody else's" });
    const oldReport = await fileReport(person, { title: "Old" });
    await changeStoredReport(oldReport.id, { createdAt: minutesAgo(15) });
    for (const report of [adminsReport, oldReport]) {
      await openReport(page, report.number);
      await expect(page.getByRole("button", { name: "Vote" })).toBeVisible();
      await expect(editButton(page)).toHaveCount(0);
    }
    await openReport(page, number);
    await expect(editButton(page)).toBeVisible();
    await call("PUT", `/api/issues/${id}`, { as: admin.person, body: { status: "IN_PROGRESS" } });
    await voteToReload(page);
    await expect(timelineEntries(page).last()).toContainText("moved this from Open to In Progress");
    await expect(editButton(page)).toHaveCount(0);
  });

  test("invalid fields show what is wrong, and nothing is saved", async ({ member: { page, person } }) => {
    const { id, number } = await fileReport(person, { title: "Stays" });
    await openReport(page, number);
    await editButton(page).click();
    await editForm(page).getByLabel("Title").fill(" ");
    await editForm(page).getByLabel("Description").fill("x".repeat(10_001));
    await editForm(page).getByLabel("Description").press("Control+Enter");
    await expect(editForm(page).getByText("Title is required. Please fill it in.")).toBeVisible();
    await expect(editForm(page).getByText("Description may have at most 10,000 characters.")).toBeVisible();
    await expect(editForm(page).getByLabel("Title")).toBeFocused();
    expect(await storedReport(id)).not.toHaveProperty("editedAt");
  });

  test("after Cancel 'Edit' has the focus, and Undo brings the typed text back", async ({
    member: { page, person },
  }) => {
    const { number } = await fileReport(person, { title: "As it was" });
    await openReport(page, number);
    await editButton(page).click();
    await editForm(page).getByRole("button", { name: "Cancel" }).click();
    await expect(editButton(page)).toBeFocused();
    await expect(page.getByText("Your changes were discarded.")).toHaveCount(0);
    await editButton(page).press("Enter");
    await editForm(page).getByLabel("Title").fill("Half a new ti");
    await editForm(page).getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(editForm(page).getByLabel("Title")).toHaveValue("Half a new ti");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("As it was");
  });

  test("after Cancel, Undo also brings the typed text back into a form that was opened again", async ({
    member: { page, person },
  }) => {
    const { number } = await fileReport(person, { title: "As it was" });
    await openReport(page, number);
    await editButton(page).click();
    await editForm(page).getByLabel("Title").fill("Half a new ti");
    await editForm(page).getByRole("button", { name: "Cancel" }).click();
    await editButton(page).click();
    await expect(editForm(page).getByLabel("Title")).toHaveValue("As it was");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(editForm(page).getByLabel("Title")).toHaveValue("Half a new ti");
    await expect(editForm(page).getByLabel("Title")).toBeFocused();
  });

  test("an edit that fails after the member left the page is announced, and its form shows the error", async ({
    member: { page, person },
  }) => {
    const { title } = await fileReport(person, { title: uniqueId("Left") });
    const heldRequest = await saveAndLeave(page, title, "Half a new ti");
    await expect(cardOf(page, title)).toBeVisible();
    heldRequest.fail();
    const failure = "Your changes were not saved. Too many changes.";
    await expect(page.getByRole("status").filter({ hasText: `“${title}”: ${failure}` })).toBeVisible();
    await page.getByRole("link", { name: title }).click();
    await expect(editForm(page).getByText(failure)).toBeVisible();
    await expect(editForm(page).getByLabel("Title")).toHaveValue("Half a new ti");
  });

  test("a form that is still being saved when the member returns is read-only, and closes once saved", async ({
    member: { page, person },
  }) => {
    const { title } = await fileReport(person, { title: uniqueId("Left") });
    const heldRequest = await saveAndLeave(page, title, "A new title");
    await page.getByRole("link", { name: title }).click();
    await expect(editForm(page).getByLabel("Title")).toHaveValue("A new title");
    await expect(editForm(page).getByLabel("Title")).not.toBeEditable();
    heldRequest.continue();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("A new title");
    await expect(editForm(page)).toHaveCount(0);
  });

  test("text typed in the correction and in an amendment stays when the report is deleted and restored", async ({
    admin: { page, person },
  }) => {
    const { id, number } = await fileReport(person, { title: "As it was" });
    await addAmendment(person, id, "First.");
    await openReport(page, number);
    await correctButton(page).click();
    const correctionForm = page.getByRole("form", { name: "Correct title or priority" });
    await correctionForm.getByLabel("Title").fill("Half a new ti");
    await page.getByRole("button", { name: "Edit your amendment" }).click();
    await amendmentBox(page).fill("Half a sen");
    const expectTypedTexts = async () => {
      await expect(correctionForm.getByLabel("Title")).toHaveValue("Half a new ti");
      await expect(amendmentBox(page)).toHaveValue("Half a sen");
    };
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete report" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`There is no report #${number}`);
    await expect(page.getByText("You have not sent this text. You can still copy it.")).toBeVisible();
    await expectTypedTexts();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("As it was");
    await expectTypedTexts();
  });

  test("typed text survives leaving the page, and a Save that is refused because an admin has amended the report", async ({
    member: { page, person },
    admin,
  }) => {
    const { id, number } = await fileReport(person, { title: "Half edited" });
    await page.reload();
    await page.getByRole("link", { name: "Half edited" }).click();
    await editButton(page).click();
    await editForm(page).getByLabel("Description").fill("Half a sen");
    await addAmendment(admin.person, id, "Which browser?");
    await voteToReload(page);
    await expect(timelineEntries(page).last()).toContainText("Which browser?");
    await expect(editForm(page).getByLabel("Description")).toHaveValue("Half a sen");
    await page.goBack();
    await page.getByRole("link", { name: "Half edited" }).click();
    await expect(editForm(page).getByLabel("Description")).toHaveValue("Half a sen");
    await editForm(page).getByRole("button", { name: "Save" }).click();
    await expect(
      editForm(page).getByText("Your changes were not saved. An admin has answered this report"),
    ).toBeVisible();
    await expect(editForm(page).getByLabel("Description")).toHaveValue("Half a sen");
    expect((await storedReport(id)).description).toBe("See title.");
    await openReport(page, number);
    await expect(editForm(page).getByLabel("Description")).toHaveValue("Half a sen");
  });

  test("an edit from another window is shown before a second Save overwrites it", async ({
    member: { page, person },
  }) => {
    const { id, number } = await fileReport(person, { title: "In two windows" });
    await openReport(page, number);
    await editButton(page).click();
    await editForm(page).getByLabel("Title").fill("From the first window");
    const body = { title: "From the second window", description: "See title." };
    await call("PUT", `/api/issues/${id}/texts`, { as: person, body });
    await editForm(page).getByRole("button", { name: "Save" }).click();
    await expect(editForm(page).getByText("This text was edited after you opened it.")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("From the second window");
    await expect(editForm(page).getByLabel("Title")).toHaveValue("From the first window");
    // The second window edits again. The first window has not seen this edit either, so its Save is refused again.
    await call("PUT", `/api/issues/${id}/texts`, { as: person, body: { ...body, title: "From the second, again" } });
    await voteToReload(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("From the second, again");
    const saveResponse = page.waitForResponse("**/texts");
    await editForm(page).getByRole("button", { name: "Save" }).click();
    expect((await saveResponse).status()).toBe(409);
    await expect(editForm(page).getByText("This text was edited after you opened it.")).toBeVisible();
    // After a network error the form still knows that its user has seen the other edit.
    await page.route("**/texts", (route) => route.abort(), { times: 1 });
    await editForm(page).getByRole("button", { name: "Save" }).click();
    await expect(editForm(page).getByText("This text was edited after you opened it.")).toHaveCount(0);
    await editForm(page).getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("From the first window");
    expect((await storedReport(id)).title).toBe("From the first window");
  });

  test("a feature keeps the fields that its form does not show", async ({ member: { page, person } }) => {
    // A feature's form does not show `environmentInfo`, but stores there what was typed as Website URL and is no URL.
    const { id, number } = await fileReport(person, {
      type: "feature",
      title: "Dark",
      environmentInfo: "Website URL: the start page",
    });
    await openReport(page, number);
    await editButton(page).click();
    await editForm(page).getByLabel("Title").fill("Dark mode");
    await editForm(page).getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dark mode");
    expect(await storedReport(id)).toMatchObject({
      title: "Dark mode",
      environmentInfo: "Website URL: the start page",
    });
  });

  test("an admin corrects title and priority of another member's old report", async ({
    admin: { page, person },
    actors,
  }) => {
    const { id, number } = await fileReport(actors.member, { title: "plz fix", description: "Broken." });
    await changeStoredReport(id, { createdAt: minutesAgo(60) });
    await openReport(page, number);
    await correctButton(page).click();
    const correctionForm = page.getByRole("form", { name: "Correct title or priority" });
    await expect(correctionForm.getByRole("textbox")).toHaveCount(1);
    await correctionForm.getByLabel("Title").fill("The search finds nothing");
    await correctionForm.getByLabel("Severity").selectOption("LOW");
    await correctionForm.getByLabel("Title").press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("The search finds nothing");
    await expect(correctButton(page)).toBeFocused();
    await expect(page.getByText("Report corrected.")).toBeVisible();
    const entry = timelineEntries(page).last();
    await expect(entry).toHaveText(
      new RegExp(
        `^${person.username} edited the title: “plz fix” → “The search finds nothing” and the severity: Medium → Low`,
      ),
    );
    await expect(entry.getByRole("button", { name: "Former text" })).toHaveCount(0);
    expect(await storedReport(id)).toMatchObject({ priority: "LOW", handledByAdmin: true, description: "Broken." });
  });
});

test("an amendment that fails after the member left the page is announced, and its text stays", async ({
  member: { page, person },
}) => {
  const { title } = await fileReport(person, { title: uniqueId("Left") });
  const otherReport = await fileReport(person, { title: uniqueId("Another") });
  await page.reload();
  await page.getByRole("link", { name: title }).click();
  const boxOnReportPage = page.getByRole("textbox", { name: "Amendment", exact: true });
  await boxOnReportPage.fill("Half the story");
  const heldRequest = await holdNextRequest(page, "**/api/issues/amendment");
  await page.getByRole("button", { name: "Add amendment" }).click();
  await heldRequest.waitForRequest();
  await page.goBack();
  const boxOnCard = cardOf(page, title).getByRole("textbox", { name: "Amendment" });
  await expect(boxOnCard).not.toBeEditable();
  await page.getByRole("link", { name: otherReport.title }).click();
  await expect(boxOnReportPage).toHaveValue("");
  heldRequest.fail();
  const failure = "Failed to add amendment. Please try again.";
  await expect(page.getByRole("status").filter({ hasText: `“${title}”: ${failure}` })).toBeVisible();
  await page.goBack();
  await expect(cardOf(page, title).getByText(failure)).toBeVisible();
  await expect(boxOnCard).toHaveValue("Half the story");
  await cardOf(page, title).getByRole("button", { name: "Add amendment" }).click();
  await expect(page.getByText("Amendment added.")).toBeVisible();
  await expect(boxOnCard).toHaveValue("");
});

test("an amendment that fails after its card was folded into a row is announced", async ({
  member: { page, person },
}) => {
  const { title } = await fileReport(person, { title: uniqueId("Row") });
  await page.reload();
  await page.getByRole("button", { name: "Rows", exact: true }).click();
  const row = cardOf(page, title);
  await row.getByRole("button", { name: "Whole card" }).click();
  await row.getByRole("textbox", { name: "Amendment" }).fill("Half the story");
  const heldRequest = await holdNextRequest(page, "**/api/issues/amendment");
  await row.getByRole("button", { name: "Add amendment" }).click();
  await heldRequest.waitForRequest();
  await row.getByRole("button", { name: "Whole card" }).click();
  await expect(row.getByRole("textbox")).toBeHidden();
  heldRequest.fail();
  const failure = "Failed to add amendment. Please try again.";
  await expect(page.getByRole("status").filter({ hasText: `“${title}”: ${failure}` })).toBeVisible();
});

test.describe("editing an amendment", () => {
  test("keeps its form open when the amendment is no longer the newest", async ({ member: { page, person } }) => {
    const { id, title } = await fileReport(person, { title: uniqueId("Amended") });
    await addAmendment(person, id, "One");
    await page.reload();
    const card = cardOf(page, title);
    await card.getByRole("button", { name: "Edit your amendment" }).click();
    await amendmentBox(page).fill("Half a correction");
    await card.getByRole("textbox", { name: "Amendment", exact: true }).fill("Four");
    await card.getByRole("button", { name: "Add amendment" }).click();
    await expect(card.getByText("Four", { exact: true })).toBeVisible();
    await expect(amendmentBox(page)).toHaveValue("Half a correction");
    await card.getByRole("button", { name: "Cancel" }).click();
    await expect(card.getByRole("button", { name: "Show 1 earlier amendment" })).toBeVisible();
  });

  test("is not offered to a former admin for a report and an amendment that they wrote as an admin", async ({
    openAs,
  }) => {
    const formerAdmin = await newAdmin();
    const { id, number } = await fileReport(formerAdmin);
    await addAmendment(formerAdmin, id, "As an admin.");
    await demote(formerAdmin);
    await addAmendment(formerAdmin, id, "As a member.");
    // Only the last amendment can be edited.
    const { page } = await openAs(formerAdmin);
    await openReport(page, number);
    await expect(page.getByRole("button", { name: "Edit your amendment" })).toHaveCount(1);
    await expect(editButton(page)).toHaveCount(0);
  });

  test("in the list marks the author's amendment as edited, and adds the former text to the report's history", async ({
    member: { page, person },
    admin,
  }) => {
    const title = uniqueId("Amended");
    const { id, number } = await fileReport(admin.person, { title });
    // Only one of the two amendments is the member's own.
    await addAmendment(admin.person, id, "Not yours.");
    await addAmendment(person, id, "Seen agian.");
    await page.reload();
    const card = cardOf(page, title);
    const editAmendmentButton = card.getByRole("button", { name: "Edit your amendment" });
    await expect(editAmendmentButton).toHaveCount(1);
    await editAmendmentButton.click();
    await expect(amendmentBox(page)).toBeFocused();
    await amendmentBox(page).fill(" Seen again. ");
    await card.getByRole("button", { name: "Save" }).click();
    await expect(card.getByText("Seen again.")).toBeVisible();
    await expect(card.getByText("edited just now")).toBeVisible();
    await expect(editAmendmentButton).toBeFocused();
    await expect(page.getByText("Amendment saved.")).toBeVisible();
    expect(await storedReport(id)).toMatchObject({ amendments: [{ text: "Not yours." }, { text: "Seen again." }] });
    await openReport(page, number);
    const entry = timelineEntries(page).last();
    await expect(entry).toHaveText(new RegExp(`^${person.username} edited an amendment`));
    await entry.getByRole("button", { name: "Former text" }).click();
    await expect(entry.getByRole("definition")).toHaveText("Seen agian.");
  });

  test("shows an edit from another window before a second Save overwrites it", async ({ member: { page, person } }) => {
    const { id, number } = await fileReport(person);
    const amendmentId = await addAmendment(person, id, "Once.");
    await openReport(page, number);
    await page.getByRole("button", { name: "Edit your amendment" }).click();
    await amendmentBox(page).fill("From the first window");
    const body = { text: "From the second window" };
    await call("PUT", `/api/issues/${id}/amendments/${amendmentId}`, { as: person, body });
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("From the second window")).toBeVisible();
    await expect(amendmentBox(page)).toHaveValue("From the first window");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Amendment saved.")).toBeVisible();
    await expect(timelineEntries(page).filter({ hasText: "From the first window" })).toHaveCount(1);
  });

  test("works on the report's page by keyboard, and an error keeps the typed text", async ({
    member: { page, person },
  }) => {
    const { id, number } = await fileReport(person);
    await addAmendment(person, id, "First.");
    await openReport(page, number);
    await page.route("**/amendments/*", (route) =>
      route.fulfill({ status: 429, json: { success: false, error: "Too many changes.", code: "too-many" } }),
    );
    await page.getByRole("button", { name: "Edit your amendment" }).press("Enter");
    await amendmentBox(page).fill("Second.");
    await amendmentBox(page).press("Control+Enter");
    await expect(page.getByText("Your changes were not saved. Too many changes.")).toBeVisible();
    await expect(amendmentBox(page)).toHaveValue("Second.");
    await page.unroute("**/amendments/*");
    await page.getByRole("button", { name: "Save" }).press("Enter");
    await expect(page.getByText("Amendment saved.")).toBeVisible();
    await expect(timelineEntries(page).filter({ hasText: "Second." })).toHaveCount(1);
    expect((await storedReport(id)).amendments).toMatchObject([{ text: "Second." }]);
  });

  test("refuses an empty and a too long text; after Cancel, Undo brings the typed text back", async ({
    member: { page, person },
  }) => {
    const { id } = await fileReport(person);
    await addAmendment(person, id, "First.");
    await page.reload();
    await page.getByRole("button", { name: "Edit your amendment" }).click();
    await amendmentBox(page).fill(" ");
    await expect(page.getByRole("button", { name: "Save" })).toBeDisabled();
    await amendmentBox(page).fill("x".repeat(4_001));
    await expect(page.getByText("1 character too many")).toBeVisible();
    // Save does nothing: at the end the stored text is still the first.
    await page.getByRole("button", { name: "Save" }).click();
    await amendmentBox(page).fill("Half a sen");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("button", { name: "Edit your amendment" })).toBeFocused();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(amendmentBox(page)).toHaveValue("Half a sen");
    expect((await storedReport(id)).amendments).toMatchObject([{ text: "First." }]);
  });

  test("is not offered for others' amendments, for amendments 15 minutes old, and for a report that the list shortens", async ({
    member: { page, person },
    admin,
  }) => {
    const { id: amendedByAdminId } = await fileReport(person, { title: "Of an admin" });
    await addAmendment(admin.person, amendedByAdminId, "Looking.");
    const { id: amendedLongAgoId } = await fileReport(person, { title: "Old" });
    const oldAmendmentId = await addAmendment(person, amendedLongAgoId, "Long ago.");
    await changeStoredReport(amendedLongAgoId, { [`amendments.${oldAmendmentId}.createdAt`]: minutesAgo(15) });
    const { id: shortenedId } = await fileReport(person, { title: "Long" });
    await addAmendment(person, shortenedId, "The begin…");
    // No report may be as long, but the list shortens it.
    await changeStoredReport(shortenedId, { actualResult: "x".repeat(300_000) });
    const { id: editableId } = await fileReport(person, { title: "Whole" });
    await addAmendment(person, editableId, "Mine.");
    await page.reload();
    await expect(cardOf(page, "Mine.").getByRole("button", { name: "Edit your amendment" })).toBeVisible();
    await expect(page.getByRole("article")).toHaveCount(4);
    await expect(page.getByRole("button", { name: "Edit your amendment" })).toHaveCount(1);
  });

  test("is no longer offered after 15 minutes, but a form that is already open stays", async ({ openAs }) => {
    const { page, person } = await openAs(await newMember());
    await page.clock.install();
    await hideServerTime(page);
    const { id } = await fileReport(person);
    await addAmendment(person, id, "First.");
    await addAmendment(person, id, "Second.");
    await page.reload();
    const editAmendmentButtons = page.getByRole("button", { name: "Edit your amendment" });
    await editAmendmentButtons.click();
    await amendmentBox(page).fill("Half a sen");
    await page.clock.fastForward(AFTER_EDIT_TIME);
    await expect(editAmendmentButtons).toHaveCount(0);
    await expect(amendmentBox(page)).toHaveValue("Half a sen");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("listitem").filter({ hasText: /^Second\./ })).toBeFocused();
  });
});
