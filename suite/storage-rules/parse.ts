import { parseExpression } from "./parse-expression.ts";
import type { Block, FunctionDeclaration, Match, PathSegment, Permission, RequestMethod, Ruleset } from "./syntax.ts";
import { childOf, childrenOf, type Node, nonTokenChildrenOf, parseTree, requiredChild, SourceError } from "./tree.ts";

// In this file, 'rule' means a rule of the grammar (`nonTokenChildrenOf`, `lastChildOf`), not a security rule.

const SERVICE = "firebase.storage";

/** The methods that each word after `allow` covers. */
const OPERATIONS: Readonly<Record<string, readonly RequestMethod[]>> = {
  read: ["get", "list"],
  write: ["create", "update", "delete"],
  get: ["get"],
  list: ["list"],
  create: ["create"],
  update: ["update"],
  delete: ["delete"],
};

/** Parses a rules file. Throws a `SourceError` at the first construct that isn't supported. */
export function parse(fileName: string, source: string): Ruleset {
  const root = parseTree(source);
  const version = childOf(root, "VersionStatement");
  const versionText = version?.children.find((token) => /^['"]/.test(token.text))?.text.slice(1, -1);
  if (versionText !== "2") throw new SourceError("The file must start with rules_version = '2';.", root.position);
  const importStatement = childOf(root, "ImportStatement");
  if (importStatement) throw new SourceError("Imports aren't supported.", importStatement.position);

  const statements = childrenOf(root, "RulesetStatement").flatMap(nonTokenChildrenOf);
  const services = statements.filter(({ rule }) => rule === "ServiceDeclaration");
  const [service, secondService] = services;
  if (!service || secondService || requiredChild(service, "ServiceId").text !== SERVICE)
    throw new SourceError(`The file must hold one service, ${SERVICE}.`, (secondService ?? service ?? root).position);
  return {
    fileName,
    source,
    functions: parseDeclarations(statements.filter((statement) => statement !== service)),
    matches: [{ path: [], block: parseBlock(childrenOf(service, "ServiceStatement").flatMap(nonTokenChildrenOf)) }],
    permissions: [],
  };
}

function parseBlock(statements: readonly Node[]): Block {
  const findByRule = (rule: string) => statements.filter((statement) => statement.rule === rule);
  const supportedRules = ["FunctionDeclaration", "MatchRuleDeclaration", "PermissionDeclaration"];
  const otherStatement = statements.find(({ rule }) => !supportedRules.includes(rule));
  if (otherStatement) throw new SourceError(`A ${otherStatement.rule} isn't supported here.`, otherStatement.position);
  return {
    functions: parseDeclarations(findByRule("FunctionDeclaration")),
    matches: findByRule("MatchRuleDeclaration").map(parseMatch),
    permissions: findByRule("PermissionDeclaration").map(parsePermission),
  };
}

function parseDeclarations(nodes: readonly Node[]): Block["functions"] {
  const functions = new Map<string, FunctionDeclaration>();
  for (const node of nodes) {
    const declaration = parseDeclaration(node);
    if (functions.has(declaration.name))
      throw new SourceError(`The function ${declaration.name} is already declared.`, node.position);
    functions.set(declaration.name, declaration);
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
      value: parseExpression(lastChildOf(binding)),
    })),
    result: parseExpression(lastChildOf(requiredChild(body, "ReturnStatement"))),
    position: node.position,
  };
}

function parseMatch(node: Node): Match {
  return {
    path: requiredChild(node, "PathDecl").children.map(parseSegment),
    block: parseBlock(childrenOf(node, "MatchStatement").flatMap(nonTokenChildrenOf)),
  };
}

function parseSegment(node: Node): PathSegment {
  switch (node.rule) {
    // The grammar itself spells `SimpleSegmemnt` like this. The text of a segment begins with a slash.
    case "SimpleSegmemnt":
      return { kind: "literal", text: node.text.slice(1) };
    case "CaptureSegment":
      return { kind: "wildcard", name: requiredChild(requiredChild(node, "Capture"), "LocalVariableId").text };
    case "GlobSegment":
      return { kind: "glob", name: requiredChild(requiredChild(node, "GlobCapture"), "LocalVariableId").text };
    default:
      throw new SourceError(`The path segment ${node.text} isn't supported here.`, node.position);
  }
}

function parsePermission(node: Node): Permission {
  const methods = childrenOf(requiredChild(node, "OperationId"), "Id").flatMap(({ text, position }) => {
    const coveredMethods = Object.hasOwn(OPERATIONS, text) ? OPERATIONS[text] : undefined;
    if (!coveredMethods) throw new SourceError(`There is no operation ${text} to allow.`, position);
    return coveredMethods;
  });
  const body = childOf(node, "PermissionBody");
  return { methods: new Set(methods), condition: body && parseExpression(lastChildOf(body)), position: node.position };
}

function lastChildOf(node: Node): Node {
  const lastChild = nonTokenChildrenOf(node).at(-1);
  if (!lastChild) throw new SourceError(`This ${node.rule} isn't supported here.`, node.position);
  return lastChild;
}
