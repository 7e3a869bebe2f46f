import { mutatePattern } from "./pattern.ts";

type Alternatives = Readonly<Record<string, readonly string[]>>;

/** The opposite operator, by the grammar rule of the expression. */
export const OPPOSITE_LOGIC: Readonly<Record<string, string>> = {
  LogicalAndExpression: "||",
  LogicalOrExpression: "&&",
};

export const OTHER_OPERATORS: Alternatives = {
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

export const OTHER_FUNCTIONS: Readonly<Record<string, string>> = {
  get: "getAfter",
  getAfter: "get",
  exists: "existsAfter",
  existsAfter: "exists",
};

export const OTHER_METHODS: Readonly<Record<string, string>> = {
  hasOnly: "hasAny",
  affectedKeys: "changedKeys",
};

/** Narrower and wider operations of an `allow`. */
export const OTHER_OPERATIONS: Alternatives = {
  read: ["get", "list", "write"],
  get: ["read"],
  list: ["read"],
  create: ["write"],
  update: ["write"],
  delete: ["write"],
};

/** A condition that only admins meet. In storage.rules it is a claim of the token, which no rule should use. */
export const adminCondition = (source: string): string =>
  source.includes("service firebase.storage") ? "request.auth.token.isAdmin == true" : "me().isAdmin == true";

/** Comparisons that are almost the same as `left == right`. */
export function almostEqual(left: string, right: string): string[] {
  if (right === "request.time") return [`(${left} > ${right} - duration.value(5, 's') && ${left} <= ${right})`];
  if (right.endsWith(".username")) return [`${left}.lower() == ${right}.lower()`];
  if (right === "true" || right === "false") return [`${left} != ${right === "false"}`];
  return [];
}

/** Values close to a literal. In a pattern, a text is a regular expression. */
export function otherLiterals(literal: string, isInPattern: boolean): string[] {
  if (literal === "true" || literal === "false") return [String(literal === "false")];
  if (/^\d+$/.test(literal)) return [String(Number(literal) + 1), String(Number(literal) - 1)];
  if (!/^['"]/.test(literal)) return [];
  const [quote, content] = [literal[0]!, literal.slice(1, -1)];
  const otherContents = isInPattern ? mutatePattern(content) : [`${content}x`];
  return otherContents.map((otherContent) => quote + otherContent + quote);
}
