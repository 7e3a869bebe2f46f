// This import sets the environment that the other imports read, so it must be the first.
import "../support/worker-suite.ts";
import { defineConfig } from "@playwright/test";
import { BROWSER, DESKTOP, WORKERS } from "../support/browser.ts";
import { patient } from "../support/patience.ts";

/** Tests of the page: the built page in Chromium, with the built API. Each test begins with an empty logbook. */
export default defineConfig({
  testDir: ".",
  timeout: patient(60_000),
  expect: { timeout: patient(10_000) },
  workers: WORKERS,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  reporter: [["list"]],
  use: { ...BROWSER, ...DESKTOP },
});
