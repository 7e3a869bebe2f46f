import { type Issue, type Searchable, searchText, toWire, type WireIssue } from "@logbook/domain";

/** A report as the board keeps it: what it is sorted, filtered and searched by, and `json`, the report as it is sent. */
export interface Entry extends Searchable, Pick<Issue, "id" | "createdAt" | "updatedAt"> {
  json: string;
}

/** Makes a report's entry. */
export function toEntry(issue: Issue): Entry {
  const wire = toWire(issue);
  return entryOf(wire, JSON.stringify(wire));
}

/** Makes the entry again from its JSON. Throws when that is no report's. */
export function readEntry(json: string): Entry {
  const wire = JSON.parse(json) as WireIssue;
  if (typeof wire.id !== "string") throw new Error("This is no report.");
  return entryOf(wire, json);
}

function entryOf(wire: WireIssue, json: string): Entry {
  const { id, type, status, priority, title, description, user, createdAt, updatedAt } = wire;
  const text = searchText({ title, description, reporter: user.username });
  return { id, type, status, priority, createdAt, updatedAt, searchText: text, json };
}
