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
  /** The rules use an operation that this runtime doesn't support, so the request is denied. */
  | { kind: "unsupported"; reason: string }
  /** The caller fetches this document and decides again, with the document among `documents`. */
  | { kind: "document-needed"; path: string };

/** Decides a request by a ruleset: permitted if the condition of any `allow` that applies holds. */
export function decide(ruleset: Ruleset, request: Request, documents: Documents, observe?: Observe): Outcome {
  const decision: Decision = { documents, evaluatedCount: 0, observe };
  const fileLevels: Level[] = [{ functions: ruleset.functions, variables: request.variables }];
  const reasons: string[] = [];
  try {
    for (const { permission, levels } of findApplyingAllows(ruleset.service, request, fileLevels)) {
      try {
        if (permission.condition === undefined || holds(permission.condition, levels, decision))
          return { kind: "permitted" };
      } catch (error) {
        if (!(error instanceof RuleError)) throw error;
        reasons.push(locate(ruleset.fileName, error.message, error.position));
      }
    }
    return { kind: "denied", reasons };
  } catch (error) {
    if (error instanceof DocumentNeeded) return { kind: "document-needed", path: error.path };
    if (error instanceof UnsupportedError) {
      return { kind: "unsupported", reason: locate(ruleset.fileName, error.message, error.position) };
    }
    throw error;
  }
}

/** Adds file, line and column to the beginning of a message. */
export function locate(fileName: string, message: string, position: Position | undefined): string {
  return position ? `${fileName}:${position.line}:${position.column}: ${message}` : `${fileName}: ${message}`;
}

/** An `allow` statement, with the functions and variables that it may use. */
type ScopedAllow = { permission: Permission; levels: readonly Level[] };

/** Finds the `allow` statements of every `match` that covers the whole path. */
function findApplyingAllows(service: Block, { method, path }: Request, outerLevels: readonly Level[]): ScopedAllow[] {
  const findIn = (block: Block, levels: readonly Level[], remainingSegments: readonly string[]): ScopedAllow[] =>
    block.matches.flatMap(({ path: pattern, block: innerBlock }) =>
      matchBeginning(pattern, remainingSegments).flatMap(({ variables, unmatchedSegments }) => {
        const innerLevels = [...levels, { functions: innerBlock.functions, variables }];
        const coversPath = unmatchedSegments.length === 0;
        const permissions = coversPath ? innerBlock.permissions.filter(({ methods }) => methods.has(method)) : [];
        const allows = permissions.map((permission) => ({ permission, levels: innerLevels }));
        return [...allows, ...findIn(innerBlock, innerLevels, unmatchedSegments)];
      }),
    );
  const segments = path.split("/").slice(1);
  // An object's name may contain empty segments (`a//b`); no pattern matches them.
  if (segments.includes("")) return [];
  return findIn(service, [...outerLevels, { functions: service.functions, variables: new Map() }], segments);
}

/** A match of the beginning of a path. `variables` are those of the pattern, such as `{name}`. */
type BeginningMatch = { variables: ReadonlyMap<string, Value>; unmatchedSegments: readonly string[] };

/** Finds every way in which a pattern matches the beginning of `segments`: `{name=**}` matches any number of them. */
function matchBeginning(pattern: readonly PathSegment[], segments: readonly string[]): readonly BeginningMatch[] {
  const [element, ...otherElements] = pattern;
  if (!element) return [{ variables: new Map(), unmatchedSegments: segments }];
  if (element.kind === "glob") {
    // The glob matches from no segment up to all segments.
    const possibleLengths = [...segments.keys(), segments.length];
    return possibleLengths.flatMap((length) => {
      const otherMatches = matchBeginning(otherElements, segments.slice(length));
      return withVariable(element.name, path(segments.slice(0, length)), otherMatches);
    });
  }
  const [segment, ...otherSegments] = segments;
  if (segment === undefined) return [];
  if (element.kind === "literal") return element.text === segment ? matchBeginning(otherElements, otherSegments) : [];
  return withVariable(element.name, string(segment), matchBeginning(otherElements, otherSegments));
}

function withVariable(name: string, value: Value, matches: readonly BeginningMatch[]): readonly BeginningMatch[] {
  return matches.map(({ variables, unmatchedSegments }) => ({
    variables: new Map([[name, value], ...variables]),
    unmatchedSegments,
  }));
}
