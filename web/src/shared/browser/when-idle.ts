// Even if the browser never becomes idle, the work runs after this time.
const IDLE_TIMEOUT_MS = 4_000;
const SAFARI_DELAY_MS = 2_000;

/** Runs `work` once the browser is idle, or after `timeoutMs`. Returns the function that cancels it. */
export function whenIdle(work: () => void, timeoutMs = IDLE_TIMEOUT_MS): () => void {
  // Safari has no `requestIdleCallback`.
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(work, SAFARI_DELAY_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: timeoutMs });
  return () => cancelIdleCallback(handle);
}
