const SCREEN = "largest-contentful-paint";
// For a picture no larger than the last one, and for browsers that do not tell.
const SOON_MS = 300;

/** Calls `run` once what was drawn just now has reached the screen, as far as the browser tells; soon in any case. */
export function afterPaint(run: () => void): void {
  const timer = setTimeout(done, SOON_MS);
  const observer = PerformanceObserver.supportedEntryTypes.includes(SCREEN) ? new PerformanceObserver(done) : null;
  observer?.observe({ type: SCREEN });
  function done(): void {
    observer?.disconnect();
    clearTimeout(timer);
    run();
  }
}
