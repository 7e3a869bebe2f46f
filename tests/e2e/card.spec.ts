import { expect } from "@playwright/test";
import { call, file, newAdmin, newMember } from "../support/people.ts";
import { cardOf, search, test } from "./world.ts";

const unique = (): string => `Card ${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;

test.describe("section 2: the report card", () => {
  test("shows title, description, status, priority, reporter and times", async ({ member: { page, person } }) => {
    const title = unique();
    await file(person, { title, description: "It broke.", priority: "HIGH" });
    await search(page, title);
    const card = cardOf(page, title);
    await expect(card.getByRole("heading", { name: title })).toBeVisible();
    for (const text of ["It broke.", "Open", "Severity: High", person.username]) await expect(card).toContainText(text);
    await expect(card.locator("time").first()).toHaveAttribute("datetime", /^\d{4}-\d\d-\d\dT/);
  });

  test("a feature's priority is its importance", async ({ member: { page, person } }) => {
    const title = unique();
    await file(person, { title, type: "feature", priority: "CRITICAL" });
    await search(page, title);
    await expect(cardOf(page, title)).toContainText("Importance: Critical");
    await expect(cardOf(page, title)).toContainText("Planned");
  });

  test("'View all details' opens and closes the remaining fields", async ({ member: { page, person } }) => {
    const title = unique();
    const fields = {
      reproductionSteps: "Press it",
      expectedResult: "It opens",
      actualResult: "It stays shut",
      environmentInfo: "Firefox",
      websiteUrl: "https://example.org/door",
    };
    await file(person, { title, ...fields });
    await search(page, title);
    const card = cardOf(page, title);
    const button = card.getByRole("button", { name: "View all details" });
    await expect(card.getByText("It stays shut")).toBeHidden();
    await button.click();
    await expect(button).toHaveAttribute("aria-expanded", "true");
    for (const text of Object.values(fields)) await expect(card.getByText(text)).toBeVisible();
    await button.click();
    await expect(card.getByText("It stays shut")).toBeHidden();
  });

  test("links in text are clickable, http and https only", async ({ member: { page, person } }) => {
    const title = unique();
    await file(person, {
      title,
      description: "See https://example.org/a, http://example.org/b and javascript:alert(1)",
    });
    await search(page, title);
    const links = cardOf(page, title).getByRole("link");
    await expect(links).toHaveCount(2);
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")))).toEqual([
      "https://example.org/a",
      "http://example.org/b",
    ]);
    await expect(links.first()).toHaveAttribute("rel", /noopener/);
  });

  test("non-admins see 'Only admins can modify issues' and no admin buttons", async ({ member: { page, person } }) => {
    const title = unique();
    await file(person, { title });
    await search(page, title);
    await expect(cardOf(page, title).getByText("Only admins can modify issues")).toBeVisible();
    await expect(cardOf(page, title).getByRole("button", { name: /Mark as|Back to|Delete/ })).toHaveCount(0);
  });
});

test("section 9: tooltips show after 700 ms, and at once within 300 ms of the one before", async ({
  member: { page, person },
}) => {
  const title = unique();
  await file(person, { title: `${title} one` });
  await file(person, { title: `${title} two` });
  await search(page, title);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const [first, second] = [page.locator("article time").nth(0), page.locator("article time").nth(1)];
  const tooltip = page.getByRole("tooltip");
  await first.hover();
  await page.clock.runFor(699);
  await expect(tooltip).toHaveCount(0);
  await page.clock.runFor(2);
  await expect(tooltip).toHaveCount(1);
  await page.mouse.move(0, 0, { steps: 4 });
  await page.clock.runFor(200);
  await expect(tooltip).toHaveCount(0);
  await second.hover();
  await page.clock.runFor(20);
  await expect(tooltip).toHaveCount(1);
  await page.mouse.move(0, 0, { steps: 4 });
  await page.clock.runFor(400);
  await first.hover();
  await page.clock.runFor(600);
  await expect(tooltip).toHaveCount(0);
});

test("section 5: attachment and amendment lists that cannot be parsed are treated as empty", async ({
  member: { page, person, log },
}) => {
  const title = unique();
  await file(person, { title });
  await page.route("**/api/issues?*", async (route) => {
    const response = await route.fetch();
    const list = (await response.json()) as { bugs: object[] };
    const bugs = list.bugs.map((bug) => ({ ...bug, attachments: "[{", amendment: "not a list" }));
    await route.fulfill({ response, json: { ...list, bugs } });
  });
  await search(page, title);
  const card = cardOf(page, title);
  await card.getByRole("button", { name: "View all details" }).click();
  await expect(card.getByRole("heading", { name: "Attachments" })).toHaveCount(0);
  await expect(card.getByRole("heading", { name: "Amendments" })).toHaveCount(0);
  expect(log).toEqual([]);
});

test.describe("section 2: amendments", () => {
  test("are added by any signed-in user; the button is disabled when the trimmed text is empty", async ({
    member,
    open,
  }) => {
    const title = unique();
    await file(member.person, { title });
    const { page, person } = await open(await newMember());
    await search(page, title);
    const card = cardOf(page, title);
    const send = card.getByRole("button", { name: "Add amendment" });
    await expect(send).toBeDisabled();
    await card.getByRole("textbox", { name: "Amendment" }).fill("   ");
    await expect(send).toBeDisabled();
    await card.getByRole("textbox", { name: "Amendment" }).fill("  Me too.  ");
    await send.click();
    await expect(card.getByRole("listitem").filter({ hasText: "Me too." })).toContainText(person.username);
    await expect(card.getByRole("textbox", { name: "Amendment" })).toHaveValue("");
  });

  test("adding one reloads the data without losing scroll or what is typed elsewhere", async ({
    member: { page, person },
  }) => {
    const title = unique();
    await file(person, { title: `${title} one` });
    await file(person, { title: `${title} two` });
    await search(page, title);
    const [one, two] = [cardOf(page, `${title} one`), cardOf(page, `${title} two`)];
    await one.getByRole("textbox", { name: "Amendment" }).fill("half a thought");
    await two.getByRole("textbox", { name: "Amendment" }).fill("A whole one");
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const scrolled = await page.evaluate(() => scrollY);
    await two.getByRole("button", { name: "Add amendment" }).click();
    await expect(two.getByRole("listitem").filter({ hasText: "A whole one" })).toBeVisible();
    await expect(one.getByRole("textbox", { name: "Amendment" })).toHaveValue("half a thought");
    expect(await page.evaluate(() => scrollY)).toBeGreaterThanOrEqual(scrolled);
  });

  test("a non-ok response: alert 'Failed to add amendment. Please try again.'", async ({
    member: { page, person, log },
  }) => {
    const title = unique();
    await file(person, { title });
    await search(page, title);
    await page.route("**/api/issues/amendment", (route) =>
      route.fulfill({ status: 500, json: { success: false, error: "Broken for a test.", code: "internal" } }),
    );
    const card = cardOf(page, title);
    await card.getByRole("textbox", { name: "Amendment" }).fill("Kept text");
    await card.getByRole("button", { name: "Add amendment" }).click();
    await expect(card.getByRole("alert")).toHaveText("Failed to add amendment. Please try again.");
    await expect(card.getByRole("textbox", { name: "Amendment" })).toHaveValue("Kept text");
    expect(log.join("\n")).toContain("Failed to add amendment");
  });

  test("a network error: alert 'Error adding amendment. Please try again.'", async ({ member: { page, person } }) => {
    const title = unique();
    await file(person, { title });
    await search(page, title);
    await page.route("**/api/issues/amendment", (route) => route.abort());
    const card = cardOf(page, title);
    await card.getByRole("textbox", { name: "Amendment" }).fill("Kept text");
    await card.getByRole("button", { name: "Add amendment" }).click();
    await expect(card.getByRole("alert")).toHaveText("Error adding amendment. Please try again.");
    await expect(card.getByRole("textbox", { name: "Amendment" })).toHaveValue("Kept text");
  });
});

test.describe("sections 4 and 6: what admins do", () => {
  for (const [type, forward] of [
    ["bug", ["Open", "In Progress", "Testing", "Resolved", "Closed", "Open"]],
    ["feature", ["Planned", "In Progress", "Testing", "Completed", "Planned"]],
  ] as const)
    test(`a ${type} goes once around its cycle by 'Mark as', and one step back`, async ({
      admin: { page, person },
    }) => {
      const title = unique();
      await file(person, { title, type });
      await search(page, title);
      const card = cardOf(page, title);
      for (const label of forward.slice(1)) {
        await card.getByRole("button", { name: `Mark as ${label}` }).click();
        await expect(card.getByRole("button", { name: `Mark as ${label}` })).toHaveCount(0);
      }
      await card.getByRole("button", { name: `Back to ${forward.at(-2)}` }).click();
      await expect(card.getByRole("button", { name: `Mark as ${forward[0]}` })).toBeVisible();
    });

  test("a step that another admin took meanwhile is told, and the card shows what holds", async ({
    admin: { page, person },
  }) => {
    const title = unique();
    const { id } = await file(person, { title });
    await search(page, title);
    // Pressed before the page has heard of it.
    await page.route("**/api/issues/changes?*", (route) => route.abort());
    const other = await newAdmin();
    await call("PUT", `/api/issues/${id}`, { as: other, body: { status: "IN_PROGRESS", userId: other.uid } });
    const card = cardOf(page, title);
    await card.getByRole("button", { name: "Mark as In Progress" }).click();
    await expect(card.getByRole("alert")).toBeVisible();
    await expect(card.getByRole("button", { name: "Mark as Testing" })).toBeVisible();
  });

  test("a button that changes under the pointer does nothing until one has had time to see it", async ({
    admin: { page, person },
  }) => {
    const title = unique();
    const { id } = await file(person, { title });
    await search(page, title);
    const other = await newAdmin();
    const card = cardOf(page, title);
    await expect(card.getByRole("button", { name: "Mark as In Progress" })).toBeVisible();
    await call("PUT", `/api/issues/${id}`, { as: other, body: { status: "IN_PROGRESS", userId: other.uid } });
    // In the page itself, at the very moment: a driver's click would come too late.
    await card.evaluate(
      (element) =>
        new Promise<void>((pressed) => {
          const watcher = new MutationObserver(() => {
            const button = Array.from(element.querySelectorAll("button")).find((one) =>
              one.textContent?.includes("Mark as Testing"),
            );
            if (button === undefined) return;
            watcher.disconnect();
            requestAnimationFrame(() => {
              button.click();
              pressed();
            });
          });
          watcher.observe(element, { subtree: true, childList: true, characterData: true });
        }),
    );
    await expect(page.getByText("has just become In Progress. Please look again.")).toBeVisible();
    expect(
      (await call("GET", `/api/issues?search=${encodeURIComponent(title)}`, { as: person })).body.bugs[0].status,
    ).toBe("IN_PROGRESS");
    await expect(async () => {
      await card.getByRole("button", { name: "Mark as Testing" }).click();
      await expect(card.getByRole("button", { name: "Mark as Resolved" })).toBeVisible({ timeout: 2_000 });
    }).toPass();
  });

  test("delete asks first, names the report, and takes it out of the list", async ({ admin: { page, person } }) => {
    const title = unique();
    await file(person, { title });
    await search(page, title);
    await cardOf(page, title).getByRole("button", { name: "Delete" }).click();
    const dialog = page.getByRole("alertdialog");
    await expect(dialog).toContainText(title);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(cardOf(page, title).getByRole("button", { name: "Delete" })).toBeFocused();
    await cardOf(page, title).getByRole("button", { name: "Delete" }).click();
    await dialog.getByRole("button", { name: "Delete report" }).click();
    await expect(cardOf(page, title)).toHaveCount(0);
    await expect(page.locator(":focus")).not.toHaveCount(0);
  });

  test("a refused delete is logged and told", async ({ admin: { page, person, log } }) => {
    const title = unique();
    await file(person, { title });
    await search(page, title);
    await page.route("**/api/issues/*", (route) =>
      route.request().method() === "DELETE" ? route.abort() : route.continue(),
    );
    await cardOf(page, title).getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete report" }).click();
    await expect(page.getByRole("alertdialog").getByRole("alert")).toBeVisible();
    expect(log.join("\n")).toContain("Failed to delete issue");
  });
});
