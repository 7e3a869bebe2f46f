import { describe, expect, it } from "vitest";
import { createMemberLimit, RESERVED_WRITES } from "./write-limit.ts";

const LIMIT = 120;
const MINUTE_MS = 60_000;

/** A fake Firestore with a clock. `createInstance` creates the write limit of one instance of the functions. */
function setup() {
  const counts = new Map<string, number>();
  // `now` is the start of some minute.
  const store = { now: 1_000 * MINUTE_MS, isReachable: true, requests: 0 };
  const createInstance = () => {
    const countWrite = createMemberLimit("writeMember", RESERVED_WRITES, async (uid, amount, now) => {
      store.requests += 1;
      // Lets concurrent writes run before the request is answered.
      await Promise.resolve();
      if (!store.isReachable) return null;
      const counter = `${uid} ${Math.floor(now / MINUTE_MS)}`;
      counts.set(counter, (counts.get(counter) ?? 0) + amount);
      return counts.get(counter)!;
    });
    return (uid: string) => countWrite(uid, 1, store.now);
  };
  return { store, createInstance };
}

/** Counts writes at the same time; returns how many of them were allowed. */
async function countWrites(countWrite: (uid: string) => Promise<unknown>, uid: string, count: number): Promise<number> {
  const failures = await Promise.all(Array.from({ length: count }, () => countWrite(uid)));
  return failures.filter((failure) => failure === null).length;
}

describe("a member's writes", () => {
  it("are allowed up to the limit per minute, sequential or concurrent", async () => {
    const { createInstance } = setup();
    const countWrite = createInstance();
    let allowed = 0;
    for (let index = 0; index < 50; index += 1) allowed += await countWrites(countWrite, "a", 1);
    expect(allowed).toBe(50);
    expect(await countWrites(countWrite, "a", 200)).toBe(LIMIT - 50);
    expect(await countWrites(countWrite, "a", 1)).toBe(0);
    expect(await countWrites(countWrite, "b", 1)).toBe(1);
  });

  it("are limited to 120 per minute on three instances together", async () => {
    const { createInstance } = setup();
    const instances = [createInstance(), createInstance(), createInstance()];
    let allowed = 0;
    await Promise.all(
      instances.map(async (countWrite) => {
        const allowedByInstance = await countWrites(countWrite, "a", 100);
        allowed += allowedByInstance;
      }),
    );
    expect(allowed).toBe(LIMIT);
  });

  it("are refused with the time to wait, and allowed again in the next minute", async () => {
    const { store, createInstance } = setup();
    const countWrite = createInstance();
    await countWrites(countWrite, "a", LIMIT);
    // 41.5 seconds before the end of the minute.
    store.now += 18_500;
    expect(await countWrite("a")).toEqual({
      success: false,
      code: "too-many",
      error: expect.stringContaining("Please wait 42 seconds"),
      retryAfter: 42,
    });
    store.now += 41_500;
    expect(await countWrites(countWrite, "a", 200)).toBe(LIMIT);
  });

  it("are reserved ten at a time", async () => {
    const { store, createInstance } = setup();
    const countWrite = createInstance();
    await countWrites(countWrite, "a", RESERVED_WRITES - 1);
    expect(store.requests).toBe(1);
    // The tenth write reserves the next ten, but does not wait for the reservation.
    await countWrite("a");
    expect(store.requests).toBe(2);
    await countWrites(countWrite, "a", RESERVED_WRITES - 1);
    expect(store.requests).toBe(2);
  });

  it("are allowed while the counter cannot be reached, and limited again once it can be reached", async () => {
    const { store, createInstance } = setup();
    const countWrite = createInstance();
    store.isReachable = false;
    expect(await countWrites(countWrite, "a", 300)).toBe(300);
    store.isReachable = true;
    expect(await countWrites(countWrite, "a", 300)).toBe(LIMIT);
  });
});

describe("a member's texts", () => {
  const DAY_MS = 86_400_000;
  const LIMIT_BYTES = 2_000_000;

  /** Two instances with one counter, at the beginning of a day. */
  function setupTexts() {
    const store = { count: 0, now: 1_000 * DAY_MS };
    const createInstance = () => {
      const countText = createMemberLimit("textMember", 16_000, async (_uid, amount) => {
        store.count += amount;
        return store.count;
      });
      return (bytes: number) => countText("a", bytes, store.now);
    };
    return { store, instances: [createInstance(), createInstance()] };
  }

  it("are limited to 2 MB a day on all instances together, whatever their lengths", async () => {
    const { store, instances } = setupTexts();
    let stored = 0;
    for (let index = 0; index < 400; index += 1) {
      const bytes = [150_000, 900, 17_000, 3][index % 4]!;
      if ((await instances[index % 2]!(bytes)) === null) stored += bytes;
    }
    expect(stored).toBeLessThanOrEqual(LIMIT_BYTES);
    // A text that did not fit was refused as a whole.
    expect(stored).toBeGreaterThan(LIMIT_BYTES - 150_000 - 2 * 16_000);
    store.now += 9.5 * 3_600_000;
    expect(await instances[0]!(150_000)).toMatchObject({
      code: "too-many",
      error:
        "You have stored as much text today as one member may store in a day, so this was not taken. Please wait 15 hours and try again.",
    });
    store.now += 14.5 * 3_600_000;
    store.count = 0;
    expect(await instances[0]!(150_000)).toBeNull();
  });

  it("wait for the counter only once for many short texts", async () => {
    const { store, instances } = setupTexts();
    for (let index = 0; index < 10; index += 1) await instances[0]!(1_000);
    expect(store.count).toBe(16_000);
  });
});
