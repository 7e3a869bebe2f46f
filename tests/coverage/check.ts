import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { StorageCoverage } from "../../suite/storage-rules/coverage.ts";
import type { Outcome } from "../run/checks.ts";
import { inRoot } from "../../suite/command-line/paths.ts";
import { type FileCoverage, missing, never } from "./covered.ts";
import { coverFirestore, readParts } from "./firestore.ts";
import { coverageHtml } from "./html.ts";
import { coverStorage } from "./storage.ts";

/** Where the parts of the coverage lie, and where the report goes. */
interface CoverageFiles {
  /** The folder with what the tests kept of Firestore's rules. */
  parts: string;
  /** The coverage file of each suite's storage-rules runtime; missing with Google's runtime, or where no test asked it. */
  storage: string[];
  /** Gets `index.html`, for a person to read. */
  folder: string;
}

/**
 * Writes the report on what the rules tests have evaluated, and fails where an expression was not seen both ways: one
 * outcome a file.
 */
export function checkRulesCoverage({ parts, storage, folder }: CoverageFiles, say: (line: string) => void): Outcome {
  const firestore = readFileSync(inRoot("firestore.rules"), "utf8");
  const files: FileCoverage[] = [
    { name: "firestore.rules", source: firestore, expressions: coverFirestore(firestore, readParts(parts)) },
  ];
  const kept = storage
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, "utf8")) as StorageCoverage);
  if (kept[0] !== undefined)
    files.push({ name: "storage.rules", source: kept[0].source, expressions: coverStorage("storage.rules", kept) });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "index.html"), coverageHtml(files));

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
  say(`  ${join(folder, "index.html")}`);
  return outcome;
}
