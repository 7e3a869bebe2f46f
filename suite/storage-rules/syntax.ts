import type { Position, Value } from "./value.ts";

export type BinaryOperator = "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "+" | "-" | "*" | "/" | "%";

/** The place of an expression in the source; `end` is behind its last character. */
type Place = { readonly at: Position; readonly start: number; readonly end: number };

export type Expression = Place & Form;

export type Form =
  | { readonly kind: "literal"; readonly value: Value }
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "list"; readonly items: readonly Expression[] }
  | { readonly kind: "map"; readonly entries: readonly (readonly [Expression, Expression])[] }
  /** `/members/$(uid)`: literal segments as text. */
  | { readonly kind: "path"; readonly parts: readonly (string | Expression)[] }
  | { readonly kind: "member"; readonly object: Expression; readonly name: string }
  | { readonly kind: "index"; readonly object: Expression; readonly index: Expression }
  | { readonly kind: "slice"; readonly object: Expression; readonly from: Expression; readonly to: Expression }
  /** A function of the file, or a built-in one with its namespace (`firestore.get`). */
  | { readonly kind: "call"; readonly name: string; readonly args: readonly Expression[] }
  | {
      readonly kind: "method";
      readonly object: Expression;
      readonly name: string;
      readonly args: readonly Expression[];
    }
  | { readonly kind: "not" | "negate"; readonly operand: Expression }
  | { readonly kind: "and" | "or"; readonly left: Expression; readonly right: Expression }
  | {
      readonly kind: "binary";
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: "is"; readonly operand: Expression; readonly type: string }
  | {
      readonly kind: "ternary";
      readonly condition: Expression;
      readonly whenTrue: Expression;
      readonly whenFalse: Expression;
    };

export type FunctionDeclaration = {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly bindings: readonly { readonly name: string; readonly value: Expression }[];
  readonly result: Expression;
  readonly at: Position;
};

/** A segment of a `match` path: itself, one segment bound to a name, or any number of them (`{name=**}`). */
export type PathSegment =
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "wildcard"; readonly name: string }
  | { readonly kind: "glob"; readonly name: string };

export const METHODS = ["get", "list", "create", "update", "delete"] as const;
export type RequestMethod = (typeof METHODS)[number];

export type Permission = {
  readonly methods: ReadonlySet<RequestMethod>;
  /** Absent for `allow read;`, which always allows. */
  readonly condition: Expression | undefined;
  readonly at: Position;
};

export type Block = {
  readonly functions: ReadonlyMap<string, FunctionDeclaration>;
  readonly matches: readonly Match[];
  readonly permissions: readonly Permission[];
};

export type Match = { readonly path: readonly PathSegment[]; readonly block: Block };

/** A parsed and checked `storage.rules`. `functions` are those outside the service. */
export type Ruleset = {
  readonly fileName: string;
  readonly source: string;
  readonly functions: Block["functions"];
  readonly service: Block;
};
