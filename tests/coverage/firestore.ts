import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CoveredExpression, expressionAt } from "./covered.ts";

/** The Firestore emulator's report on one expression: its place in code points, and its values. */
export interface CoverageNode {
  sourcePosition: { line: number; currentOffset: number; endOffset: number };
  values?: { value?: { boolValue?: boolean; [kind: string]: unknown } }[];
  children?: CoverageNode[];
}

/** A report that a suite of tests has saved: the emulator's coverage of the rules since they were loaded. */
export interface CoveragePart {
  test: string;
  report: { rules: { files: { content: string }[] }; report: CoverageNode[] };
}

/** Every report in a folder. */
export function readParts(folder: string): CoveragePart[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as CoveragePart);
}

/** Calls back for every expression of a report. */
export function visitAll(nodes: readonly CoverageNode[], visit: (node: CoverageNode) => void): void {
  for (const node of nodes) {
    visit(node);
    visitAll(node.children ?? [], visit);
  }
}

/** The outcomes of each expression of firestore.rules in all reports. */
export function coverFirestore(source: string, parts: readonly CoveragePart[]): CoveredExpression[] {
  const byPlace = new Map<string, CoveredExpression>();
  // The emulator counts code points, not UTF-16 code units.
  const codePoints = Array.from(source);
  const toOffset = (point: number): number => codePoints.slice(0, point).join("").length;
  const expressionBetween = (from: number, to: number) =>
    expressionAt(source, toOffset(from), toOffset(endWithBrackets(codePoints, from, to)));
  for (const { report } of parts) {
    if (report.rules.files[0]?.content !== source) continue;
    visitAll(report.report, ({ sourcePosition: { currentOffset, endOffset }, values = [] }) => {
      const place = `${currentOffset}-${endOffset}`;
      const expression = byPlace.get(place) ?? expressionBetween(currentOffset, endOffset + 1);
      for (const { value } of values) {
        const [kind] = Object.keys(value ?? {});
        // The value is empty if another operand decided, and its kind is `undefined` after an error.
        if (kind === undefined || kind === "undefined") continue;
        expression.outcomes.add(kind === "boolValue" ? `${value?.boolValue === true}` : "value");
      }
      byPlace.set(place, expression);
    });
  }
  return [...byPlace.values()];
}

/** The end of an expression with its closing brackets and the `()` of a call, which the emulator leaves out. */
function endWithBrackets(chars: readonly string[], start: number, end: number): number {
  let open = 0;
  for (const char of chars.slice(start, end)) {
    if ("([{".includes(char)) open++;
    if (")]}".includes(char)) open--;
  }
  let last = chars[end] === "(" && chars[end + 1] === ")" ? end + 2 : end;
  for (; open > 0 && /[)\]}\s]/.test(chars[last] ?? ""); last++) if (!/\s/.test(chars[last]!)) open--;
  return last;
}
