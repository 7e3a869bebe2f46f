/** An expression of a rules file and its outcomes in one run of the tests: truth values, or any other value. */
export interface CoveredExpression {
  line: number;
  /** The function or `allow` that contains it. */
  where: string;
  text: string;
  outcomes: Set<"true" | "false" | "value">;
}

/** The expression from `start` up to, not including, `end`; it has no outcomes yet. */
export function expressionAt(source: string, start: number, end: number): CoveredExpression {
  const before = source.slice(0, start);
  return {
    line: before.split("\n").length,
    where: containerOf(before),
    text: source.slice(start, end).replace(/\s+/g, " "),
    outcomes: new Set(),
  };
}

/** The outcomes that an expression lacks: it must be true once and false once, or have another value. */
export function missingOutcomes({ outcomes }: CoveredExpression): string[] {
  if (outcomes.size === 0) return ["evaluated"];
  return (["true", "false"] as const).filter((value) => !outcomes.has("value") && !outcomes.has(value));
}

/** The last function or `allow` that begins before the end of this text. */
function containerOf(before: string): string {
  const found = [...before.matchAll(/function (?<name>\w+)\(|match (?<path>\S+) \{|allow (?<operations>[\w, ]+):/g)];
  const last = found.findLast(({ groups }) => groups?.path === undefined)?.groups;
  if (last?.name !== undefined) return `${last.name}()`;
  const path = found.findLast(({ groups }) => groups?.path !== undefined)?.groups?.path;
  return `${path} allow ${last?.operations}`;
}
