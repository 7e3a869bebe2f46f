import { setTimeout as pause } from "node:timers/promises";
import type { BrowserContext } from "@playwright/test";
import { openPage } from "./page.ts";
import { type PageTimings, readTimings, recordTimings, type TimingTarget } from "./page-timings.ts";

/** The figures of one visit. */
export interface Visit extends PageTimings {
  /** The compressed bodies of all scripts that the page requested before it could be used. */
  scriptBytes: number;
  /** The bytes of all responses with headers. */
  allBytes: number;
  bytesWithoutListener: number;
}

/** The built script of `web/src/features/live/board-listener.tsx`, which contains Firestore's client. */
const LISTENER_SCRIPT = "/assets/board-listener-";
const WINDOW_SETTLE_MS = 1_500;
const TIMEOUT_MS = 60_000;

/** Visits a page on the slow connection and waits until its network is idle. Throws if a time is missing. */
export async function visit(
  context: BrowserContext,
  url: string,
  target: TimingTarget,
  firestoreHost: string,
): Promise<Visit> {
  const { page, requests, problems } = await openPage(context, "slow connection", firestoreHost);
  try {
    await page.addInitScript(recordTimings, target);
    // A new window first loads parts of Chromium's own interface.
    await pause(WINDOW_SETTLE_MS);
    await page.goto(url, { waitUntil: "commit", timeout: TIMEOUT_MS });
    // Only then the times are read, because reading them slows the page down.
    await requests.waitUntilIdle();
    const timings = await page.waitForFunction(readTimings, null, { timeout: TIMEOUT_MS }).catch(() => {
      throw new Error(`${url} did not show "${target.text}" or did not take input in ${target.field}.`);
    });
    if (problems.length > 0) throw new Error(`${url} had errors, so its figures are wrong:\n${problems.join("\n")}`);
    const isFromListener = ({ host, pathname }: URL): boolean =>
      host === firestoreHost || pathname.startsWith(LISTENER_SCRIPT);
    return {
      // `waitForFunction` waits until the value is not `null`.
      ...(await timings.jsonValue())!,
      allBytes: await requests.countBytes(() => true),
      bytesWithoutListener: await requests.countBytes((address) => !isFromListener(address)),
    };
  } finally {
    await page.close();
  }
}
