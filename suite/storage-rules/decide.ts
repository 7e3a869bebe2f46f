import { DocumentNeeded, type Documents } from "./documents.ts";
import { type Decision, holds, type Level, type Observe } from "./evaluate.ts";
import type { Block, PathSegment, Permission, RequestMethod, Ruleset } from "./syntax.ts";
import { type Position, path, RuleError, string, UnsupportedError, type Value } from "./value.ts";

export type Request = {
  method: RequestMethod;
  /** `/b/<bucket>/o/<object name>`, not encoded. For a list request, it ends with the prefix without its last slash. */
  path: string;
  /** `request` and `resource`. */
  variables: ReadonlyMap<string, Value>;
};

export type Outcome =
  | { kind: "permitted" }
  /** `reasons` are the errors of the rules language during the decision, for debugging rules. */
  | { kind: "denied"; reasons: readonly string[] }
  /** The rules use something that this runtime doesn't support, so the request is denied. */
  | { kind: "unsupported"; reason: string }
  /** The caller fetches this document and decides again, with the document among `documents`. */
  | { kind: "document-needed"; path: string };

/** Decides a request by a ruleset: permitted if the condition of any `allow` that applies holds. */
export function decide(ruleset: Ruleset, request: Request, documents: Documents, observe?: Observe): Outcome {
  const decision: Decision = { documents, evaluated: 0, observe };
  const levels: Level[] = [{ functions: ruleset.functions, variables: request.variables }];
  const reasons: string[] = [];
  try {
    for (const { permission, levels: visibleLevels } of findApplying(ruleset.service, request, levels)) {
      try {
        if (permission.condition === undefined || holds(permission.condition, visibleLevels, decision))
          return { kind: "permitted" };
      } catch (error) {
        if (!(error instanceof RuleError)) throw error;
        reasons.push(locate(ruleset.fileName, error.message, error.at));
      }
    }
    return { kind: "denied", reasons };
  } catch (error) {
    if (error instanceof DocumentNeeded) return { kind: "document-needed", path: error.path };
    if (error instanceof UnsupportedError) {
      return { kind: "unsupported", reason: locate(ruleset.fileName, error.message, error.at) };
    }
    throw error;
  }
}

/** Adds file, line and column to the beginning of a message. */
export function locate(fileName: string, message: string, at: Position | undefined): string {
  return at ? `${fileName}:${at.line}:${at.column}: ${message}` : `${fileName}: ${message}`;
}

type ScopedAllow = { permission: Permission; levels: readonly Level[] };

/** The `allow` statements of every `match` that covers the whole path, with the names that they may use. */
function findApplying(service: Block, { method, path }: Request, outer: readonly Level[]): readonly ScopedAllow[] {
  const findIn = (block: Block, levels: readonly Level[], remaining: readonly string[]): readonly ScopedAllow[] =>
    block.matches.flatMap(({ path: pattern, block: inner }) =>
      matchBeginning(pattern, remaining).flatMap(({ variables, rest }) => {
        const innerLevels = [...levels, { functions: inner.functions, variables }];
        const coversPath = rest.length === 0;
        const own = coversPath ? inner.permissions.filter(({ methods }) => methods.has(method)) : [];
        return [...own.map((permission) => ({ permission, levels: innerLevels })), ...findIn(inner, innerLevels, rest)];
      }),
    );
  const segments = path.split("/").slice(1);
  // An object's name may contain empty segments (`a//b`); no pattern matches them.
  if (segments.includes("")) return [];
  return findIn(service, [...outer, { functions: service.functions, variables: new Map() }], segments);
}

/** A match of the beginning of a path: the variables of the pattern, and the segments that remain. */
type BeginningMatch = { variables: ReadonlyMap<string, Value>; rest: readonly string[] };

/** Every way in which a `match` path matches the beginning of `segments`; `{name=**}` matches any number of them. */
function matchBeginning(pattern: readonly PathSegment[], segments: readonly string[]): readonly BeginningMatch[] {
  const [first, ...others] = pattern;
  if (!first) return [{ variables: new Map(), rest: segments }];
  if (first.kind === "glob") {
    return [...segments.keys(), segments.length].flatMap((length) =>
      withVariable(first.name, path(segments.slice(0, length)), matchBeginning(others, segments.slice(length))),
    );
  }
  const [segment, ...rest] = segments;
  if (segment === undefined) return [];
  if (first.kind === "wildcard") return withVariable(first.name, string(segment), matchBeginning(others, rest));
  return first.text === segment ? matchBeginning(others, rest) : [];
}

function withVariable(name: string, value: Value, found: readonly BeginningMatch[]): readonly BeginningMatch[] {
  return found.map(({ variables, rest }) => ({ variables: new Map([[name, value], ...variables]), rest }));
}
