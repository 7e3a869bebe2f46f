import { parseForESLint } from "@firebase/eslint-plugin-security-rules/parser";
import type { Position } from "./value.ts";

/** A node of the grammar's tree: its rule (`AdditiveExpression`) or, for a token, its text and no children. */
export type Node = {
  rule: string;
  text: string;
  children: readonly Node[];
  at: Position;
  /** Its offsets in the source: `from` is its first character, `to` is after its last character. */
  from: number;
  to: number;
};

/** The file doesn't follow the grammar, or uses something that this runtime doesn't support. */
export class SourceError extends Error {
  readonly at: Position;

  constructor(message: string, at: Position) {
    super(message);
    this.at = at;
  }
}

/** The part of ANTLR's tree that is used here; the package doesn't describe it. */
type AntlrNode = {
  constructor: { name: string };
  children?: readonly AntlrNode[] | null;
  start?: AntlrToken;
  stop?: AntlrToken | null;
  symbol?: AntlrToken;
};

/** `start` and `stop` are the offsets of its first and last character. */
type AntlrToken = {
  text: string;
  line: number;
  column: number;
  start: number;
  stop: number;
};

/** Parses a rules file with Google's grammar, or throws a `SourceError` that names the place. */
export function parseTree(source: string): Node {
  try {
    return toNode(parseForESLint(source).services.tree as AntlrNode);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const { lineNumber = 1, column = 1 } = error as SyntaxError & { lineNumber?: number; column?: number };
    throw new SourceError(`${error.message}.`.replace("..", "."), { line: lineNumber, column });
  }
}

function toNode(node: AntlrNode): Node {
  const token = node.symbol;
  const start = token ?? node.start;
  const children = (node.children ?? []).map(toNode);
  return {
    rule: token ? "" : node.constructor.name.replace(/Context$/, ""),
    text: token ? token.text : children.map((child) => child.text).join(""),
    children,
    at: start ? { line: start.line, column: start.column + 1 } : { line: 1, column: 1 },
    from: start?.start ?? 0,
    to: ((token ?? node.stop)?.stop ?? -1) + 1,
  };
}

export function childOf(node: Node, rule: string): Node | undefined {
  return node.children.find((child) => child.rule === rule);
}

export function childrenOf(node: Node, rule: string): readonly Node[] {
  return node.children.filter((child) => child.rule === rule);
}

/** The child of this rule, which the grammar requires. */
export function requiredChild(node: Node, rule: string): Node {
  const child = childOf(node, rule);
  if (!child) throw new SourceError(`This ${node.rule} isn't supported here.`, node.at);
  return child;
}

/** The children that are rules, not punctuation. */
export function rulesOf(node: Node): readonly Node[] {
  return node.children.filter((child) => child.rule !== "");
}
