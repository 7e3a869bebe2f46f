import { type Issue, searchText, toWire, type WireIssue } from "@logbook/domain";

/**
 * A report as the board keeps it: what it is sorted and filtered by, and `json`, the report as it is sent, in bytes
 * outside the heap.
 */
export interface Entry extends Pick<Issue, "id" | "type" | "status" | "priority" | "createdAt"> {
  json: Buffer;
}

/** An entry on its way into the board, with what searches look through. */
export interface Arrival {
  entry: Entry;
  searchText: string;
}

/** Makes a report's entry. */
export function toArrival(issue: Issue): Arrival {
  const wire = toWire(issue);
  return arrivalOf(wire, Buffer.from(JSON.stringify(wire)));
}

/** Makes the entry again from its JSON, whose bytes it keeps. Throws when that is no report's. */
export function readArrival(json: Buffer): Arrival {
  const wire = JSON.parse(json.toString()) as WireIssue;
  if (typeof wire.id !== "string") throw new Error("This is no report.");
  return arrivalOf(wire, json);
}

function arrivalOf(wire: WireIssue, json: Buffer): Arrival {
  const { id, type, status, priority, title, description, user, createdAt } = wire;
  return {
    entry: { id, type, status, priority, createdAt, json },
    searchText: searchText({ title, description, reporter: user.username }),
  };
}
