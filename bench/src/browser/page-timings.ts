/** What the probe looks for: this text in view, and a field that takes input. */
export interface ProbeTarget {
  text: string;
  /** A CSS selector. */
  field: string;
}

/** When, in milliseconds since the navigation began, each thing was first so; `null` until then. */
export interface PageTimings {
  /** The text was painted inside the window. */
  visible: number | null;
  /** React had attached to the field, and the main thread was free to draw: typing is handled from here on. */
  ready: number | null;
  /** Largest contentful paint so far. */
  lcp: number | null;
}

/** The binding by which the probe tells that one of these is no longer `null`. */
export const TIMING_BINDING = "benchReport";

declare global {
  interface Window {
    benchTimings: PageTimings;
    /** Not there where nobody listens. */
    benchReport?: (what: keyof PageTimings) => void;
  }
}

/** Runs in the page before anything else of it, and notes in `window.benchTimings` what a person would see, and when. */
export function recordTimings({ text, field }: ProbeTarget): void {
  const seen: PageTimings = { visible: null, ready: null, lcp: null };
  window.benchTimings = seen;
  const tell = (what: keyof PageTimings, time: number): void => {
    seen[what] = time;
    window.benchReport?.(what);
  };
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) tell("lcp", startTime);
  }).observe({ type: "largest-contentful-paint", buffered: true });

  // Element Timing tells, as largest contentful paint does, when the frame with a marked element reached the screen. The
  // mark has to be there before that frame; it says nothing of what is hidden or outside the window.
  const markText = (): void => {
    const places = document.evaluate(
      `//body//*[not(self::script)][text()[contains(., "${text}")]]`,
      document,
      null,
      XPathResult.ORDERED_NODE_SNAPSHOT_TYPE,
      null,
    );
    for (let at = 0; at < places.snapshotLength; at += 1)
      (places.snapshotItem(at) as Element).setAttribute("elementtiming", "target");
  };
  const changes = new MutationObserver(markText);
  changes.observe(document, { childList: true, subtree: true, characterData: true });
  new PerformanceObserver((list) => {
    if (seen.visible !== null) return;
    changes.disconnect();
    tell("visible", list.getEntries()[0]!.startTime);
  }).observe({ type: "element", buffered: true });

  const takesInput = (): boolean => {
    const element = document.querySelector(field);
    return element !== null && Object.keys(element).some((key) => key.startsWith("__reactProps$"));
  };
  const look = (): void => {
    if (takesInput()) tell("ready", performance.now());
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
