import type { PlaywrightTestOptions, PlaywrightWorkerOptions } from "@playwright/test";

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

export const DESKTOP = { viewport: { width: 1440, height: 900 } };
