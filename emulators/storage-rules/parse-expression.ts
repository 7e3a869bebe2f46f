import type { BinaryOperator, Expression } from "./syntax.ts";
import { childOf, type Node, requiredChild, rulesOf, SourceError } from "./tree.ts";
import { bool, float, nothing, type Position, string } from "./value.ts";

/** The namespaces of built-in functions: `firestore.get(…)` is a call, `name.size()` a method of a variable. */
const NAMESPACES = new Set(["debug", "duration", "firestore", "hashing", "latlng", "math", "timestamp"]);

const BINARY_OPERATORS: ReadonlySet<string> = new Set<BinaryOperator>([
  ...("== != < <= > >= in + - * / %".split(" ") as BinaryOperator[]),
]);

/** The grammar's expression tree as ours; throws a `SourceError` at what this runtime doesn't do. */
export function parseExpression(node: Node): Expression {
  const parser = Object.hasOwn(PARSERS, node.rule) ? PARSERS[node.rule] : undefined;
  if (!parser) throw new SourceError(`The expression ${node.text} isn't supported here.`, node.at);
  return parser(node, node.at);
}

type Parser = (node: Node, at: Position) => Expression;

const PARSERS: Readonly<Record<string, Parser>> = {
  TernaryExpression: (node, at) => {
    const [condition, whenTrue, whenFalse] = operands(node, 3);
    return { kind: "ternary", condition: condition!, whenTrue: whenTrue!, whenFalse: whenFalse!, at };
  },
  LogicalOrExpression: (node, at) => ({ kind: "or", ...sides(node), at }),
  LogicalAndExpression: (node, at) => ({ kind: "and", ...sides(node), at }),
  EqualityExpression: binary,
  RelationalExpression: binary,
  AdditiveExpression: binary,
  MultiplicativeExpression: binary,
  ExprInExpression: binary,
  ExprIsTypeIdExpression: (node, at) => ({
    kind: "is",
    operand: parseExpression(rulesOf(node)[0]!),
    type: requiredChild(node, "IsOperatorId").text,
    at,
  }),
  NotExpression: (node, at) => ({ kind: "not", operand: operands(node, 1)[0]!, at }),
  UnaryAdditiveExpression: negation,
  PrimaryExpression: (node) => parseExpression(node.children[0]!),
  ParenSimpleExpression: (node) => operands(node, 1)[0]!,
  LiteralExpression: (node, at) => literal(node.children[0]!.children[0]!, at),
  VariableSimpleExpression: (node, at) => ({ kind: "variable", name: node.text, at }),
  ListSimpleExpression: (node, at) => ({ kind: "list", items: args(node), at }),
  MapSimpleExpression: (node, at) => {
    const entries = childOf(requiredChild(node, "MapExpression"), "MapEntries");
    return {
      kind: "map",
      entries: entries ? rulesOf(entries).map((entry) => operands(entry, 2) as [Expression, Expression]) : [],
      at,
    };
  },
  PathSimpleExpression: (node, at) => ({
    kind: "path",
    parts: requiredChild(node, "PathExpression").children.map(pathPart),
    at,
  }),
  MemberLookupSimpleExpression: (node, at) => ({
    kind: "member",
    object: parseExpression(node.children[0]!),
    name: requiredChild(node, "KeywordId").text,
    at,
  }),
  ListLookupSimpleExpression: (node, at) => {
    const [objectNode, lookup] = rulesOf(node);
    const object = parseExpression(objectNode!);
    if (lookup!.rule !== "RangeLookup") return { kind: "index", object, index: operands(lookup!, 1)[0]!, at };
    const [from, to] = operands(lookup!, 2);
    return { kind: "slice", object, from: from!, to: to!, at };
  },
  FunctionCallSimpleExpression: (node, at) => ({
    kind: "call",
    name: requiredChild(node, "LocalFunctionId").text,
    args: args(node),
    at,
  }),
  IdMemberFunctionCallSimpleExpression: (node, at) => {
    const { text: id } = requiredChild(node, "Id");
    const { text: name } = requiredChild(node, "MemberId");
    return NAMESPACES.has(id)
      ? { kind: "call", name: `${id}.${name}`, args: args(node), at }
      : { kind: "method", object: { kind: "variable", name: id, at }, name, args: args(node), at };
  },
  MemberFunctionCallSimpleExpression: (node, at) => ({
    kind: "method",
    object: parseExpression(node.children[0]!),
    name: requiredChild(node, "MemberId").text,
    args: args(node),
    at,
  }),
};

function operands(node: Node, count: number): readonly Expression[] {
  const found = rulesOf(node).map(parseExpression);
  if (found.length !== count) throw new SourceError(`The expression ${node.text} isn't supported here.`, node.at);
  return found;
}

function sides(node: Node): { left: Expression; right: Expression } {
  const [left, right] = operands(node, 2);
  return { left: left!, right: right! };
}

function binary(node: Node, at: Position): Expression {
  const operator = node.children.find(({ rule }) => rule === "")?.text ?? "";
  if (!BINARY_OPERATORS.has(operator)) throw new SourceError(`The operator ${operator} isn't supported here.`, at);
  return { kind: "binary", operator: operator as BinaryOperator, ...sides(node), at };
}

/** `-9223372036854775808` is the smallest int, though its digits alone are too large for one. */
function negation(node: Node, at: Position): Expression {
  const [sign, operand] = node.children;
  if (sign?.text !== "-") throw new SourceError(`The expression ${node.text} isn't supported here.`, at);
  if (/^\d+$/.test(operand?.text ?? "")) return integer(node.text, at);
  return { kind: "negate", operand: operands(node, 1)[0]!, at };
}

function args(node: Node): readonly Expression[] {
  const expressions = childOf(node, "ExpressionList");
  return expressions ? rulesOf(expressions).map(parseExpression) : [];
}

function pathPart(node: Node): string | Expression {
  const [first] = rulesOf(node);
  if (!first) throw new SourceError(`The path segment ${node.text} isn't supported here.`, node.at);
  if (node.children.length > 1) return parseExpression(first);
  const text = first.text.slice(1);
  if (first.rule !== "SimpleSegmemnt" || /[%+]/.test(text)) {
    throw new SourceError(`The path segment ${first.text} isn't supported here.`, first.at);
  }
  return text;
}

function literal(token: Node, at: Position): Expression {
  const { text } = token;
  if (text === "null") return { kind: "literal", value: nothing, at };
  if (text === "true" || text === "false") return { kind: "literal", value: bool(text === "true"), at };
  if (/^\d+$/.test(text)) return integer(text, at);
  if (/^(\d+\.\d*|\.\d+)$/.test(text)) return { kind: "literal", value: float(Number(text)), at };
  if (/^['"]/.test(text)) return { kind: "literal", value: string(unquote(text)), at };
  throw new SourceError(`The literal ${text} isn't supported here.`, at);
}

function integer(digits: string, at: Position): Expression {
  const value = BigInt(digits);
  if (BigInt.asIntN(64, value) !== value) throw new SourceError(`The integer ${digits} doesn't fit into 64 bits.`, at);
  return { kind: "literal", value: { type: "int", value }, at };
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
