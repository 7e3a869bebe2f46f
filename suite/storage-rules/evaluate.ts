import { callDocumentFunction, type Documents } from "./documents.ts";
import { METHODS_BY_NAME } from "./library.ts";
import { BINARY, INDEX, MEMBER, NEGATE, TYPE_TESTS } from "./operators.ts";
import { dispatch } from "./overload.ts";
import type { Expression, FunctionDeclaration } from "./syntax.ts";
import { bool, list, map, path, RuleError, string, UnsupportedError, type Value } from "./value.ts";

/** One level of names: the file, the service, then each `match` from the outside in. */
export type Level = {
  functions: ReadonlyMap<string, FunctionDeclaration>;
  variables: ReadonlyMap<string, Value>;
};

/** The state of one decision: the documents it may read, the number of evaluated expressions, and the observer. */
export type Decision = {
  documents: Documents;
  evaluated: number;
  observe?: Observe;
};

/** Called with each expression's outcome. If a document is not fetched yet, the outcome is `error` too. */
export type Observe = (expression: Expression, outcome: "true" | "false" | "value" | "error") => void;

type Frame = {
  decision: Decision;
  /** The visible levels, outermost first; a function sees those around its declaration. */
  levels: readonly Level[];
  locals: ReadonlyMap<string, () => Value>;
  depth: number;
};

type Sides = { left: Expression; right: Expression };

/** Google's limits for one decision. */
const MAX_EXPRESSIONS = 1_000;
const MAX_CALL_DEPTH = 20;

/** Whether a condition holds. Throws `RuleError`, `UnsupportedError` or `DocumentNeeded`. */
export function holds(condition: Expression, levels: readonly Level[], decision: Decision): boolean {
  return toBoolean(evaluate(condition, { decision, levels, locals: new Map(), depth: 0 }));
}

function evaluate(expression: Expression, frame: Frame): Value {
  frame.decision.evaluated += 1;
  try {
    if (frame.decision.evaluated > MAX_EXPRESSIONS) {
      throw new UnsupportedError(
        `A decision may evaluate ${MAX_EXPRESSIONS.toLocaleString("en")} expressions at most.`,
      );
    }
    const value = evaluateKind(expression, frame);
    frame.decision.observe?.(expression, value.type === "bool" ? `${value.value}` : "value");
    return value;
  } catch (error) {
    frame.decision.observe?.(expression, "error");
    if (error instanceof RuleError || error instanceof UnsupportedError) error.at ??= expression.at;
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
        expression.entries.map(([key, content]) => [keyOf(evaluatePart(key)), evaluatePart(content)] as const),
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
      return dispatch(`${expression.name}()`, METHODS_BY_NAME.get(expression.name) ?? [], values);
    }
    case "not":
      return bool(!toBoolean(evaluatePart(expression.operand)));
    case "negate":
      return dispatch("-", NEGATE, [evaluatePart(expression.operand)]);
    case "and":
      return bool(evaluateLogical(expression, false, frame));
    case "or":
      return bool(evaluateLogical(expression, true, frame));
    case "binary":
      return dispatch(expression.operator, BINARY[expression.operator], [
        evaluatePart(expression.left),
        evaluatePart(expression.right),
      ]);
    case "is":
      return dispatch("is", TYPE_TESTS.get(expression.type) ?? [], [evaluatePart(expression.operand)]);
    case "ternary":
      return evaluatePart(toBoolean(evaluatePart(expression.condition)) ? expression.whenTrue : expression.whenFalse);
  }
}

/**
 * `&&` (deciding value false) and `||` (deciding value true): a side with the deciding value decides, even if the other
 * side is an error. The right side isn't evaluated if the left side decides.
 */
function evaluateLogical({ left, right }: Sides, deciding: boolean, frame: Frame): boolean {
  try {
    if (toBoolean(evaluate(left, frame)) === deciding) return deciding;
  } catch (error) {
    if (error instanceof RuleError && hasValue(right, deciding, frame)) return deciding;
    throw error;
  }
  return toBoolean(evaluate(right, frame));
}

function hasValue(side: Expression, wanted: boolean, frame: Frame): boolean {
  try {
    return toBoolean(evaluate(side, frame)) === wanted;
  } catch (error) {
    if (error instanceof RuleError) return false;
    throw error;
  }
}

function toBoolean(value: Value): boolean {
  if (value.type === "bool") return value.value;
  if (value.type === "opaque") throw new UnsupportedError(`Using ${value.what} isn't supported here.`);
  throw new RuleError(`A condition must be true or false, but this is a ${value.type}.`);
}

function keyOf(key: Value): string {
  if (key.type === "string") return key.value;
  throw new RuleError(`A ${key.type} can't be a key.`);
}

/** The segment that `$(…)` adds to a path. */
function toSegment(value: Value): string {
  if (value.type === "string") return value.value;
  throw new UnsupportedError(`A ${value.type} in a path isn't supported here.`);
}

function lookUp(name: string, frame: Frame): Value {
  const local = frame.locals.get(name);
  if (local) return local();
  for (const { variables } of frame.levels.toReversed()) {
    const value = variables.get(name);
    if (value) return value;
  }
  throw new UnsupportedError(`There is no variable ${name} here.`);
}

function evaluateCall(name: string, args: readonly Expression[], frame: Frame): Value {
  const level = frame.levels.findLastIndex(({ functions }) => functions.has(name));
  const declared = frame.levels[level]?.functions.get(name);
  if (declared) return callDeclared(declared, args, frame.levels.slice(0, level + 1), frame);

  const values = args.map((arg) => evaluate(arg, frame));
  return callDocumentFunction(name, values, frame.decision.documents);
}

/** Arguments and `let`s are evaluated when first used, so an error in one that isn't used doesn't matter. */
function callDeclared(
  { parameters, bindings, result }: FunctionDeclaration,
  args: readonly Expression[],
  levels: readonly Level[],
  caller: Frame,
): Value {
  if (caller.depth >= MAX_CALL_DEPTH) throw new RuleError(`Calls may nest ${MAX_CALL_DEPTH} deep at most.`);
  const lazyArgument = (index: number) => computeOnce(() => evaluate(args[index]!, caller));
  const locals = new Map(parameters.map((parameter, index) => [parameter, lazyArgument(index)]));
  const frame: Frame = { decision: caller.decision, levels, locals, depth: caller.depth + 1 };
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
