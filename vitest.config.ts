import { defineConfig } from "vitest/config";
import { patient } from "./tests/support/patience.ts";

// Each suite that tests/run/run-groups.ts has started gets one worker (tests/support/worker-suite.ts).
const suiteCount = (JSON.parse(process.env.LOGBOOK_TEST_SUITES ?? "[]") as unknown[]).length;
const suiteOptions = { maxWorkers: Math.max(1, suiteCount), setupFiles: ["tests/support/worker-suite.ts"] };

/** The groups with `suiteOptions` need running suites (docs/testing.md). `suite` and `kill` start suites themselves. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: [
            "domain/src/**/*.test.ts",
            "functions/src/**/*.test.ts",
            "web/{*,src/**/*}.test.{ts,tsx}",
            "suite/**/*.test.ts",
            "ops/**/*.test.ts",
            "bench/**/*.test.ts",
            "lint/*.test.ts",
            "tests/*.test.ts",
            "tests/{coverage,mutants,run}/*.test.ts",
          ],
          environment: "node",
          // The test files of a worker share their modules, which saves loading them for each file.
          isolate: false,
          // By default, Vitest leaves one processor free.
          maxWorkers: "100%",
          testTimeout: patient(10_000),
        },
      },
      {
        test: {
          name: "rules",
          include: ["tests/rules/**/*.test.ts"],
          ...suiteOptions,
          isolate: false,
          testTimeout: patient(30_000),
          hookTimeout: patient(60_000),
        },
      },
      {
        test: {
          name: "api",
          include: ["tests/api/**/*.test.ts"],
          ...suiteOptions,
          setupFiles: [...suiteOptions.setupFiles, "tests/support/served-api.ts"],
          isolate: false,
          testTimeout: patient(30_000),
          hookTimeout: patient(60_000),
        },
      },
      {
        test: {
          name: "fuzz",
          include: ["tests/fuzz/**/*.test.ts"],
          ...suiteOptions,
          testTimeout: patient(300_000),
          hookTimeout: patient(180_000),
        },
      },
      {
        test: {
          name: "load",
          include: ["tests/load/**/*.test.ts"],
          ...suiteOptions,
          testTimeout: patient(300_000),
          hookTimeout: patient(60_000),
        },
      },
      {
        test: {
          name: "suite",
          include: ["tests/suite/**/*.test.ts"],
          maxWorkers: 2,
          testTimeout: patient(180_000),
          hookTimeout: patient(180_000),
        },
      },
      {
        test: {
          name: "kill",
          include: ["tests/kill/**/*.test.ts"],
          maxWorkers: 1,
          testTimeout: patient(180_000),
          hookTimeout: patient(180_000),
        },
      },
      {
        test: {
          name: "lighthouse",
          include: ["tests/lighthouse/**/*.test.ts"],
          ...suiteOptions,
          testTimeout: patient(180_000),
          hookTimeout: patient(60_000),
        },
      },
    ],
  },
});
