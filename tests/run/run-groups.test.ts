import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CommandError } from "../../suite/command-line/command.ts";
import type { TestResult } from "./checks.ts";
import type { Group } from "./group.ts";
import { runGroups } from "./run-groups.ts";

const printedLines: string[] = [];
beforeEach(() => {
  printedLines.length = 0;
  for (const name of ["log", "error"] as const)
    vi.spyOn(console, name).mockImplementation((line: string) => void printedLines.push(...line.split("\n")));
});
afterEach(() => {
  vi.restoreAllMocks();
});

const NEVER_STOPPED = new AbortController().signal;
const group = (run: () => Promise<TestResult>): Group => ({ needs: "nothing", run });

describe("a run of groups", () => {
  it("goes on after a group that failed or could not run, and ends with the table and the totals", async () => {
    const exitCode = await runGroups(
      {
        red: group(async () => ({ passed: 1, failed: 2 })),
        absent: group(async () => {
          throw new CommandError("There is no browser.");
        }),
        green: group(async () => ({ passed: 3, failed: 0 })),
      },
      [],
      NEVER_STOPPED,
    );
    expect(exitCode).toBe(1);
    expect(printedLines).toContain("There is no browser.");
    expect(printedLines.slice(-6)).toEqual([
      "group         passed  failed seconds",
      "red                1       2       0",
      "absent             0       1       0",
      "green              3       0       0",
      "",
      "4 passed, 3 failed",
    ]);
  });

  it("runs a group together with the group that `beside` names, or alone if that group is missing", async () => {
    const loadStarted = Promise.withResolvers<void>();
    const pageStarted = Promise.withResolvers<void>();
    const load = group(async () => {
      loadStarted.resolve();
      await pageStarted.promise;
      return { passed: 1, failed: 0 };
    });
    const runPage = async () => {
      pageStarted.resolve();
      await loadStarted.promise;
      return { passed: 1, failed: 0 };
    };
    const page = { ...group(runPage), beside: "load" };
    expect(await runGroups({ load, page }, [], NEVER_STOPPED)).toBe(0);
    expect(printedLines.slice(-4)).toEqual([
      "load               1       0       0",
      "page               1       0       0",
      "",
      "2 passed, 0 failed",
    ]);
    expect(await runGroups({ page }, [], NEVER_STOPPED)).toBe(0);
  });

  it("returns 0 if every group passed, and rethrows an unexpected error", async () => {
    expect(await runGroups({ green: group(async () => ({ passed: 3, failed: 0 })) }, [], NEVER_STOPPED)).toBe(0);
    const broken = group(async () => {
      throw new TypeError("A bug.");
    });
    await expect(runGroups({ broken }, [], NEVER_STOPPED)).rejects.toThrow("A bug.");
  });
});
