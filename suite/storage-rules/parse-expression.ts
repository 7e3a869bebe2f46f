import { BINARY } from "./operators.ts";
import type { BinaryOperator, Expression, Form } from "./syntax.ts";
import { childOf, type Node, requiredChild, rulesOf, SourceError } from "./tree.ts";
import { bool, float, nullValue, type Position, string } from "./value.ts";

/** The namespaces of built-in functions: `firestore.get(…)` is a call, `name.size()` a method of a variable. */
const NAMESPACES = new Set(["debug", "duration", "firestore", "hashing", "latlng", "math", "timestamp"]);

/** Converts the grammar's expression tree. Throws a `SourceError` at an expression that isn't supported. */
export function parseExpression(node: Node): Expression {
  const parser = Object.hasOwn(PARSERS, node.rule) ? PARSERS[node.rule] : undefined;
  if (!parser) throw new SourceError(`The expression ${node.text} isn't supported here.`, node.at);
  const { at, from, to } = node;
  return { at, start: from, end: to, ...parser(node) };
}

type Parser = (node: Node) => Form;

const PARSERS: Readonly<Record<string, Parser>> = {
  TernaryExpression: (node) => {
    const [condition, whenTrue, whenFalse] = parseOperands(node, 3);
    return { kind: "ternary", condition: condition!, whenTrue: whenTrue!, whenFalse: whenFalse! };
  },
  LogicalOrExpression: (node) => ({ kind: "or", ...parseSides(node) }),
  LogicalAndExpression: (node) => ({ kind: "and", ...parseSides(node) }),
  EqualityExpression: parseBinary,
  RelationalExpression: parseBinary,
  AdditiveExpression: parseBinary,
  MultiplicativeExpression: parseBinary,
  ExprInExpression: parseBinary,
  ExprIsTypeIdExpression: (node) => ({
    kind: "is",
    operand: parseExpression(rulesOf(node)[0]!),
    type: requiredChild(node, "IsOperatorId").text,
  }),
  NotExpression: (node) => ({ kind: "not", operand: parseOperands(node, 1)[0]! }),
  UnaryAdditiveExpression: parseNegation,
  PrimaryExpression: (node) => parseExpression(node.children[0]!),
  ParenSimpleExpression: (node) => parseOperands(node, 1)[0]!,
  LiteralExpression: (node) => parseLiteral(node.children[0]!.children[0]!),
  VariableSimpleExpression: (node) => ({ kind: "variable", name: node.text }),
  ListSimpleExpression: (node) => ({ kind: "list", items: parseArguments(node) }),
  MapSimpleExpression: (node) => {
    const entries = childOf(requiredChild(node, "MapExpression"), "MapEntries");
    return {
      kind: "map",
      entries: entries ? rulesOf(entries).map((entry) => parseOperands(entry, 2) as [Expression, Expression]) : [],
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
    const [object, lookup] = rulesOf(node);
    if (lookup!.rule === "RangeLookup") throw new SourceError(`The slice ${node.text} isn't supported here.`, node.at);
    return { kind: "index", object: parseExpression(object!), index: parseOperands(lookup!, 1)[0]! };
  },
  FunctionCallSimpleExpression: (node) => ({
    kind: "call",
    name: requiredChild(node, "LocalFunctionId").text,
    args: parseArguments(node),
  }),
  IdMemberFunctionCallSimpleExpression: (node) => {
    const { text: id, at, from: start, to: end } = requiredChild(node, "Id");
    const { text: name } = requiredChild(node, "MemberId");
    return NAMESPACES.has(id)
      ? { kind: "call", name: `${id}.${name}`, args: parseArguments(node) }
      : { kind: "method", object: { kind: "variable", name: id, at, start, end }, name, args: parseArguments(node) };
  },
  MemberFunctionCallSimpleExpression: (node) => ({
    kind: "method",
    object: parseExpression(node.children[0]!),
    name: requiredChild(node, "MemberId").text,
    args: parseArguments(node),
  }),
};

function parseOperands(node: Node, count: number): readonly Expression[] {
  const found = rulesOf(node).map(parseExpression);
  if (found.length !== count) throw new SourceError(`The expression ${node.text} isn't supported here.`, node.at);
  return found;
}

function parseSides(node: Node): { left: Expression; right: Expression } {
  const [left, right] = parseOperands(node, 2);
  return { left: left!, right: right! };
}

function parseBinary(node: Node): Form {
  const operator = node.children.find(({ rule }) => rule === "")?.text ?? "";
  if (!Object.hasOwn(BINARY, operator))
    throw new SourceError(`The operator ${operator} isn't supported here.`, node.at);
  return { kind: "binary", operator: operator as BinaryOperator, ...parseSides(node) };
}

/** Sign and digits are read together: `-9223372036854775808` is an int, but its digits alone are too large for one. */
function parseNegation(node: Node): Form {
  const [sign, operand] = node.children;
  if (sign?.text !== "-") throw new SourceError(`The expression ${node.text} isn't supported here.`, node.at);
  if (/^\d+$/.test(operand?.text ?? "")) return parseInteger(node.text, node.at);
  return { kind: "negate", operand: parseOperands(node, 1)[0]! };
}

function parseArguments(node: Node): readonly Expression[] {
  const expressions = childOf(node, "ExpressionList");
  return expressions ? rulesOf(expressions).map(parseExpression) : [];
}

function parsePathPart(node: Node): string | Expression {
  const [first] = rulesOf(node);
  if (!first) throw new SourceError(`The path segment ${node.text} isn't supported here.`, node.at);
  if (node.children.length > 1) return parseExpression(first);
  const text = first.text.slice(1);
  if (first.rule !== "SimpleSegmemnt" || /[%+]/.test(text)) {
    throw new SourceError(`The path segment ${first.text} isn't supported here.`, first.at);
  }
  return text;
}

function parseLiteral({ text, at }: Node): Form {
  if (text === "null") return { kind: "literal", value: nullValue };
  if (text === "true" || text === "false") return { kind: "literal", value: bool(text === "true") };
  if (/^\d+$/.test(text)) return parseInteger(text, at);
  if (/^(\d+\.\d*|\.\d+)$/.test(text)) return { kind: "literal", value: float(Number(text)) };
  if (/^['"]/.test(text)) return { kind: "literal", value: string(unquote(text)) };
  throw new SourceError(`The literal ${text} isn't supported here.`, at);
}

function parseInteger(digits: string, at: Position): Form {
  const value = BigInt(digits);
  if (BigInt.asIntN(64, value) !== value) throw new SourceError(`The integer ${digits} doesn't fit into 64 bits.`, at);
  return { kind: "literal", value: { type: "int", value } };
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

function unquote(quoted: string): string {
  return quoted
    .slice(1, -1)
    .replace(/\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|([0-3][0-7]{2})|(.))/gs, (_, hex, unicode, octal, simple) => {
      if (simple !== undefined) return ESCAPES[simple] ?? simple;
      return String.fromCharCode(octal ? Number.parseInt(octal, 8) : Number.parseInt(hex ?? unicode, 16));
    });
}
