import { createStore } from "../store/store.ts";

// The header `Date` has whole seconds, and the response takes time, so a smaller difference is no wrong clock.
const TOLERANCE_MS = 5_000;

const offset = createStore(0);

/** The present moment in milliseconds since 1970, by the server's clock: the device's clock may be wrong. */
export const serverNow = (): number => Date.now() + offset.get();

/** Calls `listener` when the server's time turns out to be another one than assumed. Returns the function that stops this. */
export const onServerTimeCorrected = offset.subscribe;

/** Compares the device's clock with a response that comes from the server itself; `sentAt` is when it was requested. */
export function readServerTime({ headers }: Response, sentAt: number): void {
  // The browser may have stored such a response for a while.
  if (headers.get("cache-control")?.includes("max-age")) return;
  const difference = Date.parse(headers.get("date") ?? "") + 500 - (sentAt + Date.now()) / 2;
  if (Number.isNaN(difference)) return;
  const newOffset = Math.abs(difference) < TOLERANCE_MS ? 0 : difference;
  if (Math.abs(newOffset - offset.get()) >= TOLERANCE_MS) offset.set(newOffset);
}
