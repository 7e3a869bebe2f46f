import type { Area } from "@logbook/domain";
import { expect, type Page } from "@playwright/test";
import { PHONE_SIZE } from "../support/browser.ts";
import { cardOf, expectHydrated, search } from "../support/page.ts";
import { call, fileReport, newAdmin, test, uniqueId } from "./fixtures.ts";

const GALLERY: Area = { id: "gallery1", name: "Gallery", pattern: "/gallery/*" };
const SHOP: Area = { id: "theshop1", name: "Shop", pattern: "/shop/*/cart" };

/** Replaces the areas as another admin. The logbook of a test begins without areas. */
async function setAreas(...areas: Area[]): Promise<void> {
  const as = await newAdmin();
  const { body } = await call("GET", "/api/areas", { as });
  await call("PUT", "/api/areas", { as, body: { areas, from: body.areas } });
}

const areaSelect = (page: Page) => page.getByRole("combobox", { name: "Area" });
const chosenName = (page: Page) => areaSelect(page).locator("option:checked");

async function openSettings(page: Page): Promise<void> {
  // Before hydration the link would load the page anew, and the focus would stay on the body.
  await expectHydrated(page);
  await page.getByRole("link", { name: "Members" }).click();
  await page.getByRole("link", { name: "Areas of the website" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Areas of the website" })).toBeFocused();
}

test("admins name areas, change, order and delete them, all by keyboard, and Undo brings a deleted one back", async ({
  admin: { page },
}) => {
  await openSettings(page);
  const rows = page.getByRole("main").getByRole("listitem");
  await expect(page.getByText("There are no areas yet")).toBeVisible();
  await page.getByRole("button", { name: "Add an area" }).press("Enter");
  await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type("Gallery");
  await page.keyboard.press("Tab");
  await page.keyboard.type("/gallery/*");
  await page.keyboard.press("Enter");
  await expect(page.getByText("The area “Gallery” is saved.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add an area" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.type("گالری عکس");
  await page.keyboard.press("Tab");
  await page.keyboard.type("/photos*");
  await page.keyboard.press("Enter");
  await expect(rows).toHaveText([/Gallery/, /گالری عکس/]);

  await rows.nth(1).getByRole("button", { name: "Move up" }).press("Enter");
  await expect(rows).toHaveText([/گالری عکس/, /Gallery/]);
  // The first area has no button to move it up.
  await expect(rows.nth(0).getByRole("button", { name: "Change" })).toBeFocused();

  await rows.nth(1).getByRole("button", { name: "Change" }).press("Enter");
  await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Pictures");
  await page.keyboard.press("Enter");
  await expect(page.getByText("The area “Pictures” is saved.")).toBeVisible();
  await expect(rows.nth(1).getByRole("button", { name: "Change" })).toBeFocused();

  await rows.nth(0).getByRole("button", { name: "Delete" }).press("Enter");
  await expect(rows).toHaveText([/Pictures/]);
  await expect(page.getByRole("button", { name: "Add an area" })).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(page.getByText("The area “گالری عکس” is back.")).toBeVisible();
  await expect(rows).toHaveText([/گالری عکس/, /Pictures/]);
  await page.reload();
  await expect(rows).toHaveText([/گالری عکس/, /Pictures/]);
});

test("a name or a pattern that cannot be used is refused with a sentence at its field, and nothing typed is lost", async ({
  admin: { page },
}) => {
  await setAreas(GALLERY);
  await openSettings(page);
  await page.getByRole("button", { name: "Add an area" }).click();
  const [name, pattern] = [page.getByRole("textbox", { name: "Name" }), page.getByRole("textbox", { name: "Pattern" })];
  const refused: [name: string, pattern: string, sentence: RegExp, field: typeof name][] = [
    ["Gal\u202elery", "/a", /The name may hold no invisible characters/, name],
    ["x".repeat(41), "/a", /The name may have at most 40 characters/, name],
    ["ＧＡＬＬＥＲＹ", "/a", /Another area is called “ＧＡＬＬＥＲＹ”/, name],
    ["Shop", "https://example.org/shop/*", /The pattern must begin with a slash/, pattern],
    ["Shop", "/shop/*.html", /\* may stand at the end/, pattern],
    ["", "/shop", /Please fill in all fields/, name],
  ];
  for (const [nameText, patternText, sentence, field] of refused) {
    await name.fill(nameText);
    await pattern.fill(patternText);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("alert")).toHaveText(sentence);
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(pattern).toHaveValue(patternText);
  }
  await name.fill("Shop");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The area “Shop” is saved.")).toBeVisible();
});

test("an admin whose list is outdated is told, sees the others' change and can repeat the own", async ({
  admin: { page },
}) => {
  await setAreas(GALLERY);
  await openSettings(page);
  await expect(page.getByText("/gallery/*", { exact: true })).toBeVisible();
  await setAreas(GALLERY, SHOP);
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("alert")).toHaveText(/Another admin has changed the areas/);
  const rows = page.getByRole("main").getByRole("listitem");
  await expect(rows).toHaveCount(2);
  await rows.nth(0).getByRole("button", { name: "Delete" }).click();
  await expect(rows).toHaveText([/Shop/]);
});

test("the form chooses the area of the typed address, until the reporter chooses another one", async ({
  member: { page },
}) => {
  await setAreas(GALLERY, SHOP);
  await page.reload();
  await expectHydrated(page);
  const title = uniqueId("Form");
  await page.getByRole("button", { name: "Report Bug" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill(title);
  await page.getByRole("textbox", { name: "Description" }).fill("It breaks.");
  await expect(chosenName(page).first()).toHaveText("None");
  const form = page.getByRole("form", { name: "Report Bug" });
  const chosen = form.getByRole("combobox", { name: "Area" });
  const address = form.getByRole("textbox", { name: "Website URL" });
  await address.fill("example.org/gallery/7");
  await expect(chosen).toHaveValue(GALLERY.id);
  await address.fill("https://example.org/shop/7/cart?x=1");
  await expect(chosen).toHaveValue(SHOP.id);
  await address.fill("https://example.org/about");
  await expect(chosen).toHaveValue("none");
  await chosen.selectOption("Gallery");
  await address.fill("https://example.org/shop/7/cart");
  await expect(chosen).toHaveValue(GALLERY.id);
  // The draft keeps the choice.
  await expect(form.getByRole("button", { name: "Submit bug report" })).toBeEnabled();
  await form.getByRole("button", { name: "Submit bug report" }).click();
  await expect(page.getByText("Bug report added.")).toBeVisible();
  await expect(cardOf(page, title)).toContainText("Area Gallery");
});

test("cards and rows name the area; the filter has all of them and stays in the address; renaming and deleting show", async ({
  member: { page, person },
}) => {
  const word = uniqueId("List");
  await setAreas(GALLERY, SHOP);
  await fileReport(person, { title: `${word} gallery`, websiteUrl: "https://example.org/gallery/1" });
  await fileReport(person, { title: `${word} elsewhere` });
  await page.reload();
  await expectHydrated(page);
  await search(page, word);
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(cardOf(page, `${word} gallery`)).toContainText("Area Gallery");
  await expect(cardOf(page, `${word} elsewhere`)).not.toContainText("Area");
  await page.getByRole("button", { name: "Rows", exact: true }).click();
  await expect(cardOf(page, `${word} gallery`).getByText("Gallery", { exact: true })).toBeVisible();
  await expect(cardOf(page, `${word} gallery`).getByText("Area ")).toBeHidden();
  await page.getByRole("button", { name: "Cards", exact: true }).click();

  await areaSelect(page).selectOption("Gallery");
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(page).toHaveURL(/[?&]area=gallery1/);
  await page.reload();
  await expectHydrated(page);
  await expect(chosenName(page)).toHaveText("Gallery");
  await expect(page.getByRole("article")).toHaveCount(1);
  await areaSelect(page).selectOption("None");
  await expect(cardOf(page, `${word} elsewhere`)).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(1);

  await areaSelect(page).selectOption("All");
  await expect(page.getByRole("article")).toHaveCount(2);
  await setAreas({ ...GALLERY, name: "Photos" }, SHOP);
  await page.reload();
  await expect(cardOf(page, `${word} gallery`)).toContainText("Area Photos");
  // A deleted area is no filter any more.
  await page.goto(`/?search=${word}&area=gallery1`);
  await setAreas(SHOP);
  await page.reload();
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(chosenName(page)).toHaveText("All");
  await expect(cardOf(page, `${word} gallery`)).not.toContainText("Area");
});

test("a website without areas has no filter and no field for them", async ({ member: { page, person } }) => {
  await fileReport(person);
  await page.reload();
  await expectHydrated(page);
  await page.getByRole("button", { name: "Report Bug" }).click();
  await expect(page.getByRole("textbox", { name: "Website URL" })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Type" })).toBeVisible();
  await expect(areaSelect(page)).toHaveCount(0);
});

test("an admin corrects the area on the report's page; the history names the former one", async ({
  admin: { page },
  member: { person },
}) => {
  await setAreas(GALLERY, SHOP);
  const { number } = await fileReport(person, { websiteUrl: "https://example.org/gallery/1" });
  await page.goto(`/?report=${number}`);
  await expectHydrated(page);
  await expect(page.getByRole("main")).toContainText("Area Gallery");
  await areaSelect(page).selectOption("Shop");
  await expect(page.getByText("Area: Shop.")).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Area Shop");
  await page.getByRole("button", { name: "Former text" }).click();
  await expect(page.getByText("Area, before")).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: /^Gallery$/ })).toBeVisible();
});

test("on a phone, the areas of the settings, the form and the filter fit into the window", async ({
  admin: { page },
}) => {
  await setAreas({ ...GALLERY, name: "W".repeat(40), pattern: `/${"w".repeat(99)}` }, SHOP);
  await page.setViewportSize(PHONE_SIZE);
  await page.goto("/members?areas");
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(2);
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Change" }).first().click();
  await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
  expect(await overflow()).toBeLessThanOrEqual(0);
  await page.goto("/");
  await expectHydrated(page);
  await page.getByRole("button", { name: "Report Bug" }).click();
  await expect(areaSelect(page)).toHaveCount(2);
  expect(await overflow()).toBeLessThanOrEqual(0);
});
