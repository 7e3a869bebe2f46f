import { describe, expect, it } from "vitest";
import { interleave } from "./interleave.ts";

describe("interleaving", () => {
  it("runs the functions in turn, reverses their order every second round, and drops the results of the warm-up", async () => {
    const ran: string[] = [];
    const run = (name: string) => async (round: number) => {
      ran.push(name);
      return round;
    };
    const values = await interleave({ real: run("r"), limit: run("l") }, { rounds: 4 });
    expect(values).toEqual({ real: [0, 1, 2, 3], limit: [0, 1, 2, 3] });
    expect(ran.join("")).toBe("lrrllrrllr");
  });
});
