// All windows learn of a change at the same moment. To spread their requests, each window waits for a random time
// between these two. Within the shorter time, most writes by this user get their response.
const MIN_DELAY_MS = 200;
const MAX_DELAY_MS = 600;
/** While changes go on, the interval between two requests grows from the first to the second of these. */
const FIRST_INTERVAL_MS = 500;
const MAX_INTERVAL_MS = 5_000;
const GROWTH = 1.5;
// After this time without a request the intervals begin anew.
const QUIET_MS = 10_000;

/** The delays of requests that changes by others cause, so that ongoing changes do not make every window ask all the time. */
export interface RequestPace {
  /** The time in milliseconds to wait before the next request. */
  delay(): number;
  /** Tells that a request is sent now. */
  note(): void;
}

/** Creates the pace of one kind of request; `now` is a clock in milliseconds. */
export function createRequestPace(now = () => performance.now()): RequestPace {
  let lastRequestAt = Number.NEGATIVE_INFINITY;
  let intervalMs = 0;
  return {
    delay() {
      const spreadMs = MIN_DELAY_MS + Math.random() * (MAX_DELAY_MS - MIN_DELAY_MS);
      return Math.max(spreadMs, lastRequestAt + intervalMs - now());
    },
    note() {
      const elapsedMs = now() - lastRequestAt;
      if (elapsedMs >= QUIET_MS) intervalMs = FIRST_INTERVAL_MS;
      // Changes that come more slowly than the interval allows, as by one admin, do not lengthen it.
      else if (elapsedMs <= intervalMs + MAX_DELAY_MS) intervalMs = Math.min(MAX_INTERVAL_MS, intervalMs * GROWTH);
      lastRequestAt = now();
    },
  };
}
