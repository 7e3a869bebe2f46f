import type { PlaywrightTestOptions, PlaywrightWorkerOptions } from "@playwright/test";

/** One worker for each suite that the test command has started. */
export const WORKERS = Math.max(1, (JSON.parse(process.env.LOGBOOK_TEST_SUITES ?? "[]") as unknown[]).length);

export const BROWSER = {
  screenshot: "only-on-failure",
  // Traces would make the tests a tenth slower. The option `--trace on` writes them (CONTRIBUTING.md).
  trace: "off",
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

// Sizes of the browser window in CSS pixels.
export const PHONE_SIZE = { width: 390, height: 844 };
export const DESKTOP_SIZE = { width: 1440, height: 900 };
export const DESKTOP = { viewport: DESKTOP_SIZE };
