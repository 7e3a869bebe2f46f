import { expect, type Page } from "@playwright/test";
import { cardOf } from "../support/page.ts";
import { call, fileReport, logbook, newMember, type Person, test, uniqueId } from "./fixtures.ts";

const openReport = async (page: Page, number: number | null): Promise<void> => {
  await page.goto(`/?report=${number}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
};
const amend = (as: Person, issueId: string, text: string): string =>
  call("POST", "/api/issues/amendment", { as, body: { issueId, text } }).body.amendment.id;
const stored = (id: string) =>
  logbook()
    .reports()
    .find((report) => report.id === id)!;
const timeline = (page: Page) => page.locator("main ol > li");
const editButton = (page: Page) => page.getByRole("button", { name: "Edit", exact: true });
const correctButton = (page: Page) => page.getByRole("button", { name: "Correct title or priority" });
const form = (page: Page) => page.getByRole("form", { name: "Edit this report" });
const amendmentBox = (page: Page) => page.getByRole("textbox", { name: "Text of your amendment" });
const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

/** Holds the next request to `url` until it is sent to the API, or answered with an error. */
async function holdRequest(page: Page, url: string) {
  const requested = Promise.withResolvers<void>();
  const released = Promise.withResolvers<"send" | "fail">();
  await page.route(
    url,
    async (route) => {
      requested.resolve();
      if ((await released.promise) === "send") return route.continue();
      await route.fulfill({ status: 429, json: { success: false, error: "Too many changes.", code: "too-many" } });
    },
    { times: 1 },
  );
  return {
    requested: requested.promise,
    send: () => released.resolve("send"),
    fail: () => released.resolve("fail"),
  };
}

/** Opens the report's page from the list, saves a new title and returns to the list while the request is held. */
async function saveAndLeave(page: Page, title: string, newTitle: string) {
  await page.reload();
  await page.getByRole("link", { name: title }).click();
  await editButton(page).click();
  await form(page).getByLabel("Title").fill(newTitle);
  const answer = await holdRequest(page, "**/texts");
  await form(page).getByRole("button", { name: "Save" }).click();
  await answer.requested;
  await page.goBack();
  return answer;
}

test.describe("editing a report", () => {
  test("the reporter changes texts and priority; the page, its timeline and the list show it", async ({
    member: { page, person },
  }) => {
    const { id, number } = fileReport(person, {
      title: "Grey butons",
      description: "Old text.",
      actualResult: "Nothing.",
    });
    await openReport(page, number);
    await editButton(page).click();
    await expect(form(page).getByLabel("Title")).toBeFocused();
    await expect(form(page).getByLabel("Actual Result")).toHaveValue("Nothing.");
    await form(page).getByLabel("Title").fill(" Grey buttons ");
    await form(page).getByLabel("Severity").selectOption("HIGH");
    await form(page).getByLabel("Description").fill("See https://example.org.");
    await form(page).getByLabel("Website URL").fill("example.org/buttons");
    await form(page).getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Grey buttons");
    await expect(form(page)).toHaveCount(0);
    await expect(editButton(page)).toBeFocused();
    await expect(page.getByText("Report saved.")).toBeVisible();
    await expect(page.getByText("Edited just now")).toBeVisible();
    expect(stored(id)).toMatchObject({
      ...{ title: "Grey buttons", priority: "HIGH", description: "See https://example.org." },
      ...{ websiteUrl: "https://example.org/buttons", actualResult: "Nothing." },
    });
    const entry = timeline(page).last();
    await expect(entry).toHaveText(
      new RegExp(
        `^${person.username} edited the title: “Grey butons” → “Grey buttons”, the description, ` +
          "the severity: Medium → High and “Website URL”",
      ),
    );
    const former = entry.getByRole("button", { name: "Former text" });
    await former.click();
    await expect(entry.getByRole("definition")).toHaveText(["Grey butons", "Old text.", "—"]);
    await former.click();
    await expect(entry.getByRole("definition")).toHaveCount(0);
    await page.getByRole("link", { name: "All reports" }).click();
    const card = cardOf(page, "Grey buttons");
    await expect(card).toContainText("See https://example.org.");
    await expect(card.getByText("Edited just now")).toBeVisible();
  });

  test("the button leaves when the 15 minutes end, without a reload", async ({ open }) => {
    const { page, person } = await open(newMember());
    await page.clock.install();
    const { number } = fileReport(person);
    await openReport(page, number);
    await expect(editButton(page)).toBeVisible();
    await editButton(page).focus();
    await page.clock.fastForward("16:00");
    await expect(editButton(page)).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  });

  test("the button leaves when an admin moves the report, and is not there for others or old reports", async ({
    member: { page, person },
    admin,
  }) => {
    const { id, number } = fileReport(person, { title: "Mine" });
    const others = fileReport(admin.person, { title: "Somebody else's" });
    const old = fileReport(person, { title: "Old" });
    logbook().store({ ...stored(old.id), createdAt: minutesAgo(15) });
    for (const none of [others, old]) {
      await openReport(page, none.number);
      await expect(page.getByRole("button", { name: "Vote" })).toBeVisible();
      await expect(editButton(page)).toHaveCount(0);
    }
    await openReport(page, number);
    await expect(editButton(page)).toBeVisible();
    call("PUT", `/api/issues/${id}`, { as: admin.person, body: { status: "IN_PROGRESS" } });
    await page.getByRole("button", { name: "Vote" }).click();
    await expect(timeline(page).last()).toContainText("moved this from Open to In Progress");
    await expect(editButton(page)).toHaveCount(0);
  });

  test("wrong fields are named, and nothing is sent", async ({ member: { page, person } }) => {
    const { id, number } = fileReport(person, { title: "Stays" });
    await openReport(page, number);
    await editButton(page).click();
    await form(page).getByLabel("Title").fill(" ");
    await form(page).getByLabel("Description").fill("x".repeat(10_001));
    await form(page).getByLabel("Description").press("Control+Enter");
    await expect(form(page).getByText("Title is required. Please fill it in.")).toBeVisible();
    await expect(form(page).getByText("Description may have at most 10,000 characters.")).toBeVisible();
    await expect(form(page).getByLabel("Title")).toBeFocused();
    expect(stored(id)).not.toHaveProperty("editedAt");
  });

  test("Cancel brings the button back, and its Undo the text", async ({ member: { page, person } }) => {
    const { number } = fileReport(person, { title: "As it was" });
    await openReport(page, number);
    await editButton(page).click();
    await form(page).getByRole("button", { name: "Cancel" }).click();
    await expect(editButton(page)).toBeFocused();
    await expect(page.getByText("Your changes were discarded.")).toHaveCount(0);
    await editButton(page).press("Enter");
    await form(page).getByLabel("Title").fill("Half a new ti");
    await form(page).getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(form(page).getByLabel("Title")).toHaveValue("Half a new ti");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("As it was");
  });

  test("Undo of a cancelled edit brings the text back, also into a form that was opened again", async ({
    member: { page, person },
  }) => {
    const { number } = fileReport(person, { title: "As it was" });
    await openReport(page, number);
    await editButton(page).click();
    await form(page).getByLabel("Title").fill("Half a new ti");
    await form(page).getByRole("button", { name: "Cancel" }).click();
    await editButton(page).click();
    await expect(form(page).getByLabel("Title")).toHaveValue("As it was");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(form(page).getByLabel("Title")).toHaveValue("Half a new ti");
    await expect(form(page).getByLabel("Title")).toBeFocused();
  });

  test("an edit that fails after its page was left is announced, and its form says why", async ({
    member: { page, person },
  }) => {
    const { title } = fileReport(person, { title: uniqueId("Left") });
    const answer = await saveAndLeave(page, title, "Half a new ti");
    await expect(cardOf(page, title)).toBeVisible();
    answer.fail();
    const failure = "Your changes were not saved. Too many changes.";
    await expect(page.getByRole("status").filter({ hasText: `“${title}”: ${failure}` })).toBeVisible();
    await page.getByRole("link", { name: title }).click();
    await expect(form(page).getByText(failure)).toBeVisible();
    await expect(form(page).getByLabel("Title")).toHaveValue("Half a new ti");
  });

  test("a form to which its member returns while it is being saved cannot be changed, and closes", async ({
    member: { page, person },
  }) => {
    const { title } = fileReport(person, { title: uniqueId("Left") });
    const answer = await saveAndLeave(page, title, "A new title");
    await page.getByRole("link", { name: title }).click();
    await expect(form(page).getByLabel("Title")).toHaveValue("A new title");
    await expect(form(page).getByLabel("Title")).not.toBeEditable();
    answer.send();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("A new title");
    await expect(form(page)).toHaveCount(0);
  });

  test("what was typed in both edit forms stays readable when the report is deleted, and when it is restored", async ({
    admin: { page, person },
  }) => {
    const { id, number } = fileReport(person, { title: "As it was" });
    amend(person, id, "First.");
    await openReport(page, number);
    await correctButton(page).click();
    const correction = page.getByRole("form", { name: "Correct title or priority" });
    await correction.getByLabel("Title").fill("Half a new ti");
    await page.getByRole("button", { name: "Edit your amendment" }).click();
    await amendmentBox(page).fill("Half a sen");
    const expectTypedTexts = async () => {
      await expect(correction.getByLabel("Title")).toHaveValue("Half a new ti");
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

  test("what was typed outlives another screen, and live changes of the report", async ({
    member: { page, person },
    admin,
  }) => {
    const { id, number } = fileReport(person, { title: "Half edited" });
    await page.reload();
    await page.getByRole("link", { name: "Half edited" }).click();
    await editButton(page).click();
    await form(page).getByLabel("Description").fill("Half a sen");
    amend(admin.person, id, "Which browser?");
    await page.getByRole("button", { name: "Vote" }).click();
    await expect(timeline(page).last()).toContainText("Which browser?");
    await expect(form(page).getByLabel("Description")).toHaveValue("Half a sen");
    await page.goBack();
    await page.getByRole("link", { name: "Half edited" }).click();
    await expect(form(page).getByLabel("Description")).toHaveValue("Half a sen");
    await form(page).getByRole("button", { name: "Save" }).click();
    await expect(form(page).getByText("Your changes were not saved. An admin has answered this report")).toBeVisible();
    await expect(form(page).getByLabel("Description")).toHaveValue("Half a sen");
    expect(stored(id).description).toBe("See title.");
    await openReport(page, number);
    await expect(form(page)).toHaveCount(0);
  });

  test("an edit from another window is not overwritten unseen; saving again replaces it", async ({
    member: { page, person },
  }) => {
    const { id, number } = fileReport(person, { title: "In two windows" });
    await openReport(page, number);
    await editButton(page).click();
    await form(page).getByLabel("Title").fill("From the first window");
    const body = { title: "From the second window", description: "See title." };
    call("PUT", `/api/issues/${id}/texts`, { as: person, body });
    await form(page).getByRole("button", { name: "Save" }).click();
    await expect(form(page).getByText("This text was edited after you opened it.")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("From the second window");
    await expect(form(page).getByLabel("Title")).toHaveValue("From the first window");
    // A later edit from the second window is not overwritten either.
    call("PUT", `/api/issues/${id}/texts`, { as: person, body: { ...body, title: "From the second, again" } });
    await page.getByRole("button", { name: "Vote" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("From the second, again");
    const answered = page.waitForResponse("**/texts");
    await form(page).getByRole("button", { name: "Save" }).click();
    expect((await answered).status()).toBe(409);
    await expect(form(page).getByText("This text was edited after you opened it.")).toBeVisible();
    await page.route("**/texts", (route) => route.abort(), { times: 1 });
    await form(page).getByRole("button", { name: "Save" }).click();
    await expect(form(page).getByText("This text was edited after you opened it.")).toHaveCount(0);
    await form(page).getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("From the first window");
    expect(stored(id).title).toBe("From the first window");
  });

  test("a feature keeps the fields that its form does not show", async ({ member: { page, person } }) => {
    const { id, number } = fileReport(person, {
      type: "feature",
      title: "Dark",
      environmentInfo: "Website URL: the start page",
    });
    await openReport(page, number);
    await editButton(page).click();
    await form(page).getByLabel("Title").fill("Dark mode");
    await form(page).getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dark mode");
    expect(stored(id)).toMatchObject({ title: "Dark mode", environmentInfo: "Website URL: the start page" });
  });

  test("an admin corrects title and priority of another member's old report", async ({
    admin: { page, person },
    actors,
  }) => {
    const { id, number } = fileReport(actors.member, { title: "plz fix", description: "Broken." });
    logbook().store({ ...stored(id), createdAt: minutesAgo(60) });
    await openReport(page, number);
    await correctButton(page).click();
    const correction = page.getByRole("form", { name: "Correct title or priority" });
    await expect(correction.getByRole("textbox")).toHaveCount(1);
    await correction.getByLabel("Title").fill("The search finds nothing");
    await correction.getByLabel("Severity").selectOption("LOW");
    await correction.getByLabel("Title").press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("The search finds nothing");
    await expect(correctButton(page)).toBeFocused();
    await expect(page.getByText("Report corrected.")).toBeVisible();
    const entry = timeline(page).last();
    await expect(entry).toHaveText(
      new RegExp(
        `^${person.username} edited the title: “plz fix” → “The search finds nothing” and the severity: Medium → Low`,
      ),
    );
    await expect(entry.getByRole("button", { name: "Former text" })).toHaveCount(0);
    expect(stored(id)).toMatchObject({ priority: "LOW", handledByAdmin: true, description: "Broken." });
  });
});

test("an amendment that fails after its page was left is announced, and waits in its form", async ({
  member: { page, person },
}) => {
  const { title } = fileReport(person, { title: uniqueId("Left") });
  const other = fileReport(person, { title: uniqueId("Another") });
  await page.reload();
  await page.getByRole("link", { name: title }).click();
  const boxes = page.getByRole("textbox", { name: "Amendment", exact: true });
  await boxes.fill("Half the story");
  const answer = await holdRequest(page, "**/api/issues/amendment");
  await page.getByRole("button", { name: "Add amendment" }).click();
  await answer.requested;
  await page.goBack();
  const box = cardOf(page, title).getByRole("textbox", { name: "Amendment" });
  await expect(box).not.toBeEditable();
  await page.getByRole("link", { name: other.title }).click();
  await expect(boxes).toHaveValue("");
  answer.fail();
  const failure = "Failed to add amendment. Please try again.";
  await expect(page.getByRole("status").filter({ hasText: `“${title}”: ${failure}` })).toBeVisible();
  await page.goBack();
  await expect(cardOf(page, title).getByText(failure)).toBeVisible();
  await expect(box).toHaveValue("Half the story");
  await cardOf(page, title).getByRole("button", { name: "Add amendment" }).click();
  await expect(page.getByText("Amendment added.")).toBeVisible();
  await expect(box).toHaveValue("");
});

test("an amendment that fails while its form is in a closed row is announced", async ({ member: { page, person } }) => {
  const { title } = fileReport(person, { title: uniqueId("Row") });
  await page.reload();
  await page.getByRole("button", { name: "Rows", exact: true }).click();
  const row = cardOf(page, title);
  await row.getByRole("button", { name: "Whole card" }).click();
  await row.getByRole("textbox", { name: "Amendment" }).fill("Half the story");
  const answer = await holdRequest(page, "**/api/issues/amendment");
  await row.getByRole("button", { name: "Add amendment" }).click();
  await answer.requested;
  await row.getByRole("button", { name: "Whole card" }).click();
  await expect(row.getByRole("textbox")).toBeHidden();
  answer.fail();
  const failure = "Failed to add amendment. Please try again.";
  await expect(page.getByRole("status").filter({ hasText: `“${title}”: ${failure}` })).toBeVisible();
});

test.describe("editing an amendment", () => {
  test("stays open when later amendments push it out of the newest three", async ({ member: { page, person } }) => {
    const { id, title } = fileReport(person, { title: uniqueId("Amended") });
    for (const text of ["One", "Two", "Three"]) amend(person, id, text);
    await page.reload();
    const card = cardOf(page, title);
    await card.getByRole("button", { name: "Edit your amendment" }).first().click();
    await amendmentBox(page).fill("Half a correction");
    await card.getByRole("textbox", { name: "Amendment", exact: true }).fill("Four");
    await card.getByRole("button", { name: "Add amendment" }).click();
    await expect(card.getByText("Four", { exact: true })).toBeVisible();
    await expect(amendmentBox(page)).toHaveValue("Half a correction");
    await card.getByRole("button", { name: "Cancel" }).click();
    await expect(card.getByRole("button", { name: "Show 1 earlier amendment" })).toBeVisible();
  });

  test("is not offered for what its author wrote as an admin, once they are none", async ({ open }) => {
    const boss = newMember(uniqueId("boss"), true);
    const { id, number } = fileReport(boss);
    amend(boss, id, "As an admin.");
    logbook().memberOf(logbook().sessionOf(`custom:${boss.uid}`)!.idToken)!.isAdmin = false;
    amend(boss, id, "As a member.");
    const { page } = await open(boss);
    await openReport(page, number);
    await expect(page.getByRole("button", { name: "Edit your amendment" })).toHaveCount(1);
    await expect(editButton(page)).toHaveCount(0);
  });

  test("its author changes it in the list; the mark, the history and the focus follow", async ({
    member: { page, person },
    admin,
  }) => {
    const title = uniqueId("Amended");
    const { id, number } = fileReport(admin.person, { title });
    amend(admin.person, id, "Not yours.");
    const note = amend(person, id, "Seen agian.");
    await page.reload();
    const card = cardOf(page, title);
    const edit = card.getByRole("button", { name: "Edit your amendment" });
    await expect(edit).toHaveCount(1);
    await edit.click();
    await expect(amendmentBox(page)).toBeFocused();
    await amendmentBox(page).fill(" Seen again. ");
    await card.getByRole("button", { name: "Save" }).click();
    await expect(card.getByText("Seen again.")).toBeVisible();
    await expect(card.getByText("edited just now")).toBeVisible();
    await expect(edit).toBeFocused();
    await expect(page.getByText("Amendment saved.")).toBeVisible();
    expect(stored(id).amendments.find((each) => each.id === note)?.text).toBe("Seen again.");
    await openReport(page, number);
    const entry = timeline(page).last();
    await expect(entry).toHaveText(new RegExp(`^${person.username} edited an amendment`));
    await entry.getByRole("button", { name: "Former text" }).click();
    await expect(entry.getByRole("definition")).toHaveText("Seen agian.");
  });

  test("an edit from another window is shown beside one's own; saving again replaces it", async ({
    member: { page, person },
  }) => {
    const { id, number } = fileReport(person);
    const note = amend(person, id, "Once.");
    await openReport(page, number);
    await page.getByRole("button", { name: "Edit your amendment" }).click();
    const box = page.getByRole("textbox", { name: "Text of your amendment" });
    await box.fill("From the first window");
    const body = { text: "From the second window" };
    call("PUT", `/api/issues/${id}/amendments/${note}`, { as: person, body });
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("From the second window")).toBeVisible();
    await expect(box).toHaveValue("From the first window");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Amendment saved.")).toBeVisible();
    await expect(timeline(page).filter({ hasText: "From the first window" })).toHaveCount(1);
  });

  test("on the report's page, by keyboard, with an error that keeps the text", async ({ member: { page, person } }) => {
    const { id, number } = fileReport(person);
    amend(person, id, "First.");
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
    await expect(timeline(page).filter({ hasText: "Second." })).toHaveCount(1);
    expect(stored(id).amendments).toMatchObject([{ text: "Second." }]);
  });

  test("an empty or too long text cannot be saved; Cancel and Undo work as for a report", async ({
    member: { page, person },
  }) => {
    const { id } = fileReport(person);
    amend(person, id, "First.");
    await page.reload();
    await page.getByRole("button", { name: "Edit your amendment" }).click();
    await amendmentBox(page).fill(" ");
    await expect(page.getByRole("button", { name: "Save" })).toBeDisabled();
    await amendmentBox(page).fill("x".repeat(4_001));
    await expect(page.getByText("1 character too many")).toBeVisible();
    await page.getByRole("button", { name: "Save" }).click();
    await amendmentBox(page).fill("Half a sen");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("button", { name: "Edit your amendment" })).toBeFocused();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(amendmentBox(page)).toHaveValue("Half a sen");
    expect(stored(id).amendments).toMatchObject([{ text: "First." }]);
  });

  test("is not offered for others' amendments, old ones, and ones that the list has cut", async ({
    member: { page, person },
    admin,
  }) => {
    const others = fileReport(person, { title: "Of an admin" });
    amend(admin.person, others.id, "Looking.");
    const old = fileReport(person, { title: "Old" });
    amend(person, old.id, "Long ago.");
    const [entry] = stored(old.id).amendments;
    logbook().store({ ...stored(old.id), amendments: [{ ...entry!, createdAt: minutesAgo(15) }] });
    const cut = fileReport(person, { title: "Long" });
    amend(person, cut.id, "The begin…");
    logbook().store({ ...stored(cut.id), shortened: true });
    const whole = fileReport(person, { title: "Whole" });
    amend(person, whole.id, "Mine.");
    await page.reload();
    await expect(cardOf(page, "Mine.").getByRole("button", { name: "Edit your amendment" })).toBeVisible();
    await expect(page.getByRole("article")).toHaveCount(4);
    await expect(page.getByRole("button", { name: "Edit your amendment" })).toHaveCount(1);
  });

  test("is over after 15 minutes, but an open form stays", async ({ open }) => {
    const { page, person } = await open(newMember());
    await page.clock.install();
    const { id } = fileReport(person);
    amend(person, id, "First.");
    amend(person, id, "Second.");
    await page.reload();
    const edit = page.getByRole("button", { name: "Edit your amendment" });
    await edit.first().click();
    await amendmentBox(page).fill("Half a sen");
    await page.clock.fastForward("16:00");
    await expect(edit).toHaveCount(0);
    await expect(amendmentBox(page)).toHaveValue("Half a sen");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("listitem").filter({ hasText: /^First\./ })).toBeFocused();
  });
});
