// This import sets the environment that the other imports read, so it must be the first.
import "../support/worker-suite.ts";
import { defineConfig } from "@playwright/test";
import { BROWSER, DESKTOP, PHONE_SIZE, WORKERS } from "../support/browser.ts";
import { patient } from "../support/patience.ts";

/** Browser tests in Chromium, each worker against a suite of its own. */
export default defineConfig({
  testDir: ".",
  globalSetup: "./global-setup.ts",
  timeout: patient(90_000),
  expect: { timeout: patient(20_000) },
  workers: WORKERS,
  retries: 0,
  forbidOnly: true,
  reporter: [["list"]],
  use: { ...BROWSER, baseURL: process.env.LOGBOOK_URL ?? "http://127.0.0.1:5000" },
  projects: [
    { name: "desktop", use: DESKTOP },
    {
      name: "phone",
      testMatch: /journey.spec.ts/,
      use: { viewport: PHONE_SIZE, hasTouch: true },
    },
  ],
});
