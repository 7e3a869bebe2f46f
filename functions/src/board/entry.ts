import { type Issue, searchText, toWire } from "@logbook/domain";
import type { Version } from "../firestore/version.ts";

/**
 * A report as the board keeps it: what it is sorted and filtered by, its document's version, and where the report as it is
 * sent stands, in bytes outside the heap. Many share one buffer: a view for each would take more room than all the rest of
 * the entry.
 */
export interface Entry extends Pick<Issue, "id" | "type" | "status" | "priority" | "createdAt"> {
  version: Version;
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

/** Makes the entry of a report in this version of its document. */
export function toArrival(issue: Issue, version: Version): Arrival {
  const wire = toWire(issue);
  const { id, type, status, priority, title, description, user, createdAt } = wire;
  const json = Buffer.from(JSON.stringify(wire));
  return {
    entry: { id, type, status, priority, createdAt, version, jsons: json, from: 0, to: json.length },
    searchText: searchText({ title, description, reporter: user.username }),
  };
}
