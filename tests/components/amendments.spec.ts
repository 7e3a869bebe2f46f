import { expect, type Route } from "@playwright/test";
import { cardOf, expectHydrated, holdRequests, search } from "../support/page.ts";
import {
  call,
  fileAndSearch,
  fileReport,
  fileReportsWithNewWord,
  newMember,
  storedReport,
  test,
  uniqueId,
} from "./fixtures.ts";

test.describe("section 2: amendments", () => {
  test("are added by any signed-in user; the button is disabled when the trimmed text is empty", async ({
    member,
    openAs,
  }) => {
    const title = uniqueId("Card");
    await fileReport(member.person, { title });
    const { page, person } = await openAs(await newMember());
    await search(page, title);
    const card = cardOf(page, title);
    const addButton = card.getByRole("button", { name: "Add amendment" });
    await expect(addButton).toBeDisabled();
    await card.getByRole("textbox", { name: "Amendment" }).fill("   ");
    await expect(addButton).toBeDisabled();
    await card.getByRole("textbox", { name: "Amendment" }).fill("  Me too.  ");
    await addButton.click();
    await expect(card.getByRole("listitem").filter({ hasText: "Me too." })).toContainText(person.username);
    await expect(card.getByRole("textbox", { name: "Amendment" })).toHaveValue("");
  });

  test("show the newest; a button shows the earlier ones and moves the focus to the list", async ({
    member: { page, person },
  }) => {
    const title = uniqueId("Card");
    const { id: issueId } = await fileReport(person, { title });
    for (let number = 1; number <= 12; number += 1)
      await call("POST", "/api/issues/amendment", { as: person, body: { issueId, text: `Note ${number}.` } });
    await search(page, title);
    const card = cardOf(page, title);
    const amendments = card.getByRole("listitem");
    await expect(amendments).toHaveText([/^Note 12\./]);
    await card.getByRole("button", { name: "Show 11 earlier amendments" }).press("Enter");
    await expect(amendments).toHaveCount(12);
    await expect(amendments.first()).toContainText("Note 1.");
    await expect(card.getByRole("list")).toBeFocused();
  });

  test("text from a terminal is added without its escape codes, and an ok response without JSON is a success", async ({
    member: { page, person },
  }) => {
    const { card } = await fileAndSearch(page, person);
    const amendmentBox = card.getByRole("textbox", { name: "Amendment" });
    await page.route("**/api/issues/amendment", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ status: response.status(), body: "" });
    });
    await amendmentBox.fill("\u001b[0m");
    await expect(card.getByRole("button", { name: "Add amendment" })).toBeDisabled();
    await amendmentBox.fill("\u001b[31mred\u001b[0m\nand so on");
    await card.getByRole("button", { name: "Add amendment" }).click();
    await expect(card.getByRole("listitem").filter({ hasText: "and so on" })).toContainText("red");
    await expect(card.getByRole("listitem")).not.toContainText("31m");
    await expect(amendmentBox).toHaveValue("");
    await expect(card.getByRole("alert")).toHaveCount(0);
  });

  test("adding an amendment reloads the data without losing the scroll position or text typed elsewhere", async ({
    member: { page, person },
  }) => {
    const title = uniqueId("Card");
    await fileReport(person, { title: `${title} one` });
    await fileReport(person, { title: `${title} two` });
    await search(page, title);
    const [card, otherCard] = [cardOf(page, `${title} two`), cardOf(page, `${title} one`)];
    await otherCard.getByRole("textbox", { name: "Amendment" }).fill("half a thought");
    await card.getByRole("textbox", { name: "Amendment" }).fill("A whole thought");
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const scrollPosition = await page.evaluate(() => scrollY);
    await card.getByRole("button", { name: "Add amendment" }).click();
    await expect(card.getByRole("listitem").filter({ hasText: "A whole thought" })).toBeVisible();
    await expect(otherCard.getByRole("textbox", { name: "Amendment" })).toHaveValue("half a thought");
    expect(await page.evaluate(() => scrollY)).toBeGreaterThanOrEqual(scrollPosition);
  });

  test("an amendment typed before the session is confirmed survives a filter that hides its card", async ({
    member: { page, person },
  }) => {
    const word = await fileReportsWithNewWord(person, 1);
    await page.goto(`/?search=${word}`);
    // By this request Auth confirms a stored session; then the page requests the member's role.
    const release = await holdRequests(page, "**/accounts:lookup?*");
    const sessionConfirmed = page.waitForResponse("**/api/me");
    await page.reload();
    await expectHydrated(page);
    const amendmentBox = cardOf(page, word).getByRole("textbox", { name: "Amendment" });
    await amendmentBox.fill("half a note");
    release();
    await sessionConfirmed;
    await page.getByRole("combobox", { name: "Type", exact: true }).selectOption("feature");
    await expect(page.getByRole("article")).toHaveCount(0);
    await page.getByRole("combobox", { name: "Type", exact: true }).selectOption("all");
    await expect(amendmentBox).toHaveValue("half a note");
  });

  test("a non-ok response: alert 'Failed to add amendment. Please try again.'", async ({
    member: { page, person, log },
  }) => {
    const { card } = await fileAndSearch(page, person);
    await page.route("**/api/issues/amendment", (route) => route.fulfill({ status: 500, body: "Broken for a test." }));
    await card.getByRole("textbox", { name: "Amendment" }).fill("Kept text");
    await card.getByRole("button", { name: "Add amendment" }).click();
    await expect(card.getByRole("alert")).toHaveText("Failed to add amendment. Please try again.");
    await expect(card.getByRole("textbox", { name: "Amendment" })).toHaveValue("Kept text");
    expect(log.join("\n")).toMatch(/Failed to add amendment.*Broken for a test/);
  });

  test("a network error: alert 'Error adding amendment. Please try again.'", async ({ member: { page, person } }) => {
    const { card } = await fileAndSearch(page, person);
    await page.route("**/api/issues/amendment", (route) => route.abort());
    await card.getByRole("textbox", { name: "Amendment" }).fill("Kept text");
    await card.getByRole("button", { name: "Add amendment" }).click();
    await expect(card.getByRole("alert")).toHaveText("Error adding amendment. Please try again.");
    await expect(card.getByRole("textbox", { name: "Amendment" })).toHaveValue("Kept text");
  });

  test("an amendment whose response is lost is added once, even if its text was changed and changed back", async ({
    member: { page, person },
  }) => {
    const { card, id } = await fileAndSearch(page, person);
    const loseResponse = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route("**/api/issues/amendment", loseResponse, { times: 1 });
    const amendmentBox = card.getByRole("textbox", { name: "Amendment" });
    await amendmentBox.fill("Only once");
    await card.getByRole("button", { name: "Add amendment" }).click();
    await expect(card.getByRole("alert")).toBeVisible();
    await amendmentBox.fill("Only once, or not");
    await amendmentBox.fill("Only once");
    await card.getByRole("button", { name: "Add amendment" }).click();
    await expect(amendmentBox).toHaveValue("");
    expect((await storedReport(id)).amendments.map(({ text }) => text)).toEqual(["Only once"]);
  });
});
