import { compareText, type Issue } from "@logbook/domain";
import { type StoredSightings, sightingsField } from "../firestore/stored-report.ts";
import { type Entry, reportOf } from "./entry.ts";

/**
 * Which reports are duplicates of which others (docs/decisions/0059-duplicates.md). A stored pointer counts as none
 * while its report is deleted, and if it leads back to where it starts. It is followed to the end, so there are no chains.
 */
export interface Duplicates {
  /** The report that a duplicate repeats, and since when; `undefined` if the report is no duplicate. */
  targetOf(id: string): { entry: Entry; since: string } | undefined;
  /** The duplicates of a report, in the order of their filing. */
  duplicatesOf(id: string): readonly Entry[];
  /** How many members vote for a report or for one of its duplicates. */
  votesOf(entry: Entry): number;
  /** The sightings of a report and of its duplicates: one for each member, by their uid. */
  sightingsOf(entry: Entry): StoredSightings | null;
  /** The reports that have duplicates, by id. */
  readonly targets: ReadonlyMap<string, Entry>;
}

export function findDuplicates(all: readonly Entry[], get: (id: string) => Entry | undefined): Duplicates {
  const targetsById = new Map<string, { entry: Entry; since: string }>();
  const groups = new Map<string, Entry[]>();
  const targets = new Map<string, Entry>();
  for (const entry of all) {
    if (entry.duplicateOf === null) continue;
    const target = followPointers(entry, get);
    if (target === undefined) continue;
    const { id } = target.entry;
    targetsById.set(entry.id, target);
    targets.set(id, target.entry);
    const group = groups.get(id) ?? [];
    group.push(entry);
    groups.set(id, group);
  }
  for (const group of groups.values())
    group.sort((a, b) => compareText(a.createdAt, b.createdAt) || compareText(a.id, b.id));
  const duplicatesOf = (id: string): readonly Entry[] => groups.get(id) ?? [];

  return {
    targetOf: (id) => targetsById.get(id),
    duplicatesOf,
    votesOf: (entry) => (groups.has(entry.id) ? countVoters([entry, ...duplicatesOf(entry.id)]) : entry.votes),
    sightingsOf: (entry) => mergeSightings([...duplicatesOf(entry.id), entry]),
    targets,
  };
}

/** The report at the end of the pointers that begin at `start`, and the time of the latest one of them. */
function followPointers(
  start: Entry,
  get: (id: string) => Entry | undefined,
): { entry: Entry; since: string } | undefined {
  const path = new Set([start]);
  let entry = start;
  let since = "";
  while (entry.duplicateOf !== null) {
    const next = get(entry.duplicateOf.id);
    if (next === undefined) break;
    if (entry.duplicateOf.since > since) ({ since } = entry.duplicateOf);
    // Only a restored or hand-written report can close a circle. Its reports are no duplicates; others lead to it.
    if (next === start) return undefined;
    if (path.has(next)) return { entry: next, since };
    path.add(next);
    entry = next;
  }
  return entry === start ? undefined : { entry, since };
}

function countVoters(group: readonly Entry[]): number {
  const voters = new Set(group.flatMap((entry) => entry.voters ?? []));
  // A report whose voters are unknown was made a duplicate by hand.
  return group.reduce((sum, { voters: known, votes }) => (known === null ? sum + votes : sum), voters.size);
}

function mergeSightings(group: readonly Entry[]): StoredSightings | null {
  const known = group.map(({ sightings }) => sightings).filter((sightings) => sightings !== null);
  return known.length === 0 ? null : Object.assign({}, ...known);
}

/** A report with what follows from its duplicates: its target with number and title, and the votes and sightings of all. */
export function withDuplicates<Report extends Pick<Issue, "id" | "votes" | "sightings" | "duplicateOf">>(
  report: Report,
  duplicates: Duplicates,
): Report {
  const { duplicateOf: _, ...fields } = report;
  const target = duplicates.targetOf(report.id);
  const entry = duplicates.targets.get(report.id);
  const counts = entry && { votes: duplicates.votesOf(entry), ...sightingsField(duplicates.sightingsOf(entry)) };
  if (target === undefined) return { ...fields, ...counts } as Report;
  const { id, number } = target.entry;
  return {
    ...fields,
    ...counts,
    duplicateOf: { id, number, title: reportOf(target.entry).title, since: target.since },
  } as Report;
}
