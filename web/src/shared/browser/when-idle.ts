const WITHOUT_IDLE_MS = 2_000;

/** Runs `work` once the browser has nothing better to do, or after `withinMs`; returns what calls it off. */
export function whenIdle(work: () => void, withinMs?: number): () => void {
  // Safari has no idle callbacks.
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(work, WITHOUT_IDLE_MS);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(work, withinMs === undefined ? {} : { timeout: withinMs });
  return () => cancelIdleCallback(idle);
}
