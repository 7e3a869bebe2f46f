import { RE2JS, RE2JSException } from "re2js";
import { RuleError } from "./value.ts";

/** Whether the pattern (RE2 syntax) matches the whole text, as for `matches()`. A malformed pattern is an error. */
export function matchesWhole(text: string, pattern: string): boolean {
  try {
    return RE2JS.compile(pattern).matches(text);
  } catch (error) {
    if (error instanceof RE2JSException) throw new RuleError(`The pattern can't be read: ${error.message}.`);
    throw error;
  }
}

/** The reason why a pattern can't be used; undefined if it can. */
export function patternProblem(pattern: string): string | undefined {
  try {
    matchesWhole("", pattern);
    return undefined;
  } catch (error) {
    if (error instanceof RuleError) return error.message;
    throw error;
  }
}
