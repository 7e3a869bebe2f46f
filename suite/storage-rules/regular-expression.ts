import { RE2JS, RE2JSException } from "re2js";
import { RuleError } from "./value.ts";

const compiled = new Map<string, RE2JS>();

/** Whether the pattern (RE2 syntax) matches the whole text, as `matches()` asks. A malformed pattern is an error. */
export function matchesWhole(text: string, pattern: string): boolean {
  return compile(pattern).matches(text);
}

/** Why a pattern can't be used, or undefined for a good one. */
export function patternProblem(pattern: string): string | undefined {
  try {
    compile(pattern);
    return undefined;
  } catch (error) {
    if (error instanceof RuleError) return error.message;
    throw error;
  }
}

function compile(pattern: string): RE2JS {
  const known = compiled.get(pattern);
  if (known) return known;
  try {
    const expression = RE2JS.compile(pattern);
    compiled.set(pattern, expression);
    return expression;
  } catch (error) {
    if (error instanceof RE2JSException) throw new RuleError(`The pattern can't be read: ${error.message}.`);
    throw error;
  }
}
