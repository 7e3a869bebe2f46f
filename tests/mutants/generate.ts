import {
  childOf,
  childrenOf,
  type Node,
  nonTokenChildrenOf,
  parseTree,
  requiredChild,
} from "../../suite/storage-rules/tree.ts";
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
  /** The replaced text and its replacement, each with some characters around it. */
  before: string;
  after: string;
  /** The whole changed file. */
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
  walk.walkBlock(childrenOf(parseTree(source), "RulesetStatement").flatMap(nonTokenChildrenOf), "");
  return walk.mutants;
}

/** How many characters are shown before and after a change. */
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
        this.walkBlock(childrenOf(node, "ServiceStatement").flatMap(nonTokenChildrenOf), path);
    }
  }

  #walkFunction(node: Node): void {
    const where = `${requiredChild(node, "LocalFunctionId").text}()`;
    const body = requiredChild(node, "FunctionBody");
    for (const statement of [...childrenOf(body, "BindingDeclaration"), requiredChild(body, "ReturnStatement")]) {
      // The expression is the last part of a `let` or `return`.
      const expression = nonTokenChildrenOf(statement).at(-1)!;
      this.#walkExpression(expression, { where, context: expression, isInPattern: false });
    }
  }

  #walkMatch(node: Node, outerPath: string): void {
    const pathNode = requiredChild(node, "PathDecl");
    const innerPath = this.#textOf(pathNode);
    // The root of all documents and the bucket are the same in every rules file, so they are not changed.
    const isRoot = /^\/(databases\/|b\/)/.test(innerPath);
    const path = isRoot ? "" : outerPath + innerPath;
    if (!isRoot) {
      const surroundings: Surroundings = { where: path, context: pathNode, isInPattern: false };
      const segments = nonTokenChildrenOf(pathNode);
      for (const segment of segments.filter(({ rule }) => rule !== "CaptureSegment")) {
        this.#replaceNode(surroundings, segment, `${this.#textOf(segment)}x`);
        this.#replaceNode(surroundings, segment, "/{any}");
      }
      const lastSegment = segments.at(-1)!;
      if (lastSegment.rule === "CaptureSegment")
        this.#replaceNode(surroundings, lastSegment, this.#textOf(lastSegment).replace("}", "=**}"));
    }
    this.walkBlock(childrenOf(node, "MatchStatement").flatMap(nonTokenChildrenOf), path);
  }

  #walkPermission(node: Node, path: string): void {
    const operations = requiredChild(node, "OperationId");
    const where = `${path} allow ${this.#textOf(operations)}`;
    const surroundings: Surroundings = { where, context: operations, isInPattern: false };
    for (const operation of childrenOf(operations, "Id"))
      for (const replacement of OTHER_OPERATIONS[operation.text] ?? [])
        this.#replaceNode(surroundings, operation, replacement);
    const condition = nonTokenChildrenOf(requiredChild(node, "PermissionBody")).at(-1)!;
    for (const value of ["true", "false"])
      this.mutants.push({
        line: condition.position.line,
        where,
        before: "the condition",
        after: value,
        source: this.#sourceWith(condition.start, condition.end, value),
      });
    this.#walkExpression(condition, { where, context: condition, isInPattern: false });
  }

  #walkExpression(node: Node, surroundings: Surroundings): void {
    this.#mutate(node, surroundings);
    const isChain = node.rule in OPPOSITE_LOGIC;
    const isCallOfMatches = childOf(node, "MemberId")?.text === "matches";
    for (const child of isChain ? operandsOf(node) : node.children) {
      this.#walkExpression(child, {
        ...surroundings,
        ...(isChain && { context: child }),
        isInPattern: surroundings.isInPattern || (isCallOfMatches && child.rule === "ExpressionList"),
      });
    }
  }

  #mutate(node: Node, surroundings: Surroundings): void {
    switch (node.rule) {
      case "LogicalAndExpression":
      case "LogicalOrExpression":
        this.#mutateChain(node, surroundings);
        break;
      case "EqualityExpression":
        this.#mutateEquality(node, surroundings);
        break;
      case "RelationalExpression":
      case "AdditiveExpression":
      case "MultiplicativeExpression":
        this.#swapOperators(node, surroundings);
        break;
      case "ExprInExpression":
      case "ExprIsTypeIdExpression":
        this.#replaceNode(surroundings, node, `!(${this.#textOf(node)})`);
        break;
      case "NotExpression":
        this.#replaceNode(surroundings, node, this.#textOf(nonTokenChildrenOf(node)[0]!));
        break;
      case "TernaryExpression":
        this.#mutateTernary(node, surroundings);
        break;
      case "LiteralExpression":
        for (const replacement of otherLiterals(this.#textOf(node), surroundings.isInPattern))
          this.#replaceNode(surroundings, node, replacement);
        break;
      case "ListSimpleExpression": {
        const list = childOf(node, "ExpressionList");
        this.#removeEachItem(surroundings, list ? nonTokenChildrenOf(list) : []);
        break;
      }
      case "MapEntries":
        this.#removeEachItem(surroundings, nonTokenChildrenOf(node));
        break;
      // The grammar misspells this name.
      case "SimpleSegmemnt":
        if (/^\/\w+$/.test(node.text)) this.#replaceNode(surroundings, node, `${this.#textOf(node)}x`);
        break;
      case "FunctionCallSimpleExpression":
      case "IdMemberFunctionCallSimpleExpression":
      case "MemberFunctionCallSimpleExpression":
        this.#mutateCall(node, surroundings);
        break;
      case "MemberLookupSimpleExpression":
        if (node.text === "request.resource") this.#replaceNode(surroundings, node, "resource");
        break;
      case "VariableSimpleExpression":
        if (node.text === "resource") this.#replaceNode(surroundings, node, "request.resource");
    }
  }

  #mutateChain(node: Node, surroundings: Surroundings): void {
    const operands = operandsOf(node);
    if (node.rule === "LogicalAndExpression") this.#skipForAdmins(operands, surroundings);
    for (const index of operands.keys()) {
      this.#removeItem({ ...surroundings, context: withNeighbours(operands, index) }, operands, index);
      const operand = operands[index]!;
      const nextOperand = operands[index + 1];
      if (!nextOperand) continue;
      const operator = this.#source.slice(operand.end, nextOperand.start);
      const oppositeOperator = operator.replace(/&&|\|\|/, OPPOSITE_LOGIC[node.rule]!);
      const context = joinNodes(operand, nextOperand);
      this.#replaceRange({ ...surroundings, context }, operand.end, nextOperand.start, oppositeOperator);
    }
  }

  /**
   * Lets admins skip each condition that is not about admins. In a chain with `isAdmin()` that would be the same as
   * removing the condition.
   */
  #skipForAdmins(operands: readonly Node[], surroundings: Surroundings): void {
    if (operands.some((operand) => this.#textOf(operand).startsWith("isAdmin("))) return;
    for (const operand of operands) {
      const condition = this.#textOf(operand);
      if (/[aA]dmin/.test(condition)) continue;
      const replacement = `(${adminCondition(this.#source)} || ${condition})`;
      this.#replaceNode({ ...surroundings, context: operand }, operand, replacement);
    }
  }

  #mutateEquality(node: Node, surroundings: Surroundings): void {
    this.#swapOperators(node, surroundings);
    const [left, right] = nonTokenChildrenOf(node).map((operand) => this.#textOf(operand)) as [string, string];
    for (const replacement of almostEqual(left, right)) this.#replaceNode(surroundings, node, replacement);
  }

  #swapOperators(node: Node, surroundings: Surroundings): void {
    // Tokens, such as operators, have no grammar rule.
    for (const token of node.children.filter(({ rule }) => rule === ""))
      for (const replacement of OTHER_OPERATORS[token.text] ?? []) this.#replaceNode(surroundings, token, replacement);
  }

  #mutateTernary(node: Node, surroundings: Surroundings): void {
    const [condition, whenTrue, whenFalse] = nonTokenChildrenOf(node) as [Node, Node, Node];
    for (const value of ["true", "false"]) this.#replaceNode(surroundings, condition, value);
    const swapped = `${this.#textOf(whenFalse)} : ${this.#textOf(whenTrue)}`;
    this.#replaceRange(surroundings, whenTrue.start, whenFalse.end, swapped);
  }

  #mutateCall(node: Node, surroundings: Surroundings): void {
    const functionName = childOf(node, "LocalFunctionId");
    const otherFunction = functionName && OTHER_FUNCTIONS[functionName.text];
    if (otherFunction) this.#replaceNode(surroundings, functionName, otherFunction);
    const methodName = childOf(node, "MemberId");
    const otherMethod = methodName && OTHER_METHODS[methodName.text];
    if (!functionName && otherMethod) this.#replaceNode(surroundings, methodName, otherMethod);
  }

  #removeEachItem(surroundings: Surroundings, items: readonly Node[]): void {
    for (const index of items.keys()) this.#removeItem(surroundings, items, index);
  }

  /** Removes one item of a list, together with a separator. */
  #removeItem(surroundings: Surroundings, items: readonly Node[], index: number): void {
    const item = items[index]!;
    const nextItem = items[index + 1];
    const previousItem = items[index - 1];
    if (nextItem) this.#replaceRange(surroundings, item.start, nextItem.start, "");
    else if (previousItem) this.#replaceRange(surroundings, previousItem.end, item.end, "");
    else this.#replaceRange(surroundings, item.start, item.end, "");
  }

  #replaceNode(surroundings: Surroundings, node: Node, replacement: string): void {
    this.#replaceRange(surroundings, node.start, node.end, replacement);
  }

  #replaceRange({ where, context }: Surroundings, start: number, end: number, replacement: string): void {
    const source = this.#source;
    const textBefore = inOneLine(source.slice(context.start, start));
    const textAfter = inOneLine(source.slice(end, context.end));
    const shownBefore = textBefore.length > SHOWN_CHARACTERS ? `…${textBefore.slice(-SHOWN_CHARACTERS)}` : textBefore;
    const shownAfter = textAfter.length > SHOWN_CHARACTERS ? `${textAfter.slice(0, SHOWN_CHARACTERS)}…` : textAfter;
    const show = (text: string): string => inOneLine(shownBefore + text + shownAfter).trim();
    this.mutants.push({
      line: source.slice(0, start).split("\n").length,
      where,
      before: show(source.slice(start, end)),
      after: show(replacement),
      source: this.#sourceWith(start, end, replacement),
    });
  }

  #sourceWith(start: number, end: number, replacement: string): string {
    return this.#source.slice(0, start) + replacement + this.#source.slice(end);
  }

  #textOf({ start, end }: Node): string {
    return this.#source.slice(start, end);
  }
}

const inOneLine = (text: string): string => text.replace(/\s+/g, " ");

/** The operands of `a && b && c`, which the grammar nests to the left. */
function operandsOf(node: Node): readonly Node[] {
  const [left, ...others] = nonTokenChildrenOf(node);
  return left!.rule === node.rule ? [...operandsOf(left!), ...others] : [left!, ...others];
}

/** A node from the start of `first` to the end of `last`. */
const joinNodes = (first: Node, last: Node): Node => ({ ...first, end: last.end });

/** An operand with its neighbours, in which its removal is shown. */
function withNeighbours(operands: readonly Node[], index: number): Node {
  return joinNodes(operands[Math.max(0, index - 1)]!, operands[Math.min(operands.length - 1, index + 1)]!);
}
