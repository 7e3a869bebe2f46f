import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CoveredExpression, expressionAt } from "./covered.ts";

/** The Firestore emulator's report on one expression: its position, and the values that it had. */
export interface CoverageNode {
  /** The offsets count code points. `endOffset` is the offset of the last character. */
  sourcePosition: { line: number; currentOffset: number; endOffset: number };
  values?: { value?: { boolValue?: boolean; [kind: string]: unknown } }[];
  children?: CoverageNode[];
}

/** A file that a test suite has saved: the emulator's report on the rules since they were loaded. */
export interface FirestoreReport {
  /** The name of the test suite. */
  test: string;
  report: { rules: { files: { content: string }[] }; report: CoverageNode[] };
}

/** Reads every report in a folder. */
export function readFirestoreReports(folder: string): FirestoreReport[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as FirestoreReport);
}

/** Calls `visit` for every node, and for the children of every node. */
export function visitNodes(nodes: readonly CoverageNode[], visit: (node: CoverageNode) => void): void {
  for (const node of nodes) {
    visit(node);
    visitNodes(node.children ?? [], visit);
  }
}

/** The outcomes of each expression of firestore.rules in all reports. */
export function coverFirestore(source: string, reports: readonly FirestoreReport[]): CoveredExpression[] {
  const expressionsByPosition = new Map<string, CoveredExpression>();
  // The emulator counts code points, not UTF-16 code units.
  const codePoints = Array.from(source);
  const toCodeUnits = (offset: number): number => codePoints.slice(0, offset).join("").length;
  const createExpression = (start: number, end: number): CoveredExpression =>
    expressionAt(source, toCodeUnits(start), toCodeUnits(endWithBrackets(codePoints, start, end)));
  for (const { report } of reports) {
    // Some tests load other rules.
    if (report.rules.files[0]?.content !== source) continue;
    visitNodes(report.report, ({ sourcePosition: { currentOffset, endOffset }, values = [] }) => {
      const position = `${currentOffset}-${endOffset}`;
      const expression = expressionsByPosition.get(position) ?? createExpression(currentOffset, endOffset + 1);
      for (const { value } of values) {
        const [kind] = Object.keys(value ?? {});
        // The value is empty if the expression was not evaluated, and its kind is `undefined` after an error.
        if (kind === undefined || kind === "undefined") continue;
        expression.outcomes.add(kind === "boolValue" ? `${value?.boolValue === true}` : "value");
      }
      expressionsByPosition.set(position, expression);
    });
  }
  return [...expressionsByPosition.values()];
}

/**
 * The end of an expression. The emulator's `reportedEnd` leaves out the closing brackets at the end of an expression,
 * and the `()` of a call without arguments.
 */
function endWithBrackets(chars: readonly string[], start: number, reportedEnd: number): number {
  let openBrackets = 0;
  for (const char of chars.slice(start, reportedEnd)) {
    if ("([{".includes(char)) openBrackets++;
    if (")]}".includes(char)) openBrackets--;
  }
  const isCallWithoutArguments = chars[reportedEnd] === "(" && chars[reportedEnd + 1] === ")";
  let end = isCallWithoutArguments ? reportedEnd + 2 : reportedEnd;
  while (openBrackets > 0 && /[)\]}\s]/.test(chars[end] ?? "")) {
    if (/[)\]}]/.test(chars[end]!)) openBrackets--;
    end++;
  }
  return end;
}
