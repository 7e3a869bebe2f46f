import { readFileSync } from "node:fs";
import { CommandError } from "../../suite/command-line/command.ts";
import { inRoot } from "../../suite/command-line/paths.ts";
import type { Mutant } from "./generate.ts";

/** A change in the meaning of the rules that no generated mutant makes. */
interface MutantByHand {
  name: string;
  file: string;
  /** The function, `allow` or `match` of the change, as in generated mutants. */
  where: string;
  /** Texts that occur exactly once in the file, each with its replacement. */
  edits: [before: string, after: string][];
}

/** The mutants of by-hand.json for a rules file. Throws a `CommandError` if a mutant no longer fits the file. */
export function mutantsByHand(file: string, source: string): Mutant[] {
  const mutants = JSON.parse(readFileSync(inRoot("tests", "mutants", "by-hand.json"), "utf8")) as MutantByHand[];
  return mutants
    .filter((mutant) => mutant.file === file)
    .map(({ name, where, edits }) => ({
      line: source.slice(0, source.indexOf(edits[0]![0])).split("\n").length,
      where,
      before: "by hand",
      after: name,
      source: applyEdits(source, edits, name),
    }));
}

function applyEdits(source: string, edits: MutantByHand["edits"], name: string): string {
  let changedSource = source;
  for (const [before, after] of edits) changedSource = replaceOnce(changedSource, before, after, name);
  return changedSource;
}

function replaceOnce(text: string, before: string, after: string, name: string): string {
  const textsAround = text.split(before);
  if (textsAround.length === 2) return textsAround.join(after);
  throw new CommandError(
    `tests/mutants/by-hand.json: '${name}' was found ${textsAround.length - 1} times, expected once. Please correct it:\n${before}`,
  );
}
