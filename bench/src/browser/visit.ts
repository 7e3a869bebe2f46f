import { setTimeout as pause } from "node:timers/promises";
import type { BrowserContext, CDPSession } from "@playwright/test";
import { type PageTimings, type ProbeTarget, recordTimings, TIMING_BINDING } from "./page-timings.ts";
import { type RequestRecord, recordTraffic, type Traffic } from "./traffic.ts";

/** How much slower than this machine and its loopback a visitor's are. */
export interface Throttling {
  /** A factor; 1 is this machine. */
  cpu: number;
  /** Milliseconds to the first byte of each answer, and bytes a second; `null` is the bare loopback. */
  network: { latency: number; bytesPerSecond: number } | null;
}

/** CPU ×4, 1.6 Mbit/s and 150 ms. */
export const SLOW_CONNECTION: Throttling = { cpu: 4, network: { latency: 150, bytesPerSecond: 200_000 } };
export const SLOW_CPU: Throttling = { cpu: 4, network: null };

/** A page of its own whose machine and line are slowed; close it with its context or by itself. */
export async function openThrottledPage(context: BrowserContext, { cpu, network }: Throttling, streamHost: string) {
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    // A policy that stops part of the page would make it faster than it is.
    if (message.type() === "error" && /Content Security Policy/i.test(message.text())) problems.push(message.text());
  });
  const cdp = await context.newCDPSession(page);
  const traffic = await recordTraffic(cdp, streamHost);
  await throttle(cdp, { cpu, network });
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

/** One visit: when things were there, in milliseconds, and what was asked of the network. */
export interface Visit {
  visible: number;
  lcp: number;
  /** `null` on a page without scripts. */
  ready: number | null;
  sent: RequestRecord[];
  /** What `performance.now()` counts from, in milliseconds since 1970. */
  origin: number;
}

interface VisitOptions {
  url: string;
  target: ProbeTarget;
  /** Where a page keeps a request open for as long as it lives. */
  streamHost: string;
  /** A page without scripts is never ready for input. */
  isStatic?: boolean;
}

const WINDOW_MS = 1_500;
const QUIET_MS = 2_000;
const WITHIN_MS = 60_000;

/** Visits an address on the slow line and stays until nothing moves any more. Throws when what is target does not come. */
export async function visit(context: BrowserContext, options: VisitOptions): Promise<Visit> {
  const { url, target, streamHost, isStatic = false } = options;
  const { page, cdp, traffic, problems } = await openThrottledPage(context, SLOW_CONNECTION, streamHost);
  try {
    // Nothing but the probe runs in the page meanwhile: even asking it whether it is done would slow it down.
    const told = new Set<string>();
    cdp.on("Runtime.bindingCalled", ({ payload }) => told.add(payload));
    await cdp.send("Runtime.enable");
    await cdp.send("Runtime.addBinding", { name: TIMING_BINDING });
    await page.addInitScript(recordTimings, target);
    // A new window has work of its own at first, for menus and the like, which is no page's.
    await pause(WINDOW_MS);
    await page.goto(url, { waitUntil: "commit", timeout: WITHIN_MS });
    const awaited: (keyof PageTimings)[] = isStatic ? ["visible", "lcp"] : ["visible", "lcp", "ready"];
    await until(() => awaited.every((what) => told.has(what)));
    await waitUntilIdle(traffic);
    const { seen, origin } = await page.evaluate(() => ({ seen: window.benchTimings, origin: performance.timeOrigin }));
    if (problems.length > 0) throw new Error(`${url} had errors, so its figures mean nothing:\n${problems.join("\n")}`);
    if (seen.visible === null || seen.lcp === null || (seen.ready === null && !isStatic))
      throw new Error(
        `${url} did not show "${target.text}" and take input in ${target.field}: ${JSON.stringify(seen)}`,
      );
    return { visible: seen.visible, lcp: seen.lcp, ready: seen.ready, sent: traffic.sent, origin };
  } finally {
    await page.close();
  }
}

/** Waits until the network has been waitUntilIdle for a while from now on: what a page loads later has its turn first. */
export function waitUntilIdle(traffic: Traffic): Promise<void> {
  const from = Date.now();
  return until(() => Math.min(traffic.idleMs(), Date.now() - from) >= QUIET_MS);
}

async function until(isSo: () => boolean): Promise<void> {
  const end = Date.now() + WITHIN_MS;
  while (!isSo() && Date.now() < end) await pause(50);
}
