/** The text and the input field of a page: the bench records when the text is visible and the field is ready. */
export interface TimingTarget {
  text: string;
  /** A CSS selector. */
  field: string;
}

/** Times in milliseconds since the start of the navigation; each is `null` until it is known. */
export interface PageTimings {
  /** The text was painted inside the window. */
  textVisibleMs: number | null;
  /** The page handles typing: React has attached to the field, and the main thread can render a frame. */
  inputReadyMs: number | null;
  /** The largest contentful paint so far. */
  largestPaintMs: number | null;
}

/** The name of a function that DevTools adds to the page. The page calls it with the name of each recorded time. */
export const TIMING_BINDING = "benchReportTiming";

declare global {
  interface Window {
    benchTimings: PageTimings;
    /** Missing in pages to which DevTools has not added the function. */
    benchReportTiming?: (name: keyof PageTimings) => void;
  }
}

/** Runs in the page before its own scripts. Records the times in `window.benchTimings`. */
export function recordTimings({ text, field }: TimingTarget): void {
  const timings: PageTimings = { textVisibleMs: null, inputReadyMs: null, largestPaintMs: null };
  window.benchTimings = timings;
  const record = (name: keyof PageTimings, ms: number): void => {
    timings[name] = ms;
    window.benchReportTiming?.(name);
  };
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) record("largestPaintMs", startTime);
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
    if (timings.textVisibleMs !== null) return;
    mutationObserver.disconnect();
    record("textVisibleMs", list.getEntries()[0]!.startTime);
  }).observe({ type: "element", buffered: true });

  // React stores the props of each element that it manages under a key that begins with `__reactProps$`.
  const isHydrated = (): boolean => {
    const element = document.querySelector(field);
    return element !== null && Object.keys(element).some((key) => key.startsWith("__reactProps$"));
  };
  const checkFrame = (): void => {
    if (isHydrated()) record("inputReadyMs", performance.now());
    else requestAnimationFrame(checkFrame);
  };
  requestAnimationFrame(checkFrame);
}
