import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { StorageCoverage } from "../../suite/storage-rules/coverage.ts";
import type { Outcome } from "../run/checks.ts";
import { inRoot } from "../../suite/command-line/paths.ts";
import { type FileCoverage, missing, neverText } from "./covered.ts";
import { coverFirestore, readParts } from "./firestore.ts";
import { coverageHtml } from "./html.ts";
import { coverStorage } from "./storage.ts";

/** The files of the coverage and of its report. */
interface CoverageFiles {
  /** The folder with the reports that the tests have saved for Firestore's rules. */
  parts: string;
  /** The coverage file of each suite's storage-rules runtime; Google's runtime writes none. */
  storage: string[];
  /** The folder for the report, `index.html`. */
  folder: string;
}

/**
 * Writes the report on the rules' coverage, and fails for each file with an expression that was not both true and false
 * in the tests.
 */
export function checkRulesCoverage({ parts, storage, folder }: CoverageFiles, print: (line: string) => void): Outcome {
  const firestore = readFileSync(inRoot("firestore.rules"), "utf8");
  const files: FileCoverage[] = [
    { name: "firestore.rules", source: firestore, expressions: coverFirestore(firestore, readParts(parts)) },
  ];
  const reports = storage
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, "utf8")) as StorageCoverage);
  if (reports[0] !== undefined)
    files.push({ name: "storage.rules", source: reports[0].source, expressions: coverStorage("storage.rules", reports) });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "index.html"), coverageHtml(files));

  const outcome: Outcome = { passed: 0, failed: 0 };
  for (const { name, expressions } of files) {
    const lacking = expressions.filter((expression) => missing(expression).length > 0);
    const failed = lacking.length > 0 || expressions.length === 0;
    outcome[failed ? "failed" : "passed"] += 1;
    print(
      `${failed ? "  FAILED" : "  ok"}  ${name}: ${lacking.length} of ${expressions.length} expressions without both outcomes`,
    );
    for (const expression of lacking)
      print(`    ${name}:${expression.line}  ${expression.where}: ${expression.text}  ${neverText(expression)}`);
  }
  print(`  ${join(folder, "index.html")}`);
  return outcome;
}
