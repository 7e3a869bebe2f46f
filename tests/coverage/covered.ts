/** An expression of a rules file, and its outcomes in one run of the tests: `value` is any value but true and false. */
export interface CoveredExpression {
  line: number;
  /** The function or `allow` that contains the expression. */
  container: string;
  text: string;
  outcomes: Set<"true" | "false" | "value">;
}

/** The expression between two offsets of the source, without outcomes. */
export function expressionAt(source: string, start: number, end: number): CoveredExpression {
  const textBefore = source.slice(0, start);
  return {
    line: textBefore.split("\n").length,
    container: containerAtEnd(textBefore),
    text: source.slice(start, end).replace(/\s+/g, " "),
    outcomes: new Set(),
  };
}

/**
 * The outcomes that an expression lacks, as words after 'was never'. An expression must have been true and false, or
 * have had another value.
 */
export function missingOutcomes({ outcomes }: CoveredExpression): string[] {
  if (outcomes.size === 0) return ["evaluated"];
  if (outcomes.has("value")) return [];
  return (["true", "false"] as const).filter((value) => !outcomes.has(value));
}

/** The function or `allow` that begins last in this text. */
export function containerAtEnd(text: string): string {
  const beginnings = [...text.matchAll(/function (?<name>\w+)\(|match (?<path>\S+) \{|allow (?<operations>[\w, ]+):/g)];
  const functionOrAllow = beginnings.findLast(({ groups }) => groups?.path === undefined)?.groups;
  if (functionOrAllow?.name !== undefined) return `${functionOrAllow.name}()`;
  const path = beginnings.findLast(({ groups }) => groups?.path !== undefined)?.groups?.path;
  return `${path} allow ${functionOrAllow?.operations}`;
}
