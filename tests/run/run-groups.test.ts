import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CommandError } from "../../suite/command-line/command.ts";
import type { Outcome } from "./checks.ts";
import type { Group } from "./group.ts";
import { runGroups } from "./run-groups.ts";

const printed: string[] = [];
beforeEach(() => {
  printed.length = 0;
  for (const name of ["log", "error"] as const)
    vi.spyOn(console, name).mockImplementation((line: string) => void printed.push(...line.split("\n")));
});
afterEach(() => {
  vi.restoreAllMocks();
});

const NEVER_STOPPED = new AbortController().signal;
const group = (run: () => Promise<Outcome>): Group => ({ needs: "nothing", run });

describe("a run of groups", () => {
  it("goes on after a group that failed or could not run, and ends with the table and the totals", async () => {
    const code = await runGroups(
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
    expect(code).toBe(1);
    expect(printed).toContain("There is no browser.");
    expect(printed.slice(-6)).toEqual([
      "group         passed  failed seconds",
      "red                1       2       0",
      "absent             0       1       0",
      "green              3       0       0",
      "",
      "4 passed, 3 failed",
    ]);
  });

  it("runs a group beside the one that it names, or alone if that is not in the run", async () => {
    const first = Promise.withResolvers<void>();
    const second = Promise.withResolvers<void>();
    const waitForOther = (own: typeof first, other: typeof first) => async () => {
      own.resolve();
      await other.promise;
      return { passed: 1, failed: 0 };
    };
    const beside = { ...group(waitForOther(second, first)), beside: "load" };
    expect(await runGroups({ load: group(waitForOther(first, second)), page: beside }, [], NEVER_STOPPED)).toBe(0);
    expect(printed.slice(-4)).toEqual([
      "load               1       0       0",
      "page               1       0       0",
      "",
      "2 passed, 0 failed",
    ]);
    expect(await runGroups({ page: beside }, [], NEVER_STOPPED)).toBe(0);
  });

  it("returns 0 if every group passed, and throws an unexpected error again", async () => {
    expect(await runGroups({ green: group(async () => ({ passed: 3, failed: 0 })) }, [], NEVER_STOPPED)).toBe(0);
    const broken = group(async () => {
      throw new TypeError("A bug.");
    });
    await expect(runGroups({ broken }, [], NEVER_STOPPED)).rejects.toThrow("A bug.");
  });
});
