import { onlineManager } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "./query-client.ts";
import { ApiError, type Failure } from "./result.ts";

// The three retries come 1 s, 2 s and 4 s after the request before them.
const LAST_RETRY_MS = 7_000;
const FIVE_MINUTES_MS = 300_000;

const apiError = (status: number, fields: Partial<Failure> = {}): ApiError => {
  const kind: Failure["kind"] = status === 0 ? "network" : "refused";
  return new ApiError({ ok: false, kind, status, error: "No.", code: "code", ...fields });
};

/** Runs a query whose requests all fail. Returns the seconds from the start to each request, and the final error. */
async function recordRequests(error: Error): Promise<{ seconds: number[]; error: unknown }> {
  const start = Date.now();
  const seconds: number[] = [];
  const finalError = createQueryClient()
    .fetchQuery({
      queryKey: ["issues"],
      queryFn: () => {
        seconds.push((Date.now() - start) / 1000);
        return Promise.reject(error);
      },
    })
    .catch((queryError: unknown) => queryError);
  await vi.advanceTimersByTimeAsync(FIVE_MINUTES_MS); // longer than all retries
  return { seconds, error: await finalError };
}

describe("section 9: data cache", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it.each([0, 429, 500, 503])(
    "a load that fails with status %i (0: no response) is retried 3 times, after 1, 2 and 4 s",
    async (status) => {
      expect((await recordRequests(apiError(status))).seconds).toEqual([0, 1, 3, 7]);
    },
  );

  it.each([false, true])("a new query client knows whether the browser is online: %s", (onLine) => {
    vi.stubGlobal("navigator", { onLine });
    createQueryClient();
    expect(onlineManager.isOnline()).toBe(onLine);
    vi.unstubAllGlobals();
  });

  it("a retry waits for as long as `retry-after` says, but after a 503 for at most 30 s", async () => {
    expect((await recordRequests(apiError(429, { retryAfter: 3 }))).seconds).toEqual([0, 3, 6, 10]);
    expect((await recordRequests(apiError(503, { retryAfter: 120 }))).seconds).toEqual([0, 30, 60, 90]);
  });

  it("a load is not retried if a 429 asks for a wait of more than 30 s", async () => {
    expect((await recordRequests(apiError(429, { retryAfter: 30 }))).seconds).toEqual([0, 30, 60, 90]);
    expect((await recordRequests(apiError(429, { retryAfter: 31 }))).seconds).toEqual([0]);
  });

  it.each([400, 401, 403, 404, 409])("a load refused with status %i is not retried", async (status) => {
    const { seconds, error } = await recordRequests(apiError(status));
    expect(seconds).toEqual([0]);
    expect(error).toMatchObject({ failure: { status } });
  });

  it("data that nothing on the page uses is discarded after 5 minutes", async () => {
    const client = createQueryClient();
    await client.fetchQuery({ queryKey: ["issues"], queryFn: () => 1 });
    await vi.advanceTimersByTimeAsync(FIVE_MINUTES_MS - 1_000);
    expect(client.getQueryData(["issues"])).toBe(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(client.getQueryData(["issues"])).toBeUndefined();
  });

  it("section 8: a failed load is logged once, after its retries", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const client = createQueryClient();
    client
      .fetchQuery({
        queryKey: ["issues"],
        queryFn: () => Promise.reject(apiError(503)),
        meta: { failure: "Failed to load issues:" },
      })
      .catch(() => undefined);
    await vi.advanceTimersByTimeAsync(LAST_RETRY_MS - 100);
    expect(log).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(log.mock.calls).toEqual([["Failed to load issues:", apiError(503)]]);
  });
});
