import { anyIssue } from "@logbook/domain/testing";
import fc from "fast-check";
import { expect, it } from "vitest";
import { toEntry } from "./entry.ts";
import { mergeEntries } from "./merge.ts";

it("merges and removes 100,000 entries, which are too many for the arguments of one function call", () => {
  const [issue] = fc.sample(anyIssue, 1);
  const { entry } = toEntry(issue!, 1);
  const idAt = (index: number): string => `i${String(index).padStart(6, "0")}`;
  const all = Array.from({ length: 200_000 }, (_, index) => ({ ...entry, id: idAt(index) }));
  const evenEntries = all.filter((_, index) => index % 2 === 0);
  const oddEntries = all.filter((_, index) => index % 2 === 1);
  // Comparing 200,000 whole entries would take seconds.
  const idsOf = (entries: readonly { id: string }[]): string => entries.map(({ id }) => id).join();
  expect(idsOf(mergeEntries(evenEntries, oddEntries.toReversed()))).toBe(idsOf(all));
  expect(idsOf(mergeEntries(all, [], evenEntries))).toBe(idsOf(oddEntries));
});
