import { existsSync, readFileSync } from "node:fs";
import { inRoot } from "../../suite/command-line/paths.ts";
import type { StorageCoverage } from "../../suite/storage-rules/coverage.ts";
import type { TestResult } from "../run/checks.ts";
import { type CoveredExpression, missingOutcomes } from "./covered.ts";
import { coverFirestore, readFirestoreReports } from "./firestore.ts";
import { coverStorage } from "./storage.ts";

/** The files from which the coverage is read. */
interface CoverageFiles {
  /** The folder with the reports that the tests have saved for Firestore's rules. */
  firestoreFolder: string;
  /** The coverage file of each suite's storage-rules runtime. Google's runtime writes no file. */
  storageFiles: string[];
}

/** Prints the expressions that were not both true and false in the tests. A file with such an expression fails. */
export function checkRulesCoverage(
  { firestoreFolder, storageFiles }: CoverageFiles,
  print: (line: string) => void,
): TestResult {
  const firestoreRules = readFileSync(inRoot("firestore.rules"), "utf8");
  const files: [name: string, expressions: CoveredExpression[]][] = [
    ["firestore.rules", coverFirestore(firestoreRules, readFirestoreReports(firestoreFolder))],
  ];
  const storageReports = storageFiles
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, "utf8")) as StorageCoverage);
  if (storageReports.length > 0) files.push(["storage.rules", coverStorage("storage.rules", storageReports)]);

  const result: TestResult = { passed: 0, failed: 0 };
  for (const [name, expressions] of files) {
    const incompleteExpressions = expressions.filter((expression) => missingOutcomes(expression).length > 0);
    const hasFailed = incompleteExpressions.length > 0 || expressions.length === 0;
    result[hasFailed ? "failed" : "passed"] += 1;
    const counts = `${incompleteExpressions.length} of ${expressions.length} expressions without both outcomes`;
    print(`${hasFailed ? "  FAILED" : "  ok"}  ${name}: ${counts}`);
    for (const expression of incompleteExpressions) {
      const { line, container, text } = expression;
      print(`    ${name}:${line}  ${container}: ${text}  was never ${missingOutcomes(expression).join(" or ")}`);
    }
  }
  return result;
}
