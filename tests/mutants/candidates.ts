import { readFileSync } from "node:fs";
import { CommandError } from "../../suite/command-line/command.ts";
import { inRoot } from "../../suite/command-line/paths.ts";
import { mutantsByHand } from "./by-hand.ts";
import { generateMutants, type Mutant } from "./generate.ts";

export const RULES_FILES = ["storage.rules", "firestore.rules"] as const;
export type RulesFile = (typeof RULES_FILES)[number];

/** A mutant of one of the two files. */
export interface Candidate extends Mutant {
  file: RulesFile;
  /** Why the mutant behaves as the rules do, or `null` if it has to be tried. */
  equivalentBecause: string | null;
}

/** An entry of equivalent.json: mutants that behave as the rules do, with the reason. */
interface EquivalentMutants {
  file: string;
  because: string;
  mutants: { where: string; before: string; after: string }[];
}

/** Which mutants to try; by default all. */
export interface Selection {
  /** Only mutants of this file. */
  file?: string | undefined;
  /** Only mutants whose description contains this text. */
  only?: string | undefined;
}

/** Every mutant of both files. Throws a `CommandError` if equivalent.json lists a mutant that no longer exists. */
export function allCandidates(): Candidate[] {
  const entries = JSON.parse(
    readFileSync(inRoot("tests", "mutants", "equivalent.json"), "utf8"),
  ) as EquivalentMutants[];
  const reasons = new Map(
    entries.flatMap(({ file, because, mutants }) => mutants.map((mutant) => [keyOf({ file, ...mutant }), because])),
  );
  const candidates = RULES_FILES.flatMap((file) => {
    const rules = readFileSync(inRoot(file), "utf8");
    return [...generateMutants(rules), ...mutantsByHand(file, rules)].map((mutant): Candidate => {
      const equivalentBecause = reasons.get(keyOf({ file, ...mutant })) ?? null;
      return { ...mutant, file, equivalentBecause };
    });
  });
  const existingKeys = new Set(candidates.map(keyOf));
  const outdatedKeys = [...reasons.keys()].filter((key) => !existingKeys.has(key));
  if (outdatedKeys.length > 0)
    throw new CommandError(
      `tests/mutants/equivalent.json lists mutants that no longer exist. Please correct or remove them:\n${outdatedKeys.join("\n")}`,
    );
  return candidates;
}

const keyOf = ({ file, where, before, after }: { file: string; where: string; before: string; after: string }) =>
  `${file} ${where}: ${before}  →  ${after}`;

/** Throws a `CommandError` if no candidate fits. */
export function selectCandidates(candidates: Candidate[], { file, only }: Selection): Candidate[] {
  if (file !== undefined && !RULES_FILES.includes(file as RulesFile))
    throw new CommandError(`There is no rules file '${file}'. Choose --file ${RULES_FILES.join(" or --file ")}.`);
  const fittingCandidates = candidates
    .filter((candidate) => file === undefined || candidate.file === file)
    .filter((candidate) => only === undefined || describeMutant(candidate).includes(only));
  if (fittingCandidates.length === 0)
    throw new CommandError("No mutant fits these options. Run with --list to see them.");
  return fittingCandidates;
}

/** One line with the place and the change. */
export const describeMutant = ({ file, line, where, before, after }: Candidate): string =>
  `${file}:${line}  ${where}: ${before}  →  ${after}`;
