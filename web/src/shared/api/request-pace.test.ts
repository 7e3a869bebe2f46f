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
    expect(intervals.slice(0, 3).map((interval) => Math.round(interval / 1000))).toEqual([1, 2, 4]);
    expect(new Set(intervals.slice(3).map((interval) => Math.round(interval / 1000)))).toEqual(new Set([5]));
  });

  it("follow each change soon if the changes come every three seconds", () => {
    const times = requestTimes(30_000, 3_000);
    expect(times).toHaveLength(10);
    for (const time of times) expect(time % 3_000).toBeLessThanOrEqual(700);
  });

  it("begin soon again after ten seconds without a request", () => {
    let now = 0;
    const pace = createRequestPace(() => now);
    for (const time of [0, 1_000, 3_000, 7_000]) {
      now = time;
      pace.note();
    }
    expect(pace.delay()).toBe(5_000);
    now = 17_000;
    expect(pace.delay()).toBeLessThanOrEqual(600);
    pace.note();
    expect(pace.delay()).toBe(1_000);
  });
});
