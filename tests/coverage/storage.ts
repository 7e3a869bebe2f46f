import { subexpressions } from "../../suite/storage-rules/check.ts";
import type { StorageCoverage } from "../../suite/storage-rules/coverage.ts";
import { parse } from "../../suite/storage-rules/parse.ts";
import type { Block, Expression, FunctionDeclaration } from "../../suite/storage-rules/syntax.ts";
import { type CoveredExpression, expressionAt } from "./covered.ts";

/** Each expression of storage.rules with its outcomes in all reports. A suite reports only on its first rules file. */
export function coverStorage(fileName: string, reports: readonly StorageCoverage[]): CoveredExpression[] {
  const source = reports[0]?.source ?? "";
  const outerExpressions = expressionsInBlock(parse(fileName, source));
  const reportsOnSource = reports.filter((report) => report.source === source);
  return outerExpressions.flatMap(withSubexpressions).map(({ start, end }) => {
    const expression = expressionAt(source, start, end);
    for (const outcome of reportsOnSource.flatMap(({ expressions }) => expressions[`${start}-${end}`] ?? []))
      if (outcome === "true" || outcome === "false" || outcome === "value") expression.outcomes.add(outcome);
    return expression;
  });
}

function expressionsInBlock({ functions, matches, permissions }: Block): Expression[] {
  return [
    ...[...functions.values()].flatMap(expressionsInFunction),
    ...permissions.flatMap(({ condition }) => condition ?? []),
    ...matches.flatMap(({ block }) => expressionsInBlock(block)),
  ];
}

const expressionsInFunction = ({ bindings, result }: FunctionDeclaration): Expression[] => [
  ...bindings.map(({ value }) => value),
  result,
];

/** An expression and all expressions inside it, without literals: a literal has only one outcome. */
const withSubexpressions = (expression: Expression): Expression[] =>
  expression.kind === "literal" ? [] : [expression, ...subexpressions(expression).flatMap(withSubexpressions)];
