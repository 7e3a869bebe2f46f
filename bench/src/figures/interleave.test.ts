import { describe, expect, it } from "vitest";
import { interleave } from "./interleave.ts";

describe("interleave()", () => {
  it("runs the functions in turn, reverses their order in every second round, and omits warm-up results", async () => {
    const calls: string[] = [];
    const returnRound = (name: string) => async (round: number) => {
      calls.push(name);
      return round;
    };
    const results = await interleave({ a: returnRound("a"), b: returnRound("b") }, { rounds: 4 });
    expect(results).toEqual({ a: [1, 2, 3, 4], b: [1, 2, 3, 4] });
    // The first two calls are the warm-up round.
    expect(calls.join("")).toBe("abbaabbaab");
  });
});
