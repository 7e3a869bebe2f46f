import { readFileSync } from "node:fs";
import { CommandError } from "../../suite/command-line/command.ts";
import { inRoot } from "../../suite/command-line/paths.ts";
import { mutantsByHand } from "./by-hand.ts";
import { generateMutants, type Mutant } from "./generate.ts";

export const RULES_FILES = ["storage.rules", "firestore.rules"] as const;
export type RulesFile = (typeof RULES_FILES)[number];

/** A mutant of one of the two files, and why it is equivalent to the rules, if it is. */
export interface Candidate extends Mutant {
  file: RulesFile;
  because: string | null;
}

/** Mutants that behave as the rules do. */
interface Equivalents {
  file: string;
  because: string;
  mutants: { where: string; before: string; after: string }[];
}

/** Which mutants to try: those of a file, or whose description contains a text. */
export interface Selection {
  file?: string | undefined;
  only?: string | undefined;
}

/** Every mutant of both files. A `CommandError` if equivalent.json lists a mutant that no longer exists. */
export function allCandidates(): Candidate[] {
  const lists = JSON.parse(readFileSync(inRoot("tests", "mutants", "equivalent.json"), "utf8")) as Equivalents[];
  const reasons = new Map(
    lists.flatMap(({ file, because, mutants }) => mutants.map((mutant) => [keyOf({ file, ...mutant }), because])),
  );
  const candidates = RULES_FILES.flatMap((file) => {
    const rules = readFileSync(inRoot(file), "utf8");
    return [...generateMutants(rules), ...mutantsByHand(file, rules)].map((mutant): Candidate => {
      const because = reasons.get(keyOf({ file, ...mutant })) ?? null;
      return { ...mutant, file, because };
    });
  });
  const existing = new Set(candidates.map(keyOf));
  const outdated = [...reasons.keys()].filter((key) => !existing.has(key));
  if (outdated.length > 0)
    throw new CommandError(
      `tests/mutants/equivalent.json lists mutants that no longer exist. Please correct or remove them:\n${outdated.join("\n")}`,
    );
  return candidates;
}

const keyOf = ({ file, where, before, after }: { file: string; where: string; before: string; after: string }) =>
  `${file} ${where}: ${before}  →  ${after}`;

/** The selected candidates. A `CommandError` if there are none. */
export function select(candidates: Candidate[], { file, only }: Selection): Candidate[] {
  if (file !== undefined && !RULES_FILES.includes(file as RulesFile))
    throw new CommandError(`There is no rules file '${file}'. Choose --file ${RULES_FILES.join(" or --file ")}.`);
  const chosen = candidates
    .filter((candidate) => file === undefined || candidate.file === file)
    .filter((candidate) => only === undefined || describeMutant(candidate).includes(only));
  if (chosen.length === 0) throw new CommandError("No mutant fits these options. Run with --list to see them.");
  return chosen;
}

/** One line with the place and the change. */
export const describeMutant = ({ file, line, where, before, after }: Candidate): string =>
  `${file}:${line}  ${where}: ${before}  →  ${after}`;
