import { setTimeout as pause } from "node:timers/promises";
import type { BrowserContext, CDPSession } from "@playwright/test";
import { type PageTimings, recordTimings, TIMING_BINDING, type TimingTarget } from "./page-timings.ts";
import { type RequestRecord, recordTraffic, type Traffic } from "./traffic.ts";

export interface Throttling {
  /** The factor by which the processor is slower; 1 does not slow it down. */
  cpu: number;
  /** Milliseconds to the first byte of each response, and bytes a second. `null` does not slow the network down. */
  network: { latency: number; bytesPerSecond: number } | null;
}

export const SLOW_CONNECTION: Throttling = { cpu: 4, network: { latency: 150, bytesPerSecond: 200_000 } };
export const SLOW_CPU: Throttling = { cpu: 4, network: null };
export const FULL_SPEED: Throttling = { cpu: 1, network: null };

/** Opens a throttled page. `problems` collects its uncaught errors and violations of its security policy. */
export async function openThrottledPage(context: BrowserContext, throttling: Throttling, streamHost: string) {
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    // A blocked script or style makes the page faster, so the figures would be wrong.
    if (message.type() === "error" && /Content Security Policy/i.test(message.text())) problems.push(message.text());
  });
  const cdp = await context.newCDPSession(page);
  const traffic = await recordTraffic(cdp, streamHost);
  await throttle(cdp, throttling);
  return { page, cdp, traffic, problems };
}

async function throttle(cdp: CDPSession, { cpu, network }: Throttling): Promise<void> {
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: cpu });
  if (network === null) return;
  await cdp.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: network.latency,
    downloadThroughput: network.bytesPerSecond,
    uploadThroughput: network.bytesPerSecond,
  });
}

/** One visit: its times in milliseconds since the navigation, and its requests. */
export interface Visit {
  visible: number;
  lcp: number;
  /** `null` on a page without scripts. */
  ready: number | null;
  requests: RequestRecord[];
  /** The start of the navigation, in milliseconds since 1970. */
  timeOrigin: number;
}

interface VisitOptions {
  url: string;
  target: TimingTarget;
  streamHost: string;
  /** Whether the page has no scripts, so that it is never ready for input. */
  isStatic?: boolean;
}

const WINDOW_SETTLE_MS = 1_500;
const IDLE_MS = 2_000;
const POLL_MS = 50;
const TIMEOUT_MS = 60_000;

/** Visits a page on the slow connection and waits until its network is idle. Throws if a time is missing. */
export async function visit(context: BrowserContext, options: VisitOptions): Promise<Visit> {
  const { url, target, streamHost, isStatic = false } = options;
  const { page, cdp, traffic, problems } = await openThrottledPage(context, SLOW_CONNECTION, streamHost);
  try {
    // The page reports its times through a binding, because polling it would slow it down.
    const reported = new Set<string>();
    cdp.on("Runtime.bindingCalled", ({ payload }) => reported.add(payload));
    await cdp.send("Runtime.enable");
    await cdp.send("Runtime.addBinding", { name: TIMING_BINDING });
    await page.addInitScript(recordTimings, target);
    // A new window first loads parts of Chromium's own interface.
    await pause(WINDOW_SETTLE_MS);
    await page.goto(url, { waitUntil: "commit", timeout: TIMEOUT_MS });
    const expected: (keyof PageTimings)[] = isStatic ? ["visible", "lcp"] : ["visible", "lcp", "ready"];
    await poll(() => expected.every((name) => reported.has(name)));
    await waitUntilIdle(traffic);
    const { timings, timeOrigin } = await page.evaluate(() => ({
      timings: window.benchTimings,
      timeOrigin: performance.timeOrigin,
    }));
    const { visible, lcp, ready } = timings;
    if (problems.length > 0) throw new Error(`${url} had errors, so its figures are wrong:\n${problems.join("\n")}`);
    if (visible === null || lcp === null || (ready === null && !isStatic)) {
      const missing = `did not show "${target.text}" or did not take input in ${target.field}`;
      throw new Error(`${url} ${missing}: ${JSON.stringify(timings)}`);
    }
    return { visible, lcp, ready, requests: traffic.requests, timeOrigin };
  } finally {
    await page.close();
  }
}

/** Waits until the page's network is idle for two seconds, so that everything has loaded; at most a minute. */
export function waitUntilIdle(traffic: Traffic): Promise<void> {
  const start = Date.now();
  return poll(() => Math.min(traffic.idleMs(), Date.now() - start) >= IDLE_MS);
}

async function poll(isDone: () => boolean): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  while (!isDone() && Date.now() < deadline) await pause(POLL_MS);
}
