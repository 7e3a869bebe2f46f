import { parseForESLint } from "@firebase/eslint-plugin-security-rules/parser";
import type { Position } from "./value.ts";

/** A node of the grammar's tree. A token (punctuation, a word) has no children. */
export type Node = {
  /** The grammar's rule (`AdditiveExpression`), not a security rule; empty for a token. */
  rule: string;
  /** The source without the spaces and comments between tokens. */
  text: string;
  children: readonly Node[];
  position: Position;
  /** The offset of the node's first character in the source, and the offset after its last character. */
  start: number;
  end: number;
};

/** The file doesn't follow the grammar, or it uses an operation that this runtime doesn't support. */
export class SourceError extends Error {
  readonly position: Position;

  constructor(message: string, position: Position) {
    super(message);
    this.position = position;
  }
}

/** The used part of ANTLR's tree. The package of the grammar has no types for it. */
type AntlrNode = {
  constructor: { name: string };
  children?: readonly AntlrNode[] | null;
  start?: AntlrToken;
  stop?: AntlrToken | null;
  symbol?: AntlrToken;
};

/** `start` and `stop` are the offsets of the token's first and last character. */
type AntlrToken = { text: string; line: number; column: number; start: number; stop: number };

/** Parses a rules file with Google's grammar, or throws a `SourceError` that names the place. */
export function parseTree(source: string): Node {
  try {
    return toNode(parseForESLint(source).services.tree as AntlrNode);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const { lineNumber = 1, column = 1 } = error as SyntaxError & { lineNumber?: number; column?: number };
    // Some messages end with a full stop already.
    throw new SourceError(`${error.message}.`.replace("..", "."), { line: lineNumber, column });
  }
}

function toNode(antlrNode: AntlrNode): Node {
  const token = antlrNode.symbol;
  const firstToken = token ?? antlrNode.start;
  const lastToken = token ?? antlrNode.stop;
  const children = (antlrNode.children ?? []).map(toNode);
  // A file without tokens begins and ends at its first character.
  return {
    rule: token ? "" : antlrNode.constructor.name.replace(/Context$/, ""),
    text: token ? token.text : children.map((child) => child.text).join(""),
    children,
    position: firstToken ? { line: firstToken.line, column: firstToken.column + 1 } : { line: 1, column: 1 },
    start: firstToken?.start ?? 0,
    end: (lastToken?.stop ?? -1) + 1,
  };
}

export function childOf(node: Node, rule: string): Node | undefined {
  return node.children.find((child) => child.rule === rule);
}

export function childrenOf(node: Node, rule: string): readonly Node[] {
  return node.children.filter((child) => child.rule === rule);
}

/** The child of this rule. Throws a `SourceError` if the node has none: this runtime does not support such a form. */
export function requiredChild(node: Node, rule: string): Node {
  const child = childOf(node, rule);
  if (!child) throw new SourceError(`This ${node.rule} isn't supported here.`, node.position);
  return child;
}

/** The children with a rule: those that are no tokens. */
export function nonTokenChildrenOf(node: Node): readonly Node[] {
  return node.children.filter((child) => child.rule !== "");
}
