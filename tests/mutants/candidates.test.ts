import { expect, it } from "vitest";
import { allCandidates } from "./candidates.ts";

it("equivalent.json and by-hand.json fit the rules files, which have more than 400 mutants", () => {
  expect(allCandidates().length).toBeGreaterThan(400);
});
