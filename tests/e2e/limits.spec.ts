import { expect, test } from "@playwright/test";
import { call, newMember, type Person } from "../support/actors.ts";
import { logIn } from "../support/page.ts";
import { db } from "../support/suite.ts";

/** Guesses a member's password once, and then raises the stored count of these guesses to 10,000. */
async function guessTooOften({ username }: Person): Promise<void> {
  const countsBefore = await guessCounts();
  await call("POST", "/api/auth/login", { body: { username, password: "not this one" } });
  const counts = [...(await guessCounts())];
  const changedIds = counts.filter(([id, count]) => count !== (countsBefore.get(id) ?? 0)).map(([id]) => id);
  expect(changedIds).toHaveLength(1);
  await db.doc(`limits/${changedIds[0]}`).update({ count: 10_000 });
}

/** The stored counts of password guesses for each username, by document id. The id has a hash of the username. */
async function guessCounts(): Promise<Map<string, number>> {
  const { docs } = await db.collection("limits").get();
  const counters = docs.filter(({ id }) => id.startsWith("loginName-"));
  return new Map(counters.map((counter) => [counter.id, counter.get("count") as number]));
}

const WAIT_MESSAGE = /Please wait \d+ (second|minute)s? and try again/;

test("threat 13: after too many password guesses the form says how long to wait, and a known device can still log in", async ({
  page,
  browser,
}) => {
  const member = await newMember();
  await page.goto("/");
  await logIn(page, member);
  await page.getByRole("button", { name: "Logout" }).click();

  await guessTooOften(member);
  const otherContext = await browser.newContext();
  const otherPage = await otherContext.newPage();
  await otherPage.goto("/");
  await logIn(otherPage, member);
  await expect(otherPage.getByRole("alert")).toHaveText(WAIT_MESSAGE);
  await expect(otherPage.getByLabel("Username")).toHaveValue(member.username);
  await expect(otherPage.getByRole("button", { name: "Login" })).toBeEnabled();
  await otherContext.close();

  // This browser is a known device, because the member has logged in here before.
  await logIn(page, member);
  await expect(page.getByText(`Welcome, ${member.username}!`)).toBeVisible();
});
