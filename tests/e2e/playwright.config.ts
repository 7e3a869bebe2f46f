import { defineConfig } from "@playwright/test";

/** Browser tests in the machine's own Chromium against the suite named by LOGBOOK_URL. */
export default defineConfig({
  testDir: ".",
  globalSetup: "./forget-attempts.ts",
  outputDir: "../../test-results/e2e",
  timeout: 90_000,
  expect: { timeout: 15_000 },
  workers: 1,
  // Decision 22.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  reporter: [["list"]],
  use: {
    baseURL: process.env.LOGBOOK_URL ?? "http://127.0.0.1:5000",
    screenshot: "only-on-failure",
    trace: "retain-on-failure",
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
  },
  projects: [
    { name: "desktop", use: { viewport: { width: 1440, height: 900 } } },
    {
      name: "phone",
      testMatch: /(journey|screens).spec.ts/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
    },
  ],
});
