import { anyIssue } from "@logbook/domain/testing";
import fc from "fast-check";
import { expect, it } from "vitest";
import { toEntry } from "./entry.ts";
import { mergeEntries } from "./merge.ts";

it("merges more entries than can be passed as arguments of one call", () => {
  const [issue] = fc.sample(anyIssue, 1);
  const { entry } = toEntry(issue!, 1);
  const idAt = (index: number): string => `i${String(index).padStart(6, "0")}`;
  const all = Array.from({ length: 200_000 }, (_, index) => ({ ...entry, id: idAt(index) }));
  const even = all.filter((_, index) => index % 2 === 0);
  const odd = all.filter((_, index) => index % 2 === 1);
  expect(mergeEntries(even, odd.toReversed()).map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  expect(mergeEntries(all, [], even)).toEqual(odd);
});
