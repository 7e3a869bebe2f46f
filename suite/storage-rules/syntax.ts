import type { Position, Value } from "./value.ts";

export type BinaryOperator = "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "+" | "-" | "*" | "/" | "%";

/** The place of an expression: its line and column, and the offsets of its first character and after its last. */
export type Place = { position: Position; start: number; end: number };

export type Expression = Place & ExpressionContent;

/** An expression without its place in the source. */
export type ExpressionContent =
  | { kind: "literal"; value: Value }
  | { kind: "variable"; name: string }
  | { kind: "list"; items: readonly Expression[] }
  | { kind: "map"; entries: readonly (readonly [key: Expression, value: Expression])[] }
  /** `/members/$(uid)`: a literal segment is a text, and `$(…)` is an expression. */
  | { kind: "path"; parts: readonly (string | Expression)[] }
  | { kind: "member"; object: Expression; name: string }
  | { kind: "index"; object: Expression; index: Expression }
  /** A function of the file, or a built-in one with its namespace (`firestore.get`). */
  | { kind: "call"; name: string; args: readonly Expression[] }
  | { kind: "method"; object: Expression; name: string; args: readonly Expression[] }
  | { kind: "not" | "negate"; operand: Expression }
  | { kind: "and" | "or"; left: Expression; right: Expression }
  | { kind: "binary"; operator: BinaryOperator; left: Expression; right: Expression }
  | { kind: "is"; operand: Expression; type: string }
  | { kind: "ternary"; condition: Expression; whenTrue: Expression; whenFalse: Expression };

/** `bindings` are the `let` statements; `result` is the expression after `return`. */
export type FunctionDeclaration = {
  name: string;
  parameters: readonly string[];
  bindings: readonly { name: string; value: Expression }[];
  result: Expression;
  position: Position;
};

/** A segment of a `match` path: literal text, one segment as a variable, or any number of segments (`{name=**}`). */
export type PathSegment =
  | { kind: "literal"; text: string }
  | { kind: "wildcard"; name: string }
  | { kind: "glob"; name: string };

export type RequestMethod = "get" | "list" | "create" | "update" | "delete";

export type Permission = {
  methods: ReadonlySet<RequestMethod>;
  /** Absent for `allow read;`, which always allows. */
  condition: Expression | undefined;
  position: Position;
};

/** The content of the service or of a `match`. */
export type Block = {
  functions: ReadonlyMap<string, FunctionDeclaration>;
  matches: readonly Match[];
  permissions: readonly Permission[];
};

export type Match = { path: readonly PathSegment[]; block: Block };

/** A parsed `storage.rules`, which `checkRuleset` checks. The service is the block of a `match` with an empty path. */
export type Ruleset = Block & { fileName: string; source: string };
