/** The text and the field whose times are recorded. */
export interface TimingTarget {
  text: string;
  /** A CSS selector. */
  field: string;
}

/** Times in milliseconds since the start of the navigation, `null` until they are known. */
export interface PageTimings {
  /** When the text was painted inside the window. */
  visible: number | null;
  /** When the page handles typing: React has attached to the field, and the main thread can render a frame. */
  ready: number | null;
  /** Largest contentful paint so far. */
  lcp: number | null;
}

/** The name of the function (a binding of DevTools) through which the page reports each time. */
export const TIMING_BINDING = "benchReportTiming";

declare global {
  interface Window {
    benchTimings: PageTimings;
    /** Missing if the binding was not added. */
    benchReportTiming?: (name: keyof PageTimings) => void;
  }
}

/** Runs in the page before its own scripts. Records the times in `window.benchTimings`. */
export function recordTimings({ text, field }: TimingTarget): void {
  const timings: PageTimings = { visible: null, ready: null, lcp: null };
  window.benchTimings = timings;
  const record = (name: keyof PageTimings, time: number): void => {
    timings[name] = time;
    window.benchReportTiming?.(name);
  };
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) record("lcp", startTime);
  }).observe({ type: "largest-contentful-paint", buffered: true });

  // Element Timing reports the frame in which a marked element was painted inside the window. The element has to be
  // marked before that frame.
  const markText = (): void => {
    const elements = document.evaluate(
      `//body//*[not(self::script)][text()[contains(., "${text}")]]`,
      document,
      null,
      XPathResult.ORDERED_NODE_SNAPSHOT_TYPE,
      null,
    );
    for (let at = 0; at < elements.snapshotLength; at += 1) {
      const element = elements.snapshotItem(at) as Element;
      // Element Timing counts the text of a link as part of the block around the link.
      (element.localName === "a" ? element.parentElement! : element).setAttribute("elementtiming", "target");
    }
  };
  const mutations = new MutationObserver(markText);
  mutations.observe(document, { childList: true, subtree: true, characterData: true });
  new PerformanceObserver((list) => {
    if (timings.visible !== null) return;
    mutations.disconnect();
    record("visible", list.getEntries()[0]!.startTime);
  }).observe({ type: "element", buffered: true });

  const isHydrated = (): boolean => {
    const element = document.querySelector(field);
    return element !== null && Object.keys(element).some((key) => key.startsWith("__reactProps$"));
  };
  const checkFrame = (): void => {
    if (isHydrated()) record("ready", performance.now());
    else requestAnimationFrame(checkFrame);
  };
  requestAnimationFrame(checkFrame);
}
