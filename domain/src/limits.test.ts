import { describe, expect, it } from "vitest";
import { retryDelay } from "./limits.ts";

describe("section 9: retries", () => {
  it("the delay before a retry doubles with each retry, up to 30 s", () => {
    expect([0, 1, 2, 3, 4, 5, 9].map(retryDelay)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });
});
