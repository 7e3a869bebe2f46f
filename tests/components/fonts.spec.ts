import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, type Page } from "@playwright/test";
import { cardOf, logIn, search } from "../support/page.ts";
import { patient } from "../support/patience.ts";
import { call, changeStoredReport, fileReport, newMember, test, uniqueId } from "./fixtures.ts";
import { findLayoutProblems } from "./layout-problems.ts";

// DejaVu Sans is wider than all fonts that a browser may use for the page, and Tinos is narrower than all of them.
const FONTS = {
  wide: [
    "@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff2",
    "@fontsource/dejavu-sans/files/dejavu-sans-latin-700-normal.woff2",
  ],
  narrow: [
    "@fontsource/tinos/files/tinos-latin-400-normal.woff2",
    "@fontsource/tinos/files/tinos-latin-700-normal.woff2",
  ],
} as const;

/** The families that the page's style sheet names first. The tests define them by `@font-face`. */
const FAMILIES = ["Iowan Old Style", "Segoe UI"];
const WEIGHTS = [400, 700];

/** Replaces the page's fonts by this font, given as its regular and its bold file, from the next visit on. */
async function replaceFonts(page: Page, [regularFile, boldFile]: readonly [string, string]): Promise<void> {
  const serveFont = (weight: number, file: string) => {
    const body = readFileSync(fileURLToPath(import.meta.resolve(file)));
    return page.route(`**/test-font-${weight}`, (route) => route.fulfill({ body, contentType: "font/woff2" }));
  };
  await serveFont(400, regularFile);
  await serveFont(700, boldFile);
  const fontFaces = FAMILIES.flatMap((family) =>
    WEIGHTS.map(
      (weight) => `@font-face { font-family: "${family}"; font-weight: ${weight}; src: url(/test-font-${weight}) }`,
    ),
  );
  await page.addInitScript((css) => {
    addEventListener("DOMContentLoaded", () => {
      const style = document.createElement("style");
      style.textContent = css;
      document.head.append(style);
    });
  }, fontFaces.join("\n"));
}

test.setTimeout(patient(180_000));

// A narrow font in a larger size is about as wide as a wide font in a smaller one.
for (const [fontWidth, percents] of Object.entries({ wide: [100, 150, 200], narrow: [100] }) as [
  keyof typeof FONTS,
  number[],
][])
  for (const percent of percents)
    test(`at 320, 390, 768 and 1440 px nothing overflows or overlaps with a ${fontWidth} font at ${percent} % text size`, async ({
      playwright,
      launchOptions,
      baseURL,
      actors: { admin },
    }) => {
      // The default size is 16 px.
      const args = [...(launchOptions.args ?? []), `--blink-settings=defaultFontSize=${(16 * percent) / 100}`];
      const browser = await playwright.chromium.launch({ ...launchOptions, args });
      const page = await browser.newPage({ baseURL: baseURL! });
      await replaceFonts(page, FONTS[fontWidth]);
      const word = uniqueId("Letters");
      for (const type of ["bug", "feature"]) {
        const { id } = await fileReport(admin, {
          title: `${word} ${type}`,
          type,
          priority: "CRITICAL",
          websiteUrl: "https://example.org",
        });
        await changeStoredReport(id, { status: "IN_PROGRESS" });
      }
      // The trash and the members page, which this test also visits, show this report and this member.
      const deletedReport = await fileReport(admin, { title: `${word} gone` });
      await call("DELETE", `/api/issues/${deletedReport.id}`, { as: admin });
      await newMember("a-longer-username");
      // The arguments of `document.fonts.load`. Without this call a text could be measured before its font is there.
      const fonts = FAMILIES.flatMap((family) => WEIGHTS.map((weight) => `${weight} 16px "${family}"`));
      const expectFits = async (screen: string) => {
        for (const width of [320, 390, 768, 1440]) {
          await page.setViewportSize({ width, height: 800 });
          await page.evaluate(async (fonts) => {
            for (const font of fonts) await document.fonts.load(font);
          }, fonts);
          expect.soft(await findLayoutProblems(page), `${screen} at ${width} px`).toEqual([]);
        }
      };
      await page.goto("/");
      await expectFits("the logged-out page");
      await page.getByRole("button", { name: "Register" }).click();
      await expectFits("the form to register");
      await page.getByRole("button", { name: "Login" }).click();
      await logIn(page, admin);
      await search(page, word);
      await expectFits("the dashboard");
      for (const card of await page.getByRole("article").all())
        await card.getByRole("button", { name: "View all details" }).click();
      await expect(page.getByText("Website URL")).toHaveCount(2);
      await page.getByRole("button", { name: "Report Bug" }).click();
      await expect(page.getByRole("form", { name: "Report Bug" })).toBeVisible();
      await expectFits("a form and details");
      await page.getByRole("button", { name: "Close Bug Form" }).click();
      await cardOf(page, word).first().getByRole("button", { name: "Delete" }).click();
      await expect(page.getByRole("alertdialog")).toBeVisible();
      await page.keyboard.press("Escape");
      for (const screen of ["members", "trash", "nowhere"]) {
        await page.goto(`/${screen}`);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        // The 404 page at /nowhere has no list.
        if (screen !== "nowhere") await page.getByRole("listitem").first().waitFor();
        await expectFits(screen);
      }
      await browser.close();
    });
