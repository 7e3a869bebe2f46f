import { existsSync, readFileSync } from "node:fs";
import type { StorageCoverage } from "../../suite/storage-rules/coverage.ts";
import type { Outcome } from "../run/checks.ts";
import { inRoot } from "../../suite/command-line/paths.ts";
import { type CoveredExpression, missingOutcomes } from "./covered.ts";
import { coverFirestore, readParts } from "./firestore.ts";
import { coverStorage } from "./storage.ts";

/** The files from which the coverage is read. */
interface CoverageFiles {
  /** The folder with the reports that the tests have saved for Firestore's rules. */
  parts: string;
  /** The coverage file of each suite's storage-rules runtime; Google's runtime writes none. */
  storage: string[];
}

/** Prints the expressions that were not both true and false in the tests, and fails for each file that has any. */
export function checkRulesCoverage({ parts, storage }: CoverageFiles, print: (line: string) => void): Outcome {
  const firestore = readFileSync(inRoot("firestore.rules"), "utf8");
  const files: [name: string, expressions: CoveredExpression[]][] = [
    ["firestore.rules", coverFirestore(firestore, readParts(parts))],
  ];
  const reports = storage
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, "utf8")) as StorageCoverage);
  if (reports.length > 0) files.push(["storage.rules", coverStorage("storage.rules", reports)]);

  const outcome: Outcome = { passed: 0, failed: 0 };
  for (const [name, expressions] of files) {
    const incomplete = expressions.filter((expression) => missingOutcomes(expression).length > 0);
    const failed = incomplete.length > 0 || expressions.length === 0;
    outcome[failed ? "failed" : "passed"] += 1;
    print(
      `${failed ? "  FAILED" : "  ok"}  ${name}: ${incomplete.length} of ${expressions.length} expressions without both outcomes`,
    );
    for (const expression of incomplete) {
      const { line, where, text } = expression;
      print(`    ${name}:${line}  ${where}: ${text}  was never ${missingOutcomes(expression).join(" or ")}`);
    }
  }
  return outcome;
}
