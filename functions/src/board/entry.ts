import {
  amendmentText,
  asksIfFixed,
  compareIssues,
  foldSearch,
  type Issue,
  isUnanswered,
  parseJsonList,
  type Sortable,
  searchText,
  toWire,
  turnOf,
  type WireIssue,
} from "@logbook/domain";
import type { StoredFixAnswers, StoredSightings } from "../firestore/stored-report.ts";
import type { Version } from "../firestore/version.ts";
import { forMemory } from "./limit-texts.ts";

/**
 * A report on the board: the fields for sorting and filtering, and the place of its JSON in a buffer. All entries from
 * a snapshot share one buffer, because a buffer view for each entry would take more memory than all its fields.
 */
export interface Entry extends Sortable, Pick<Issue, "number" | "type" | "area"> {
  /** The reporter's name, as `foldSearch` returns it. */
  reporter: string;
  /** The report of which this one is a duplicate, as stored; that report may be deleted. */
  duplicateOf: { id: string; since: string } | null;
  /** The uids of the members who vote for the report; `null` unless it is or was part of a group of duplicates. */
  voters: readonly string[] | null;
  /** The sightings of a bug, by the uid of their member; `null` if there are none. No response has them. */
  sightings: StoredSightings | null;
  /** The answers to 'Fixed for you?', by the uid of their member; `null` if there are none. No response has them. */
  fixAnswers: StoredFixAnswers | null;
  /** Whether the report asks 'Fixed for you?' now. */
  asksIfFixed: boolean;
  /** The username of the admin who has taken the report; `null` for nobody. */
  assignee: string | null;
  version: Version;
  jsonBuffer: Buffer;
  jsonStart: number;
  jsonEnd: number;
}

/**
 * The report's own JSON, with very long texts shortened (limit-texts.ts). `Reports.jsonOf` adds what lists send of its
 * duplicates.
 */
export const jsonOf = ({ jsonBuffer, jsonStart, jsonEnd }: Entry): Buffer => jsonBuffer.subarray(jsonStart, jsonEnd);

export const reportOf = (entry: Entry): WireIssue => JSON.parse(jsonOf(entry).toString()) as WireIssue;

/** An entry with the text that searches look through: folded, in UTF-8, with the end marker. */
export interface EntryWithText {
  entry: Entry;
  text: Buffer;
}

/** The end marker of each text. The API refuses a search with a control character, so no match spans two texts. */
export const TEXT_END = "\u0001";

/** What members have marked on a report, by their uids, as far as it is stored with the report. */
export type Marks = Pick<Entry, "voters" | "sightings" | "fixAnswers">;

const NO_MARKS: Marks = { voters: null, sightings: null, fixAnswers: null };

export function toEntry(issue: Issue, version: Version, marks: Partial<Marks> = {}): EntryWithText {
  const { id, number, type, status, priority, area, votes, createdAt, updatedAt, duplicateOf } = issue;
  const json = Buffer.from(JSON.stringify(toWire(forMemory(issue))));
  return {
    entry: {
      id,
      number,
      type,
      status,
      priority,
      area,
      createdAt,
      updatedAt,
      votes,
      reporter: foldSearch(issue.reporter),
      duplicateOf: duplicateOf === undefined ? null : { id: duplicateOf.id, since: duplicateOf.since },
      ...NO_MARKS,
      ...marks,
      isUnanswered: isUnanswered(issue),
      turn: turnOf(issue),
      unfixed: issue.fixAnswers?.no ?? 0,
      asksIfFixed: asksIfFixed(issue),
      assignee: issue.assignee ?? null,
      version,
      jsonBuffer: json,
      jsonStart: 0,
      jsonEnd: json.length,
    },
    text: Buffer.from(searchText(issue) + TEXT_END),
  };
}

/**
 * The end of the JSON of a report without amendments: `toWire` in the domain writes `amendment` last. Most reports have
 * no amendments and need not be parsed.
 */
const END_WITHOUT_AMENDMENTS = Buffer.from('"amendment":"[]"}');

/** The entries that have amendments, each with the text of its amendments. */
export function amendmentEntries(entries: readonly Entry[]): EntryWithText[] {
  return entries.flatMap((entry) => {
    const lastBytes = jsonOf(entry).subarray(-END_WITHOUT_AMENDMENTS.length);
    if (lastBytes.equals(END_WITHOUT_AMENDMENTS)) return [];
    const amendments = parseJsonList(reportOf(entry).amendment) as { text: string }[];
    return { entry, text: Buffer.from(amendmentText(amendments) + TEXT_END) };
  });
}

/** Merges `added` entries, in any order, into `entries` in the list's order, and leaves out the `removed` entries. */
export function mergeEntries(
  entries: readonly Entry[],
  added: readonly Entry[],
  removed: ReadonlySet<Entry> = new Set(),
): readonly Entry[] {
  if (added.length === 0 && removed.size === 0) return entries;
  const sortedAdded = added.toSorted(compareIssues);
  const merged: Entry[] = [];
  let addedCount = 0;
  // Sorting all entries together would compare each of them several times.
  for (const entry of entries) {
    if (removed.has(entry)) continue;
    while (addedCount < sortedAdded.length && compareIssues(sortedAdded[addedCount]!, entry) < 0) {
      merged.push(sortedAdded[addedCount]!);
      addedCount += 1;
    }
    merged.push(entry);
  }
  return merged.concat(sortedAdded.slice(addedCount));
}
