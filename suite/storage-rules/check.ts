import { METHODS_BY_NAME, matchesWhole } from "./library.ts";
import { TYPE_TESTS } from "./operators.ts";
import type { Block, Expression, FunctionDeclaration, Ruleset } from "./syntax.ts";
import { SourceError } from "./tree.ts";

const DOCUMENT_FUNCTIONS: ReadonlySet<string> = new Set(["firestore.get", "firestore.exists"]);

/** The variables and functions that an expression may use. */
type Scope = { variables: readonly string[]; functions: ReadonlyMap<string, FunctionDeclaration> };

/** Finds everything that this runtime doesn't support, so that a file is refused when it is loaded. */
export function checkRuleset(ruleset: Ruleset): readonly SourceError[] {
  return checkBlock(ruleset, { variables: ["request", "resource"], functions: new Map() });
}

function checkBlock({ functions, matches, permissions }: Block, outerScope: Scope): readonly SourceError[] {
  const scope = { ...outerScope, functions: new Map([...outerScope.functions, ...functions]) };
  return [
    ...[...functions.values()].flatMap((declaration) => checkDeclaration(declaration, scope)),
    ...permissions.flatMap(({ condition }) => (condition ? checkExpression(condition, scope) : [])),
    ...matches.flatMap(({ path, block }) => {
      const wildcardNames = path.flatMap((segment) => (segment.kind === "literal" ? [] : segment.name));
      return checkBlock(block, { ...scope, variables: [...scope.variables, ...wildcardNames] });
    }),
  ];
}

function checkDeclaration(declaration: FunctionDeclaration, scope: Scope): readonly SourceError[] {
  const { parameters, bindings, result, position } = declaration;
  const names = [...parameters, ...bindings.map(({ name }) => name)];
  const duplicateName = names.find((name, index) => names.indexOf(name) < index);
  const expressions = [...bindings.map(({ value }) => value), result];
  return [
    ...(duplicateName === undefined ? [] : [new SourceError(`The name ${duplicateName} is bound twice.`, position)]),
    // A `let` may use the parameters and the `let`s before it.
    ...expressions.flatMap((expression, index) => {
      const visibleNames = names.slice(0, parameters.length + index);
      return checkExpression(expression, { ...scope, variables: [...scope.variables, ...visibleNames] });
    }),
  ];
}

function checkExpression(expression: Expression, scope: Scope): readonly SourceError[] {
  const problem = findOwnProblem(expression, scope);
  return [
    ...(problem === undefined ? [] : [new SourceError(problem, expression.position)]),
    ...subexpressions(expression).flatMap((part) => checkExpression(part, scope)),
  ];
}

function findOwnProblem(expression: Expression, scope: Scope): string | undefined {
  switch (expression.kind) {
    case "variable":
      return scope.variables.includes(expression.name) ? undefined : `There is no variable ${expression.name} here.`;
    case "is":
      return TYPE_TESTS.has(expression.type) ? undefined : `The type ${expression.type} isn't supported here.`;
    case "call":
      return findCallProblem(expression.name, expression.args.length, scope);
    case "method":
      return findMethodProblem(expression);
    default:
      return undefined;
  }
}

function findCallProblem(name: string, argumentCount: number, scope: Scope): string | undefined {
  const builtInArity = DOCUMENT_FUNCTIONS.has(name) ? 1 : undefined;
  const arity = scope.functions.get(name)?.parameters.length ?? builtInArity;
  if (arity === undefined) return `The function ${name}() isn't declared here and isn't supported as a built-in one.`;
  return arity === argumentCount ? undefined : `The function ${name}() doesn't take ${argumentCount} arguments.`;
}

function findMethodProblem({ name, args }: Extract<Expression, { kind: "method" }>): string | undefined {
  const overloads = METHODS_BY_NAME.get(name);
  if (!overloads) return `The method ${name}() isn't supported here.`;
  // The first parameter is the object before the dot.
  if (!overloads.some(({ parameters }) => parameters.length === args.length + 1))
    return `The method ${name}() doesn't take ${args.length} arguments.`;
  // Only a literal pattern can be checked now; any other is checked when a request is decided.
  const [pattern] = args;
  if (name !== "matches" || pattern?.kind !== "literal" || pattern.value.type !== "string") return undefined;
  try {
    matchesWhole("", pattern.value.value);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** The direct subexpressions, in the order of the source. */
export function subexpressions(expression: Expression): readonly Expression[] {
  // flat(2) also reaches the keys and values of a map, which are pairs in a list.
  const values: unknown[] = Object.values(expression);
  return values.flat(2).filter((value): value is Expression => value instanceof Object && "kind" in value);
}
