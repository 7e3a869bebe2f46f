const SAFARI_DELAY_MS = 2_000;

/** Runs `work` once the browser is idle, or after `timeoutMs`. Returns the function that cancels it. */
export function whenIdle(work: () => void, timeoutMs?: number): () => void {
  // Safari has no `requestIdleCallback`.
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(work, SAFARI_DELAY_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, timeoutMs === undefined ? {} : { timeout: timeoutMs });
  return () => cancelIdleCallback(handle);
}
