import { callDocumentFunction, type Documents } from "./documents.ts";
import { METHODS_BY_NAME } from "./library.ts";
import { BINARY, INDEX, MEMBER, NEGATE, TYPE_TESTS } from "./operators.ts";
import { dispatch } from "./overload.ts";
import type { Expression, FunctionDeclaration } from "./syntax.ts";
import { bool, list, map, path, RuleError, refuseOpaque, string, UnsupportedError, type Value } from "./value.ts";

/** One level of names: the file, the service, then each `match` from the outside in. */
export type Level = { functions: ReadonlyMap<string, FunctionDeclaration>; variables: ReadonlyMap<string, Value> };

/** The state of one decision: the documents fetched so far, the number of evaluated expressions, and the observer. */
export type Decision = { documents: Documents; evaluatedCount: number; observe?: Observe };

/** Called with each outcome. "value": any value but a boolean. "error": also if a document must be fetched first. */
export type Observe = (expression: Expression, outcome: "true" | "false" | "value" | "error") => void;

/** The surroundings of an expression: those of a condition, or of a called function's body. */
type Frame = {
  decision: Decision;
  /** The visible levels, outermost first. A function sees the levels around its declaration. */
  levels: readonly Level[];
  /** The parameters and `let`s of the called function. Each is computed when it is first used. */
  locals: ReadonlyMap<string, () => Value>;
  callDepth: number;
};

/** Google's limits for one decision. */
const MAX_EXPRESSIONS = 1_000;
const MAX_CALL_DEPTH = 20;

/** Whether a condition holds. Throws `RuleError`, `UnsupportedError` or `DocumentNeeded`. */
export function holds(condition: Expression, levels: readonly Level[], decision: Decision): boolean {
  return toBoolean(evaluate(condition, { decision, levels, locals: new Map(), callDepth: 0 }));
}

function evaluate(expression: Expression, frame: Frame): Value {
  frame.decision.evaluatedCount += 1;
  try {
    if (frame.decision.evaluatedCount > MAX_EXPRESSIONS)
      throw new UnsupportedError(
        `A decision may evaluate ${MAX_EXPRESSIONS.toLocaleString("en")} expressions at most.`,
      );
    const value = evaluateKind(expression, frame);
    frame.decision.observe?.(expression, value.type === "bool" ? `${value.value}` : "value");
    return value;
  } catch (error) {
    frame.decision.observe?.(expression, "error");
    // The innermost expression comes first, and the error keeps its position.
    if (error instanceof RuleError || error instanceof UnsupportedError) error.position ??= expression.position;
    throw error;
  }
}

function evaluateKind(expression: Expression, frame: Frame): Value {
  const evaluatePart = (part: Expression) => evaluate(part, frame);
  switch (expression.kind) {
    case "literal":
      return expression.value;
    case "variable":
      return lookUp(expression.name, frame);
    case "list":
      return list(expression.items.map(evaluatePart));
    case "map":
      return map(
        expression.entries.map(([key, content]) => [toKey(evaluatePart(key)), evaluatePart(content)] as const),
      );
    case "path":
      return path(expression.parts.map((part) => (typeof part === "string" ? part : toSegment(evaluatePart(part)))));
    case "member":
      return dispatch(`.${expression.name}`, MEMBER, [evaluatePart(expression.object), string(expression.name)]);
    case "index":
      return dispatch("[]", INDEX, [evaluatePart(expression.object), evaluatePart(expression.index)]);
    case "call":
      return evaluateCall(expression.name, expression.args, frame);
    case "method": {
      const values = [expression.object, ...expression.args].map(evaluatePart);
      return dispatch(`${expression.name}()`, METHODS_BY_NAME.get(expression.name)!, values);
    }
    case "not":
      return bool(!toBoolean(evaluatePart(expression.operand)));
    case "negate":
      return dispatch("-", NEGATE, [evaluatePart(expression.operand)]);
    case "and":
    case "or":
      return bool(evaluateLogical(expression, frame));
    case "binary":
      return dispatch(expression.operator, BINARY[expression.operator], [
        evaluatePart(expression.left),
        evaluatePart(expression.right),
      ]);
    case "is": {
      const operand = evaluatePart(expression.operand);
      refuseOpaque(operand);
      return bool(TYPE_TESTS.get(expression.type)!.includes(operand.type));
    }
    case "ternary":
      return evaluatePart(toBoolean(evaluatePart(expression.condition)) ? expression.whenTrue : expression.whenFalse);
  }
}

/**
 * `false` decides `&&`, and `true` decides `||`: one operand with this value is enough, even if the other operand is an
 * error. If the left operand decides, the right operand isn't evaluated.
 */
function evaluateLogical({ kind, left, right }: Extract<Expression, { kind: "and" | "or" }>, frame: Frame): boolean {
  const decidingValue = kind === "or";
  try {
    if (toBoolean(evaluate(left, frame)) === decidingValue) return decidingValue;
  } catch (error) {
    if (error instanceof RuleError && hasValue(right, decidingValue, frame)) return decidingValue;
    throw error;
  }
  return toBoolean(evaluate(right, frame));
}

function hasValue(operand: Expression, expectedValue: boolean, frame: Frame): boolean {
  try {
    return toBoolean(evaluate(operand, frame)) === expectedValue;
  } catch (error) {
    if (error instanceof RuleError) return false;
    throw error;
  }
}

function toBoolean(value: Value): boolean {
  refuseOpaque(value);
  if (value.type === "bool") return value.value;
  throw new RuleError(`A condition must be true or false, but this is a ${value.type}.`);
}

function toKey(key: Value): string {
  if (key.type === "string") return key.value;
  throw new RuleError(`A ${key.type} can't be a key.`);
}

/** The segment that `$(…)` adds to a path. */
function toSegment(value: Value): string {
  if (value.type === "string") return value.value;
  throw new UnsupportedError(`A ${value.type} in a path isn't supported here.`);
}

function lookUp(name: string, { locals, levels }: Frame): Value {
  const readLocal = locals.get(name);
  if (readLocal) return readLocal();
  // `checkRuleset` has refused unknown names.
  return levels.findLast(({ variables }) => variables.has(name))!.variables.get(name)!;
}

function evaluateCall(name: string, args: readonly Expression[], frame: Frame): Value {
  const levelIndex = frame.levels.findLastIndex(({ functions }) => functions.has(name));
  const declaration = frame.levels[levelIndex]?.functions.get(name);
  if (declaration) return callDeclared(declaration, args, frame.levels.slice(0, levelIndex + 1), frame);
  const values = args.map((arg) => evaluate(arg, frame));
  return callDocumentFunction(name, values, frame.decision.documents);
}

/** Evaluates arguments and `let`s when they are first used, so that an error in an unused one doesn't matter. */
function callDeclared(
  { parameters, bindings, result }: FunctionDeclaration,
  args: readonly Expression[],
  levels: readonly Level[],
  caller: Frame,
): Value {
  if (caller.callDepth >= MAX_CALL_DEPTH) throw new RuleError(`Calls may nest ${MAX_CALL_DEPTH} deep at most.`);
  const lazyArgument = (index: number) => computeOnce(() => evaluate(args[index]!, caller));
  const locals = new Map(parameters.map((parameter, index) => [parameter, lazyArgument(index)]));
  const frame: Frame = { decision: caller.decision, levels, locals, callDepth: caller.callDepth + 1 };
  const lazyValue = (value: Expression) => computeOnce(() => evaluate(value, frame));
  for (const { name, value } of bindings) locals.set(name, lazyValue(value));
  return evaluate(result, frame);
}

/** Computes the value at the first call and keeps it. An error is not kept: the next call computes again. */
function computeOnce(compute: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= compute();
    return value;
  };
}
