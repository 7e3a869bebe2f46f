import { anyIssue } from "@logbook/domain/testing";
import fc from "fast-check";
import { expect, it } from "vitest";
import { toEntry } from "./entry.ts";
import { mergeEntries } from "./merge.ts";

it("merges more entries than fit on the stack", () => {
  const [issue] = fc.sample(anyIssue, 1);
  const { entry } = toEntry(issue!, 1);
  const id = (at: number): string => `i${String(at).padStart(6, "0")}`;
  const all = Array.from({ length: 200_000 }, (_, at) => ({ ...entry, id: id(at) }));
  const [even, odd] = [0, 1].map((rest) => all.filter((_, at) => at % 2 === rest));
  expect(mergeEntries(even!, odd!.toReversed()).map((one) => one.id)).toEqual(all.map((one) => one.id));
  expect(mergeEntries(all, [], even!)).toEqual(odd);
});
