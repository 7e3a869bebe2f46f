import { BINARY } from "./operators.ts";
import type { BinaryOperator, Expression, ExpressionContent, Place } from "./syntax.ts";
import { childOf, type Node, nonTokenChildrenOf, requiredChild, SourceError } from "./tree.ts";
import { bool, float, nullValue, type Position, string } from "./value.ts";

/** The namespaces of built-in functions: `firestore.get(…)` is a call, `name.size()` a method of a variable. */
const NAMESPACES = new Set(["debug", "duration", "firestore", "hashing", "latlng", "math", "timestamp"]);

/** Converts the grammar's expression tree. Throws a `SourceError` at an expression that isn't supported. */
export function parseExpression(node: Node): Expression {
  const parser = Object.hasOwn(PARSERS, node.rule) ? PARSERS[node.rule] : undefined;
  if (!parser) throw unsupportedError("expression", node);
  return { ...placeOf(node), ...parser(node) };
}

const placeOf = ({ position, start, end }: Node): Place => ({ position, start, end });

type Parser = (node: Node) => ExpressionContent;

const PARSERS: Readonly<Record<string, Parser>> = {
  TernaryExpression: (node) => {
    const [condition, whenTrue, whenFalse] = parseOperands(node, 3);
    return { kind: "ternary", condition: condition!, whenTrue: whenTrue!, whenFalse: whenFalse! };
  },
  LogicalOrExpression: (node) => ({ kind: "or", ...parseLeftAndRight(node) }),
  LogicalAndExpression: (node) => ({ kind: "and", ...parseLeftAndRight(node) }),
  EqualityExpression: parseBinary,
  RelationalExpression: parseBinary,
  AdditiveExpression: parseBinary,
  MultiplicativeExpression: parseBinary,
  ExprInExpression: parseBinary,
  ExprIsTypeIdExpression: (node) => ({
    kind: "is",
    operand: parseExpression(nonTokenChildrenOf(node)[0]!),
    type: requiredChild(node, "IsOperatorId").text,
  }),
  NotExpression: (node) => ({ kind: "not", operand: parseOperands(node, 1)[0]! }),
  UnaryAdditiveExpression: parseNegation,
  PrimaryExpression: (node) => parseExpression(node.children[0]!),
  ParenSimpleExpression: (node) => parseOperands(node, 1)[0]!,
  LiteralExpression: parseLiteral,
  VariableSimpleExpression: (node) => ({ kind: "variable", name: node.text }),
  ListSimpleExpression: (node) => ({ kind: "list", items: parseArguments(node) }),
  MapSimpleExpression: (node) => {
    const entries = childOf(requiredChild(node, "MapExpression"), "MapEntries");
    return {
      kind: "map",
      entries: entries
        ? nonTokenChildrenOf(entries).map((entry) => parseOperands(entry, 2) as [Expression, Expression])
        : [],
    };
  },
  PathSimpleExpression: (node) => ({
    kind: "path",
    parts: requiredChild(node, "PathExpression").children.map(parsePathPart),
  }),
  MemberLookupSimpleExpression: (node) => ({
    kind: "member",
    object: parseExpression(node.children[0]!),
    name: requiredChild(node, "KeywordId").text,
  }),
  ListLookupSimpleExpression: (node) => {
    const [object, lookup] = nonTokenChildrenOf(node);
    if (lookup!.rule === "RangeLookup") throw unsupportedError("slice", node);
    return { kind: "index", object: parseExpression(object!), index: parseOperands(lookup!, 1)[0]! };
  },
  FunctionCallSimpleExpression: (node) => ({
    kind: "call",
    name: requiredChild(node, "LocalFunctionId").text,
    args: parseArguments(node),
  }),
  IdMemberFunctionCallSimpleExpression: (node) => {
    const id = requiredChild(node, "Id");
    const name = requiredChild(node, "MemberId").text;
    const args = parseArguments(node);
    if (NAMESPACES.has(id.text)) return { kind: "call", name: `${id.text}.${name}`, args };
    return { kind: "method", object: { kind: "variable", name: id.text, ...placeOf(id) }, name, args };
  },
  MemberFunctionCallSimpleExpression: (node) => ({
    kind: "method",
    object: parseExpression(node.children[0]!),
    name: requiredChild(node, "MemberId").text,
    args: parseArguments(node),
  }),
};

function unsupportedError(construct: string, { text, position }: Node): SourceError {
  return new SourceError(`The ${construct} ${text} isn't supported here.`, position);
}

function parseOperands(node: Node, count: number): readonly Expression[] {
  const operands = nonTokenChildrenOf(node).map(parseExpression);
  if (operands.length !== count) throw unsupportedError("expression", node);
  return operands;
}

function parseLeftAndRight(node: Node): { left: Expression; right: Expression } {
  const [left, right] = parseOperands(node, 2);
  return { left: left!, right: right! };
}

function parseBinary(node: Node): ExpressionContent {
  // The operator is a token, and tokens have no grammar rule.
  const operator = node.children.find(({ rule }) => rule === "")?.text ?? "";
  if (!Object.hasOwn(BINARY, operator))
    throw new SourceError(`The operator ${operator} isn't supported here.`, node.position);
  return { kind: "binary", operator: operator as BinaryOperator, ...parseLeftAndRight(node) };
}

/** Sign and digits are read together: `-9223372036854775808` is an int, but its digits alone are too large for one. */
function parseNegation(node: Node): ExpressionContent {
  const [sign, operand] = node.children;
  if (sign?.text !== "-") throw unsupportedError("expression", node);
  if (/^\d+$/.test(operand?.text ?? "")) return parseInteger(node.text, node.position);
  return { kind: "negate", operand: parseOperands(node, 1)[0]! };
}

function parseArguments(node: Node): readonly Expression[] {
  const expressions = childOf(node, "ExpressionList");
  return expressions ? nonTokenChildrenOf(expressions).map(parseExpression) : [];
}

function parsePathPart(node: Node): string | Expression {
  const [firstChild] = nonTokenChildrenOf(node);
  if (!firstChild) throw unsupportedError("path segment", node);
  // Only `$(…)` has several children.
  if (node.children.length > 1) return parseExpression(firstChild);
  // The grammar itself spells `SimpleSegmemnt` like this. A segment with an escape (`%` or `+`) isn't supported.
  const isSimple = firstChild.rule === "SimpleSegmemnt" && !/[%+]/.test(firstChild.text);
  if (!isSimple) throw unsupportedError("path segment", firstChild);
  // The text begins with a slash.
  return firstChild.text.slice(1);
}

function parseLiteral({ text, position }: Node): ExpressionContent {
  if (text === "null") return { kind: "literal", value: nullValue };
  if (text === "true" || text === "false") return { kind: "literal", value: bool(text === "true") };
  if (/^\d+$/.test(text)) return parseInteger(text, position);
  if (/^(\d+\.\d*|\.\d+)$/.test(text)) return { kind: "literal", value: float(Number(text)) };
  if (/^['"]/.test(text)) return { kind: "literal", value: string(unquote(text)) };
  throw new SourceError(`The literal ${text} isn't supported here.`, position);
}

function parseInteger(digits: string, position: Position): ExpressionContent {
  const value = BigInt(digits);
  if (BigInt.asIntN(64, value) !== value)
    throw new SourceError(`The integer ${digits} doesn't fit into 64 bits.`, position);
  return { kind: "literal", value: { type: "int", value } };
}

/** The letters that mean a control character after a backslash. Any other character means itself. */
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

/** Removes the quotes and resolves `\xHH`, `\uHHHH`, `\OOO` (octal) and backslashes before one character. */
function unquote(quoted: string): string {
  return quoted
    .slice(1, -1)
    .replace(/\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|([0-3][0-7]{2})|(.))/gs, (_, hex, unicode, octal, simple) => {
      if (simple !== undefined) return ESCAPES[simple] ?? simple;
      return String.fromCharCode(octal ? Number.parseInt(octal, 8) : Number.parseInt(hex ?? unicode, 16));
    });
}
