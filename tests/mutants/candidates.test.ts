import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { inRoot } from "../../suite/command-line/paths.ts";
import { mutantsByHand } from "./by-hand.ts";
import { allCandidates, RULES_FILES } from "./candidates.ts";
import { generateMutants } from "./generate.ts";

it("equivalent.json and by-hand.json fit the rules files, which have more than 400 mutants", () => {
  expect(allCandidates().length).toBeGreaterThan(400);
});

it.each(RULES_FILES)("the mutants of %s stay the same if its lines are broken and indented differently", (file) => {
  const rules = readFileSync(inRoot(file), "utf8");
  const formattedRules = rules.replace(/^ +/gm, "\t").replaceAll(": if ", ": if\n").replaceAll(" && ", "\n&&\n  ");
  const describeMutants = (source: string): string[] =>
    [...generateMutants(source), ...mutantsByHand(file, source)].map(
      ({ where, before, after }) => `${where}: ${before} → ${after}`,
    );
  expect(describeMutants(formattedRules)).toEqual(describeMutants(rules));
});
