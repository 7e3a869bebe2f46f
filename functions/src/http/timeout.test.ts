import { PassThrough, Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TimeoutError, unlessSilent } from "./timeout.ts";

const PATIENCE_MS = 10_000;

describe("a stream that may fall silent", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("is destroyed once nothing has come for so long, what came before given out", async () => {
    const stream = new PassThrough({ objectMode: true });
    stream.write("one");
    const pieces = unlessSilent<string>(PATIENCE_MS, stream);
    expect((await pieces.next()).value).toBe("one");
    const next = pieces.next();
    await vi.advanceTimersByTimeAsync(PATIENCE_MS - 1);
    expect(stream.destroyed).toBe(false);
    const late = expect(next).rejects.toThrow(TimeoutError);
    await vi.advanceTimersByTimeAsync(1);
    await late;
    expect(stream.destroyed).toBe(true);
  });

  it("may be read as slowly as one likes", async () => {
    const found: string[] = [];
    for await (const piece of unlessSilent<string>(PATIENCE_MS, Readable.from(["one", "two", "three"]))) {
      await vi.advanceTimersByTimeAsync(2 * PATIENCE_MS);
      found.push(piece);
    }
    expect(found).toEqual(["one", "two", "three"]);
  });

  it("is watched again after a pause of who reads it", async () => {
    const stream = new PassThrough({ objectMode: true });
    stream.write("one");
    const pieces = unlessSilent<string>(PATIENCE_MS, stream);
    await pieces.next();
    await vi.advanceTimersByTimeAsync(2 * PATIENCE_MS);
    const late = expect(pieces.next()).rejects.toThrow(TimeoutError);
    await vi.advanceTimersByTimeAsync(PATIENCE_MS);
    await late;
  });

  it("is given up with whoever reads it", async () => {
    const stream = Readable.from(["one", "two"]);
    for await (const _ of unlessSilent(PATIENCE_MS, stream)) break;
    expect(stream.destroyed).toBe(true);
  });
});
