import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { fromWire } from "@logbook/domain";
import { expect, type Page } from "@playwright/test";
import { cardOf, logIn, search } from "../support/page.ts";
import { call, fileReport, logbook, newMember, test, uniqueId } from "./fixtures.ts";

// A machine has one of the fonts in the page's list, or its own font for `sans-serif`. DejaVu Sans, common on Linux, is
// wider than all fonts in the list, and Tinos (like Times) is narrower.
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

/** The first font families in the page's lists; no machine that runs these tests has them. */
const FAMILIES = ["Iowan Old Style", "Segoe UI"];
const WEIGHTS = [400, 700];

const WIDTHS = [320, 390, 1440];

/** Replaces the page's fonts by this one, from the next visit on. */
async function useFont(page: Page, [regular, bold]: readonly [string, string]): Promise<void> {
  const files = [regular, bold].map((name) => readFileSync(fileURLToPath(import.meta.resolve(name))));
  await page.route("**/test-font-*", (route) => {
    const body = files[WEIGHTS.indexOf(Number(route.request().url().split("-").at(-1)))]!;
    return route.fulfill({ body, contentType: "font/woff2" });
  });
  const faces = FAMILIES.flatMap((family) =>
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
  }, faces.join("\n"));
}

/** The elements that overflow the window or their container, and the controls that overlap each other. */
const findMisplaced = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isVisible = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return (
        width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })
      );
    };
    const describeElement = (element: Element) =>
      `${element.localName} "${(element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40)}"`;
    const right = document.documentElement.clientWidth;
    const problems: string[] = [];
    if (document.documentElement.scrollWidth > right)
      problems.push(`the page is ${document.documentElement.scrollWidth} px wide, its window ${right}`);
    const texts = [
      ...document.querySelectorAll(
        "h1, h2, h3, h4, p, dt, dd, span, strong, label, button, a, input, select, textarea",
      ),
    ];
    for (const element of texts.filter(isVisible)) {
      const box = element.getBoundingClientRect();
      // On a phone the filters' form has no box of its own.
      const containers = "header, form:not(.sticking\\:contents), article, main, footer, [role=dialog]";
      const container = element.parentElement!.closest(containers);
      const bounds = container?.getBoundingClientRect() ?? { left: 0, right };
      if (box.left < bounds.left - 1 || box.right > bounds.right + 1 || box.right > right + 1 || box.left < -1)
        problems.push(
          `${describeElement(element)} leaves ${container?.localName ?? "the window"} (${box.left} to ${box.right} of ${right})`,
        );
      const overflow = getComputedStyle(element).overflowX;
      if (
        element.matches("button, a, dt, dd, h1, h2, h3") &&
        overflow === "visible" &&
        element.scrollWidth > element.clientWidth + 1 &&
        element.clientWidth > 0
      )
        problems.push(`${describeElement(element)} is ${element.scrollWidth} px wide in ${element.clientWidth}`);
    }
    const controls = [
      ...document.querySelectorAll("button, a, input, select, textarea, dt, dd > span, h1 > span"),
    ].filter((element) => isVisible(element) && !element.closest(".sticky, .sticking\\:sticky, [role=status]"));
    controls.forEach((one, index) => {
      const a = one.getBoundingClientRect();
      for (const other of controls.slice(index + 1)) {
        const b = other.getBoundingClientRect();
        const isOver = a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
        if (isOver && !one.contains(other) && !other.contains(one))
          problems.push(`${describeElement(one)} lies over ${describeElement(other)}`);
      }
    });
    return problems;
  });

test.setTimeout(180_000);

for (const [name, font] of Object.entries(FONTS))
  for (const percent of [100, 150, 200])
    test(`the layout holds at 320, 390 and 1440 px with ${name} letters at ${percent} % text size`, async ({
      playwright,
      launchOptions,
      baseURL,
      actors: { admin },
    }) => {
      const args = [...(launchOptions.args ?? []), `--blink-settings=defaultFontSize=${(16 * percent) / 100}`];
      const browser = await playwright.chromium.launch({ ...launchOptions, args });
      const page = await browser.newPage(baseURL === undefined ? {} : { baseURL });
      await useFont(page, font);
      const word = uniqueId("Letters");
      for (const type of ["bug", "feature"]) {
        const report = fileReport(admin, {
          title: `${word} ${type}`,
          type,
          priority: "CRITICAL",
          websiteUrl: "https://example.org",
        });
        logbook().store({ ...fromWire(report), status: "IN_PROGRESS" });
      }
      call("DELETE", `/api/issues/${fileReport(admin, { title: `${word} gone` }).id}`, { as: admin });
      newMember("a-longer-username");
      const expectFits = async (screen: string) => {
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 800 });
          await page.evaluate(async (families) => {
            for (const family of families)
              for (const weight of [400, 700]) await document.fonts.load(`${weight} 16px "${family}"`);
          }, FAMILIES);
          expect.soft(await findMisplaced(page), `${screen} at ${width} px`).toEqual([]);
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
        await page
          .getByRole(screen === "nowhere" ? "main" : "listitem")
          .first()
          .waitFor();
        await expectFits(screen);
      }
      await browser.close();
    });
