import { describe, expect, it } from "vitest";
import { createRequestPace } from "./request-pace.ts";

/** The times (ms) of the requests of a window in which something changes every `changeMs` for `durationMs`. */
function requestTimes(durationMs: number, changeMs = 100): number[] {
  let now = 0;
  const pace = createRequestPace(() => now);
  const times: number[] = [];
  let dueAt: number | null = null;
  for (; now < durationMs; now += 100) {
    if (now % changeMs === 0) dueAt ??= now + pace.delay();
    if (dueAt === null || now < dueAt) continue;
    pace.note();
    times.push(now);
    dueAt = null;
  }
  return times;
}

describe("the requests that changes by others cause", () => {
  it("begin soon, and follow each other at growing intervals of at most 5 s while changes go on", () => {
    const [first, ...later] = requestTimes(60_000);
    expect(first).toBeLessThanOrEqual(600);
    const intervals = later.map((time, index) => time - [first!, ...later][index]!);
    for (const [index, interval] of intervals.slice(1).entries())
      expect(interval).toBeGreaterThanOrEqual(Math.min(5_000, intervals[index]!) - 400);
    expect(intervals.slice(0, 4).reduce((sum, interval) => sum + interval)).toBeLessThan(5_000);
    for (const interval of intervals.slice(7)) expect(interval).toBeGreaterThanOrEqual(5_000);
  });

  it("follow each change soon if the changes come every three seconds", () => {
    const times = requestTimes(30_000, 3_000);
    expect(times).toHaveLength(10);
    for (const time of times) expect(time % 3_000).toBeLessThanOrEqual(700);
  });

  it("begin soon again after ten seconds without a request", () => {
    let now = 0;
    const pace = createRequestPace(() => now);
    for (; now < 12_000; now += 600) pace.note();
    expect(pace.delay()).toBeGreaterThan(4_000);
    now += 10_000;
    expect(pace.delay()).toBeLessThanOrEqual(600);
    pace.note();
    expect(pace.delay()).toBeLessThanOrEqual(600);
  });
});
