const IDLE_TIMEOUT_MS = 4_000;
const SAFARI_DELAY_MS = 2_000;

/** Runs `work` once the browser is idle, or after `timeoutMs`. Returns the function that cancels the work. */
export function whenIdle(work: () => void, timeoutMs = IDLE_TIMEOUT_MS): () => void {
  // Safari has no `requestIdleCallback`, so the page cannot know when it is idle: the work runs after a fixed time.
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(work, SAFARI_DELAY_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: timeoutMs });
  return () => cancelIdleCallback(handle);
}
