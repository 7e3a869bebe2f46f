import { expect, type Page } from "@playwright/test";
import { PHONE_SIZE } from "../support/browser.ts";
import { expectHydrated } from "../support/page.ts";
import { db } from "../support/suite.ts";
import { call, newAdmin, newMember, type Person, test, uniqueId } from "./fixtures.ts";

const PASSWORD = "correct horse";

const rowOf = (page: Page, username: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: username, exact: true }) });

const setAdmission = (admission: string) => db.doc("settings/members").set({ admission });
const changeMember = async (username: string, body: object) => {
  const { docs } = await db.collection("members").where("username", "==", username).get();
  await call("PUT", `/api/members/${docs[0]!.id}`, { as: otherAdmin, body });
};
/** An admin who has registered before the test changes the setting. */
let otherAdmin: Person;
test.beforeEach(async () => {
  otherAdmin = await newAdmin();
});

/** Registers by the form of the logged-out page. */
async function register(page: Page, username = uniqueId("w")): Promise<string> {
  await page.goto("/");
  await expectHydrated(page);
  await page.getByRole("button", { name: "Register" }).click();
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Register", exact: true }).click();
  return username;
}
async function logIn(page: Page, username: string): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Login", exact: true }).click();
}
const waitingHeading = (page: Page) => page.getByRole("heading", { level: 1, name: "An admin will let you in" });
const welcome = (page: Page, username: string) => page.getByRole("heading", { name: `Welcome, ${username}!` });

test("somebody who registers with approval waits, also after a reload and a new login, and sees no report", async ({
  page,
}) => {
  await setAdmission("approval");
  const username = await register(page);
  await expect(waitingHeading(page)).toBeVisible();
  await expect(page.getByText(username)).toBeVisible();
  await expect(page.getByRole("button", { name: /report bug/i })).toHaveCount(0);
  await page.reload();
  await expect(waitingHeading(page)).toBeVisible();
  await page.setViewportSize(PHONE_SIZE);
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("heading", { name: "Login" })).toBeVisible();
  await logIn(page, username);
  await expect(waitingHeading(page)).toBeVisible();
});

test("the form says before it is filled in that an admin lets people in, or that nobody can register", async ({
  page,
}) => {
  await setAdmission("approval");
  await page.goto("/");
  await expectHydrated(page);
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByRole("status").first()).toHaveText(/An admin lets new members in/);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByText(/An admin lets new members in/)).toHaveCount(0);
  await setAdmission("closed");
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByRole("status").first()).toHaveText("Nobody can register at the moment. Please ask an admin.");
  await page.getByLabel("Username").fill(uniqueId("c"));
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await expect(page.getByRole("alert")).toHaveText("Nobody can register at the moment. Please ask an admin.");
});

test("somebody who is let in goes on without a new login when they return to the window", async ({ page }) => {
  await setAdmission("approval");
  const username = await register(page);
  await expect(waitingHeading(page)).toBeVisible();
  await changeMember(username, { admitted: true });
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await expect(welcome(page, username)).toBeVisible();
  await page.reload();
  await expect(welcome(page, username)).toBeVisible();
});

test("somebody who is let in while they look at the page goes on within half a minute", async ({ page }) => {
  await page.clock.install();
  await setAdmission("approval");
  const username = await register(page);
  await expect(waitingHeading(page)).toBeVisible();
  await changeMember(username, { admitted: true });
  await page.clock.runFor(31_000);
  await expect(welcome(page, username)).toBeVisible();
});

test("somebody who is refused reads the admin's word on the waiting page and at each login", async ({ page }) => {
  await setAdmission("approval");
  const username = await register(page);
  await expect(waitingHeading(page)).toBeVisible();
  await changeMember(username, { admitted: false, word: "Please write to us first." });
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  const text = "An admin has not let you in. Their word: Please write to us first.";
  await expect(page.getByRole("status").filter({ hasText: "Their word" })).toHaveText(text);
  await logIn(page, username);
  await expect(page.getByRole("alert")).toHaveText(text);
});

for (const [device, size] of [
  ["a desktop", { width: 1440, height: 900 }],
  ["a phone", PHONE_SIZE],
] as const)
  test(`on ${device}, an admin sets who can join, sees who waits first, lets one in and refuses another`, async ({
    admin: { page },
  }) => {
    await page.setViewportSize(size);
    await page.goto("/members");
    const select = page.getByRole("combobox", { name: "Who can join" });
    await expect(select).toHaveValue("open");
    await select.selectOption("Those whom an admin lets in");
    await expect(page.getByText("Who can join: those whom an admin lets in.")).toBeVisible();
    await expect(select).toHaveValue("approval");
    const [first, second] = [uniqueId("z"), uniqueId("a")];
    for (const username of [first, second]) await newMember(username);

    await page.goto("/");
    await expect(page.getByText("2 waiting", { exact: true }).filter({ visible: true })).toHaveCount(1);
    if (size.width < 500) await page.getByRole("button", { name: "My account" }).click();
    await page.getByRole("link", { name: "Members 2 waiting" }).click();
    await expect(page.getByRole("heading", { name: "2 waiting to be let in" })).toBeVisible();
    // Who has waited longest comes first, whatever the names are.
    const names = page.getByRole("region", { name: /waiting/ }).getByRole("heading", { level: 2 });
    await expect(names).toHaveText(["2 waiting to be let in", first, second]);
    await rowOf(page, first).getByRole("button", { name: "Let in" }).click();
    await expect(page.getByText(`${first} is let in.`)).toBeVisible();
    await expect(page.locator("#main")).toBeFocused();
    await expect(rowOf(page, first).getByRole("button", { name: "Make admin" })).toBeVisible();
    await rowOf(page, second).getByRole("button", { name: "Refuse" }).click();
    const dialog = page.getByRole("alertdialog", { name: `Refuse ${second}?` });
    await dialog.getByLabel("A word to them (optional)").fill("We do not know you.");
    await dialog.getByRole("button", { name: "Refuse" }).click();
    await expect(page.getByText(`${second} is refused.`)).toBeVisible();
    await expect(page.getByRole("heading", { name: /waiting to be let in/ })).toHaveCount(0);
    await expect(page.getByText("2 waiting", { exact: true })).toHaveCount(0);
    await expect(rowOf(page, second).getByText("Refused", { exact: true })).toBeVisible();
    const { docs } = await db.collection("members").where("username", "==", second).get();
    expect(docs[0]!.data()).toMatchObject({ state: "refused", refusal: "We do not know you.", disabled: true });

    await page.getByRole("link", { name: "Log of acts" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Log of acts" })).toBeFocused();
    await expect(page.getByRole("listitem").getByText(/\.$/)).toHaveText([
      `ada refused ${second}.`,
      `ada let ${first} in.`,
      "ada changed who can join: those whom an admin lets in.",
    ]);
    await page.getByRole("link", { name: "Back to the list" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Members" })).toBeFocused();
  });

test("a failed change of who can join says so, and the setting stays", async ({ admin: { page } }) => {
  await page.goto("/members");
  await page.route("**/api/admission", (route) =>
    route.fulfill({ status: 503, json: { success: false, error: "Out of reach for a test.", code: "unavailable" } }),
  );
  await page.getByRole("combobox", { name: "Who can join" }).selectOption("Nobody new");
  await expect(page.getByRole("alert")).toHaveText("This was not changed. Out of reach for a test.");
  await expect(page.getByRole("combobox", { name: "Who can join" })).toHaveValue("open");
});

test("the code and the number of those who wait are not loaded for members", async ({ member: { page } }) => {
  const urls: string[] = [];
  page.on("request", (request) => urls.push(request.url()));
  await page.reload();
  await expectHydrated(page);
  await page.getByRole("button", { name: "My account" }).click();
  await expect(page.getByRole("button", { name: "Change my password" })).toBeVisible();
  expect(urls.filter((url) => /waiting|\/api\/members/.test(url))).toEqual([]);
});

test("with a link from an admin a member sets a new password, and logs in with it", async ({ admin, browser }) => {
  const { page } = admin;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const member = await newMember();
  await page.goto(`/members?search=${member.username}`);
  await rowOf(page, member.username).getByRole("button", { name: "Password link" }).click();
  const dialog = page.getByRole("dialog", { name: `A password link for ${member.username}` });
  await dialog.getByRole("button", { name: "Make link" }).click();
  const link = await dialog.getByRole("textbox", { name: "Link" }).inputValue();
  await dialog.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText("Link copied.")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  const context = await browser.newContext({ viewport: PHONE_SIZE });
  const phone = await context.newPage();
  const urls: string[] = [];
  phone.on("request", (request) => urls.push(request.url(), request.headers().referer ?? ""));
  await phone.goto(link);
  await expect(phone.getByRole("heading", { level: 1, name: "Choose a new password" })).toBeVisible();
  await expect(phone).toHaveURL(/\/reset-password$/);
  await phone.getByLabel("New password").fill("12345");
  await phone.getByRole("button", { name: "Set password" }).click();
  await expect(phone.getByRole("alert")).toHaveText(/A password has at least 6 characters/);
  await expect(phone.getByLabel("New password")).toBeFocused();
  await phone.getByLabel("New password").fill("battery staple");
  await phone.getByRole("button", { name: "Set password" }).click();
  await expect(phone.getByText("Your new password is set. Please log in with it.")).toBeVisible();
  await phone.getByLabel("Username").fill(member.username);
  await phone.getByLabel("Password", { exact: true }).fill("battery staple");
  await phone.getByRole("button", { name: "Login", exact: true }).click();
  await expect(welcome(phone, member.username)).toBeVisible();
  const secret = link.split(".").at(-1)!;
  expect(secret.length).toBeGreaterThan(40);
  expect(urls.filter((url) => url.includes(secret))).toEqual([link].filter((url) => urls.includes(url)));

  // A used link is refused, and a page without a token says what to do.
  await phone.goto("/");
  await phone.goto(link);
  await phone.getByLabel("New password").fill("another one");
  await phone.getByRole("button", { name: "Set password" }).click();
  await expect(phone.getByRole("alert")).toHaveText(/This link is not valid any more/);
  await phone.reload();
  await expect(phone.getByRole("alert")).toHaveText(/This link is not complete/);
  await context.close();
});

test("there is no link for admins, disabled members and oneself", async ({ admin: { page, person } }) => {
  const [otherAdmin, disabled] = [await newAdmin(), await newMember()];
  await changeMember(disabled.username, { disabled: true });
  await page.goto("/members");
  for (const { username } of [otherAdmin, disabled, person]) {
    await expect(rowOf(page, username)).toBeVisible();
    await expect(rowOf(page, username).getByRole("button", { name: "Password link" })).toHaveCount(0);
  }
});
