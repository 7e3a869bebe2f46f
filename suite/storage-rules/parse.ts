import { parseExpression } from "./parse-expression.ts";
import {
  type Block,
  type FunctionDeclaration,
  type Match,
  METHODS,
  type PathSegment,
  type Permission,
  type RequestMethod,
  type Ruleset,
} from "./syntax.ts";
import { childOf, childrenOf, type Node, parseTree, requiredChild, rulesOf, SourceError } from "./tree.ts";

const SERVICE = "firebase.storage";

/** The methods that each word after `allow` covers. */
const OPERATIONS: Readonly<Record<string, readonly RequestMethod[]>> = {
  read: ["get", "list"],
  write: ["create", "update", "delete"],
  ...Object.fromEntries(METHODS.map((method) => [method, [method]])),
};

/** Parses a rules file. Throws a `SourceError` at the first construct that isn't supported. */
export function parse(fileName: string, source: string): Ruleset {
  const root = parseTree(source);
  const version = childOf(root, "VersionStatement");
  const versionText = version?.children.find((token) => /^['"]/.test(token.text))?.text.slice(1, -1);
  if (versionText !== "2") throw new SourceError("The file must start with rules_version = '2';.", root.at);
  const unexpected = childOf(root, "ImportStatement");
  if (unexpected) throw new SourceError("Imports aren't supported.", unexpected.at);

  const statements = childrenOf(root, "RulesetStatement").flatMap(rulesOf);
  const services = statements.filter(({ rule }) => rule === "ServiceDeclaration");
  const [service, another] = services;
  if (!service || another || requiredChild(service, "ServiceId").text !== SERVICE) {
    throw new SourceError(`The file must hold one service, ${SERVICE}.`, (another ?? service ?? root).at);
  }
  return {
    fileName,
    source,
    functions: parseDeclarations(statements.filter((statement) => statement !== service)),
    service: parseBlock(childrenOf(service, "ServiceStatement").flatMap(rulesOf)),
  };
}

function parseBlock(statements: readonly Node[]): Block {
  const ofRule = (rule: string) => statements.filter((statement) => statement.rule === rule);
  const known = ["FunctionDeclaration", "MatchRuleDeclaration", "PermissionDeclaration"];
  const unknown = statements.find(({ rule }) => !known.includes(rule));
  if (unknown) throw new SourceError(`A ${unknown.rule} isn't supported here.`, unknown.at);
  return {
    functions: parseDeclarations(ofRule("FunctionDeclaration")),
    matches: ofRule("MatchRuleDeclaration").map(parseMatch),
    permissions: ofRule("PermissionDeclaration").map(parsePermission),
  };
}

function parseDeclarations(nodes: readonly Node[]): Block["functions"] {
  const functions = new Map<string, FunctionDeclaration>();
  for (const node of nodes) {
    const declared = parseDeclaration(node);
    if (functions.has(declared.name)) {
      throw new SourceError(`The function ${declared.name} is already declared.`, node.at);
    }
    functions.set(declared.name, declared);
  }
  return functions;
}

function parseDeclaration(node: Node): FunctionDeclaration {
  const parameters = childOf(requiredChild(node, "FunctionSignature"), "ParamList");
  const body = requiredChild(node, "FunctionBody");
  return {
    name: requiredChild(node, "LocalFunctionId").text,
    parameters: parameters ? childrenOf(parameters, "LocalVariableId").map(({ text }) => text) : [],
    bindings: childrenOf(body, "BindingDeclaration").map((binding) => ({
      name: requiredChild(binding, "LocalVariableId").text,
      value: parseExpression(lastRule(binding)),
    })),
    result: parseExpression(lastRule(requiredChild(body, "ReturnStatement"))),
    at: node.at,
  };
}

function parseMatch(node: Node): Match {
  return {
    path: requiredChild(node, "PathDecl").children.map(parseSegment),
    block: parseBlock(childrenOf(node, "MatchStatement").flatMap(rulesOf)),
  };
}

function parseSegment(node: Node): PathSegment {
  switch (node.rule) {
    // The grammar has this spelling mistake.
    case "SimpleSegmemnt":
      return { kind: "literal", text: node.text.slice(1) };
    case "CaptureSegment":
      return { kind: "wildcard", name: requiredChild(requiredChild(node, "Capture"), "LocalVariableId").text };
    case "GlobSegment":
      return { kind: "glob", name: requiredChild(requiredChild(node, "GlobCapture"), "LocalVariableId").text };
    default:
      throw new SourceError(`The path segment ${node.text} isn't supported here.`, node.at);
  }
}

function parsePermission(node: Node): Permission {
  const methods = childrenOf(requiredChild(node, "OperationId"), "Id").flatMap(({ text, at }) => {
    const covered = Object.hasOwn(OPERATIONS, text) ? OPERATIONS[text] : undefined;
    if (!covered) throw new SourceError(`There is no operation ${text} to allow.`, at);
    return covered;
  });
  const body = childOf(node, "PermissionBody");
  return { methods: new Set(methods), condition: body && parseExpression(lastRule(body)), at: node.at };
}

function lastRule(node: Node): Node {
  const last = rulesOf(node).at(-1);
  if (!last) throw new SourceError(`This ${node.rule} isn't supported here.`, node.at);
  return last;
}
