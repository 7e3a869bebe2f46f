import { expect, type Page, test as plain } from "@playwright/test";
import { newMember } from "../support/people.ts";
import { cardOf, fileMany, search, test } from "./world.ts";

/** Keeps requests waiting until the function it gives is called. */
async function holdBack(page: Page, url: string): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

const ANY_CODE = "**/assets/*.js";
/** The file that holds React's renderer. */
const REACT = "**/assets/app-*.js";

const isTakenOver = (page: Page) => expect(page.locator("html[data-first=attached]")).toHaveCount(1);

plain.describe("a visitor", () => {
  plain("sees the notice and the sign-in card without any code", async ({ page }) => {
    await page.route(ANY_CODE, (route) => route.abort());
    await page.goto("/");
    await expect(page.getByRole("heading", { name: /members only/i, level: 1 })).toBeVisible();
    await expect(page.getByText("September 1st 2025", { exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Login" })).toBeVisible();
  });

  plain("keeps what they typed when the code comes, in the same boxes", async ({ page }) => {
    const problems: string[] = [];
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    const release = await holdBack(page, ANY_CODE);
    await page.goto("/", { waitUntil: "commit" });
    const username = page.getByLabel("Username");
    await username.fill("mia");
    const box = await username.elementHandle();
    await page.keyboard.press("Enter");
    expect(new URL(page.url()).search).toBe("");
    release();
    await isTakenOver(page);
    await expect(username).toHaveValue("mia");
    await expect(username).toBeFocused();
    expect(await box!.evaluate((element) => element.isConnected)).toBe(true);
    expect(problems).toEqual([]);
  });

  plain("sees the theme they chose from the first moment on", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Switch to the dark theme" }).click();
    await page.route(ANY_CODE, (route) => route.abort());
    await page.reload();
    await expect(page.locator("html[data-theme=dark]")).toHaveCount(1);
  });

  plain("sees no notice at an address that is not there", async ({ page }) => {
    await page.route(ANY_CODE, (route) => route.abort());
    await page.goto("/nowhere");
    await expect(page.locator("#root > *").first()).toBeHidden();
  });
});

test.describe("a member who comes back", () => {
  test("has their list asked for before any code is there, and sees no notice", async ({ member: { page } }) => {
    const release = await holdBack(page, ANY_CODE);
    const asked = page.waitForRequest("**/api/issues?*");
    await page.reload({ waitUntil: "commit" });
    expect((await asked).headers().authorization).toMatch(/^Bearer /);
    await expect(page.getByText(/members only/i)).toBeHidden();
    release();
    await isTakenOver(page);
  });

  test("sees the list before React is there, asked for once, and loses nothing of what they did meanwhile", async ({
    member: { page, person, log },
  }) => {
    const word = await fileMany(person, 3);
    await page.goto(`/?search=${word}`);
    await page.evaluate(() => localStorage.removeItem("logbook.list"));
    const release = await holdBack(page, REACT);
    const lists: string[] = [];
    page.on("request", (request) => request.url().includes("/api/issues?") && lists.push(request.url()));
    await page.reload({ waitUntil: "commit" });
    await expect(page.getByRole("article")).toHaveCount(3);
    await expect(page.locator("html[data-first=drawn]")).toHaveCount(1);
    const drawn = await page.locator("main").textContent();
    await page.getByRole("searchbox", { name: "Search" }).fill(`${word} 2`);
    await page.getByRole("button", { name: "Report Bug" }).click();
    await page.getByRole("searchbox", { name: "Search" }).focus();
    release();
    await isTakenOver(page);
    expect(drawn).toContain(`${word} 1`);
    await expect(page.getByRole("heading", { name: "Report Bug" })).toBeVisible();
    await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue(`${word} 2`);
    await expect(page.getByRole("article")).toHaveCount(1);
    expect(lists.filter((url) => url.includes(`search=${word}&`))).toHaveLength(1);
    expect(log).toEqual([]);
  });

  test("with an expired token still has the list before React, by a renewed one", async ({ member: { page } }) => {
    await page.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem("logbook.token") ?? "null");
      localStorage.setItem("logbook.token", JSON.stringify({ ...kept, idToken: "old", until: 1 }));
    });
    await holdBack(page, REACT);
    const asked = page.waitForRequest("**/api/issues?*");
    await page.reload({ waitUntil: "commit" });
    expect((await asked).headers().authorization).not.toBe("Bearer old");
    await expect(page.getByText(/in the log/)).toBeVisible();
  });

  test("with a token that is refused goes the long way, and sees the list", async ({ member: { page } }) => {
    await page.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem("logbook.token") ?? "null");
      localStorage.setItem("logbook.token", JSON.stringify({ ...kept, idToken: "no.such.token" }));
    });
    await page.reload();
    await expect(page.getByText(/in the log/)).toBeVisible();
  });

  test("sees the list of the last visit until the new one comes", async ({ member: { page, person } }) => {
    const word = await fileMany(person, 2);
    await page.goto(`/?search=${word}`);
    await page.waitForFunction((text) => localStorage.getItem("logbook.list")?.includes(text), `${word} 2`);
    const release = await holdBack(page, "**/api/issues?*");
    await page.reload({ waitUntil: "commit" });
    await isTakenOver(page);
    await expect(cardOf(page, `${word} 2`)).toBeVisible();
    await expect(page.locator("[aria-busy=true]").filter({ has: page.getByRole("article") })).toHaveCount(1);
    release();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await expect(page.getByRole("article")).toHaveCount(2);
  });

  test("leaves nothing behind: token and list go with the session", async ({ open }) => {
    const { page } = await open(await newMember());
    await page.waitForFunction(() => localStorage.getItem("logbook.list") !== null);
    expect(await page.evaluate(() => Object.keys(localStorage).sort())).toEqual([
      "logbook.list",
      "logbook.token",
      "logbook.user",
    ]);
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page.getByRole("heading", { name: /members only/i })).toBeVisible();
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  });
});

test("an answer that comes after a newer search was typed never shows", async ({ member: { page, person } }) => {
  const first = await fileMany(person, 1);
  const second = await fileMany(person, 2);
  const release = await holdBack(page, `**/api/issues?*search=${first}*`);
  const asked = page.waitForRequest(`**/api/issues?*search=${first}*`);
  await page.getByRole("searchbox", { name: "Search" }).fill(first);
  await asked;
  await search(page, second);
  release();
  await page.getByRole("combobox", { name: "Type" }).selectOption("bug");
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(cardOf(page, first)).toHaveCount(0);
});
