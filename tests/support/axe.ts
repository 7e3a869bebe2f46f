import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";
import type { RunOptions } from "axe-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const OPTIONS: RunOptions = { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } };

// axe's default, and tooltips: they are at the end of the page but belong to their triggers.
const REGIONS =
  "dialog, [role=dialog], [role=alertdialog], svg, [data-radix-popper-content-wrapper]:has([role=tooltip])";

/** Expects no axe violation on the page; `state` describes the page in the failure message. */
export async function expectNoViolations(page: Page, state: string): Promise<void> {
  // During a transition the contrast can have any value.
  await page.evaluate(async () => {
    const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  const found = await page.evaluate(
    async ({ options, regionMatcher }) => {
      const { axe: runner } = globalThis as unknown as { axe: typeof axe };
      runner.configure({ checks: [{ id: "region", options: { regionMatcher } }] });
      // Further down, a control may be half below what stays in view on a phone, which axe takes for a small target.
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
