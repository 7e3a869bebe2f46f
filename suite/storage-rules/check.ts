import { METHODS_BY_NAME } from "./library.ts";
import { TYPE_TESTS } from "./operators.ts";
import { patternProblem } from "./regular-expression.ts";
import type { Block, Expression, FunctionDeclaration, Match, Ruleset } from "./syntax.ts";
import { SourceError } from "./tree.ts";

const DOCUMENT_FUNCTIONS: ReadonlySet<string> = new Set(["firestore.get", "firestore.exists"]);

/** The variables and functions that an expression may use. */
type Scope = { variables: ReadonlySet<string>; functions: ReadonlyMap<string, FunctionDeclaration> };

/** Finds everything that this runtime doesn't support, so that a file is refused when it is loaded. */
export function checkRuleset(ruleset: Ruleset): readonly SourceError[] {
  const outermost: Scope = { variables: new Set(["request", "resource"]), functions: new Map() };
  const file = innerScope(outermost, ruleset.functions);
  return [
    ...[...ruleset.functions.values()].flatMap((declared) => checkDeclaration(declared, file)),
    ...checkBlock(ruleset.service, file),
  ];
}

function innerScope(scope: Scope, functions: Block["functions"], variables: readonly string[] = []): Scope {
  return {
    variables: new Set([...scope.variables, ...variables]),
    functions: new Map([...scope.functions, ...functions]),
  };
}

function checkBlock(block: Block, outer: Scope, variables: readonly string[] = []): readonly SourceError[] {
  const scope = innerScope(outer, block.functions, variables);
  return [
    ...[...block.functions.values()].flatMap((declared) => checkDeclaration(declared, scope)),
    ...block.permissions.flatMap(({ condition }) => (condition ? checkExpression(condition, scope) : [])),
    ...block.matches.flatMap((match) => checkBlock(match.block, scope, wildcardNames(match))),
  ];
}

function wildcardNames(match: Match): readonly string[] {
  return match.path.flatMap((segment) => (segment.kind === "literal" ? [] : [segment.name]));
}

function checkDeclaration(declared: FunctionDeclaration, scope: Scope): readonly SourceError[] {
  const { parameters, bindings, result } = declared;
  const boundNames = [...parameters, ...bindings.map(({ name }) => name)];
  const duplicate = boundNames.find((name, index) => boundNames.indexOf(name) < index);
  const scopeAfter = (bindingCount: number) =>
    innerScope(scope, new Map(), boundNames.slice(0, parameters.length + bindingCount));
  return [
    ...(duplicate === undefined ? [] : [new SourceError(`The name ${duplicate} is bound twice.`, declared.at)]),
    ...bindings.flatMap(({ value }, index) => checkExpression(value, scopeAfter(index))),
    ...checkExpression(result, scopeAfter(bindings.length)),
  ];
}

function checkExpression(expression: Expression, scope: Scope): readonly SourceError[] {
  const problem = ownProblem(expression, scope);
  return [
    ...(problem === undefined ? [] : [new SourceError(problem, expression.at)]),
    ...subexpressions(expression).flatMap((part) => checkExpression(part, scope)),
  ];
}

/** The problem of the expression itself, without its subexpressions. */
function ownProblem(expression: Expression, scope: Scope): string | undefined {
  switch (expression.kind) {
    case "variable":
      return scope.variables.has(expression.name) ? undefined : `There is no variable ${expression.name} here.`;
    case "is":
      return TYPE_TESTS.has(expression.type) ? undefined : `The type ${expression.type} isn't supported here.`;
    case "call":
      return callProblem(expression.name, expression.args.length, scope);
    case "method":
      return methodProblem(expression);
    default:
      return undefined;
  }
}

function callProblem(name: string, given: number, scope: Scope): string | undefined {
  const count = scope.functions.get(name)?.parameters.length ?? (DOCUMENT_FUNCTIONS.has(name) ? 1 : undefined);
  if (count === undefined) return `The function ${name}() isn't declared here and isn't supported as a built-in one.`;
  return count === given ? undefined : `The function ${name}() doesn't take ${given} arguments.`;
}

function methodProblem({ name, args }: Extract<Expression, { kind: "method" }>): string | undefined {
  const overloads = METHODS_BY_NAME.get(name);
  if (!overloads) return `The method ${name}() isn't supported here.`;
  if (!overloads.some(({ parameters }) => parameters.length === args.length + 1)) {
    return `The method ${name}() doesn't take ${args.length} arguments.`;
  }
  const [pattern] = args;
  if (name !== "matches" || pattern?.kind !== "literal" || pattern.value.type !== "string") return undefined;
  return patternProblem(pattern.value.value);
}

/** The direct subexpressions, in the order of the source. */
export function subexpressions(expression: Expression): readonly Expression[] {
  const values: unknown[] = Object.values(expression);
  return values.flat(2).filter((value): value is Expression => value instanceof Object && "kind" in value);
}
