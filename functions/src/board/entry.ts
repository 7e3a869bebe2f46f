import { type Issue, searchText, toWire } from "@logbook/domain";

/**
 * A report as the board keeps it: what it is sorted and filtered by, and where the report as it is sent stands, in bytes
 * outside the heap. Many share one buffer: a view for each would take more room than all the rest of the entry.
 */
export interface Entry extends Pick<Issue, "id" | "type" | "status" | "priority" | "createdAt"> {
  jsons: Buffer;
  from: number;
  to: number;
}

/** The report as it is sent. */
export const jsonOf = ({ jsons, from, to }: Entry): Buffer => jsons.subarray(from, to);

/** An entry on its way into the board, with what searches look through. */
export interface Arrival {
  entry: Entry;
  searchText: string;
}

/** Makes a report's entry. */
export function toArrival(issue: Issue): Arrival {
  const wire = toWire(issue);
  const { id, type, status, priority, title, description, user, createdAt } = wire;
  const json = Buffer.from(JSON.stringify(wire));
  return {
    entry: { id, type, status, priority, createdAt, jsons: json, from: 0, to: json.length },
    searchText: searchText({ title, description, reporter: user.username }),
  };
}
