import { defineConfig } from "@playwright/test";
import { BROWSER, DESKTOP } from "../support/browser.ts";

/** Tests of the page alone: the built page in Chromium, with a fake API. */
export default defineConfig({
  testDir: ".",
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 3,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  reporter: [["list"]],
  use: { ...BROWSER, ...DESKTOP },
});
