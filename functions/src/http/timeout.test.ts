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

  it("delivers the chunks that arrive in time, and is destroyed when the next chunk is late", async () => {
    const stream = new PassThrough({ objectMode: true });
    stream.write("one");
    const chunks = withIdleTimeout<string>(stream, TIMEOUT_MS);
    expect((await chunks.next()).value).toBe("one");
    const lateChunk = chunks.next();
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS - 1);
    expect(stream.destroyed).toBe(false);
    const timeoutCheck = expect(lateChunk).rejects.toThrow(TimeoutError);
    await vi.advanceTimersByTimeAsync(1);
    await timeoutCheck;
    expect(stream.destroyed).toBe(true);
  });

  it("is not destroyed while its reader is slow", async () => {
    const chunks: string[] = [];
    for await (const chunk of withIdleTimeout<string>(Readable.from(["one", "two", "three"]), TIMEOUT_MS)) {
      await vi.advanceTimersByTimeAsync(2 * TIMEOUT_MS);
      chunks.push(chunk);
    }
    expect(chunks).toEqual(["one", "two", "three"]);
  });

  it("still has a timeout after its reader was slow", async () => {
    const stream = new PassThrough({ objectMode: true });
    stream.write("one");
    const chunks = withIdleTimeout<string>(stream, TIMEOUT_MS);
    await chunks.next();
    await vi.advanceTimersByTimeAsync(2 * TIMEOUT_MS);
    const timeoutCheck = expect(chunks.next()).rejects.toThrow(TimeoutError);
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
    await timeoutCheck;
  });

  it("is destroyed when the reader stops", async () => {
    const stream = Readable.from(["one", "two"]);
    for await (const _ of withIdleTimeout(stream, TIMEOUT_MS)) break;
    expect(stream.destroyed).toBe(true);
  });
});
