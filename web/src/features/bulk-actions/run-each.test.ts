import { describe, expect, it } from "vitest";
import type { Failure, Result } from "../../shared/api/result.ts";
import { type RunProgress, runEach } from "./run-each.ts";

const OK: Result<null> = { ok: true, data: null };
const refusal = (changes: Partial<Failure> = {}): Failure => ({
  ok: false,
  kind: "refused",
  status: 409,
  error: "Too late.",
  code: "conflict",
  ...changes,
});
const TOO_MANY = refusal({ status: 429, code: "too-many", retryAfter: 7 });
const NO_RESPONSE = refusal({ kind: "network", status: 0, code: "network" });

/** Runs the items, whose calls get these results one after the other. `stopAt` aborts during that call or wait. */
async function run(items: string[], results: Result<null>[], stopAt?: number) {
  const controller = new AbortController();
  const calls: string[] = [];
  const waits: number[] = [];
  const progress: RunProgress[] = [];
  let events = 0;
  const countEvent = () => {
    events += 1;
    if (events === stopAt) controller.abort();
  };
  const outcome = await runEach(
    items,
    async (item) => {
      calls.push(item);
      countEvent();
      return results[calls.length - 1] ?? OK;
    },
    {
      onProgress: (each) => progress.push(each),
      sleep: async (ms) => {
        waits.push(ms);
        countEvent();
      },
      signal: controller.signal,
    },
  );
  return { calls, waits, progress, done: outcome.done, failed: outcome.failed.map(({ item }) => item) };
}

describe("many calls, one after the other", () => {
  it("go on after a refusal, and name what was refused", async () => {
    const { calls, done, failed } = await run(["a", "b", "c"], [OK, refusal(), OK]);
    expect([calls, done, failed]).toEqual([["a", "b", "c"], ["a", "c"], ["b"]]);
  });

  it("wait as long as the API asks for, and send the same call again", async () => {
    const { calls, waits, progress, done } = await run(["a", "b"], [OK, TOO_MANY, TOO_MANY, OK]);
    expect([calls, waits, done]).toEqual([
      ["a", "b", "b", "b"],
      [7_000, 7_000],
      ["a", "b"],
    ]);
    expect(progress).toContainEqual({ finished: 1, waitSeconds: 7 });
    expect(progress.at(-1)).toEqual({ finished: 1, waitSeconds: null });
  });

  it("stop without a response", async () => {
    const { calls, done, failed } = await run(["a", "b", "c"], [OK, NO_RESPONSE]);
    expect([calls, done, failed]).toEqual([["a", "b"], ["a"], ["b"]]);
  });

  it("stop when the user asks for it: during a call after its response, during a wait at once", async () => {
    expect(await run(["a", "b", "c"], [], 2)).toMatchObject({ calls: ["a", "b"], done: ["a", "b"], failed: [] });
    expect(await run(["a", "b"], [TOO_MANY], 2)).toMatchObject({ calls: ["a"], done: [], failed: [] });
  });
});
