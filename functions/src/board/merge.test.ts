import { anyIssue } from "@logbook/domain/testing";
import fc from "fast-check";
import { expect, it } from "vitest";
import { toArrival } from "./entry.ts";
import { merge } from "./merge.ts";

it("takes more than fit on the stack, as after an import", () => {
  const [issue] = fc.sample(anyIssue, 1);
  const { entry } = toArrival(issue!, 1);
  const id = (at: number): string => `i${String(at).padStart(6, "0")}`;
  const all = Array.from({ length: 200_000 }, (_, at) => ({ ...entry, id: id(at) }));
  const [even, odd] = [0, 1].map((rest) => all.filter((_, at) => at % 2 === rest));
  expect(merge(even!, odd!.toReversed()).map((one) => one.id)).toEqual(all.map((one) => one.id));
  expect(merge(all, [], even!)).toEqual(odd);
});
