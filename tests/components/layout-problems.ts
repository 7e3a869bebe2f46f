import type { Page } from "@playwright/test";

/** Describes the elements that overflow the window or their container, and the controls that overlap each other. */
export const findLayoutProblems = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    /** The element's box without what is scrolled out of sight inside another element. */
    const visibleBox = (element: Element): DOMRect => {
      let { left, right, top, bottom } = element.getBoundingClientRect();
      for (let scroller = element.parentElement; scroller !== null; scroller = scroller.parentElement) {
        if (!/auto|scroll/.test(getComputedStyle(scroller).overflowX)) continue;
        const bounds = scroller.getBoundingClientRect();
        [left, right] = [Math.max(left, bounds.left), Math.min(right, bounds.right)];
        [top, bottom] = [Math.max(top, bounds.top), Math.min(bottom, bounds.bottom)];
      }
      return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
    };
    const isVisible = (element: Element) => {
      const { width, height } = visibleBox(element);
      return (
        width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })
      );
    };
    const describeElement = (element: Element) =>
      `${element.localName} "${(element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40)}"`;
    const windowWidth = document.documentElement.clientWidth;
    const problems: string[] = [];
    if (document.documentElement.scrollWidth > windowWidth)
      problems.push(`the page is ${document.documentElement.scrollWidth} px wide, its window ${windowWidth}`);
    const textElements = [
      ...document.querySelectorAll(
        "h1, h2, h3, h4, p, dt, dd, span, strong, label, button, a, input, select, textarea",
      ),
    ];
    for (const element of textElements.filter(isVisible)) {
      const { left, right } = visibleBox(element);
      // A form with the class `sticking:contents` has `display: contents`, thus no box.
      const containers = "header, form:not(.sticking\\:contents), article, main, footer, [role=dialog]";
      const container = element.parentElement!.closest(containers);
      const bounds = container?.getBoundingClientRect() ?? { left: 0, right: windowWidth };
      // Differences of up to one pixel come from rounding.
      const isInContainer = left >= bounds.left - 1 && right <= bounds.right + 1;
      const isInWindow = left >= -1 && right <= windowWidth + 1;
      if (!isInContainer || !isInWindow)
        problems.push(
          `${describeElement(element)} leaves ${container?.localName ?? "the window"} (${left} to ${right} of ${windowWidth})`,
        );
      const mustContainText = element.matches("button, a, dt, dd, h1, h2, h3") && element.clientWidth > 0;
      const showsOverflow = getComputedStyle(element).overflowX === "visible";
      if (mustContainText && showsOverflow && element.scrollWidth > element.clientWidth + 1)
        problems.push(`${describeElement(element)} is ${element.scrollWidth} px wide in ${element.clientWidth}`);
    }
    // Sticky elements and messages (`role=status`) cover others on purpose.
    const controls = [
      ...document.querySelectorAll("button, a, input, select, textarea, dt, dd > span, h1 > span"),
    ].filter((element) => isVisible(element) && !element.closest(".sticky, .sticking\\:sticky, [role=status]"));
    const overlap = (a: DOMRect, b: DOMRect) =>
      a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    controls.forEach((control, index) => {
      for (const laterControl of controls.slice(index + 1)) {
        const isNested = control.contains(laterControl) || laterControl.contains(control);
        if (!isNested && overlap(visibleBox(control), visibleBox(laterControl)))
          problems.push(`${describeElement(control)} overlaps ${describeElement(laterControl)}`);
      }
    });
    return problems;
  });
