import { PassThrough, Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TimeoutError, withIdleTimeout } from "./timeout.ts";

const TIMEOUT_MS = 10_000;

describe("a stream with an idle timeout", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("is destroyed when no chunk arrives in time; earlier chunks are delivered", async () => {
    const stream = new PassThrough({ objectMode: true });
    stream.write("one");
    const chunks = withIdleTimeout<string>(stream, TIMEOUT_MS);
    expect((await chunks.next()).value).toBe("one");
    const next = chunks.next();
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS - 1);
    expect(stream.destroyed).toBe(false);
    const timeout = expect(next).rejects.toThrow(TimeoutError);
    await vi.advanceTimersByTimeAsync(1);
    await timeout;
    expect(stream.destroyed).toBe(true);
  });

  it("may be read slowly", async () => {
    const found: string[] = [];
    for await (const chunk of withIdleTimeout<string>(Readable.from(["one", "two", "three"]), TIMEOUT_MS)) {
      await vi.advanceTimersByTimeAsync(2 * TIMEOUT_MS);
      found.push(chunk);
    }
    expect(found).toEqual(["one", "two", "three"]);
  });

  it("is timed again after a slow read", async () => {
    const stream = new PassThrough({ objectMode: true });
    stream.write("one");
    const chunks = withIdleTimeout<string>(stream, TIMEOUT_MS);
    await chunks.next();
    await vi.advanceTimersByTimeAsync(2 * TIMEOUT_MS);
    const timeout = expect(chunks.next()).rejects.toThrow(TimeoutError);
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
    await timeout;
  });

  it("is destroyed when the reader stops", async () => {
    const stream = Readable.from(["one", "two"]);
    for await (const _ of withIdleTimeout(stream, TIMEOUT_MS)) break;
    expect(stream.destroyed).toBe(true);
  });
});
