import { readFileSync } from "node:fs";
import { CommandError } from "../../suite/command-line/command.ts";
import { inRoot } from "../../suite/command-line/paths.ts";
import { findOnce, replaceOnce } from "../rules/shared/rules-text.ts";
import type { Mutant } from "./generate.ts";

/** A change in the meaning of the rules that no generated mutant makes. */
interface MutantByHand {
  name: string;
  file: string;
  /** The function, `allow` or `match` of the change, as in generated mutants. */
  where: string;
  /** Texts that occur exactly once in the file, each with its replacement. White space does not matter. */
  edits: [before: string, after: string][];
}

/** The mutants of by-hand.json for a rules file. Throws a `CommandError` if a mutant no longer fits the file. */
export function mutantsByHand(file: string, source: string): Mutant[] {
  const mutants = JSON.parse(readFileSync(inRoot("tests", "mutants", "by-hand.json"), "utf8")) as MutantByHand[];
  return mutants
    .filter((mutant) => mutant.file === file)
    .map(({ name, where, edits }) => ({
      source: applyEdits(source, edits, name),
      line: source.slice(0, findOnce(source, edits[0]![0]).index).split("\n").length,
      where,
      before: "by hand",
      after: name,
    }));
}

function applyEdits(source: string, edits: MutantByHand["edits"], name: string): string {
  let changedSource = source;
  for (const [before, after] of edits) changedSource = replaceOrFail(changedSource, before, after, name);
  return changedSource;
}

function replaceOrFail(source: string, before: string, after: string, name: string): string {
  try {
    return replaceOnce(source, before, after);
  } catch (error) {
    throw new CommandError(`tests/mutants/by-hand.json: '${name}' does not fit. Please correct it:\n${error}`);
  }
}
