import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";
import type { RunOptions } from "axe-core";

const AXE_SCRIPT = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const OPTIONS: RunOptions = { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } };

// axe requires that all content is inside landmarks, except in elements that match this selector. The selector is axe's
// default, plus tooltips: a tooltip is at the end of the page, outside the landmarks, but belongs to a control.
const REGION_SELECTOR =
  "dialog, [role=dialog], [role=alertdialog], svg, [data-radix-popper-content-wrapper]:has([role=tooltip])";

/** Expects that axe finds no violation on the page. `description` describes the page in the failure message. */
export async function expectNoViolations(page: Page, description: string): Promise<void> {
  // Wait until all transitions have ended, since the contrast can have any value during a transition.
  await page.evaluate(async () => {
    const finiteAnimations = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(finiteAnimations.map(({ finished }) => finished));
  });
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE_SCRIPT);
  const violations = await page.evaluate(
    async ({ options, regionMatcher }) => {
      const { axe: runner } = globalThis as unknown as { axe: typeof axe };
      runner.configure({ checks: [{ id: "region", options: { regionMatcher } }] });
      // At other scroll positions a fixed bar may cover half of a control, which axe would report as a small target.
      const scrollPosition = scrollY;
      scrollTo(0, 0);
      const { violations } = await runner.run(document, options);
      scrollTo(0, scrollPosition);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    },
    { options: OPTIONS, regionMatcher: REGION_SELECTOR },
  );
  expect(violations, description).toEqual([]);
}

/** What `describeElements` has returned for the pages that were checked in this process. */
const checkedElements = new Set<string>();

/**
 * As `expectNoViolations`, but does nothing if each element of the page was checked before: in the same state, with the
 * same ancestors, theme and window width. axe judges an element by itself and its ancestors.
 */
export async function expectNoNewViolations(page: Page, description: string): Promise<void> {
  const elements = await page.evaluate(describeElements);
  if (elements.every((element) => checkedElements.has(element))) return;
  await expectNoViolations(page, description);
  for (const element of elements) checkedElements.add(element);
}

/** Describes each element of the page by all that axe looks at, without the texts, and by its ancestors. */
function describeElements(): string[] {
  const withValue = /^(class|role|type|data-theme|aria-(expanded|pressed|current|disabled|hidden|invalid|busy|modal))$/;
  const hasElement = (id: string) => document.getElementById(id) !== null;
  const describeAttribute = ({ name, value }: Attr): string => {
    if (withValue.test(name)) return `${name}=${value}`;
    if (name === "id") return `id ${document.querySelectorAll(`#${CSS.escape(value)}`).length}`;
    if (/^(for|aria-(labelledby|describedby|controls))$/.test(name))
      return `${name} ${value.split(" ").every(hasElement)}`;
    return value === "" ? name : `${name}=…`;
  };
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const descriptions: string[] = [];
  const visit = (element: Element, ancestors: string): void => {
    const hasText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== "");
    const attributes = [...element.attributes].map(describeAttribute).sort();
    const description = `${ancestors} > ${[element.localName, ...attributes, hasText].join(" ")}`;
    descriptions.push(description);
    for (const child of element.children) visit(child, description);
  };
  visit(document.documentElement, `${innerWidth} ${isDark}`);
  return [...new Set(descriptions)];
}
