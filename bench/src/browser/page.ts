import { setTimeout as pause } from "node:timers/promises";
import type { Browser, BrowserContext, Page, Request } from "@playwright/test";

/** `slow CPU`: the processor is four times slower. `slow connection`: the network is slow, too. */
export type Speed = "full speed" | "slow CPU" | "slow connection";

/** The data that a browser stores for a site: cookies and localStorage. */
export type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

const IDLE_MS = 2_000;
const POLL_MS = 50;
const TIMEOUT_MS = 60_000;

/** Opens a browser with an empty cache and this stored data. */
export function newContext(browser: Browser, storageState?: StorageState): Promise<BrowserContext> {
  return browser.newContext({ viewport: { width: 1440, height: 900 }, storageState });
}

/** Opens a page. `problems` collects its uncaught errors and violations of its security policy. */
export async function openPage(context: BrowserContext, speed: Speed, listenerHost: string) {
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    // A blocked script or style makes the page faster, so the figures would be wrong.
    if (message.type() === "error" && /Content Security Policy/i.test(message.text())) problems.push(message.text());
  });
  const cdp = await context.newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: speed === "full speed" ? 1 : 4 });
  // 150 ms to the first byte of each response, and 1.6 Mbit/s.
  const slowNetwork = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
  if (speed === "slow connection") await cdp.send("Network.emulateNetworkConditions", slowNetwork);
  return { page, problems, requests: recordRequests(page, listenerHost) };
}

/** Records a page's requests. The live listener keeps requests to Firestore at `listenerHost` open. */
function recordRequests(page: Page, listenerHost: string) {
  const finished: Request[] = [];
  const pending = new Set<Request>();
  let lastActivityAt = Date.now();
  const recordActivity = (request: Request, isPending: boolean): void => {
    if (new URL(request.url()).host === listenerHost) return;
    if (isPending) pending.add(request);
    else pending.delete(request);
    lastActivityAt = Date.now();
  };
  page.on("request", (request) => recordActivity(request, true));
  page.on("requestfailed", (request) => recordActivity(request, false));
  page.on("requestfinished", (request) => {
    recordActivity(request, false);
    finished.push(request);
  });
  return {
    /**
     * Waits until everything has loaded: until the network has been idle for two seconds since this call, apart from
     * the live listener. Waits a minute at most.
     */
    async waitUntilIdle(): Promise<void> {
      const startedAt = Date.now();
      const isIdle = (): boolean => pending.size === 0 && Date.now() - Math.max(lastActivityAt, startedAt) >= IDLE_MS;
      while (!isIdle() && Date.now() - startedAt < TIMEOUT_MS) await pause(POLL_MS);
    },
    /** The bytes, with headers, of the responses from these addresses. */
    async countBytes(isCounted: (url: URL) => boolean): Promise<number> {
      let bytes = 0;
      for (const request of finished.filter((request) => isCounted(new URL(request.url())))) {
        const { responseHeadersSize, responseBodySize } = await request.sizes();
        bytes += responseHeadersSize + responseBodySize;
      }
      return bytes;
    },
  };
}
