import { expect, type Page } from "@playwright/test";
import { fileReport } from "../support/actors.ts";
import { openForm } from "../support/form.ts";
import { cardOf, search } from "../support/page.ts";
import { ORIGIN } from "../support/suite.ts";
import { test } from "./fixtures.ts";
import { uniqueTitle } from "./threats.ts";

/** Makes the page get 404 for all assets, as for those of an older version. Returns a function that restores them. */
async function removeAssets(page: Page): Promise<() => Promise<void>> {
  const response = await page.request.get("/assets/gone-0a1b2c3d.js");
  expect(response.status()).toBe(404);
  // If Hosting responded with the page, browsers would cache the page under the script's address for a year.
  expect(await response.text()).not.toContain('id="root"');
  const notFound = { status: 404, headers: response.headers(), body: await response.body() };
  await page.route(`${ORIGIN}/assets/**`, (route) => route.fulfill(notFound));
  return () => page.unroute(`${ORIGIN}/assets/**`);
}

test("threat 27: a page left open across a deploy still works with its loaded code", async ({
  member: { page, person },
}) => {
  const form = await openForm(page);
  // Filling a field waits until the form's code has loaded.
  await form.getByLabel("Title").fill("before");
  await removeAssets(page);
  const title = uniqueTitle();
  await form.getByLabel("Title").fill(title);
  await form.getByLabel("Description").fill("Written on an old page.");
  await form.getByRole("button", { name: /submit/i }).click();
  await expect(form).toBeHidden();
  await search(page, title);
  const card = cardOf(page, title);
  await card.getByRole("textbox", { name: "Amendment" }).fill("And amended there.");
  await card.getByRole("button", { name: "Add amendment" }).click();
  await expect(card.getByRole("listitem").filter({ hasText: "And amended there." })).toContainText(person.username);
});

// The browser itself logs an error when a chunk is gone.
const testWithoutErrorCheck = test.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern here
  noPageErrors: async ({}, use) => use(undefined),
});

testWithoutErrorCheck(
  "threat 27: when a chunk of an old page is gone, the page says 'reload', and a reload loads the new version",
  async ({ member: { page, person } }) => {
    const title = uniqueTitle();
    await fileReport(person, { title, description: "See https://example.org/x" });
    const restoreAssets = await removeAssets(page);
    await page.getByLabel("Amendment").first().fill("typed before");
    await page.getByRole("button", { name: "Report Bug" }).click();
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("alert")).toContainText("Please reload the page");
    await expect(page.getByLabel("Amendment").first()).toHaveValue("typed before");
    await restoreAssets();
    await page.getByRole("button", { name: "Reload" }).click();
    await expect(page.getByText(`Welcome, ${person.username}!`)).toBeVisible();
    await expect(await openForm(page)).toBeVisible();
    await search(page, title);
    await expect(cardOf(page, title)).toHaveCount(1);
  },
);

test("threat 27: the page is revalidated at each visit, its assets are cached, and both are from one version", async ({
  page,
}) => {
  const pageResponse = await page.request.get("/");
  expect(pageResponse.headers()["cache-control"]).toBe("no-cache");
  const assetPaths = (await pageResponse.text()).match(/\/assets\/[\w.-]+/g) ?? [];
  // The page names its stylesheet and several chunks of code.
  expect(assetPaths.length).toBeGreaterThan(2);
  for (const path of assetPaths) {
    // The name ends with a hash of the content.
    expect(path).toMatch(/-[\w-]{8}\.\w+$/);
    const asset = await page.request.get(path);
    expect(asset.status(), path).toBe(200);
    expect(asset.headers()["cache-control"], path).toBe("public, max-age=31536000, immutable");
  }
});
