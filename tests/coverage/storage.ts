import { subexpressions } from "../../suite/storage-rules/check.ts";
import type { StorageCoverage } from "../../suite/storage-rules/coverage.ts";
import { parse } from "../../suite/storage-rules/parse.ts";
import type { Block, Expression, FunctionDeclaration } from "../../suite/storage-rules/syntax.ts";
import { type CoveredExpression, expressionAt } from "./covered.ts";

/** The outcomes of each expression of storage.rules in the reports of all suites. */
export function coverStorage(fileName: string, reports: readonly StorageCoverage[]): CoveredExpression[] {
  const source = reports[0]?.source ?? "";
  const ruleset = parse(fileName, source);
  const roots = [...[...ruleset.functions.values()].flatMap(expressionsInFunction), ...expressionsInBlock(ruleset.service)];
  return roots.flatMap(withParts).map(({ start, end }) => {
    const expression = expressionAt(source, start, end);
    for (const { expressions } of reports.filter((report) => report.source === source))
      for (const outcome of expressions[`${start}-${end}`] ?? [])
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

/** An expression and its parts, without literals, whose outcome is known. */
const withParts = (expression: Expression): Expression[] =>
  expression.kind === "literal" ? [] : [expression, ...subexpressions(expression).flatMap(withParts)];
