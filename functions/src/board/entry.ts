import { type Issue, isUnanswered, type Sortable, searchText, toWire, type WireIssue } from "@logbook/domain";
import type { Version } from "../firestore/version.ts";

/**
 * A report on the board: the fields for sorting and filtering, and the position of its JSON in a buffer. All entries
 * from a snapshot share one buffer, which is outside the heap. A buffer view for each entry would take more memory than
 * all its fields.
 */
export interface Entry extends Sortable, Pick<Issue, "number" | "type"> {
  version: Version;
  jsonBuffer: Buffer;
  jsonStart: number;
  jsonEnd: number;
}

/** The report's JSON in the form in which the API sends it. */
export const jsonOf = ({ jsonBuffer, jsonStart, jsonEnd }: Entry): Buffer => jsonBuffer.subarray(jsonStart, jsonEnd);

export const reportOf = (entry: Entry): WireIssue => JSON.parse(jsonOf(entry).toString()) as WireIssue;

/** An entry with the text that searches look through. */
export interface EntryWithText {
  entry: Entry;
  searchText: string;
}

export function toEntry(issue: Issue, version: Version): EntryWithText {
  const wire = toWire(issue);
  const { id, number, type, status, priority, title, description, user, votes, createdAt, updatedAt } = wire;
  const json = Buffer.from(JSON.stringify(wire));
  return {
    entry: {
      id,
      number,
      type,
      status,
      priority,
      createdAt,
      updatedAt,
      votes,
      isUnanswered: isUnanswered(issue),
      version,
      jsonBuffer: json,
      jsonStart: 0,
      jsonEnd: json.length,
    },
    searchText: searchText({ title, description, reporter: user.username }),
  };
}
