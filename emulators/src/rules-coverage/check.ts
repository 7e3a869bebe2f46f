import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { StorageCoverage } from "../../storage-rules/coverage.ts";
import type { Outcome } from "../checks.ts";
import { DATA, inRoot } from "../paths.ts";
import { type Covered, missing, never } from "./covered.ts";
import { coverFirestore, readParts } from "./firestore.ts";
import { coverageHtml } from "./html.ts";
import { coverStorage } from "./storage.ts";

/** Where the report is written, for a person to read. */
export const COVERAGE_REPORT = join(DATA, "reports", "rules-coverage");

/** A rules file and what its expressions came to. */
export interface FileCoverage {
  name: string;
  source: string;
  expressions: Covered[];
}

/**
 * Writes the report on what the rules tests have evaluated, and fails where an expression was not seen both ways: one
 * outcome a file. `parts` is the folder with what the tests kept, `storageFile` what the storage-rules runtime kept;
 * there is none when Google's own runs.
 */
export function checkRulesCoverage(parts: string, storageFile: string, say: (line: string) => void): Outcome {
  const firestore = readFileSync(inRoot("firestore.rules"), "utf8");
  const files: FileCoverage[] = [
    { name: "firestore.rules", source: firestore, expressions: coverFirestore(firestore, readParts(parts)) },
  ];
  if (existsSync(storageFile)) {
    const kept = JSON.parse(readFileSync(storageFile, "utf8")) as StorageCoverage;
    files.push({ name: "storage.rules", source: kept.source, expressions: coverStorage("storage.rules", kept) });
  }
  mkdirSync(COVERAGE_REPORT, { recursive: true });
  writeFileSync(join(COVERAGE_REPORT, "index.html"), coverageHtml(files));

  const outcome: Outcome = { passed: 0, failed: 0 };
  for (const { name, expressions } of files) {
    const lacking = expressions.filter((expression) => missing(expression).length > 0);
    const failed = lacking.length > 0 || expressions.length === 0;
    outcome[failed ? "failed" : "passed"] += 1;
    say(
      `${failed ? "  FAILED" : "  ok"}  ${name}: ${lacking.length} of ${expressions.length} expressions not both ways`,
    );
    for (const expression of lacking)
      say(`    ${name}:${expression.line}  ${expression.where}: ${expression.text}  ${never(expression)}`);
  }
  say(`  ${join(COVERAGE_REPORT, "index.html")}`);
  return outcome;
}
