import { expect, type Page, test } from "@playwright/test";
import { call, newMember, type Person } from "../support/actors.ts";
import { cardOf, search } from "../support/page.ts";
import { db, uniqueId } from "../support/suite.ts";
import { test as signedInTest } from "./fixtures.ts";

/** Guesses a member's password once, and sets the stored count of guesses to 10,000. */
async function guessTooOften({ username }: Person): Promise<void> {
  const before = await nameCounts();
  await call("POST", "/api/auth/login", { body: { username, password: "not this one" } });
  const [counter, ...others] = [...(await nameCounts())].filter(([id, count]) => count !== (before.get(id) ?? 0));
  expect(others).toEqual([]);
  await db.doc(`limits/${counter![0]}`).update({ count: 10_000 });
}

async function nameCounts(): Promise<Map<string, number>> {
  const { docs } = await db.collection("limits").get();
  const counters = docs.filter(({ id }) => id.startsWith("loginName-"));
  return new Map(counters.map((counter) => [counter.id, counter.get("count") as number]));
}

async function signIn(page: Page, { username, password }: Person): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
}

const WAIT = /Please wait \d+ (second|minute)s? and try again/;

test("threat 13: after too many password guesses the form says how long to wait, and a known browser can still log in", async ({
  page,
  browser,
}) => {
  const member = await newMember();
  await page.goto("/");
  await signIn(page, member);
  await page.getByRole("button", { name: "Logout" }).click();

  await guessTooOften(member);
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto("/");
  await signIn(elsewhere, member);
  await expect(elsewhere.getByRole("alert")).toHaveText(WAIT);
  await expect(elsewhere.getByLabel("Username")).toHaveValue(member.username);
  await expect(elsewhere.getByRole("button", { name: "Login" })).toBeEnabled();
  await elsewhere.context().close();

  await signIn(page, member);
  await expect(page.getByText(`Welcome, ${member.username}!`)).toBeVisible();
});

signedInTest.describe("threat 13: too many writes", () => {
  const tooMany = {
    status: 429,
    headers: { "retry-after": "42" },
    json: {
      success: false,
      code: "too-many",
      error: "You have sent very much in a short time, so this was not taken. Please wait 42 seconds and try again.",
    },
  };

  signedInTest("the report form keeps what was typed and says how long to wait", async ({ member: { page } }) => {
    let refused = 0;
    await page.route("**/api/issues", async (route) => {
      if (route.request().method() !== "POST" || refused > 0) return await route.continue();
      refused += 1;
      await route.fulfill(tooMany);
    });
    const title = uniqueId("kept");
    await page.getByRole("button", { name: "Report Bug" }).click();
    const form = page.getByRole("form", { name: "Report Bug" });
    await form.getByLabel("Title").fill(title);
    await form.getByLabel("Description").fill("A text that is kept.");
    await form.getByRole("button", { name: /Submit/ }).click();
    await expect(form.getByRole("alert")).toHaveText(WAIT);
    await expect(form.getByRole("alert")).toContainText("Your report was not added. ");
    await expect(form.getByLabel("Title")).toHaveValue(title);
    await expect(form.getByLabel("Description")).toHaveValue("A text that is kept.");
    await form.getByRole("button", { name: /Submit/ }).click();
    await expect(form).toBeHidden();
    await search(page, title);
    await expect(cardOf(page, title)).toBeVisible();
  });
});
