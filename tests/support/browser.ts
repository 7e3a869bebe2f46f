import type { PlaywrightTestOptions, PlaywrightWorkerOptions } from "@playwright/test";

/** How the browser is started, and which reports a failed test leaves. */
export const BROWSER = {
  screenshot: "only-on-failure",
  // Without the pictures of every moment, which take a sixth of the processor's time.
  trace: { mode: "retain-on-failure", screenshots: false },
  launchOptions: {
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
  },
} satisfies Partial<PlaywrightTestOptions & PlaywrightWorkerOptions>;

/** The window of tests that name no other. */
export const DESKTOP = { viewport: { width: 1440, height: 900 } };
