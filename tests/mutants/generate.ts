import { childOf, childrenOf, type Node, parseTree, requiredChild, rulesOf } from "../../suite/storage-rules/tree.ts";
import { mutatePattern } from "./pattern.ts";

/** A rules file with one change in it. */
export interface Mutant {
  /** The line of the change, from 1. */
  line: number;
  /** What holds it: `isNewIssue()`, `/issues/{id} allow create`, `/issues/{id}`. */
  where: string;
  /** What stands there, and what stands there instead, each with a little around it. */
  before: string;
  after: string;
  /** The whole file. */
  source: string;
}

/** What stands around a node while the tree is walked. */
interface Around {
  where: string;
  /** What a change is shown in: the operand of `&&` or `||` that holds it, or the whole condition. */
  context: Node;
  /** Inside the argument of `matches()`. */
  inPattern: boolean;
}

/** Every single change of a rules file that its tests should notice. */
export function generateMutants(source: string): Mutant[] {
  const mutants: Mutant[] = [];
  const text = (from: number, to?: number): string => source.slice(from, to);
  const of = (node: Node): string => text(node.from, node.to);

  const replace = ({ where, context }: Around, from: number, to: number, by: string): void => {
    const begin = Math.max(context.from, from - SHOWN);
    const end = Math.min(context.to, to + SHOWN);
    const [head, tail] = [begin > context.from ? "…" : "", end < context.to ? "…" : ""];
    const show = (middle: string) =>
      `${head}${text(begin, from)}${middle}${text(to, end)}${tail}`.replace(/\s+/g, " ").trim();
    const line = text(0, from).split("\n").length;
    mutants.push({
      line,
      where,
      before: show(text(from, to)),
      after: show(by),
      source: text(0, from) + by + text(to),
    });
  };
  const change = (around: Around, node: Node, by: string): void => replace(around, node.from, node.to, by);
  /** A change of `node` alone, shown with what it stands in. */
  const drop = (around: Around, items: readonly Node[], index: number): void => {
    const [item, previous, next] = [items[index]!, items[index - 1], items[index + 1]];
    if (next) replace(around, item.from, next.from, "");
    else if (previous) replace(around, previous.to, item.to, "");
    else replace(around, item.from, item.to, "");
  };

  const inBlock = (statements: readonly Node[], path: string): void => {
    for (const node of statements) {
      if (node.rule === "FunctionDeclaration") inFunction(node);
      else if (node.rule === "MatchRuleDeclaration") inMatch(node, path);
      else if (node.rule === "PermissionDeclaration") inPermission(node, path);
      else if (node.rule === "ServiceDeclaration") inBlock(childrenOf(node, "ServiceStatement").flatMap(rulesOf), path);
    }
  };

  const inFunction = (node: Node): void => {
    const where = `${requiredChild(node, "LocalFunctionId").text}()`;
    const body = requiredChild(node, "FunctionBody");
    for (const holder of [...childrenOf(body, "BindingDeclaration"), requiredChild(body, "ReturnStatement")]) {
      const expression = rulesOf(holder).at(-1)!;
      inExpression(expression, { where, context: expression, inPattern: false });
    }
  };

  const inMatch = (node: Node, outer: string): void => {
    const declared = requiredChild(node, "PathDecl");
    const inner = of(declared);
    // The root of all documents and the bucket are not the rules' choice.
    const isRoot = /^\/(databases\/|b\/)/.test(inner);
    const path = isRoot ? "" : outer + inner;
    if (!isRoot) {
      const around: Around = { where: path, context: declared, inPattern: false };
      const segments = rulesOf(declared);
      for (const segment of segments.filter(({ rule }) => rule !== "CaptureSegment")) {
        change(around, segment, `${of(segment)}x`);
        change(around, segment, "/{any}");
      }
      const last = segments.at(-1)!;
      if (last.rule === "CaptureSegment") change(around, last, of(last).replace("}", "=**}"));
    }
    inBlock(childrenOf(node, "MatchStatement").flatMap(rulesOf), path);
  };

  const inPermission = (node: Node, path: string): void => {
    const operations = requiredChild(node, "OperationId");
    const where = `${path} allow ${of(operations)}`;
    const around: Around = { where, context: operations, inPattern: false };
    for (const operation of childrenOf(operations, "Id")) {
      for (const other of OTHER_OPERATIONS[operation.text] ?? []) change(around, operation, other);
    }
    const condition = rulesOf(requiredChild(node, "PermissionBody")).at(-1)!;
    const whole: Around = { where, context: condition, inPattern: false };
    mutants.push(...["true", "false"].map((by) => forced(condition, where, by)));
    inExpression(condition, whole);
  };

  const forced = (condition: Node, where: string, by: string): Mutant => ({
    line: condition.at.line,
    where,
    before: "the condition",
    after: by,
    source: text(0, condition.from) + by + text(condition.to),
  });

  const inExpression = (node: Node, around: Around): void => {
    MUTATIONS[node.rule]?.(node, around);
    const isChain = node.rule in OPPOSITE_LOGIC;
    const isMatch = requiredText(node) === "matches";
    for (const child of isChain ? operandsOf(node) : node.children) {
      inExpression(child, {
        ...around,
        ...(isChain && { context: child }),
        inPattern: around.inPattern || (isMatch && child.rule === "ExpressionList"),
      });
    }
  };

  const swapTokens = (node: Node, around: Around, by: Readonly<Record<string, readonly string[]>>): void => {
    for (const token of node.children) {
      if (token.rule === "") for (const other of by[token.text] ?? []) change(around, token, other);
    }
  };
  const negate = (node: Node, around: Around): void => change(around, node, `!(${of(node)})`);
  const swapTerms = (node: Node, around: Around): void => swapTokens(node, around, OTHER_OPERATORS);
  const inChain = (node: Node, around: Around): void => {
    const operands = operandsOf(node);
    if (node.rule === "LogicalAndExpression") skipForAdmins(operands, around);
    for (const index of operands.keys()) {
      drop({ ...around, context: nearby(operands, index) }, operands, index);
      const next = operands[index + 1];
      if (!next) continue;
      const gap = operands[index]!.to;
      const sign = text(gap, next.from).replace(/&&|\|\|/, OPPOSITE_LOGIC[node.rule]!);
      replace({ ...around, context: spanning(operands[index]!, next) }, gap, next.from, sign);
    }
  };
  /** Each condition for members only. Where admins alone are asked, that is the same as to leave it out. */
  const skipForAdmins = (operands: readonly Node[], around: Around): void => {
    if (operands.some((operand) => of(operand) === "isAdmin()")) return;
    for (const operand of operands.filter((one) => !of(one).includes("dmin")))
      change({ ...around, context: operand }, operand, `(${adminIn(source)} || ${of(operand)})`);
  };
  const inComparison = (node: Node, around: Around): void => {
    swapTerms(node, around);
    const [left, right] = rulesOf(node).map(of) as [string, string];
    for (const other of looserThan(left, right)) change(around, node, other);
  };
  const inCall = (node: Node, around: Around): void => {
    const [called, method] = [childOf(node, "LocalFunctionId"), childOf(node, "MemberId")];
    const name = called ?? method;
    const other = name && (called ? OTHER_FUNCTIONS : OTHER_METHODS)[name.text];
    if (other) change(around, name, other);
  };

  const MUTATIONS: Readonly<Record<string, (node: Node, around: Around) => void>> = {
    LogicalAndExpression: inChain,
    LogicalOrExpression: inChain,
    EqualityExpression: inComparison,
    RelationalExpression: swapTerms,
    AdditiveExpression: swapTerms,
    MultiplicativeExpression: swapTerms,
    ExprInExpression: negate,
    ExprIsTypeIdExpression: negate,
    NotExpression: (node, around) => change(around, node, of(rulesOf(node)[0]!)),
    TernaryExpression: (node, around) => {
      const [condition, whenTrue, whenFalse] = rulesOf(node) as [Node, Node, Node];
      for (const by of ["true", "false"]) change(around, condition, by);
      replace(around, whenTrue.from, whenFalse.to, `${of(whenFalse)} : ${of(whenTrue)}`);
    },
    LiteralExpression: (node, around) => {
      for (const other of otherLiterals(of(node), around.inPattern)) change(around, node, other);
    },
    ListSimpleExpression: (node, around) => {
      const list = childOf(node, "ExpressionList");
      const items = list ? rulesOf(list) : [];
      for (const index of items.keys()) drop(around, items, index);
    },
    MapEntries: (node, around) => {
      const entries = rulesOf(node);
      for (const index of entries.keys()) drop(around, entries, index);
    },
    SimpleSegmemnt: (node, around) => {
      if (/^\/\w+$/.test(node.text)) change(around, node, `${of(node)}x`);
    },
    FunctionCallSimpleExpression: inCall,
    IdMemberFunctionCallSimpleExpression: inCall,
    MemberFunctionCallSimpleExpression: inCall,
    MemberLookupSimpleExpression: (node, around) => {
      if (node.text === "request.resource") change(around, node, "resource");
    },
    VariableSimpleExpression: (node, around) => {
      if (node.text === "resource") change(around, node, "request.resource");
    },
  };

  inBlock(childrenOf(parseTree(source), "RulesetStatement").flatMap(rulesOf), "");
  return mutants;
}

/** How much is shown on either side of a change. */
const SHOWN = 40;

const OPPOSITE_LOGIC: Readonly<Record<string, string>> = { LogicalAndExpression: "||", LogicalOrExpression: "&&" };

const OTHER_OPERATORS: Readonly<Record<string, readonly string[]>> = {
  "==": ["!="],
  "!=": ["=="],
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
};

const OTHER_FUNCTIONS: Readonly<Record<string, string>> = {
  get: "getAfter",
  getAfter: "get",
  exists: "existsAfter",
  existsAfter: "exists",
};

const OTHER_METHODS: Readonly<Record<string, string>> = {
  hasOnly: "hasAny",
  affectedKeys: "changedKeys",
};

/** Narrower and wider ones. */
const OTHER_OPERATIONS: Readonly<Record<string, readonly string[]>> = {
  read: ["get", "list", "write"],
  get: ["read"],
  list: ["read"],
  create: ["write"],
  update: ["write"],
  delete: ["write"],
};

/** What admins have and members lack: in Storage a claim that nothing should ask for. */
const adminIn = (source: string): string =>
  source.includes("service firebase.storage") ? "request.auth.token.isAdmin == true" : "me().isAdmin == true";

/** Comparisons that nearly mean the same as `left == right`. */
function looserThan(left: string, right: string): string[] {
  if (right === "request.time") return [`(${left} > ${right} - duration.value(5, 's') && ${left} <= ${right})`];
  if (right.endsWith(".username")) return [`${left}.lower() == ${right}.lower()`];
  if (right === "true" || right === "false") return [`${left} != ${right === "false"}`];
  return [];
}

/** The operands of `a && b && c`, which the grammar nests to the left. */
function operandsOf(node: Node): readonly Node[] {
  return rulesOf(node).flatMap((side, index) => (index === 0 && side.rule === node.rule ? operandsOf(side) : [side]));
}

const spanning = (first: Node, last: Node): Node => ({ ...first, to: last.to });

/** An operand with those beside it, as what a dropped one is shown in. */
function nearby(operands: readonly Node[], index: number): Node {
  return spanning(operands[Math.max(0, index - 1)]!, operands[Math.min(operands.length - 1, index + 1)]!);
}

const requiredText = (node: Node): string | undefined => childOf(node, "MemberId")?.text;

function otherLiterals(literal: string, inPattern: boolean): string[] {
  if (literal === "true" || literal === "false") return [String(literal === "false")];
  if (/^\d+$/.test(literal)) return [String(Number(literal) + 1), String(Number(literal) - 1)];
  if (!/^['"]/.test(literal)) return [];
  const [quote, content] = [literal[0]!, literal.slice(1, -1)];
  const others = inPattern ? mutatePattern(content) : [`${content}x`];
  return others.map((other) => quote + other + quote);
}
