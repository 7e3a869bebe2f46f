import { parts } from "../../suite/storage-rules/check.ts";
import type { StorageCoverage } from "../../suite/storage-rules/coverage.ts";
import { parse } from "../../suite/storage-rules/parse.ts";
import type { Block, Expression, FunctionDeclaration } from "../../suite/storage-rules/syntax.ts";
import { type Covered, covered } from "./covered.ts";

/** The outcomes of each expression of storage.rules, those of all suites together. */
export function coverStorage(fileName: string, kept: readonly StorageCoverage[]): Covered[] {
  const source = kept[0]?.source ?? "";
  const ruleset = parse(fileName, source);
  const roots = [...[...ruleset.functions.values()].flatMap(inFunction), ...inBlock(ruleset.service)];
  return roots.flatMap(withParts).map(({ start, end }) => {
    const expression = covered(source, start, end);
    const outcomes = kept
      .filter((one) => one.source === source)
      .flatMap((one) => one.expressions[`${start}-${end}`] ?? []);
    for (const came of outcomes) if (came === "true" || came === "false" || came === "value") expression.came.add(came);
    return expression;
  });
}

function inBlock({ functions, matches, permissions }: Block): Expression[] {
  return [
    ...[...functions.values()].flatMap(inFunction),
    ...permissions.flatMap(({ condition }) => condition ?? []),
    ...matches.flatMap(({ block }) => inBlock(block)),
  ];
}

const inFunction = ({ bindings, result }: FunctionDeclaration): Expression[] => [
  ...bindings.map(({ value }) => value),
  result,
];

/** Literals come to what they say. */
const withParts = (expression: Expression): Expression[] =>
  expression.kind === "literal" ? [] : [expression, ...parts(expression).flatMap(withParts)];
