import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inRoot } from "../command-line/paths.ts";
import { JOB_NAMES, JOBS } from "./jobs.ts";

const MINUTE_MS = 60_000;
/** The intervals in the schedules of functions/src/index.ts. */
const INTERVALS_MS: Record<string, number> = {
  "15 minutes": 15 * MINUTE_MS,
  "12 hours": 12 * 60 * MINUTE_MS,
  day: 24 * 60 * MINUTE_MS,
};

const readFunctionsSource = (...path: string[]): string => readFileSync(inRoot("functions", "src", ...path), "utf8");

// The suite must not import the functions (lint/directions.ts), so their text is compared.
describe("the jobs that run beside a suite", () => {
  it("are the functions' jobs", () => {
    const [, table] = /^export const JOBS = \{$(.+?)^\}/ms.exec(readFunctionsSource("jobs", "jobs.ts"))!;
    expect(JOB_NAMES).toEqual([...table!.matchAll(/^ {2}(\w+): /gm)].map(([, name]) => name));
  });

  it("run as often as their schedules in production", () => {
    const schedules = readFunctionsSource("index.ts").matchAll(
      /scheduleJob\("(\w+)", "every (15 minutes|12 hours|day)[ "]/g,
    );
    expect(Object.fromEntries(JOB_NAMES.map((name) => [name, JOBS[name].intervalMs]))).toEqual(
      Object.fromEntries([...schedules].map(([, name, interval]) => [name, INTERVALS_MS[interval!]])),
    );
  });

  it("are named in suite/README.md", () => {
    const readme = readFileSync(inRoot("suite", "README.md"), "utf8");
    expect(JOB_NAMES.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  });
});
