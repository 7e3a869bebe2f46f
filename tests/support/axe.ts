import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";
import type { RunOptions } from "axe-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const OPTIONS: RunOptions = { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } };

// axe's default, plus tooltips: a tooltip is at the end of the page, outside the regions, but belongs to a control.
const REGIONS =
  "dialog, [role=dialog], [role=alertdialog], svg, [data-radix-popper-content-wrapper]:has([role=tooltip])";

/** Expects no axe violation on the page; `state` describes the page in the failure message. */
export async function expectNoViolations(page: Page, state: string): Promise<void> {
  // Wait for transitions, since the contrast can have any value during one.
  await page.evaluate(async () => {
    const finite = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(finite.map(({ finished }) => finished));
  });
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  const found = await page.evaluate(
    async ({ options, regionMatcher }) => {
      const { axe: runner } = globalThis as unknown as { axe: typeof axe };
      runner.configure({ checks: [{ id: "region", options: { regionMatcher } }] });
      // Scroll up: elsewhere a fixed bar may cover half of a control, which axe would report as a small target.
      const scrolled = scrollY;
      scrollTo(0, 0);
      const { violations } = await runner.run(document, options);
      scrollTo(0, scrolled);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    },
    { options: OPTIONS, regionMatcher: REGIONS },
  );
  expect(found, state).toEqual([]);
}
