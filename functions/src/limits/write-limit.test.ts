import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { createWriteLimit, LEASE } from "./write-limit.ts";

const MOST = 120;
const MINUTE_MS = 60_000;

/** A stored counter and a clock, both in memory; `instance` makes one more instance that counts with them. */
function world() {
  const counts = new Map<string, number>();
  const clock = { now: 1_000 * MINUTE_MS, reachable: true, asked: 0 };
  const instance = () =>
    createWriteLimit({
      add: async (uid, by, now) => {
        clock.asked += 1;
        await Promise.resolve();
        if (!clock.reachable) return null;
        const counter = `${uid} ${Math.floor(now / MINUTE_MS)}`;
        counts.set(counter, (counts.get(counter) ?? 0) + by);
        return counts.get(counter)!;
      },
      now: () => clock.now,
    });
  return { clock, instance };
}

async function writes(count: (uid: string) => Promise<unknown>, uid: string, times: number): Promise<number> {
  const answers = await Promise.all(Array.from({ length: times }, () => count(uid)));
  return answers.filter((answer) => isDeepStrictEqual(answer, null)).length;
}

describe("a member's writes", () => {
  it("are as many as may be in a minute, one after the other or at once", async () => {
    const { instance } = world();
    const count = instance();
    let made = 0;
    for (let n = 0; n < 50; n += 1) made += await writes(count, "a", 1);
    expect(made).toBe(50);
    expect(await writes(count, "a", 200)).toBe(MOST - 50);
    expect(await writes(count, "a", 1)).toBe(0);
    expect(await writes(count, "b", 1)).toBe(1);
  });

  it("are no more on several instances", async () => {
    const { instance } = world();
    const all = [instance(), instance(), instance()];
    const made = await Promise.all(all.map((count) => writes(count, "a", 100)));
    expect(made.reduce((sum, one) => sum + one, 0)).toBe(MOST);
  });

  it("are refused with how long to wait, and go on in the next minute", async () => {
    const { clock, instance } = world();
    const count = instance();
    await writes(count, "a", MOST);
    clock.now += 18_500;
    expect(await count("a")).toEqual({
      success: false,
      code: "too-many",
      error: expect.stringContaining("Please wait 42 seconds"),
      retryAfter: 42,
    });
    clock.now += 41_500;
    expect(await writes(count, "a", 200)).toBe(MOST);
  });

  it("are counted ten at a time, before they are made", async () => {
    const { clock, instance } = world();
    const count = instance();
    await writes(count, "a", LEASE - 1);
    expect(clock.asked).toBe(1);
    // The last of ten has the next ten counted, and does not wait for that.
    await count("a");
    expect(clock.asked).toBe(2);
    await writes(count, "a", LEASE - 1);
    expect(clock.asked).toBe(2);
  });

  it("go on while the counter cannot be reached, and are counted again afterwards", async () => {
    const { clock, instance } = world();
    const count = instance();
    clock.reachable = false;
    expect(await writes(count, "a", 300)).toBe(300);
    clock.reachable = true;
    expect(await writes(count, "a", 300)).toBe(MOST);
  });
});
