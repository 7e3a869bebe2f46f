import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { createWriteLimit, RESERVATION } from "./write-limit.ts";

const LIMIT = 120;
const MINUTE_MS = 60_000;

/** A stored counter and a clock in memory; each call of `instance` creates one more instance that uses both. */
function setup() {
  const counts = new Map<string, number>();
  const clock = { now: 1_000 * MINUTE_MS, isReachable: true, requests: 0 };
  const instance = () =>
    createWriteLimit({
      add: async (uid, by, now) => {
        clock.requests += 1;
        await Promise.resolve();
        if (!clock.isReachable) return null;
        const counter = `${uid} ${Math.floor(now / MINUTE_MS)}`;
        counts.set(counter, (counts.get(counter) ?? 0) + by);
        return counts.get(counter)!;
      },
      now: () => clock.now,
    });
  return { clock, instance };
}

/** Makes writes at the same time; returns how many were allowed. */
async function writes(count: (uid: string) => Promise<unknown>, uid: string, times: number): Promise<number> {
  const results = await Promise.all(Array.from({ length: times }, () => count(uid)));
  return results.filter((result) => isDeepStrictEqual(result, null)).length;
}

describe("a member's writes", () => {
  it("are allowed up to the limit per minute, sequential or concurrent", async () => {
    const { instance } = setup();
    const count = instance();
    let made = 0;
    for (let index = 0; index < 50; index += 1) made += await writes(count, "a", 1);
    expect(made).toBe(50);
    expect(await writes(count, "a", 200)).toBe(LIMIT - 50);
    expect(await writes(count, "a", 1)).toBe(0);
    expect(await writes(count, "b", 1)).toBe(1);
  });

  it("keep to one limit on several instances together", async () => {
    const { instance } = setup();
    const counts = [instance(), instance(), instance()];
    const made = await Promise.all(counts.map((count) => writes(count, "a", 100)));
    expect(made.reduce((sum, number) => sum + number, 0)).toBe(LIMIT);
  });

  it("are refused with the time to wait, and allowed again in the next minute", async () => {
    const { clock, instance } = setup();
    const count = instance();
    await writes(count, "a", LIMIT);
    clock.now += 18_500;
    expect(await count("a")).toEqual({
      success: false,
      code: "too-many",
      error: expect.stringContaining("Please wait 42 seconds"),
      retryAfter: 42,
    });
    clock.now += 41_500;
    expect(await writes(count, "a", 200)).toBe(LIMIT);
  });

  it("are reserved ten at a time", async () => {
    const { clock, instance } = setup();
    const count = instance();
    await writes(count, "a", RESERVATION - 1);
    expect(clock.requests).toBe(1);
    // The tenth write reserves the next ten, but does not wait for the reservation.
    await count("a");
    expect(clock.requests).toBe(2);
    await writes(count, "a", RESERVATION - 1);
    expect(clock.requests).toBe(2);
  });

  it("are allowed while the counter cannot be reached, and counted again afterwards", async () => {
    const { clock, instance } = setup();
    const count = instance();
    clock.isReachable = false;
    expect(await writes(count, "a", 300)).toBe(300);
    clock.isReachable = true;
    expect(await writes(count, "a", 300)).toBe(LIMIT);
  });
});
