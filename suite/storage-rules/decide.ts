import type { Documents } from "./documents.ts";
import { type Decision, holds, type Level, type Observe } from "./evaluate.ts";
import type { Block, PathSegment, Permission, RequestMethod, Ruleset } from "./syntax.ts";
import { type Position, path, RuleError, string, type Value } from "./value.ts";

export type Request = {
  method: RequestMethod;
  /** `/b/<bucket>/o/<object name>`, not encoded. For a list request, it ends with the prefix without its last slash. */
  path: string;
  /** `request` and `resource`. */
  variables: Variables;
};

type Variables = ReadonlyMap<string, Value>;

/** Whether a request is permitted. `reasons` are the errors of the rules language before a denial, for debugging rules. */
export type Verdict = { permit: boolean; reasons: readonly string[] };

/**
 * Decides a request by a ruleset: permitted if the condition of any `allow` that applies holds. Throws an
 * `UnsupportedError`, which denies, or `DocumentNeeded`: then fetch this document and decide again.
 */
export function decide(ruleset: Ruleset, request: Request, documents: Documents, observe?: Observe): Verdict {
  const decision: Decision = { documents, evaluatedCount: 0, observe };
  const reasons: string[] = [];
  for (const { permission, levels } of findApplyingAllows(ruleset, request)) {
    try {
      if (permission.condition === undefined || holds(permission.condition, levels, decision))
        return { permit: true, reasons: [] };
    } catch (error) {
      if (!(error instanceof RuleError)) throw error;
      reasons.push(locate(ruleset.fileName, error.message, error.position));
    }
  }
  return { permit: false, reasons };
}

/** Adds file, line and column to the beginning of a message. */
export function locate(fileName: string, message: string, position: Position | undefined): string {
  return position ? `${fileName}:${position.line}:${position.column}: ${message}` : `${fileName}: ${message}`;
}

/** An `allow` statement, with the functions and variables that it may use. */
type ScopedAllow = { permission: Permission; levels: readonly Level[] };

/** Finds the `allow` statements of every `match` that covers the whole path. */
function* findApplyingAllows(ruleset: Ruleset, request: Request): Iterable<ScopedAllow> {
  function* findIn(block: Block, outerLevels: readonly Level[], segments: readonly string[]): Iterable<ScopedAllow> {
    for (const match of block.matches)
      for (const { variables, unmatchedSegments } of matchBeginning(match.path, segments, new Map())) {
        const levels = [...outerLevels, { functions: match.block.functions, variables }];
        if (unmatchedSegments.length === 0)
          for (const permission of match.block.permissions)
            if (permission.methods.has(request.method)) yield { permission, levels };
        yield* findIn(match.block, levels, unmatchedSegments);
      }
  }
  const allSegments = request.path.split("/").slice(1);
  // An object's name may contain empty segments (`a//b`); no pattern matches them.
  if (allSegments.includes("")) return;
  yield* findIn(ruleset, [{ functions: ruleset.functions, variables: request.variables }], allSegments);
}

/** A match of the beginning of a path. `variables` are those of the pattern, such as `{name}`. */
type BeginningMatch = { variables: Variables; unmatchedSegments: readonly string[] };

/** Finds every way in which a pattern matches the beginning of `segments`: `{name=**}` matches any number of them. */
function* matchBeginning(
  [element, ...otherElements]: readonly PathSegment[],
  segments: readonly string[],
  variables: Variables,
): Iterable<BeginningMatch> {
  const [segment, ...otherSegments] = segments;
  if (!element) yield { variables, unmatchedSegments: segments };
  else if (element.kind === "glob") {
    for (let length = 0; length <= segments.length; length += 1) {
      const value = path(segments.slice(0, length));
      yield* matchBeginning(otherElements, segments.slice(length), new Map([...variables, [element.name, value]]));
    }
  } else if (element.kind === "wildcard" && segment !== undefined)
    yield* matchBeginning(otherElements, otherSegments, new Map([...variables, [element.name, string(segment)]]));
  else if (element.kind === "literal" && element.text === segment)
    yield* matchBeginning(otherElements, otherSegments, variables);
}
