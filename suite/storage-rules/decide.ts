import { DocumentNeeded, type Documents } from "./documents.ts";
import { type Decision, holds, type Level, type Observe } from "./evaluate.ts";
import type { Block, PathSegment, Permission, RequestMethod, Ruleset } from "./syntax.ts";
import { type Position, path, RuleError, string, UnsupportedError, type Value } from "./value.ts";

export type Request = {
  method: RequestMethod;
  /** `/b/<bucket>/o/<object name>`, not encoded. For a list the prefix, without its last slash. */
  path: string;
  /** `request` and `resource`. */
  variables: ReadonlyMap<string, Value>;
};

export type Outcome =
  | { kind: "permitted" }
  /** `reasons` are the errors of the rules language during the decision, for debugging rules. */
  | { kind: "denied"; reasons: readonly string[] }
  /** The rules use something this runtime doesn't do, so the request is denied. */
  | { kind: "unsupported"; reason: string }
  /** Decide again with this document among `documents`. */
  | { kind: "document-needed"; path: string };

/** Decides a request by a ruleset: permitted if the condition of any `allow` that applies holds. */
export function decide(ruleset: Ruleset, request: Request, documents: Documents, observe?: Observe): Outcome {
  const decision: Decision = { documents, evaluated: 0, observe };
  const levels: Level[] = [{ functions: ruleset.functions, variables: request.variables }];
  const reasons: string[] = [];
  try {
    for (const { permission, levels: around } of findApplying(ruleset.service, request, levels)) {
      try {
        if (permission.condition === undefined || holds(permission.condition, around, decision))
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

/** The message with its file, line and column before it. */
export function locate(fileName: string, message: string, at: Position | undefined): string {
  return at ? `${fileName}:${at.line}:${at.column}: ${message}` : `${fileName}: ${message}`;
}

type Applying = { permission: Permission; levels: readonly Level[] };

/** The `allow` statements of every `match` that covers the whole path, with the names that they may use. */
function findApplying(service: Block, { method, path }: Request, outer: readonly Level[]): readonly Applying[] {
  const within = (block: Block, levels: readonly Level[], rest: readonly string[]): readonly Applying[] =>
    block.matches.flatMap(({ path: pattern, block: inner }) =>
      prefixes(pattern, rest).flatMap(({ variables, rest: beyond }) => {
        const around = [...levels, { functions: inner.functions, variables }];
        const own = beyond.length > 0 ? [] : inner.permissions.filter(({ methods }) => methods.has(method));
        return [...own.map((permission) => ({ permission, levels: around })), ...within(inner, around, beyond)];
      }),
    );
  const segments = path.split("/").slice(1);
  // An object's name may contain empty segments (`a//b`); no pattern matches them.
  if (segments.includes("")) return [];
  return within(service, [...outer, { functions: service.functions, variables: new Map() }], segments);
}

type Prefix = { variables: ReadonlyMap<string, Value>; rest: readonly string[] };

/** Every way in which a `match` path matches the beginning of `segments`; `{name=**}` matches any number of them. */
function prefixes(pattern: readonly PathSegment[], segments: readonly string[]): readonly Prefix[] {
  const [first, ...others] = pattern;
  if (!first) return [{ variables: new Map(), rest: segments }];
  if (first.kind === "glob") {
    return [...segments.keys(), segments.length].flatMap((length) =>
      bound(first.name, path(segments.slice(0, length)), prefixes(others, segments.slice(length))),
    );
  }
  const [segment, ...rest] = segments;
  if (segment === undefined) return [];
  if (first.kind === "wildcard") return bound(first.name, string(segment), prefixes(others, rest));
  return first.text === segment ? prefixes(others, rest) : [];
}

function bound(name: string, value: Value, found: readonly Prefix[]): readonly Prefix[] {
  return found.map(({ variables, rest }) => ({ variables: new Map([[name, value], ...variables]), rest }));
}
