import { expect, type Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";

const OPTIONS: RunOptions = { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } };

// axe's own, and tooltips: they stand at the end of the page, but belong to what they describe.
const REGIONS =
  "dialog, [role=dialog], [role=alertdialog], svg, [data-radix-popper-content-wrapper]:has([role=tooltip])";

/** Expects no axe violation of any kind on the page as it is now; `state` says in a failure what was looked at. */
export async function expectNoViolations(page: Page, state: string): Promise<void> {
  // During a transition the contrast can have any value.
  await page.evaluate(async () => {
    const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  const found = await page.evaluate(
    async ({ options, regionMatcher }) => {
      const { axe: looks } = globalThis as unknown as { axe: typeof axe };
      looks.configure({ checks: [{ id: "region", options: { regionMatcher } }] });
      const { violations } = await looks.run(document, options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    },
    { options: OPTIONS, regionMatcher: REGIONS },
  );
  expect(found, state).toEqual([]);
}
