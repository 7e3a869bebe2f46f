import { childOf, childrenOf, type Node, parseTree, requiredChild, rulesOf } from "../../suite/storage-rules/tree.ts";
import {
  adminCondition,
  almostEqual,
  OPPOSITE_LOGIC,
  OTHER_FUNCTIONS,
  OTHER_METHODS,
  OTHER_OPERATIONS,
  OTHER_OPERATORS,
  otherLiterals,
} from "./mutations.ts";

/** A rules file with one change in it. */
export interface Mutant {
  /** The line of the change, from 1. */
  line: number;
  /** The function, `allow` or `match` of the change: `isNewIssue()`, `/issues/{id} allow create`, `/issues/{id}`. */
  where: string;
  /** The text before and after the change, each with a little around it. */
  before: string;
  after: string;
  /** The whole file. */
  source: string;
}

/** The surroundings of a node while the tree is walked. */
interface Surroundings {
  where: string;
  /** The node in which a change is shown: an operand of `&&` or `||`, or the whole condition. */
  context: Node;
  /** Whether the node is in the argument of `matches()`. */
  isInPattern: boolean;
}

/** Every single change of a rules file that its tests should notice. */
export function generateMutants(source: string): Mutant[] {
  const walk = new RulesWalk(source);
  walk.walkBlock(childrenOf(parseTree(source), "RulesetStatement").flatMap(rulesOf), "");
  return walk.mutants;
}

/** Characters of the source that are shown on either side of a change. */
const SHOWN_CHARACTERS = 40;

/** Walks the tree of a rules file and collects its mutants. */
class RulesWalk {
  readonly mutants: Mutant[] = [];
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  walkBlock(statements: readonly Node[], path: string): void {
    for (const node of statements) {
      if (node.rule === "FunctionDeclaration") this.#walkFunction(node);
      else if (node.rule === "MatchRuleDeclaration") this.#walkMatch(node, path);
      else if (node.rule === "PermissionDeclaration") this.#walkPermission(node, path);
      else if (node.rule === "ServiceDeclaration")
        this.walkBlock(childrenOf(node, "ServiceStatement").flatMap(rulesOf), path);
    }
  }

  #walkFunction(node: Node): void {
    const where = `${requiredChild(node, "LocalFunctionId").text}()`;
    const body = requiredChild(node, "FunctionBody");
    for (const statement of [...childrenOf(body, "BindingDeclaration"), requiredChild(body, "ReturnStatement")]) {
      const expression = rulesOf(statement).at(-1)!;
      this.#walkExpression(expression, { where, context: expression, isInPattern: false });
    }
  }

  #walkMatch(node: Node, outer: string): void {
    const declared = requiredChild(node, "PathDecl");
    const inner = this.#textOf(declared);
    // The root of all documents and the bucket are the same in every rules file.
    const isRoot = /^\/(databases\/|b\/)/.test(inner);
    const path = isRoot ? "" : outer + inner;
    if (!isRoot) {
      const around: Surroundings = { where: path, context: declared, isInPattern: false };
      const segments = rulesOf(declared);
      for (const segment of segments.filter(({ rule }) => rule !== "CaptureSegment")) {
        this.#change(around, segment, `${this.#textOf(segment)}x`);
        this.#change(around, segment, "/{any}");
      }
      const last = segments.at(-1)!;
      if (last.rule === "CaptureSegment") this.#change(around, last, this.#textOf(last).replace("}", "=**}"));
    }
    this.walkBlock(childrenOf(node, "MatchStatement").flatMap(rulesOf), path);
  }

  #walkPermission(node: Node, path: string): void {
    const operations = requiredChild(node, "OperationId");
    const where = `${path} allow ${this.#textOf(operations)}`;
    const around: Surroundings = { where, context: operations, isInPattern: false };
    for (const operation of childrenOf(operations, "Id"))
      for (const other of OTHER_OPERATIONS[operation.text] ?? []) this.#change(around, operation, other);
    const condition = rulesOf(requiredChild(node, "PermissionBody")).at(-1)!;
    for (const value of ["true", "false"])
      this.mutants.push({
        line: condition.at.line,
        where,
        before: "the condition",
        after: value,
        source: this.#sourceWith(condition.from, condition.to, value),
      });
    this.#walkExpression(condition, { where, context: condition, isInPattern: false });
  }

  #walkExpression(node: Node, around: Surroundings): void {
    this.#mutate(node, around);
    const isChain = node.rule in OPPOSITE_LOGIC;
    const isMatches = childOf(node, "MemberId")?.text === "matches";
    for (const child of isChain ? operandsOf(node) : node.children) {
      this.#walkExpression(child, {
        ...around,
        ...(isChain && { context: child }),
        isInPattern: around.isInPattern || (isMatches && child.rule === "ExpressionList"),
      });
    }
  }

  #mutate(node: Node, around: Surroundings): void {
    switch (node.rule) {
      case "LogicalAndExpression":
      case "LogicalOrExpression":
        this.#mutateChain(node, around);
        break;
      case "EqualityExpression":
        this.#mutateEquality(node, around);
        break;
      case "RelationalExpression":
      case "AdditiveExpression":
      case "MultiplicativeExpression":
        this.#swapOperators(node, around);
        break;
      case "ExprInExpression":
      case "ExprIsTypeIdExpression":
        this.#change(around, node, `!(${this.#textOf(node)})`);
        break;
      case "NotExpression":
        this.#change(around, node, this.#textOf(rulesOf(node)[0]!));
        break;
      case "TernaryExpression":
        this.#mutateTernary(node, around);
        break;
      case "LiteralExpression":
        for (const other of otherLiterals(this.#textOf(node), around.isInPattern)) this.#change(around, node, other);
        break;
      case "ListSimpleExpression": {
        const list = childOf(node, "ExpressionList");
        this.#removeEach(around, list ? rulesOf(list) : []);
        break;
      }
      case "MapEntries":
        this.#removeEach(around, rulesOf(node));
        break;
      // The grammar misspells this name.
      case "SimpleSegmemnt":
        if (/^\/\w+$/.test(node.text)) this.#change(around, node, `${this.#textOf(node)}x`);
        break;
      case "FunctionCallSimpleExpression":
      case "IdMemberFunctionCallSimpleExpression":
      case "MemberFunctionCallSimpleExpression":
        this.#mutateCall(node, around);
        break;
      case "MemberLookupSimpleExpression":
        if (node.text === "request.resource") this.#change(around, node, "resource");
        break;
      case "VariableSimpleExpression":
        if (node.text === "resource") this.#change(around, node, "request.resource");
    }
  }

  #mutateChain(node: Node, around: Surroundings): void {
    const operands = operandsOf(node);
    if (node.rule === "LogicalAndExpression") this.#skipForAdmins(operands, around);
    for (const index of operands.keys()) {
      this.#remove({ ...around, context: withNeighbours(operands, index) }, operands, index);
      const next = operands[index + 1];
      if (!next) continue;
      const end = operands[index]!.to;
      const operator = this.#source.slice(end, next.from).replace(/&&|\|\|/, OPPOSITE_LOGIC[node.rule]!);
      this.#replace({ ...around, context: spanning(operands[index]!, next) }, end, next.from, operator);
    }
  }

  /** Lets admins skip each condition. In a chain with `isAdmin()` the result would equal the condition's removal. */
  #skipForAdmins(operands: readonly Node[], around: Surroundings): void {
    if (operands.some((operand) => this.#textOf(operand) === "isAdmin()")) return;
    for (const operand of operands) {
      const condition = this.#textOf(operand);
      if (!condition.includes("dmin"))
        this.#change({ ...around, context: operand }, operand, `(${adminCondition(this.#source)} || ${condition})`);
    }
  }

  #mutateEquality(node: Node, around: Surroundings): void {
    this.#swapOperators(node, around);
    const [left, right] = rulesOf(node).map((side) => this.#textOf(side)) as [string, string];
    for (const other of almostEqual(left, right)) this.#change(around, node, other);
  }

  #swapOperators(node: Node, around: Surroundings): void {
    for (const token of node.children.filter(({ rule }) => rule === ""))
      for (const other of OTHER_OPERATORS[token.text] ?? []) this.#change(around, token, other);
  }

  #mutateTernary(node: Node, around: Surroundings): void {
    const [condition, whenTrue, whenFalse] = rulesOf(node) as [Node, Node, Node];
    for (const value of ["true", "false"]) this.#change(around, condition, value);
    const swapped = `${this.#textOf(whenFalse)} : ${this.#textOf(whenTrue)}`;
    this.#replace(around, whenTrue.from, whenFalse.to, swapped);
  }

  #mutateCall(node: Node, around: Surroundings): void {
    const [called, method] = [childOf(node, "LocalFunctionId"), childOf(node, "MemberId")];
    const name = called ?? method;
    const other = name && (called ? OTHER_FUNCTIONS : OTHER_METHODS)[name.text];
    if (other) this.#change(around, name, other);
  }

  #removeEach(around: Surroundings, items: readonly Node[]): void {
    for (const index of items.keys()) this.#remove(around, items, index);
  }

  /** Removes one item with its separator. */
  #remove(around: Surroundings, items: readonly Node[], index: number): void {
    const [item, previous, next] = [items[index]!, items[index - 1], items[index + 1]];
    if (next) this.#replace(around, item.from, next.from, "");
    else if (previous) this.#replace(around, previous.to, item.to, "");
    else this.#replace(around, item.from, item.to, "");
  }

  #change(around: Surroundings, node: Node, replacement: string): void {
    this.#replace(around, node.from, node.to, replacement);
  }

  #replace({ where, context }: Surroundings, from: number, to: number, replacement: string): void {
    const source = this.#source;
    const begin = Math.max(context.from, from - SHOWN_CHARACTERS);
    const end = Math.min(context.to, to + SHOWN_CHARACTERS);
    const [startMark, endMark] = [begin > context.from ? "…" : "", end < context.to ? "…" : ""];
    const show = (middle: string) =>
      `${startMark}${source.slice(begin, from)}${middle}${source.slice(to, end)}${endMark}`.replace(/\s+/g, " ").trim();
    this.mutants.push({
      line: source.slice(0, from).split("\n").length,
      where,
      before: show(source.slice(from, to)),
      after: show(replacement),
      source: this.#sourceWith(from, to, replacement),
    });
  }

  #sourceWith(from: number, to: number, replacement: string): string {
    return this.#source.slice(0, from) + replacement + this.#source.slice(to);
  }

  #textOf({ from, to }: Node): string {
    return this.#source.slice(from, to);
  }
}

/** The operands of `a && b && c`, which the grammar nests to the left. */
function operandsOf(node: Node): readonly Node[] {
  return rulesOf(node).flatMap((side, index) => (index === 0 && side.rule === node.rule ? operandsOf(side) : [side]));
}

const spanning = (first: Node, last: Node): Node => ({ ...first, to: last.to });

/** An operand with its neighbours, in which its removal is shown. */
function withNeighbours(operands: readonly Node[], index: number): Node {
  return spanning(operands[Math.max(0, index - 1)]!, operands[Math.min(operands.length - 1, index + 1)]!);
}
