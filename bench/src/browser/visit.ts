import { setTimeout as pause } from "node:timers/promises";
import type { BrowserContext, CDPSession } from "@playwright/test";
import { type PageTimings, recordTimings, TIMING_BINDING, type TimingTarget } from "./page-timings.ts";
import { type RequestRecord, recordTraffic, type Traffic } from "./traffic.ts";

export interface Throttling {
  /** The factor by which the processor is slower; 1 does not slow it down. */
  cpuSlowdown: number;
  /** Milliseconds to the first byte of each response, and bytes a second. `null` does not slow the network down. */
  network: { latencyMs: number; bytesPerSecond: number } | null;
}

export const SLOW_CONNECTION: Throttling = { cpuSlowdown: 4, network: { latencyMs: 150, bytesPerSecond: 200_000 } };
export const SLOW_CPU: Throttling = { cpuSlowdown: 4, network: null };
export const FULL_SPEED: Throttling = { cpuSlowdown: 1, network: null };

/** Opens a throttled page. `problems` collects its uncaught errors and violations of its security policy. */
export async function openThrottledPage(context: BrowserContext, throttling: Throttling, listenerHost: string) {
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    // A blocked script or style makes the page faster, so the figures would be wrong.
    if (message.type() === "error" && /Content Security Policy/i.test(message.text())) problems.push(message.text());
  });
  const cdp = await context.newCDPSession(page);
  const traffic = await recordTraffic(cdp, listenerHost);
  await throttle(cdp, throttling);
  return { page, cdp, traffic, problems };
}

async function throttle(cdp: CDPSession, { cpuSlowdown, network }: Throttling): Promise<void> {
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdown });
  if (network === null) return;
  await cdp.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: network.latencyMs,
    downloadThroughput: network.bytesPerSecond,
    uploadThroughput: network.bytesPerSecond,
  });
}

/** One visit: its times in milliseconds since the navigation (see `PageTimings`), and its requests. */
export interface Visit {
  textVisibleMs: number;
  largestPaintMs: number;
  /** `null` on a page without scripts. */
  inputReadyMs: number | null;
  requests: RequestRecord[];
  /** The start of the navigation, in milliseconds since 1970. */
  timeOrigin: number;
}

interface VisitOptions {
  url: string;
  target: TimingTarget;
  /** Firestore's host. The live listener keeps a request to it open, which does not count as network traffic. */
  listenerHost: string;
  /** Whether the page has no scripts, so that it is never ready for input. */
  isStatic?: boolean;
}

const WINDOW_SETTLE_MS = 1_500;
const IDLE_MS = 2_000;
const POLL_MS = 50;
const TIMEOUT_MS = 60_000;

/** Visits a page on the slow connection and waits until its network is idle. Throws if a time is missing. */
export async function visit(context: BrowserContext, options: VisitOptions): Promise<Visit> {
  const { url, target, listenerHost, isStatic = false } = options;
  const { page, cdp, traffic, problems } = await openThrottledPage(context, SLOW_CONNECTION, listenerHost);
  try {
    // The page reports its times by itself: asking for them again and again from here would slow the page down.
    const reportedNames = new Set<string>();
    cdp.on("Runtime.bindingCalled", ({ payload }) => reportedNames.add(payload));
    await cdp.send("Runtime.enable");
    await cdp.send("Runtime.addBinding", { name: TIMING_BINDING });
    await page.addInitScript(recordTimings, target);
    // A new window first loads parts of Chromium's own interface.
    await pause(WINDOW_SETTLE_MS);
    await page.goto(url, { waitUntil: "commit", timeout: TIMEOUT_MS });
    const expectedNames: (keyof PageTimings)[] = ["textVisibleMs", "largestPaintMs"];
    if (!isStatic) expectedNames.push("inputReadyMs");
    await poll(() => expectedNames.every((name) => reportedNames.has(name)));
    await waitUntilIdle(traffic);
    const { timings, timeOrigin } = await page.evaluate(() => ({
      timings: window.benchTimings,
      timeOrigin: performance.timeOrigin,
    }));
    const { textVisibleMs, largestPaintMs, inputReadyMs } = timings;
    if (problems.length > 0) throw new Error(`${url} had errors, so its figures are wrong:\n${problems.join("\n")}`);
    if (textVisibleMs === null || largestPaintMs === null || (inputReadyMs === null && !isStatic)) {
      const problem = `did not show "${target.text}" or did not take input in ${target.field}`;
      throw new Error(`${url} ${problem}: ${JSON.stringify(timings)}`);
    }
    return { textVisibleMs, largestPaintMs, inputReadyMs, requests: traffic.requests, timeOrigin };
  } finally {
    await page.close();
  }
}

/**
 * Waits until the page's network has been idle for two seconds, counted from this call on, so that everything has
 * loaded; at most a minute.
 */
export function waitUntilIdle(traffic: Traffic): Promise<void> {
  const startedAt = Date.now();
  return poll(() => traffic.idleMs() >= IDLE_MS && Date.now() - startedAt >= IDLE_MS);
}

/** Waits until `isDone()`. Gives up after a minute without an error; `visit` then throws for a missing time. */
async function poll(isDone: () => boolean): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  while (!isDone() && Date.now() < deadline) await pause(POLL_MS);
}
