/** A text and an input field of a page: the bench records when the text is visible and when the field is ready. */
export interface TimingTarget {
  text: string;
  /** A CSS selector; `null` for a page without scripts, which is never ready for input. */
  field: string | null;
}

/** Times in milliseconds since the start of the navigation. */
export interface PageTimings {
  /** The text was painted inside the window. */
  textVisibleMs: number;
  /** The page handles typing: React has attached to the field, and the main thread can render a frame. */
  inputReadyMs: number;
  /** The largest contentful paint so far. */
  largestPaintMs: number;
}

declare global {
  interface Window {
    benchTimings: Partial<PageTimings>;
  }
}

/** Runs in the page before its own scripts. Records the times in `window.benchTimings`. */
export function recordTimings({ text, field }: TimingTarget): void {
  const timings: Partial<PageTimings> = field === null ? { inputReadyMs: 0 } : {};
  window.benchTimings = timings;
  new PerformanceObserver((list) => {
    timings.largestPaintMs = list.getEntries().at(-1)!.startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });

  // The browser's Element Timing API reports when an element with the attribute `elementtiming` was painted. The
  // element must have the attribute before that frame.
  const markText = (): void => {
    // All elements that contain the text directly, not only inside a child element.
    const xpath = `//body//*[not(self::script)][text()[contains(., "${text}")]]`;
    const elements = document.evaluate(xpath, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
    for (let index = 0; index < elements.snapshotLength; index += 1) {
      const element = elements.snapshotItem(index) as Element;
      // Element Timing counts the text of a link as part of the block around the link.
      (element.localName === "a" ? element.parentElement! : element).setAttribute("elementtiming", "target");
    }
  };
  const mutationObserver = new MutationObserver(markText);
  mutationObserver.observe(document, { childList: true, subtree: true, characterData: true });
  new PerformanceObserver((list) => {
    mutationObserver.disconnect();
    timings.textVisibleMs ??= list.getEntries()[0]!.startTime;
  }).observe({ type: "element", buffered: true });

  if (field === null) return;
  const checkFrame = (): void => {
    // React stores the props of each element that it manages under a key that begins with `__reactProps$`.
    const isHydrated = Object.keys(document.querySelector(field) ?? {}).some((key) => key.startsWith("__reactProps$"));
    if (isHydrated) timings.inputReadyMs = performance.now();
    else requestAnimationFrame(checkFrame);
  };
  requestAnimationFrame(checkFrame);
}

/** Runs in the page. The times, and the bytes of all scripts requested until then; `null` before all times are known. */
export function readTimings() {
  const { textVisibleMs, inputReadyMs, largestPaintMs } = window.benchTimings;
  if (textVisibleMs === undefined || inputReadyMs === undefined || largestPaintMs === undefined) return null;
  const resources = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  const earlyScripts = resources.filter(
    ({ name, startTime }) => name.endsWith(".js") && startTime <= Math.max(textVisibleMs, inputReadyMs),
  );
  const scriptBytes = earlyScripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  return { textVisibleMs, inputReadyMs, largestPaintMs, scriptBytes };
}
